"""What is erased, imported and counted, as it comes in and goes out."""

from datetime import datetime
from typing import Literal, Self

from pydantic import BaseModel, Field, model_validator

from nagori.group.stats import GroupStats
from nagori.server.schemas.base import Id, Input
from nagori.values.memory import Receipt
from nagori.values.transfer import Format, ImportReport


class Erase(Input):
    """What to destroy: exactly one of them."""

    memory: Id | None = None
    chat: Id | None = None
    all: Literal[True] | None = Field(default=None, description="Everything of the user.")

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if sum(given is not None for given in (self.memory, self.chat, self.all)) != 1:
            raise ValueError("name exactly one of memory, chat, all")
        return self


class Erased(BaseModel):
    """What was destroyed, and what a job still has to destroy."""

    erased: dict[str, int]
    pending: list[str]
    at: datetime

    @classmethod
    def of(cls, receipt: Receipt) -> Self:
        """The receipt, as it is sent."""
        return cls(erased=dict(receipt.erased), pending=list(receipt.pending), at=receipt.at)


class Imported(BaseModel):
    """What an import did with the records of a file."""

    format: Format
    added: int
    confirmed: int = Field(description="Old records that say what is remembered already.")
    known: int = Field(description="Brought in before.")
    failed: list[tuple[int, str]] = Field(description="Lines that could not be used, and why.")

    @classmethod
    def of(cls, report: ImportReport) -> Self:
        """The report, as it is sent: the first hundred failures."""
        return cls(
            format=report.format,
            added=report.added,
            confirmed=report.confirmed,
            known=report.known,
            failed=list(report.failed[:100]),
        )


class MemorisingStats(BaseModel):
    """What memorising came to, and what it cost."""

    messages: int = Field(description="Messages that were considered.")
    memories: int = Field(description="Memories made from them.")
    calls: int = Field(description="Calls of a model; rules cost none.")
    prompt_tokens: int
    completion_tokens: int
    tokens_per_memory: float | None = Field(description="Null while nothing was kept.")


class Stats(BaseModel):
    """How much the caller has."""

    chats: int
    messages: int
    memories: int
    turns_running: int
    memorising: MemorisingStats
    groups: GroupStats | None = Field(
        description="How contexts of groups did in the last day; null for keys of one user."
    )
    jobs_waiting: int | None = Field(
        description="Of everybody, so only for who runs the server; else null."
    )
