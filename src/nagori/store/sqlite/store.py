"""The embedded store, put together."""

from pathlib import Path

from nagori.store.index.cache import IndexCache
from nagori.store.index.scope_index import ScopeIndex
from nagori.store.sqlite.app_settings import SqliteSettings
from nagori.store.sqlite.chats import SqliteChats
from nagori.store.sqlite.documents import SqliteDocuments
from nagori.store.sqlite.domains import SqliteDomains
from nagori.store.sqlite.engine import Engine, State
from nagori.store.sqlite.erase import SqliteErasure
from nagori.store.sqlite.failures import SqliteFailures
from nagori.store.sqlite.groups import SqliteGroups
from nagori.store.sqlite.jobs import SqliteJobs
from nagori.store.sqlite.keys import SqliteKeys
from nagori.store.sqlite.knowledge import SqliteKnowledge
from nagori.store.sqlite.memories import SqliteMemories
from nagori.store.sqlite.memorising import SqliteMemorising
from nagori.store.sqlite.pages import SqlitePages
from nagori.store.sqlite.passages import SqlitePassages
from nagori.store.sqlite.practices import SqlitePractices
from nagori.store.sqlite.projects import SqliteProjects
from nagori.store.sqlite.proposals import SqliteProposals
from nagori.store.sqlite.records import SqliteRecords
from nagori.store.sqlite.replies import SqliteReplies
from nagori.store.sqlite.rooms import SqliteRooms
from nagori.store.sqlite.rounds import SqliteRounds
from nagori.store.sqlite.shelf import SqliteShelf
from nagori.store.sqlite.stars import SqliteStars
from nagori.store.sqlite.summaries import SqliteSummaries
from nagori.store.sqlite.transfer import SqliteTransfer
from nagori.store.sqlite.trials import SqliteTrials
from nagori.store.sqlite.turns import SqliteTurns
from nagori.store.sqlite.usage import SqliteUsage
from nagori.store.sqlite.users import SqliteUsers
from nagori.values.passage import PassageKind


class SqliteStore:
    """One file that holds it all."""

    def __init__(
        self,
        path: Path,
        *,
        readers: int = 2,
        busy_timeout_s: float = 30.0,
        cache_bytes: int = 512 * 1024 * 1024,
        sketch_from: int = 10_000,
        neighbour_minutes: float = 30.0,
    ) -> None:
        self._engine = Engine(path, readers=readers, busy_timeout_s=busy_timeout_s)
        neighbour_micros = int(neighbour_minutes * 60_000_000)

        def build(kind: PassageKind) -> ScopeIndex:
            return ScopeIndex(kind, neighbour_micros=neighbour_micros, sketch_from=sketch_from)

        cache = IndexCache(build, max_bytes=cache_bytes)
        self.memories = SqliteMemories(self._engine)
        self.memorising = SqliteMemorising(self._engine)
        self.chats = SqliteChats(self._engine)
        self.shelf = SqliteShelf(self._engine)
        self.summaries = SqliteSummaries(self._engine)
        self.turns = SqliteTurns(self._engine)
        self.proposals = SqliteProposals(self._engine)
        self.keys = SqliteKeys(self._engine)
        self.replies = SqliteReplies(self._engine)
        self.settings = SqliteSettings(self._engine)
        self.documents = SqliteDocuments(self._engine)
        self.pages = SqlitePages(self._engine)
        self.passages = SqlitePassages(self._engine, cache)
        self.stars = SqliteStars(self._engine)
        self.groups = SqliteGroups(self._engine)
        self.trials = SqliteTrials(self._engine)
        self.rooms = SqliteRooms(self._engine)
        self.usage = SqliteUsage(self._engine)
        self.knowledge = SqliteKnowledge(self._engine)
        self.jobs = SqliteJobs(self._engine)
        self.users = SqliteUsers(self._engine)
        self.transfer = SqliteTransfer(self._engine)
        self.projects = SqliteProjects(self._engine)
        self.records = SqliteRecords(self._engine)
        self.failures = SqliteFailures(self._engine)
        self.domains = SqliteDomains(self._engine)
        self.practices = SqlitePractices(self._engine)
        self.rounds = SqliteRounds(self._engine)
        self.erasure = SqliteErasure(self._engine, cache)

    @property
    def state(self) -> State:
        """`uninitialized`, then `ready` or `failed`."""
        return self._engine.state

    @property
    def reason(self) -> str:
        """Why it is out of service; empty while it is not."""
        return self._engine.reason

    async def open(self) -> None:
        """Bring it into service; a file in a bad state makes it `failed`, not an exception."""
        await self._engine.open()

    async def close(self) -> None:
        """Finish what was accepted, then let go of the file."""
        await self._engine.close()
