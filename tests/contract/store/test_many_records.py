"""A project with many records is written and asked in reasonable time."""

import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import NOW, a_query
from nagori.testing.learning import LOANS, a_record, cited, registered
from nagori.values.learned import RecordDraft

MANY = 50_000


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
    """Seconds of CPU that a call takes, whichever thread works."""
    began = time.process_time()
    await call()
    return time.process_time() - began


async def test_fifty_thousand_records_are_added_and_asked_in_reasonable_time(
    tmp_path: Path,
) -> None:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    await registered(store)
    drafts = [a_setting(n) for n in range(MANY)]

    took = {"add": await cpu_of(lambda: store.records.add(LOANS, drafts, embedder=None, now=NOW))}
    query = a_query("setting 4711 default", scopes=[LOANS], kinds=["record"])
    await store.passages.score(query)  # loads the index
    asked: dict[str, Callable[[], Awaitable[object]]] = {
        "score": lambda: store.passages.score(query),
        "get": lambda: store.projects.get(LOANS),
        "folder": lambda: store.records.page(LOANS, path="src/part5", limit=50),
        "domain": lambda: store.records.page(LOANS, domain="part 5", limit=50),
        "citing": lambda: store.records.citing(LOANS, ["src/part5/file5.py"]),
        "claims": lambda: store.records.claims(LOANS, ["src/part5/file5.py"]),
        "coverage": lambda: store.records.coverage(LOANS),
    }
    took |= {name: min([await cpu_of(ask) for _ in range(3)]) for name, ask in asked.items()}

    assert (await store.projects.get(LOANS)).records == MANY
    assert took.pop("add") < 40, took
    assert took.pop("coverage") < 1, took
    assert max(took.values()) < 0.1, took
    assert await cpu_of(lambda: store.erasure.scope(LOANS, now=NOW)) < 20
    await store.close()
