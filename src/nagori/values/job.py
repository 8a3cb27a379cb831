"""A job: queued work that survives a crash."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Job:
    """A job that this process holds the lease of; `lease` proves it."""

    seq: int
    space: str
    kind: str
    key: str
    payload: Mapping[str, Any]
    attempts: int
    lease: str


@dataclass(frozen=True, slots=True)
class DeadJob:
    """A job that was given up, and why."""

    seq: int
    space: str
    kind: str
    key: str
    payload: Mapping[str, Any]
    attempts: int
    error: str


@dataclass(frozen=True, slots=True)
class Backlog:
    """How much waits, by kind of job."""

    kind: str
    state: str
    count: int
    oldest_micros: int
