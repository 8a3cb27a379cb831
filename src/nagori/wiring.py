"""Putting the parts together from settings."""

from pathlib import Path

from nagori.config import Settings
from nagori.embed.build import build_embedder
from nagori.embed.guard import GuardedEmbedder
from nagori.jobs.embedding import embedding_job
from nagori.jobs.erasing import erasing_job
from nagori.jobs.worker import Worker
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


def build_worker(store: Store, embedder: GuardedEmbedder | None, clock: Clock) -> Worker:
    """The worker with every kind of job."""
    handlers = {ERASE_JOB: erasing_job(store, clock)}
    if embedder is not None:
        handlers[EMBED_JOB] = embedding_job(store, embedder, clock)
    return Worker(store.jobs, handlers, clock)
