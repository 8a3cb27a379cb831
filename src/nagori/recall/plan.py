"""What a recall was asked to do, settled before anything is read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo

from nagori.recall.profile import Profile
from nagori.text.normal import content_hash
from nagori.text.secrets import redact
from nagori.text.split import split
from nagori.text.timewords import Interval
from nagori.values.passage import Filter, PassageKind
from nagori.values.recall import Mode
from nagori.values.scope import Scope


@dataclass(frozen=True, slots=True)
class Plan:
    """A query with everything that decides its answer."""

    query: str
    space: str
    scopes: Mapping[PassageKind, Sequence[Scope]]
    profile: Profile
    mode: Mode
    where: Filter
    now: datetime
    zone: tzinfo = UTC
    interval: Interval | None = None
    """The time that the query speaks of."""
    chunk_size: int = 300
    """Tokens in one passage, as the texts were split that are looked through."""

    query_hashes: frozenset[int] = field(init=False)
    """What an echo of the query is known by: its words or, when it is long, its passages."""

    def __post_init__(self) -> None:
        hashes = _hashes(self.query, chunk_size=self.chunk_size)
        clean = redact(self.query)
        if clean.kinds:  # raw memories were stored without secrets
            hashes |= _hashes(clean.text, chunk_size=self.chunk_size)
        object.__setattr__(self, "query_hashes", hashes)

    @property
    def is_of_documents(self) -> bool:
        """Whether nothing but documents is looked through."""
        return set(self.scopes) == {"document"}

    @property
    def is_of_records(self) -> bool:
        """Whether nothing but records of projects is looked through."""
        return set(self.scopes) == {"record"}

    @property
    def meant(self) -> str:
        """The query as its meaning is compared.

        Documents state what they say, and a question mark draws a vector to other questions: of
        104 questions over ten documents 89 find their passage without it, 85 with it.
        """
        if not (self.is_of_documents or self.is_of_records):
            return self.query
        return self.query.rstrip("?？ ") or self.query


def _hashes(query: str, *, chunk_size: int) -> frozenset[int]:
    spans = split(query, max_tokens=chunk_size)
    if len(spans) < 2:
        return frozenset((_hash(query),))
    return frozenset(_hash(query[span.start : span.end]) for span in spans)


def _hash(text: str) -> int:
    return int.from_bytes(content_hash(text)[:8], "little", signed=True)
