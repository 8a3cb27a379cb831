"""What every part of the face stands on."""

from nagori.chat.pages import Pages
from nagori.chat.turns import Turns
from nagori.chat.unsaved import UnsavedChats
from nagori.config import Settings
from nagori.config_groups import GroupSettings
from nagori.embed.guard import GuardedEmbedder
from nagori.errors import StoreFailedError
from nagori.face.feed import Feed, projects_of
from nagori.face.garden import Maps
from nagori.face.group_desk import GroupDesk
from nagori.face.learning import Learning
from nagori.face.project_desk import ProjectDesk
from nagori.face.project_work import ProjectWork
from nagori.group.layers import holding
from nagori.jobs.worker import Worker
from nagori.learn.build import build_learning
from nagori.llm.build import Models
from nagori.store.port import Store
from nagori.store.zones import Zones
from nagori.text import rules
from nagori.values.document import Document
from nagori.values.job import Job
from nagori.values.message import Chat
from nagori.values.page import GlobalPage
from nagori.values.project import ANALYSE_JOB, LEARN_JOB
from nagori.values.scope import Scope
from nagori.values.times import Clock
from nagori.wiring import build_group_summariser, build_importer, build_memoriser, build_worker


class Face:
    """Checks what callers give and passes it on; nothing is decided here."""

    def __init__(
        self,
        store: Store,
        embedder: GuardedEmbedder | None,
        models: Models,
        *,
        space: str,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._store = store
        self._clock = clock
        self._feed = Feed()
        self._project_desk = ProjectDesk()
        self._former: list[tuple[Models, GuardedEmbedder | None]] = []
        """Parts that were exchanged; what still runs may use them."""
        self._fit(embedder, models, settings)
        self._turns = Turns(ended=self._wake)
        self._plain_models: set[str] = set()
        self._unsaved = UnsavedChats()
        self._maps = Maps()
        self._groups = GroupDesk(store, lambda: self._fingerprint, clock)
        self._look_from(rules.checked_id(space, "space"))

    def _fit(self, embedder: GuardedEmbedder | None, models: Models, settings: Settings) -> None:
        """Put in what answers and what embeds, and build what works with them."""
        self.settings, self._embedder, self._models = settings, embedder, models
        store, clock = self._store, self._clock
        learning = Learning(self._feed, lambda: self._pages)
        known = (store, embedder, models, settings, clock, learning, self._settings_of_group)
        self._memoriser = build_memoriser(*known)
        self._group_summariser = build_group_summariser(*known)
        self._worker = build_worker(
            store,
            embedder,
            models,
            settings,
            clock,
            self._memoriser,
            self._group_summariser,
            told_of_page=self._told_of_page,
            told_of_chat=self._told_of_chat,
        )
        # Of its own, so that a long book does not hold up what was just said.
        self._importer = build_importer(store, embedder, settings, clock, told=self._told_of_import)
        self._fit_projects()
        # Runs only where somebody asks for it: a short command should not begin what takes long.
        # Two of them, so that a new project does not wait for a round of another.
        self._analyst = Worker(store.jobs, {ANALYSE_JOB: self._analyse_project}, clock)
        self._learner = Worker(store.jobs, {LEARN_JOB: self._learn_of_project}, clock)
        self._dims = embedder.dims if embedder else None

    def _fit_projects(self) -> None:
        """Build what learns about projects, by the settings of this moment."""
        self._project_work = ProjectWork(
            build_learning(self._store, self._embedder, self._models, self.settings, self._clock),
            self._project_desk,
            told=self._told_of_project,
            queued=self._wake_learners,
            written=self._wake,
        )

    def _wake(self) -> None:
        """Tell the worker of this moment: it may be exchanged."""
        self._worker.wake()

    async def _analyse_project(self, job: Job) -> None:
        """By the parts of this moment: they may be exchanged."""
        await self._project_work.handle(job)

    async def _learn_of_project(self, job: Job) -> None:
        await self._project_work.handle_round(job)

    def _wake_learners(self) -> None:
        self._analyst.wake()
        self._learner.wake()

    def _look_from(self, space: str) -> None:
        self.space = space
        self._zones = Zones(self._store.users, space, self.settings.time_zone)

    @property
    def _fingerprint(self) -> str | None:
        return self._embedder.fingerprint if self._embedder else None

    @property
    def _pages(self) -> Pages:
        return Pages(
            self._store.pages,
            over=self.settings.chat.page_characters,
            chunk_size=self.settings.embedding.chunk_size,
            embedder=self._fingerprint,
            clock=self._clock,
        )

    async def _notice_dimensions(self) -> None:
        """See that passages get vectors of the length that the embedder turns out to give."""
        dims = self._embedder.dims if self._embedder else None
        if self._embedder is None or dims == self._dims:
            return
        self._dims = dims
        name, now = self._embedder.fingerprint, self._clock()
        if await self._store.passages.want_vectors(name, now=now, dims=dims):
            self._worker.wake()

    async def _settings_of_group(self, scope: Scope) -> GroupSettings:
        """What holds in a group of any space."""
        layers = await self._store.groups.layers(scope.space, scope.id)
        return holding(self.settings.group, layers, scope, unit=None).settings

    def _told_of_page(self, scope: Scope, page: GlobalPage) -> None:
        self._feed.publish(scope, "global_memory", {"global_memory": page})

    def _told_of_chat(self, scope: Scope, chat: Chat) -> None:
        self._feed.publish(scope, "chat", chat)

    def _told_of_document(self, scope: Scope, document: Document) -> None:
        self._feed.publish(scope, "document", {"document": document})

    def _told_of_import(self, job: Job, document: Document) -> None:
        self._told_of_document(Scope.parse(job.space, document.scope), document)

    def _told_of_project(self, scope: Scope) -> None:
        self._feed.publish(projects_of(scope.space), "project", {"key": scope.id})

    def _check(self) -> None:
        """Fail at once when the store is out of service, before anything slow is done."""
        if self._store.state != "ready":
            raise StoreFailedError(self._store.reason or "it is not open")


def optional_id(value: str | None, field: str) -> str | None:
    """An id that may be left out."""
    return None if value is None else rules.checked_id(value, field)
