"""Projects on the disk: erased, written by two processes, and by one that is killed."""

import asyncio
import os
import signal
import sys
from datetime import timedelta
from pathlib import Path

from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW, SPACE, a_query, a_turn
from nagori.testing.learning import LOANS, a_file, a_record, cited, registered
from nagori.values.event import Kept
from nagori.values.learned import Analysis, FailureDraft
from nagori.values.learning import CodePattern, Concept, DomainKnowledge, ToolCallStep
from nagori.values.project import BestPractice, CrossProjectPattern, EvolutionStatus

SECRET = "zyzzogeton"  # noqa: S105  # a word that no file has otherwise
LEASE = timedelta(minutes=5)

WRITING = """
import asyncio, sys
from pathlib import Path
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW
from nagori.testing.learning import LOANS, a_record

async def main(path, times, size):
    store = SqliteStore(Path(path))
    await store.open()
    for n in range(times):
        drafts = [a_record(f"question {n} {m}?") for m in range(size)]
        added = await store.records.add(LOANS, drafts, embedder=HASHED, now=NOW)
        print(*(record.id for record in added), flush=True)
    await store.close()

asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
"""


def on_disk(path: Path, needle: bytes) -> list[str]:
    return [p.name for p in path.parent.iterdir() if needle in p.read_bytes()]


async def writer(path: Path, times: int, size: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITING, str(path), str(times), str(size),
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def fill(store: SqliteStore) -> None:
    """A project with the word in everything that can hold one."""
    step = ToolCallStep("grep", {"pattern": SECRET}, SECRET * 300, NOW)
    draft = a_record(
        f"{SECRET}?", f"{SECRET}.", claim=SECRET, domain=SECRET, exploration_path=(step,),
        cites=[cited(f"{SECRET}.py")], tags=(SECRET,), metadata={SECRET: SECRET},
    )  # fmt: skip
    file = a_file(f"src/{SECRET}.py", outline=f'"{SECRET * 900}"')
    found = Analysis([file], tech_stack=(SECRET,), fingerprint=SECRET, records=[draft])
    await store.projects.register(LOANS, f"/{SECRET}", now=NOW)
    await store.projects.analysed(LOANS, found, embedder=HASHED, now=NOW)
    other = a_record(f"{SECRET}?", f"{SECRET} again.", claim=SECRET, vectors=False)
    await store.records.add(LOANS, [other], embedder=HASHED, now=NOW)
    was = EvolutionStatus()
    await store.projects.set_evolution(LOANS, EvolutionStatus(last_error=SECRET), was=was, now=NOW)
    await store.projects.set_settings(LOANS, {SECRET: SECRET}, now=NOW)
    failure = FailureDraft("PROJECT_ANALYSIS", SECRET, SECRET, SECRET, {SECRET: SECRET}, SECRET)
    await store.failures.note(LOANS, failure, now=NOW)
    concept = Concept(SECRET, SECRET, (SECRET,))
    domain = DomainKnowledge(
        f"dk-{SECRET}", "loans", SECRET, SECRET, (concept,), (SECRET,), (), NOW, NOW
    )
    await store.domains.put(LOANS, [domain])
    await store.domains.put_patterns(LOANS, [CodePattern(SECRET, SECRET, (SECRET,))], now=NOW)
    await store.practices.share(
        LOANS,
        practices=[BestPractice(SECRET, SECRET, SECRET, (SECRET,), ())],
        patterns=[CrossProjectPattern(SECRET, SECRET, 1, ())],
        now=NOW,
    )
    round = await store.rounds.begin(LOANS, "r1", now=NOW, lease=LEASE)
    assert round is not None
    await store.rounds.end(LOANS, round, "done", drafts=[a_record(SECRET)], now=NOW)


async def test_no_byte_of_an_erased_project_stays_in_any_file(database: Path) -> None:
    store = SqliteStore(database)
    await store.open()
    await fill(store)
    turn = a_turn()
    await store.turns.begin(turn, past=9, most=9, embedder=HASHED, now=NOW)
    item = {"id": "lr-20260503-001", "kind": "record", "text": SECRET, "scope": LOANS.key}
    event = Kept(1, "recalled", {"items": [item], "near_misses": [item]})
    await store.turns.append(SPACE, turn.id, [event], lease_until=NOW)
    await store.replies.claim(SPACE, "k", b"request", now=NOW, stale=NOW)
    await store.replies.answer(SPACE, "k", SECRET.encode())
    vectors = a_record(f"{SECRET}?", f"{SECRET}.").indexed.vectors
    assert vectors is not None
    assert on_disk(database, SECRET.encode())
    assert on_disk(database, vectors[1].tobytes())

    receipt = await store.erasure.scope(LOANS, now=NOW)

    assert (receipt.erased["records"], list(receipt.pending)) == (3, [])
    assert on_disk(database, SECRET.encode()) == []
    assert on_disk(database, vectors[1].tobytes()) == []
    assert on_disk(database, b"loans") == []
    await store.close()


async def test_two_processes_never_give_the_same_id(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    store = SqliteStore(path)
    await store.open()
    await registered(store)

    both = [await writer(path, 60, 3) for _ in range(2)]
    told = [(await process.communicate())[0].split() for process in both]

    assert [process.returncode for process in both] == [0, 0]
    assert len({*told[0], *told[1]}) == 360
    assert (await store.projects.get(LOANS)).records == 360
    await store.close()


async def test_a_killed_writer_leaves_whole_records_and_all_that_it_was_told_of(
    tmp_path: Path,
) -> None:
    path = tmp_path / "memory.db"
    store = SqliteStore(path)
    await store.open()
    await registered(store)
    await store.close()
    process = await writer(path, 10_000, 20)
    assert process.stdout is not None
    told: list[bytes] = []
    async with asyncio.timeout(60):
        for _ in range(5):
            told += (await process.stdout.readline()).split()
    os.kill(process.pid, signal.SIGKILL)
    rest = await process.stdout.read()
    await process.wait()
    told += [id for line in rest.split(b"\n")[:-1] for id in line.split()]

    store = SqliteStore(path)
    await store.open()
    records = [*await store.records.page(LOANS, limit=100_000)]
    assert {id.decode() for id in told} <= {record.id for record in records}
    assert len(records) % 20 == 0
    assert all(record.citations for record in records)
    scores = await store.passages.score(a_query("question", scopes=[LOANS], kinds=["record"]))
    assert len(scores) == 2 * len(records)
    await store.close()
