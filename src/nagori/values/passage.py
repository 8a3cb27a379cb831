"""A passage: a piece of text as indexed, and what a query sees of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from nagori.values.citation import Citation
from nagori.values.memory import Source, Status, Tag, Trust
from nagori.values.scope import Scope

PassageKind = Literal["memory", "message", "document", "record", "page"]
KINDS: tuple[PassageKind, ...] = ("memory", "message", "document", "record", "page")

HIDDEN = {"tag": 1, "superseded": 2}
"""Why a passage is considered but not shown; 0 is for shown."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an owner's text as it will be indexed."""

    start: int
    end: int
    terms: bytes
    """Hashed terms, uint32, with repetition."""
    cjk: bool
    asks: bool
    """Whether it is a question itself, which seldom answers one."""
    text_hash: int
    """Equal for texts that say the same letter by letter, in normal form."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which passages take part; applied before ranking."""

    tags: frozenset[Tag] | None = None
    """Of memories; other kinds have none."""
    bot: str | None = None
    """Passages of this bot and of none; without it, of all."""
    chat_id: str | None = None
    """Limits messages to one chat."""
    documents: frozenset[str] | None = None
    """Limits documents to these."""
    as_of: datetime | None = None
    """Shows what held then; without it, what holds at `now`."""
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
    without: frozenset[str] = frozenset()
    """Leaves out memories whose metadata has one of these keys."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of a query where several may stand for one; column by column."""

    kind: PassageKind
    """The passages that they are looked for in; in others the query's `terms` are."""
    terms: NDArray[np.uint32]
    weights: NDArray[np.float32]
    """1 for a word as it was asked, less for one that may stand for it."""
    groups: NDArray[np.int32]
    """Of words with the same number, side by side, only the best counts in a passage."""
    length: float
    """How far a passage is held to its length, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked of the passages of some scopes."""

    space: str
    scopes: Mapping[PassageKind, Sequence[Scope]]
    """Where passages of each kind are looked for; kinds that are not here are not looked for."""
    terms: NDArray[np.uint32]
    now: datetime
    vector: NDArray[np.float32] | None = None
    embedder: str | None = None
    """Fingerprint of the vector."""
    background: NDArray[np.float32] | None = None
    """What vectors of any text have in common, if it is known of the embedder."""
    where: Filter = Filter()
    wording: Wording | None = None
    """Looked for instead of `terms`, in passages of its kind."""


@dataclass(frozen=True, slots=True)
class Files:
    """Which file each passage of a record stands for; column by column."""

    names: Sequence[str]
    """By number. Those of two projects are two, even with one name."""
    file: NDArray[np.int32]
    """The number of the file that the record cites first."""
    whole: NDArray[np.bool_]
    """Whether the record tells what the file is for as a whole."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Every passage that passed the filter, or nearly, column by column.

    Cosines are NaN where there is no vector. `before` and `after` are the rows of the neighbouring
    passages in the same conversation, -1 where there is none.
    """

    passage: NDArray[np.int64]
    cosine: NDArray[np.float32]
    common: NDArray[np.float32]
    """How much of a passage's vector is background; 0 where that is not known."""
    bm25: NDArray[np.float32]
    bm25_ideal: float
    """What a passage of average length scores that holds every term of the query once."""
    before: NDArray[np.int32]
    after: NDArray[np.int32]
    cjk: NDArray[np.bool_]
    asks: NDArray[np.bool_]
    raw: NDArray[np.bool_]
    """Whether it is somebody's words as said: a message, or a memory with a raw tag."""
    at: NDArray[np.int64]
    text_hash: NDArray[np.int64]
    hidden: NDArray[np.uint8]
    """Passages that only one rule keeps out, by the codes of `HIDDEN`: to explain, not to show."""
    files: Files | None = None
    """Known when nothing but records was looked through."""

    def __len__(self) -> int:
        return len(self.passage)


@dataclass(frozen=True, slots=True)
class Found:
    """A passage as read from the store, with what its owner says of it."""

    passage: int
    kind: PassageKind
    id: str
    text: str
    text_hash: int
    terms: NDArray[np.uint32]
    at: datetime
    scope: str
    tag: Tag | None = None
    status: Status = "active"
    chat_id: str | None = None
    external_id: str | None = None
    speaker: str | None = None
    times_said: int = 1
    sources: tuple[Source, ...] = ()
    trust: Trust = "own"
    citation: Citation | None = None
    """Of documents: where in which one it stands."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A passage that waits for its vector."""

    passage: int
    text_hash: int
    text: str
    stated: bool = False
    """Whether it is a memory, which may tell of the user in the third person."""
