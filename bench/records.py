"""A project with many records: what writing, asking and erasing them costs.

python -m bench.records [RECORDS]
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

from bench.speed import mood, row
from nagori.config import RecallSettings
from nagori.jobs.embedding import embedding_job
from nagori.learn.search import Searcher, SearchParts
from nagori.store.port import EMBED_JOB
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import NOW, a_query
from nagori.testing.embedders import HashedEmbedder
from nagori.testing.learning import LOANS, a_record, cited, registered
from nagori.values.learned import RecordDraft

ASKED = "Where is the default of setting 4711 configured, and which part reads it?"
LIMIT_MS = 20.0
"""CPU that a recall from 50,000 records may take, without embedding."""
DIMS = 512
"""As many as the embedded embedder has; a hashed vector costs nothing beside."""
_LEASE = timedelta(hours=6)


def a_setting(n: int) -> RecordDraft:
    """What an analysis tells of a setting."""
    part, file, line = n % 97, n % 11, n % 300 + 1
    return a_record(
        f"What is setting {n} of part {part}?",
        f"Setting {n} is {n * 7} by default.",
        claim=f"setting:{n}",
        domain=f"part {part}",
        cites=[cited(f"src/part{part}/file{file}.py", line, line)],
        vectors=False,
    )


async def cpu_of(call: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds of CPU that a call takes, whichever thread works."""
    began = time.process_time()
    await call()
    return (time.process_time() - began) * 1000


async def measure(count: int, folder: Path) -> None:
    """Print a row for each thing that is done with the records."""
    store = SqliteStore(folder / "memory.db")
    await store.open()
    await registered(store)
    drafts = [a_setting(n) for n in range(count)]
    embedder = HashedEmbedder(DIMS)
    by = embedder.fingerprint
    adding = await cpu_of(lambda: store.records.add(LOANS, drafts, embedder=by, now=NOW))
    row("add, each", f"{adding / count:.2f} ms", "-")
    embedding = await store.jobs.claim([EMBED_JOB], now=NOW, lease=_LEASE)
    assert embedding is not None
    await embedding_job(store, embedder, lambda: NOW)(embedding)
    by_words = Searcher(SearchParts(store, None, lambda: NOW, RecallSettings()))
    by_both = Searcher(SearchParts(store, embedder, lambda: NOW, RecallSettings()))
    vector = (await embedder.embed([ASKED]))[0]
    query = a_query(ASKED, scopes=[LOANS], kinds=["record"], vector=vector, embedder=by)
    asked: dict[str, Callable[[], Awaitable[object]]] = {
        "score all": lambda: store.passages.score(query),
        "search by words alone": lambda: by_words.search(LOANS, ASKED, folder=None),
        "search by words and meaning": lambda: by_both.search(LOANS, ASKED, folder=None),
        "records of a folder": lambda: store.records.page(LOANS, path="src/part5", limit=50),
        "records of a domain": lambda: store.records.page(LOANS, domain="part 5", limit=50),
        "records that cite a file": lambda: store.records.citing(LOANS, ["src/part5/file5.py"]),
        "claims of a file": lambda: store.records.claims(LOANS, ["src/part5/file5.py"]),
        "coverage": lambda: store.records.coverage(LOANS),
    }
    row("load the index", f"{await cpu_of(asked['score all']):.0f} ms", "-")
    for name, ask in asked.items():
        took = sorted([await cpu_of(ask) for _ in range(9)])
        limit = f"{LIMIT_MS:.0f} ms" if name.startswith(("score", "search")) else "-"
        row(name, f"{took[4]:.1f} ms", limit)
    erasing = await cpu_of(lambda: store.erasure.scope(LOANS, now=NOW))
    row("erase all", f"{erasing:.0f} ms", "-")
    await store.close()


def main() -> None:
    """Measure in a folder of its own."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    mood()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(count, Path(folder)))


if __name__ == "__main__":
    main()
