import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from nagori import InvalidInputError, Memory, Nagori, Settings
from nagori.config import EmbeddingSettings
from nagori.testing.builders import NOW, SPACE, a_turn, an_answer
from nagori.values.event import Kept
from nagori.values.turn import TurnEnd

PLAIN = Settings(embedding=EmbeddingSettings(type="none"))
AT = datetime(2026, 5, 3, 12, 0, tzinfo=UTC)


def opened(path: Path, space: str = "default") -> Any:
    return Nagori.open(path, settings=PLAIN, space=space)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def write_lines(path: Path, records: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), "utf-8")
    return path


async def everything(n: Nagori, **scope: str) -> list[Memory]:
    return list((await n.list(**scope, limit=1000)).items)  # pyright: ignore[reportArgumentType]


async def live(n: Nagori) -> None:
    """A little life: memories of every fate, two chats, a user with a zone."""
    await n.set_time_zone("carla", "Asia/Shanghai")
    await n.hear("c1", "你好，我喜欢茶 🍵", speaker="carla", name="Carla", external_id="e1")
    await n.hear("c1", "Noted!", speaker="mia", role="assistant", mentions=["carla"], said_at=AT)
    await n.hear("g1", "hi all", speaker="bob", group="team", metadata={"n": [1, None, "é"]})
    tea = await n.remember("likes tea", user="carla", at=AT, external_id="x1", message="m1")
    await n.remember("Likes TEA!", user="carla", at=AT + timedelta(days=1), external_id="x2")
    await n.edit(tea.id, text="likes green tea", metadata={"深": {"a": 0.1}})
    gone = await n.remember("住在柏林", user="carla", emotion="joy", bot="mia", chat="c1")
    await n.forget(gone.id)
    back = await n.remember("plays chess", user="bob")
    await n.forget(back.id)
    await n.restore(back.id)
    await n.remember("the team meets on Monday", group="team", tag="summary")
    await n.remember("only in this chat", chat="c1", tag="user_input")
    await n.remember("known to all")


async def test_an_export_brings_everything_into_an_empty_store(tmp_path: Path) -> None:
    async with opened(tmp_path / "a.db") as n:
        await live(n)
        count = await n.export(tmp_path / "a.jsonl")
        before = await everything(n)
        histories = [await n.history(memory.id) for memory in before]
    async with opened(tmp_path / "b.db") as n:
        report = await n.import_file(tmp_path / "a.jsonl")
        again = await n.import_file(tmp_path / "a.jsonl")
        await n.export(tmp_path / "b.jsonl")

        assert (report.format, report.added, report.failed) == ("nagori", count, ())
        assert (again.added, again.known) == (0, count)
        assert await everything(n) == before
        assert [await n.history(memory.id) for memory in before] == histories
        found = await n.recall("green tea", user="carla", kinds=("memory", "message"))
        assert found.items[0].text == "likes green tea"
        zone = datetime(2026, 5, 3, tzinfo=found.zone).utcoffset()
        assert zone == timedelta(hours=8)
        known = await n.remember("x", user="carla", external_id="x2")
        assert known.text == "likes green tea"

    first, second = lines(tmp_path / "a.jsonl"), lines(tmp_path / "b.jsonl")
    assert first[0].keys() == {"nagori", "exported_at", "space"}
    assert first[1:] == second[1:]
    assert len(first) == count + 1
    assert "你好，我喜欢茶 🍵" in (tmp_path / "a.jsonl").read_text("utf-8")


async def test_chats_come_back_as_they_were_left(tmp_path: Path) -> None:
    async with opened(tmp_path / "a.db") as n:
        store = n._store
        turn = a_turn("tea?", title="Tea?", bot="mia")
        await store.turns.begin(turn, past=9, most=9, embedder=None, now=NOW)
        end = TurnEnd(
            "done",
            answer=an_answer("cut o", state="partial"),
            events=[Kept(1, "thinking", {"text": "private"})],
        )
        await store.turns.finish(SPACE, turn.id, end, embedder=None, now=NOW)
        edit = a_turn("coffee?", replaces=turn.message.id)
        await store.turns.begin(edit, past=9, most=9, embedder=None, now=NOW)
        await store.shelf.change(SPACE, "chat-1", title="咖啡", archived=True, now=NOW)
        await n.hear("gone", "coffee, long ago", speaker="carla")
        await store.shelf.retire(SPACE, "gone", now=NOW)
        before = await store.chats.get(SPACE, "chat-1")
        await n.export(tmp_path / "a.jsonl")
    async with opened(tmp_path / "b.db") as n:
        await n.import_file(tmp_path / "a.jsonl")
        await n.export(tmp_path / "b.jsonl")
        store = n._store

        assert await store.chats.get(SPACE, "chat-1") == before
        assert (before.title, before.title_by, before.bot) == ("咖啡", "person", "mia")
        assert [m.content for m in await store.chats.messages(SPACE, "chat-1", limit=9)] == [
            "coffee?"
        ]
        found = await n.recall("tea, or coffee?", user="carla", kinds=("message",))
        assert [item.text for item in found.items] == ["coffee?"]
        await store.shelf.restore(SPACE, "gone")
        found = await n.recall("coffee", user="carla", kinds=("message",))
        assert "coffee, long ago" in [item.text for item in found.items]

    first, second = lines(tmp_path / "a.jsonl"), lines(tmp_path / "b.jsonl")
    assert first[1:] == second[1:]
    said = [(line["content"], line["state"]) for line in first if line.get("kind") == "message"]
    assert said[:3] == [("tea?", "replaced"), ("cut o", "replaced"), ("coffee?", "final")]
    assert "private" not in (tmp_path / "a.jsonl").read_text("utf-8")


async def test_a_store_that_has_some_of_it_gets_only_the_rest(tmp_path: Path) -> None:
    async with opened(tmp_path / "a.db") as n:
        await live(n)
        count = await n.export(tmp_path / "a.jsonl")
    written = lines(tmp_path / "a.jsonl")
    part = write_lines(tmp_path / "part.jsonl", written[: len(written) // 2])
    async with opened(tmp_path / "b.db") as n:
        some = await n.import_file(part)
        rest = await n.import_file(tmp_path / "a.jsonl")
        await n.export(tmp_path / "b.jsonl")

    assert (some.added + rest.added, rest.known) == (count, some.added)
    assert lines(tmp_path / "b.jsonl")[1:] == written[1:]


async def test_a_scope_is_exported_alone(tmp_path: Path) -> None:
    async with opened(tmp_path / "a.db") as n:
        await live(n)

        async def texts(**scope: str) -> list[str]:
            await n.export(tmp_path / "a.jsonl", **scope)  # pyright: ignore[reportArgumentType]
            return [
                line.get("text") or line.get("content") or f"{line['kind']} {line['id']}"
                for line in lines(tmp_path / "a.jsonl")[1:]
            ]

        assert await texts(user="carla") == [
            "user carla", "chat c1", "你好，我喜欢茶 🍵", "Noted!", "likes green tea", "住在柏林",
        ]  # fmt: skip
        assert await texts(group="team") == ["chat g1", "hi all", "the team meets on Monday"]
        assert await texts(chat="c1") == [
            "chat c1", "你好，我喜欢茶 🍵", "Noted!", "only in this chat",
        ]  # fmt: skip
        assert await texts(user="nobody") == []
        with pytest.raises(InvalidInputError):
            await texts(user="carla", group="team")


async def test_another_space_can_take_it(tmp_path: Path) -> None:
    async with opened(tmp_path / "a.db") as n:
        await live(n)
        count = await n.export(tmp_path / "a.jsonl")
    async with opened(tmp_path / "a.db", space="other") as n:
        assert (await n.import_file(tmp_path / "a.jsonl")).added == count
        assert await n.export(tmp_path / "b.jsonl") == count


async def test_what_was_said_does_not_get_into_a_chat_of_somebody_else(tmp_path: Path) -> None:
    async with opened(tmp_path / "a.db") as n:
        await n.hear("c1", "my secret", speaker="carla")
        await n.export(tmp_path / "a.jsonl")
    async with opened(tmp_path / "b.db") as n:
        await n.hear("c1", "hello", speaker="bob")

        report = await n.import_file(tmp_path / "a.jsonl")

        assert [number for number, _ in report.failed] == [2, 3]
        await n.export(tmp_path / "b.jsonl")
        assert [line.get("content") for line in lines(tmp_path / "b.jsonl")[2:]] == ["hello"]


async def test_vectors_follow_and_then_the_lines_are_the_same(tmp_path: Path) -> None:
    def hashed(path: Path) -> Any:
        return Nagori.open(path, settings=Settings(embedding=EmbeddingSettings(type="local")))

    async with hashed(tmp_path / "a.db") as n:
        await live(n)
        await _settled(n)
        await n.export(tmp_path / "a.jsonl")
    async with hashed(tmp_path / "b.db") as n:
        await n.import_file(tmp_path / "a.jsonl")
        await _settled(n)
        await n.export(tmp_path / "b.jsonl")

    assert lines(tmp_path / "b.jsonl")[1:] == lines(tmp_path / "a.jsonl")[1:]


async def _settled(n: Nagori) -> None:
    for _ in range(200):
        if all(memory.stage == "embedded" for memory in await everything(n)):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("vectors did not follow")


async def test_an_export_that_fails_leaves_no_file_and_keeps_the_old_one(tmp_path: Path) -> None:
    async with opened(tmp_path / "a.db") as n:
        await live(n)
        target = tmp_path / "out" / "a.jsonl"
        with pytest.raises(InvalidInputError, match="path"):
            await n.export(target)
        target.parent.mkdir()
        target.write_text("old")
        writing = asyncio.create_task(n.export(target))
        await asyncio.sleep(0)  # it has begun, and waits for the store
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing

        assert target.read_text() == "old"
        assert list(target.parent.iterdir()) == [target]


async def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    async with opened(tmp_path / "a.db") as n:
        for path in (Path(os.devnull), tmp_path):
            with pytest.raises(InvalidInputError, match="path"):
                await n.export(path)


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on the size of files")
async def test_a_file_that_can_not_be_finished_is_not_left(tmp_path: Path) -> None:
    async with opened(tmp_path / "a.db") as n:
        for i in range(50):
            await n.remember(f"fact {i} " + "x" * 2000)
    result = subprocess.run([sys.executable, "-c", LIMITED, str(tmp_path)], check=False)  # noqa: S603, ASYNC221

    assert result.returncode == 0
    assert not [name for name in names(tmp_path) if "jsonl" in name]


def names(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


LIMITED = """
import asyncio, resource, signal, sys
from nagori import InvalidInputError, Nagori, Settings
from nagori.config import EmbeddingSettings

async def main():
    settings = Settings(embedding=EmbeddingSettings(type="none"))
    async with Nagori.open(sys.argv[1] + "/a.db", settings=settings) as n:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
        try:
            await n.export(sys.argv[1] + "/a.jsonl")
        except InvalidInputError:
            return
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
    sys.exit(3)

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
asyncio.run(main())
"""


async def test_a_bad_line_of_an_export_is_reported_and_the_rest_comes_in(tmp_path: Path) -> None:
    async with opened(tmp_path / "a.db") as n:
        await live(n)
        count = await n.export(tmp_path / "a.jsonl")
    text = (tmp_path / "a.jsonl").read_text("utf-8").splitlines()
    text[5] = text[5][:-20]
    (tmp_path / "a.jsonl").write_text("\n".join(text), "utf-8")
    async with opened(tmp_path / "b.db") as n:
        report = await n.import_file(tmp_path / "a.jsonl")

        assert report.added == count - 1
        assert [number for number, _ in report.failed] == [6]


async def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# Notes\n")
    async with opened(tmp_path / "a.db") as n:
        with pytest.raises(InvalidInputError, match=r"notes\.md"):
            await n.import_file(tmp_path / "notes.md")
        with pytest.raises(InvalidInputError, match="database of Nagori"):
            await n.import_file(tmp_path / "a.db")
        await n.export(tmp_path / "a.jsonl")
        with pytest.raises(InvalidInputError, match="whose each record is"):
            await n.import_file(tmp_path / "a.jsonl", user="carla")


SCRIPT = """
import asyncio, sys
from nagori import Nagori, Settings
from nagori.config import EmbeddingSettings

async def main():
    settings = Settings(embedding=EmbeddingSettings(type="none"))
    async with Nagori.open(sys.argv[1], settings=settings) as n:
        await n.import_file(sys.argv[2], progress=lambda done, _: print(done, flush=True))

asyncio.run(main())
"""


def kill_in_the_middle(command: list[str | Path]) -> None:
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:  # noqa: S603
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(0.02)
        os.kill(child.pid, signal.SIGKILL)


@pytest.mark.parametrize("own", [False, True])
async def test_an_import_that_was_killed_is_completed_by_another(tmp_path: Path, own: bool) -> None:
    count = 6000
    records = [{"text": f"fact {i // 2}", "timestamp": i} for i in range(count)]
    source, target = write_lines(tmp_path / "old.jsonl", records), tmp_path / "a.db"
    if own:
        async with opened(tmp_path / "whole.db") as n:
            await n.import_file(source)
            count = await n.export(tmp_path / "own.jsonl")
            source = tmp_path / "own.jsonl"
    await asyncio.to_thread(kill_in_the_middle, [sys.executable, "-c", SCRIPT, target, source])

    async with opened(target) as n:
        report = await n.import_file(source)

        assert report.known > 0
        assert report.added + report.confirmed + report.known == count
        here = await n.export(tmp_path / "b.jsonl")
        said = [line["times_said"] for line in lines(tmp_path / "b.jsonl")[1:]]
        assert (here, sum(said)) == (3000, 6000)


async def test_documents_come_back_with_what_was_found_in_them(tmp_path: Path) -> None:
    guide = tmp_path / "guide.md"
    guide.write_text(
        "# Porto\n\nThe tram runs every 20 minutes.\n\n# 上海\n\n地铁六点开。\n", "utf-8"
    )
    async with opened(tmp_path / "a.db") as n:
        added = await n.documents.add(guide, user="carla")
        before = await n.documents.imported(added.id)
        count = await n.export(tmp_path / "a.jsonl", user="carla")
    async with opened(tmp_path / "b.db") as n:
        report = await n.import_file(tmp_path / "a.jsonl")
        await n.export(tmp_path / "b.jsonl")

        assert (report.added, report.failed) == (count, ())
        assert await n.documents.get(added.id) == before
        found = await n.recall("地铁几点开", user="carla", kinds=("document",))
        assert found.items[0].text.endswith("地铁六点开。")
        assert found.items[0].citation.headings == ("上海",)
    assert lines(tmp_path / "a.jsonl")[1:] == lines(tmp_path / "b.jsonl")[1:]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("content_hash", "no"),
        ("file", "no base64!"),
        ("found", [{"text": ""}]),
        ("found", "text"),
        ("state", "odd"),
        ("progress", 2),
    ],
)
async def test_a_broken_document_is_named(tmp_path: Path, field: str, value: Any) -> None:
    async with opened(tmp_path / "a.db") as n:
        await n.documents.add(b"hello", name="a.txt", user="carla")
        await n.export(tmp_path / "a.jsonl")
        record = lines(tmp_path / "a.jsonl")[-1]
        path = write_lines(tmp_path / "bad.jsonl", [{"nagori": 1}, {**record, field: value}])
        report = await n.import_file(path)

    assert [number for number, _ in report.failed] == [2]
    assert field in report.failed[0][1]
