"""Putting the parts together from settings."""

from pathlib import Path

from nagori.chat.summarising import summarising_job
from nagori.chat.titling import titling_job
from nagori.chat.turn import SUMMARISE_JOB, TITLE_JOB
from nagori.config import Settings
from nagori.embed.build import build_embedder
from nagori.embed.guard import GuardedEmbedder
from nagori.jobs.embedding import embedding_job
from nagori.jobs.erasing import erasing_job
from nagori.jobs.worker import Handler, Worker
from nagori.llm.build import Models
from nagori.store.port import EMBED_JOB, ERASE_JOB, Store
from nagori.store.sqlite.store import SqliteStore
from nagori.values.times import Clock


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


def build_worker(
    store: Store,
    embedder: GuardedEmbedder | None,
    models: Models,
    settings: Settings,
    clock: Clock,
) -> Worker:
    """The worker with every kind of job."""
    helpers = settings.models
    handlers: dict[str, Handler] = {
        ERASE_JOB: erasing_job(store, clock),
        SUMMARISE_JOB: summarising_job(
            store,
            models.summary,
            clock,
            prompt=helpers.summary.prompt if helpers.summary else None,
            rounds=settings.chat.rounds,
            fold_from=settings.chat.fold_from_messages,
            max_tokens=settings.chat.summary_tokens,
        ),
        TITLE_JOB: titling_job(
            store,
            models.title,
            clock,
            prompt=helpers.title.prompt if helpers.title else None,
        ),
    }
    if embedder is not None:
        handlers[EMBED_JOB] = embedding_job(store, embedder, clock)
    return Worker(store.jobs, handlers, clock)
