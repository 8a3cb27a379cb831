import asyncio
import inspect
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from nagori import InvalidInputError, Memory, NotFoundError, Settings, StoreError
from nagori import Nagori as AsyncNagori
from nagori.config import EmbeddingSettings
from nagori.sync import Nagori, _Bridge, _Namespace  # pyright: ignore[reportPrivateUsage]

PLAIN = Settings(embedding=EmbeddingSettings(type="none"))


@pytest.fixture
def n(tmp_path: Path) -> Iterator[Nagori]:
    with Nagori.open(tmp_path / "memory.db", settings=PLAIN) as n:
        yield n


def public(of: type) -> set[str]:
    return {name for name in dir(of) if not name.startswith("_")}


def test_memories_are_kept_and_found(n: Nagori) -> None:
    memory = n.remember("likes tea", user="carla")

    assert n.get(memory.id) == memory
    assert [item.text for item in n.recall("tea", user="carla").items] == ["likes tea"]
    assert [m.id for m in n.list(user="carla")] == [memory.id]
    assert (n.status.store, n.space) == ("ready", "default")


def test_every_public_name_of_the_async_class_is_there(n: Nagori) -> None:
    inner = n._inner  # pyright: ignore[reportPrivateUsage]
    names = {name for name in dir(inner) if not name.startswith("_")}

    assert names <= set(dir(n))
    for name in names:
        assert inspect.getdoc(getattr(n, name)) == inspect.getdoc(getattr(inner, name))


def test_every_method_that_is_awaited_is_typed_and_explained() -> None:
    for name in public(AsyncNagori):
        original = inspect.getattr_static(AsyncNagori, name)
        if inspect.iscoroutinefunction(original):
            assert name in vars(Nagori), f"add `{name}` to nagori.sync.Nagori"
            mine = vars(Nagori)[name]
            assert not inspect.iscoroutinefunction(mine)
            assert inspect.signature(mine) == inspect.signature(original)
            assert inspect.getdoc(mine) == inspect.getdoc(original)
    mine = inspect.signature(Nagori.open).parameters
    assert mine == inspect.signature(AsyncNagori.open).parameters


def test_it_works_inside_a_running_event_loop(tmp_path: Path) -> None:
    async def notebook() -> str:
        with Nagori.open(tmp_path / "memory.db", settings=PLAIN) as n:
            return n.remember("likes tea").text

    assert asyncio.run(notebook()) == "likes tea"


def test_many_threads_share_one(n: Nagori) -> None:
    def remember(i: int) -> Memory:
        return n.remember(f"fact {i}", user="carla")

    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(remember, range(100)))

    assert {m.id for m in n.list(user="carla", limit=200)} == {m.id for m in made}


def test_two_are_open_at_once(tmp_path: Path) -> None:
    with (
        Nagori.open(tmp_path / "a.db", settings=PLAIN) as a,
        Nagori.open(tmp_path / "b.db", settings=PLAIN) as b,
        Nagori.open(tmp_path / "a.db", settings=PLAIN) as again,
    ):
        memory = a.remember("likes tea")

        assert again.get(memory.id) == memory
        assert len(b.list()) == 0


def test_it_can_be_closed_without_with_and_twice(tmp_path: Path) -> None:
    n = Nagori.open(tmp_path / "memory.db", settings=PLAIN)
    n.remember("likes tea")
    before = threading.active_count()
    n.close()
    n.close()

    assert threading.active_count() < before
    with pytest.raises(StoreError, match="closed"):
        n.remember("likes tea")


def test_errors_keep_their_type_and_show_where_they_come_from(n: Nagori) -> None:
    with pytest.raises(NotFoundError) as caught:
        n.get("none")

    assert caught.value.key == "none"
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert "store" in Path(frames[-1].filename).parts
    with pytest.raises(InvalidInputError):
        n.remember("")
    with pytest.raises(TypeError):
        n.remember()  # pyright: ignore[reportCallIssue]


def test_a_damaged_store_opens_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "memory.db").write_bytes(b"no database" * 1000)
    with Nagori.open(tmp_path / "memory.db", settings=PLAIN) as n:
        assert n.status.store == "failed"
        assert n.retrieve("carla", "tea") == []


def test_what_can_not_be_opened_raises(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError):
        Nagori.open(tmp_path / "memory.db", settings=PLAIN, space="")


class Inner:
    """Stands for what later parts look like: a namespace, a stream, something slow."""

    def __init__(self) -> None:
        self.inside = self
        self.cancelled = threading.Event()
        self.closed_in: list[asyncio.Task[Any] | None] = []

    async def slow(self) -> None:
        """Wait for a minute."""
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            self.cancelled.set()
            raise

    async def count(self, upto: int) -> AsyncIterator[int]:
        task = asyncio.current_task()
        try:
            async with asyncio.timeout(60):
                for i in range(upto):
                    await asyncio.sleep(0)
                    yield i
            if upto > 3:
                raise ValueError("too far")
        finally:
            self.closed_in = [task, asyncio.current_task()]
            self.cancelled.set()

    async def call_back(self, call: Any) -> Any:
        return call()


@pytest.fixture
def bridged() -> Iterator[tuple[_Bridge, Any, Inner]]:
    inner = Inner()

    @asynccontextmanager
    async def opening() -> AsyncGenerator[Inner]:
        async with asyncio.TaskGroup():
            yield inner

    bridge = _Bridge(opening())
    yield bridge, _Namespace(bridge, inner), inner
    bridge.close()


def test_streams_and_namespaces_block_too(bridged: tuple[_Bridge, Any, Inner]) -> None:
    _, outer, inner = bridged

    assert list(outer.inside.count(3)) == [0, 1, 2]
    assert inner.cancelled.wait(5)
    assert inner.closed_in[0] is inner.closed_in[1]
    with pytest.raises(ValueError, match="too far"):
        list(outer.count(5))
    assert outer.slow.__doc__ == "Wait for a minute."


def test_a_stream_that_is_left_is_closed(bridged: tuple[_Bridge, Any, Inner]) -> None:
    _, outer, inner = bridged

    for i in outer.count(100):
        if i == 2:
            break

    assert inner.cancelled.wait(5)


def test_a_callback_that_would_wait_for_itself_is_told(
    bridged: tuple[_Bridge, Any, Inner],
) -> None:
    _, outer, _ = bridged

    with pytest.raises(RuntimeError, match="await"):
        outer.call_back(outer.slow)


def test_a_call_that_runs_while_it_is_closed_ends(bridged: tuple[_Bridge, Any, Inner]) -> None:
    bridge, outer, inner = bridged
    stream = outer.count(3)
    next(stream)
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(outer.slow)
        time.sleep(0.1)
        bridge.close()

        with pytest.raises(StoreError, match="closed"):
            running.result(5)
    assert inner.cancelled.is_set()
    with pytest.raises(StoreError, match="closed"):
        next(stream)


def test_an_interrupted_call_is_cancelled(bridged: tuple[_Bridge, Any, Inner]) -> None:
    _, outer, inner = bridged
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()

    with pytest.raises(KeyboardInterrupt):
        outer.slow()

    assert inner.cancelled.wait(5)
    assert list(outer.count(2)) == [0, 1]


def test_a_program_that_forgets_to_close_ends(tmp_path: Path) -> None:
    program = (
        "import sys; from nagori.sync import Nagori;"
        "n = Nagori.open(sys.argv[1]); print(n.remember('likes tea').text)"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program, str(tmp_path / "memory.db")],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env={"NAGORI_EMBEDDING__TYPE": "none"},
    )

    assert (done.stdout, done.stderr) == ("likes tea\n", "")
