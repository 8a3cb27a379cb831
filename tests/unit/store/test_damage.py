"""A file in a bad state: out of service, untouched, and quick to say so."""

import hashlib
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nagori.app import Nagori
from nagori.config import EmbeddingSettings, Settings
from nagori.errors import StoreFailedError
from nagori.store.sqlite.health import ADVICE, inspect
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW, SPACE, a_memory, a_query

WORDS_ONLY = Settings(embedding=EmbeddingSettings(type="none"))


def corrupt_in_the_middle(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(os.urandom(16384))


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def truncate_in_the_header(path: Path) -> None:
    os.truncate(path, 99)


def cut_off_the_last_page(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 8192)


def make_unreadable(path: Path) -> None:
    path.chmod(0)


def make_read_only(path: Path) -> None:
    path.chmod(0o444)


def make_too_new(path: Path) -> None:
    run_sql(path, "PRAGMA user_version = 999")


def empty(path: Path) -> None:
    path.write_bytes(b"")


def write_something_else(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 1000)


def break_the_header(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(16)
        file.write(b"\x07\x07\x09\x09")


def put_another_programs_database(path: Path) -> None:
    path.unlink()
    run_sql(path, "CREATE TABLE meta (key, value); CREATE TABLE notes (text)")


def put_another_programs_wal_database(path: Path) -> None:
    path.unlink()
    run_sql(path, "PRAGMA journal_mode = WAL; CREATE TABLE memories (text)")


def drop_a_table(path: Path) -> None:
    run_sql(path, "DROP TABLE vectors")


def put_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def run_sql(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(sql)
    connection.close()


DAMAGE: list[tuple[Callable[[Path], None], str]] = [
    (corrupt_in_the_middle, "corrupt"),
    (truncate, "corrupt"),
    (truncate_in_the_header, "corrupt"),
    (cut_off_the_last_page, "corrupt"),
    (Path.unlink, "missing"),
    (make_unreadable, "unreadable"),
    (make_read_only, "read_only"),
    (make_too_new, "too_new"),
    (empty, "zero_bytes"),
    (write_something_else, "not_a_database"),
    (break_the_header, "not_a_database"),
    (put_another_programs_database, "wrong_schema"),
    (put_another_programs_wal_database, "wrong_schema"),
    (drop_a_table, "wrong_schema"),
    (put_a_folder, "not_a_database"),
]


def snapshot(folder: Path) -> dict[str, tuple[int, int, str]]:
    """Every file with its size, its time and a hash of its content."""
    return {
        p.name: (
            p.stat().st_size,
            p.stat().st_mtime_ns,
            hashlib.sha256(p.read_bytes()).hexdigest() if p.is_file() else "",
        )
        for p in folder.iterdir()
    }


@pytest.mark.parametrize(
    ("damage", "problem"), DAMAGE, ids=[f"{damage.__name__}" for damage, _ in DAMAGE]
)
async def test_a_damaged_file_is_out_of_service_untouched_and_told_once(
    database: Path,
    damage: Callable[[Path], None],
    problem: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    damage(database)
    before = snapshot(database.parent)
    assert inspect(database).problem == problem
    assert inspect(database).advice in ADVICE.values()

    async with Nagori.open(database, settings=WORDS_ONLY) as n:
        assert n.status.store == "failed"
        assert str(database) in n.status.reason
        started = time.perf_counter()
        for _ in range(20):
            for operation in (
                lambda: n.remember("tea", user="carla"),
                lambda: n.recall("tea", user="carla"),
                lambda: n.hear("chat-1", "tea", speaker="carla"),
                lambda: n.list(user="carla"),
                lambda: n.get("id-1"),
                lambda: n.forget("id-1"),
                lambda: n.erase(user="carla"),
            ):
                with pytest.raises(StoreFailedError, match="nagori doctor"):
                    await operation()
            assert await n.retrieve("carla", "tea") == []
        assert (time.perf_counter() - started) / 160 < 0.05

    assert snapshot(database.parent) == before
    told = [r for r in caplog.records if r.levelno >= logging.WARNING]
    assert [r.name for r in told] == ["nagori.store"]


async def test_an_uncommitted_log_beside_a_damaged_file_is_kept(database: Path) -> None:
    store = SqliteStore(database)
    await store.open()
    await store.memories.put([a_memory("late")], embedder=HASHED, now=NOW)
    left = {end: database.with_name(database.name + end).read_bytes() for end in ("-wal", "-shm")}
    await store.close()
    for end, content in left.items():
        database.with_name(database.name + end).write_bytes(content)
    make_too_new(database.with_name("memory.db"))
    before = {p.name: p.read_bytes() for p in database.parent.iterdir() if "shm" not in p.name}

    store = SqliteStore(database)
    await store.open()
    assert store.state == "failed"
    await store.close()

    after = {p.name: p.read_bytes() for p in database.parent.iterdir() if "shm" not in p.name}
    assert after == before


async def test_a_file_that_was_never_there_is_made(tmp_path: Path) -> None:
    async with Nagori.open(tmp_path / "new" / "deep" / "m.db", settings=WORDS_ONLY) as n:
        assert (n.status.store, n.status.reason) == ("ready", "")


async def test_a_file_whose_marker_was_removed_too_is_made_anew(database: Path) -> None:
    database.unlink()
    database.with_name(database.name + ".lock").unlink()

    async with Nagori.open(database, settings=WORDS_ONLY) as n:
        assert n.status.store == "ready"


async def test_a_log_without_its_file_and_marker_is_not_poured_into_a_new_one(
    database: Path,
) -> None:
    store = SqliteStore(database)
    await store.open()
    await store.memories.put([a_memory("late")], embedder=HASHED, now=NOW)
    log = database.with_name("memory.db-wal")
    left = log.read_bytes()
    await store.close()
    for file in list(database.parent.iterdir()):
        file.unlink()
    log.write_bytes(left)

    store = SqliteStore(database)
    await store.open()

    assert store.state == "failed"
    assert "gone" in store.reason
    await store.close()
    assert snapshot(database.parent).keys() == {log.name}


async def test_a_start_on_a_healthy_file_changes_nothing(database: Path) -> None:
    before = snapshot(database.parent)

    async with Nagori.open(database, settings=WORDS_ONLY) as n:
        assert len(await n.list(user="carla")) == 100
        assert (await n.recall("fact number 7", user="carla")).items

    assert snapshot(database.parent) == before


def test_looking_at_a_file_leaves_nothing_beside_it(database: Path) -> None:
    before = snapshot(database.parent)

    assert inspect(database, thorough=True).problem is None

    assert snapshot(database.parent) == before


async def test_a_file_in_use_by_others_is_healthy(database: Path) -> None:
    store = SqliteStore(database)
    await store.open()
    await store.memories.put([a_memory("tea")], embedder=HASHED, now=NOW)

    assert inspect(database).problem is None

    await store.close()


# damage that appears while running ---------------------------------------------------------------


async def test_damage_that_appears_while_running_takes_the_store_out_of_service(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(database)
    await store.open()
    size = database.stat().st_size
    with database.open("r+b") as file:
        file.seek(8192)
        file.write(os.urandom(size - 8192))

    with pytest.raises(StoreFailedError):
        await store.passages.score(a_query())
    assert store.state == "failed"
    assert "damaged" in store.reason
    for _ in range(10):
        with pytest.raises(StoreFailedError):
            await store.memories.put([a_memory("tea")], embedder=HASHED, now=NOW)
        with pytest.raises(StoreFailedError):
            await store.memories.page(SPACE, None, tags=["manual"])
    await store.close()
    assert len([r for r in caplog.records if r.levelno >= logging.WARNING]) == 1


@pytest.mark.parametrize("replaced", [True, False])
async def test_a_file_that_is_removed_or_replaced_while_running_takes_no_more_writes(
    database: Path, healthy: dict[str, bytes], replaced: bool
) -> None:
    store = SqliteStore(database)
    await store.open()
    await store.memories.put([a_memory("before")], embedder=HASHED, now=NOW)
    database.unlink()
    if replaced:
        database.write_bytes(healthy[""])

    with pytest.raises(StoreFailedError, match="removed or replaced"):
        await store.memories.put([a_memory("after")], embedder=HASHED, now=NOW)

    assert store.state == "failed"
    await store.close()


async def test_a_file_that_went_away_while_running_does_not_come_back_empty(
    database: Path,
) -> None:
    store = SqliteStore(database)
    await store.open()
    database.unlink()

    with pytest.raises(StoreFailedError):
        await store.memories.page(SPACE, None, tags=["manual"])

    assert store.state == "failed"
    assert not database.exists()
    await store.close()


# as an ordinary user -----------------------------------------------------------------------------

_AS_NOBODY = """
import asyncio, concurrent.futures.thread, os, sys  # all before the rights go
from pathlib import Path
from nagori.store.sqlite.store import SqliteStore
os.setgroups([]); os.setgid(65534); os.setuid(65534)  # after the imports: they may be out of reach

async def main():
    for path in sys.argv[1:]:
        store = SqliteStore(Path(path))
        await store.open()
        print(store.state, store.reason, sep="|")
        await store.close()

asyncio.run(main())
"""


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that every user can reach, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="nagori-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def open_as_nobody(*paths: Path) -> list[str]:
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only the superuser can become somebody else")
    ran = subprocess.run(
        [sys.executable, "-c", _AS_NOBODY, *map(str, paths)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_an_ordinary_user_without_the_rights_is_told(
    public_folder: Path, healthy: dict[str, bytes]
) -> None:
    cases = [
        (0o600, 0o755, "can't be read"),
        (0o644, 0o755, "can't be written"),
        (0o666, 0o755, "can't be written"),
        (0o666, 0o700, "can't be looked at"),
    ]
    paths: list[Path] = []
    for n, (file_mode, folder_mode, _) in enumerate(cases):
        path = public_folder / f"{n}" / "memory.db"
        path.parent.mkdir()
        path.write_bytes(healthy[""])
        path.chmod(file_mode)
        path.parent.chmod(folder_mode)
        paths.append(path)

    *answers, missing = open_as_nobody(*paths, public_folder / "new.db")

    for answer, path, (_, _, told) in zip(answers, paths, cases, strict=True):
        assert answer.startswith("failed|")
        assert told in answer
        assert [p.name for p in path.parent.iterdir()] == ["memory.db"]
        assert path.read_bytes() == healthy[""]
    assert missing.startswith("failed|")
    assert "can't be made" in missing
    assert not (public_folder / "new.db").exists()
