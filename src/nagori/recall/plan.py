"""What a recall was asked to do, settled before anything is read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from nagori.recall.profile import Profile
from nagori.text.normal import content_hash
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

    @property
    def query_hash(self) -> int:
        """What an echo of the query is known by."""
        return int.from_bytes(content_hash(self.query)[:8], "little", signed=True)
