import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from nagori import Memory, Nagori, Settings
from nagori.config import EmbeddingSettings

PLAIN = Settings(embedding=EmbeddingSettings(type="none"))


def opened(path: Path) -> Any:
    return Nagori.open(path, settings=PLAIN)


async def everything(n: Nagori, user: str | None = None) -> list[Memory]:
    return list((await n.list(user=user, limit=1000)).items)


def write_lines(path: Path, records: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), "utf-8")
    return path


def bytes_of(path: Path) -> bytes:
    return path.read_bytes()


OLD: list[dict[str, Any]] = [
    {"id": 1, "text": "likes tea", "embedding": [0.1] * 384, "timestamp": 1_700_000_000_000,
     "emotion": "user", "tag": "", "sessionId": 4, "emotionLabel": None},
    {"id": 2, "text": "Tea is good for you.", "embedding": [0.2] * 384,
     "timestamp": 1_700_000_001_000, "emotion": "ai", "tag": "", "sessionId": 4},
    {"id": 3, "text": "搬到了上海", "embedding": [0.3] * 384, "timestamp": 1_700_000_002_000,
     "emotion": "happy", "tag": "", "sessionId": 0},
    {"id": 4, "text": "Likes tea!", "embedding": [0.1] * 384, "timestamp": 1_700_000_003_000,
     "emotion": "user", "tag": "user_input", "sessionId": 5, "emotionLabel": "calm"},
]  # fmt: skip


def as_json(folder: Path) -> Path:
    path = folder / "objectbox.json"
    path.write_text(json.dumps({"MemoryEntity": OLD}, ensure_ascii=False, indent=2), "utf-8")
    return path


def as_list(folder: Path) -> Path:
    path = folder / "list.json"
    path.write_text(json.dumps(OLD), "utf-8")
    return path


def as_jsonl(folder: Path) -> Path:
    return write_lines(folder / "old.jsonl", OLD)


def as_sqlite(folder: Path) -> Path:
    path = folder / "old.db"
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(
            "CREATE TABLE memories (id INTEGER PRIMARY KEY, text TEXT, embedding BLOB,"
            " timestamp INTEGER, emotion TEXT, tag TEXT, sessionId INTEGER, emotionLabel TEXT)"
        )
        db.executemany(
            "INSERT INTO memories VALUES (:id, :text, :embedding, :timestamp, :emotion, :tag,"
            " :sessionId, :emotionLabel)",
            [{"emotionLabel": None} | record | {"embedding": b"\0\0\x80?" * 384} for record in OLD],
        )
    return path


@pytest.mark.parametrize("made", [as_json, as_list, as_jsonl, as_sqlite])
async def test_old_records_come_in_once_from_every_format(tmp_path: Path, made: Any) -> None:
    path: Path = made(tmp_path)
    before = bytes_of(path)
    async with opened(tmp_path / "a.db") as n:
        first = await n.import_file(path, user="carla")
        memories = await everything(n, user="carla")
        second = await n.import_file(path, user="carla")

        assert (first.added, first.confirmed, first.known, first.failed) == (3, 1, 0, ())
        assert (second.added, second.confirmed, second.known) == (0, 0, 4)
        assert await everything(n, user="carla") == memories
        tea, reply, moved = reversed(memories)
        assert (tea.text, tea.tag, tea.times_said, tea.chat_id) == (
            "likes tea",
            "user_input",
            2,
            "4",
        )
        assert tea.created_at == datetime.fromtimestamp(1_700_000_000, UTC)
        assert [source.ref for source in tea.sources] == [f"{path.name}#1", f"{path.name}#4"]
        assert (reply.tag, reply.emotion_label) == ("ai_output", None)
        assert (moved.tag, moved.emotion_label, moved.chat_id) == ("manual", "happy", None)
        assert (await n.recall("上海", user="carla")).items[0].text == "搬到了上海"
    assert bytes_of(path) == before


async def test_the_same_record_from_another_dump_is_known(tmp_path: Path) -> None:
    async with opened(tmp_path / "a.db") as n:
        await n.import_file(as_json(tmp_path), user="carla")

        for other in (as_list(tmp_path), as_jsonl(tmp_path), as_sqlite(tmp_path)):
            assert (await n.import_file(other, user="carla")).known == 4


async def test_old_records_without_a_scope_are_global(tmp_path: Path) -> None:
    async with opened(tmp_path / "a.db") as n:
        await n.import_file(as_list(tmp_path))

        assert {memory.scope for memory in await everything(n)} == {"global"}


async def test_bad_lines_are_reported_and_the_rest_comes_in(tmp_path: Path) -> None:
    good = json.dumps({"text": "likes tea", "timestamp": 1})
    bad = [
        '{"text": "broken"',
        '{"text": "", "timestamp": 1}',
        json.dumps({"text": "x" * 100_001, "timestamp": 1}),
        '{"text": "no time"}',
        '{"text": "bad time", "timestamp": "soon"}',
        '["text"]',
    ]
    path = tmp_path / "old.jsonl"
    path.write_text("\n".join([*bad[:3], "", good, *bad[3:]]), "utf-8")
    async with opened(tmp_path / "a.db") as n:
        report = await n.import_file(path, user="carla")

        assert report.added == 1
        assert [number for number, _ in report.failed] == [1, 2, 3, 6, 7, 8]
        assert all(problem for _, problem in report.failed)


async def test_progress_is_told(tmp_path: Path) -> None:
    records = [{"text": f"fact {i}", "timestamp": i} for i in range(1200)]
    write_lines(tmp_path / "old.jsonl", records)
    told: list[tuple[int, int | None]] = []

    def progress(done: int, total: int | None) -> None:
        told.append((done, total))

    async with opened(tmp_path / "a.db") as n:
        await n.import_file(tmp_path / "old.jsonl", progress=progress)
        await n.import_file(as_sqlite(tmp_path), progress=progress)

    assert told == [(500, None), (1000, None), (1200, None), (4, 4)]


async def test_a_statement_said_very_often_does_not_slow_an_import_down(tmp_path: Path) -> None:
    records = [{"text": "ok", "timestamp": i} for i in range(4000)]
    write_lines(tmp_path / "old.jsonl", records)
    async with opened(tmp_path / "a.db") as n:
        report = await n.import_file(tmp_path / "old.jsonl")

        assert (report.added, report.confirmed) == (1, 3999)
        assert (await everything(n))[0].times_said == 4000
