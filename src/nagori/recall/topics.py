"""What memories are usually about: fixed topics, each with a place on the map and sentences."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from nagori.embed.measured import measured


@dataclass(frozen=True, slots=True)
class Topic:
    """Something to remember things about."""

    id: str
    en: str
    zh: str
    x: float
    y: float
    says: tuple[str, ...]
    """What is typically said about it: in English, then the same in Chinese."""


@cache
def topics() -> tuple[Topic, ...]:
    """All topics. `python -m bench.topics` gives them their places."""
    text = (files("nagori.recall") / "data" / "topics.json").read_text("utf-8")
    return tuple(
        Topic(t["id"], t["en"], t["zh"], t["x"], t["y"], tuple(t["says"])) for t in json.loads(text)
    )


def sentences() -> list[str]:
    """The sentences of all topics, topic by topic."""
    return [text for topic in topics() for text in topic.says]


@cache
def sentence_vectors(embedder: str) -> NDArray[np.float32] | None:
    """Vectors of `sentences`, for embedders of which they are shipped; else None."""
    return measured("nagori.recall", f"{embedder}-topics")
