"""What a scope's index is made from, and how its columns are coded."""

from typing import Final, NamedTuple

from nagori.values.memory import RAW_TAGS, Status, Tag
from nagori.values.passage import PassageKind

KINDS: Final[dict[PassageKind, int]] = {
    "memory": 1,
    "message": 2,
    "document": 3,
    "record": 4,
    "page": 5,
}
TAGS: Final[dict[Tag | None, int]] = {
    None: 0,
    "user_input": 1,
    "ai_output": 2,
    "manual": 3,
    "summary": 4,
}
STATUSES: Final[dict[Status, int]] = {
    "active": 0,
    "retired": 1,
    "superseded": 2,
    "quarantined": 3,
}
KIND_NAMES: Final = {code: kind for kind, code in KINDS.items()}
RAW_CODES: Final = frozenset(TAGS[tag] for tag in RAW_TAGS)

FOREVER: Final = 2**62
"""Later than any instant; stands for "no end"."""


class Row(NamedTuple):
    """One passage as a backend reads it for the index; a tuple, since there are many."""

    passage: int
    owner: int
    tag: int
    status: int
    chat_id: str | None
    bot: str | None
    at: int
    valid_from: int | None
    valid_to: int | None
    text_hash: int
    cjk: int
    asks: int
    terms: bytes
    vector: bytes | None
    file: str | None = None
    """Of records: the file that it cites first."""
    whole: int = 0
    """Of records: whether it tells of that file as a whole."""
