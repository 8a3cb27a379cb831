"""Putting the parts together from settings."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from nagori.chat.condensing import Condenser, Told
from nagori.chat.leaving import SUMMARISE_JOB, TITLE_JOB
from nagori.chat.summarising import Summariser
from nagori.chat.titling import Named, titling_job
from nagori.config import Settings
from nagori.config_groups import GroupSettings
from nagori.documents.blocks import Extract
from nagori.embed.build import build_embedder
from nagori.embed.guard import GuardedEmbedder
from nagori.jobs.embedding import embedding_job
from nagori.jobs.erasing import erasing_job
from nagori.jobs.worker import Handler, Worker
from nagori.llm.build import Models
from nagori.store.document_port import IMPORT_JOB
from nagori.store.page_port import CONDENSE_JOB
from nagori.store.port import EMBED_JOB, ERASE_JOB, Store
from nagori.store.sqlite.store import SqliteStore
from nagori.values.document import Document
from nagori.values.job import Job
from nagori.values.knowledge import GROUP_SUMMARY_JOB
from nagori.values.memorising import MEMORISE_JOB
from nagori.values.scope import Scope
from nagori.values.times import Clock
from nagori.write.by_model import Helpers
from nagori.write.group_summary import GroupSummariser
from nagori.write.memorising import Learner, Memoriser, Parts

SettingsOf = Callable[[Scope], Awaitable[GroupSettings]]
"""Tells what holds in a group."""


def build_store(where: Path, settings: Settings) -> Store:
    """The store at a path; not yet open."""
    return SqliteStore(
        where.absolute(),
        readers=settings.store.readers,
        busy_timeout_s=settings.store.busy_timeout_s,
        cache_bytes=settings.store.cache_mb * 1024 * 1024,
        sketch_from=settings.store.sketch_from_passages,
        neighbour_minutes=settings.recall.neighbour_minutes,
    )


def embedder_from(settings: Settings) -> GuardedEmbedder | None:
    """The embedder that the settings name."""
    return build_embedder(
        settings.embedding,
        openai_api_key=settings.openai_api_key,
        openai_base_url=settings.openai_base_url,
        gemini_api_key=settings.gemini_api_key,
        ollama_host=settings.ollama_host,
    )


def build_memoriser(
    store: Store,
    embedder: GuardedEmbedder | None,
    models: Models,
    settings: Settings,
    clock: Clock,
    learner: Learner,
    settings_of: SettingsOf,
) -> Memoriser:
    """What decides about remembering, by the models of the settings."""
    decision = settings.models.decision

    async def keeps_profiles(group: Scope) -> bool:
        return (await settings_of(group)).enable_member_profiles

    return Memoriser(
        Parts(
            store=store,
            helpers=Helpers(
                models.decision,
                models.summary,
                decision_prompt=decision.prompt if decision else None,
                memory_prompt=settings.chat.memory_prompt,
            ),
            embedder=embedder,
            clock=clock,
            chunk_size=settings.embedding.chunk_size,
            time_zone=settings.time_zone,
            learner=learner,
            keeps_profiles=keeps_profiles,
        )
    )


def build_group_summariser(
    store: Store,
    embedder: GuardedEmbedder | None,
    models: Models,
    settings: Settings,
    clock: Clock,
    learner: Learner,
    settings_of: SettingsOf,
) -> GroupSummariser:
    """What summarises groups, by the model of the settings."""
    return GroupSummariser(
        store,
        models.summary,
        embedder,
        clock,
        chunk_size=settings.embedding.chunk_size,
        settings_of=settings_of,
        written=learner.learned,
    )


def build_importer(
    store: Store,
    embedder: GuardedEmbedder | None,
    settings: Settings,
    clock: Clock,
    *,
    told: Callable[[Job, Document], None],
) -> Worker:
    """The worker that imports documents; `told` hears how far one is."""

    async def handle(job: Job) -> None:
        # Late, since few processes ever import one, and the readers of files are many.
        from nagori.documents.fetch import FetchLimits, fetch
        from nagori.documents.importing import Importer, ImportParts, Progress
        from nagori.documents.process import Limits, extract

        limits = settings.documents
        reading = Limits(seconds=limits.parse_seconds, memory_mb=limits.parse_memory_mb)

        async def read(data: bytes, name: str, kind: str | None, progress: Progress) -> Extract:
            return await extract(data, name, kind, limits=reading, progress=progress)

        parts = ImportParts(
            store=store,
            embedder=embedder,
            clock=clock,
            chunk_size=settings.embedding.chunk_size,
            fetch=partial(fetch, limits=FetchLimits(max_s=limits.fetch_seconds)),
            read=read,
            told=told,
        )
        await Importer(parts).handle(job)

    return Worker(store.jobs, {IMPORT_JOB: handle}, clock)


def build_worker(
    store: Store,
    embedder: GuardedEmbedder | None,
    models: Models,
    settings: Settings,
    clock: Clock,
    memoriser: Memoriser,
    group_summariser: GroupSummariser,
    *,
    told_of_page: Told | None = None,
    told_of_chat: Named | None = None,
) -> Worker:
    """The worker with every kind of job.

    `told_of_page` hears of pages that one condensed, `told_of_chat` of chats that one named.
    """
    helpers = settings.models
    summariser = Summariser(
        store,
        models.summary,
        clock,
        prompt=helpers.summary.prompt if helpers.summary else None,
        rounds=settings.chat.rounds,
        fold_from=settings.chat.fold_from_messages,
        max_tokens=settings.chat.summary_tokens,
    )
    condenser = Condenser(
        store,
        models.summary,
        clock,
        most=settings.chat.page_characters,
        chunk_size=settings.embedding.chunk_size,
        embedder=embedder.fingerprint if embedder else None,
        told=told_of_page,
    )
    handlers: dict[str, Handler] = {
        ERASE_JOB: erasing_job(store, clock),
        MEMORISE_JOB: memoriser.handle,
        SUMMARISE_JOB: summariser.handle,
        GROUP_SUMMARY_JOB: group_summariser.handle,
        CONDENSE_JOB: condenser.handle,
        TITLE_JOB: titling_job(
            store,
            models.title,
            clock,
            prompt=helpers.title.prompt if helpers.title else None,
            named=told_of_chat,
        ),
    }
    if embedder is not None:
        handlers[EMBED_JOB] = embedding_job(store, embedder, clock)
    return Worker(store.jobs, handlers, clock)
