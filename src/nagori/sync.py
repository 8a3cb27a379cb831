"""The same library for code that does not await: scripts, threads, notebooks.

    with Nagori.open("memory.db") as n:
        n.remember("Carla likes tea", user="carla")

An event loop in a thread of its own does the work, so this also runs inside another event loop.
"""

import asyncio
import functools
import inspect
import threading
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Generator,
    Iterator,
)
from concurrent.futures import CancelledError, Future
from contextlib import AbstractAsyncContextManager, contextmanager
from pathlib import Path, PurePath
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from nagori.app import Nagori as AsyncNagori
from nagori.config import Settings
from nagori.errors import StoreError
from nagori.face.group_desk import GroupDesk
from nagori.llm.build import Models
from nagori.values.status import Status
from nagori.values.times import Clock, utc_now

P = ParamSpec("P")
T = TypeVar("T")

_END = object()
_Wanted = asyncio.Queue[Future[Any]]


class _Bridge:
    """A thread with an event loop, in which something is held open and called."""

    def __init__(self, opening: AbstractAsyncContextManager[Any]) -> None:
        self._lock = threading.Lock()
        self._closed = False
        self._calls: set[asyncio.Task[Any]] = set()
        self._opened: Future[tuple[Any, asyncio.AbstractEventLoop, asyncio.Event]] = Future()
        self._ended: Future[None] = Future()
        self._thread = threading.Thread(
            target=self._serve, args=(opening,), name="nagori-sync", daemon=True
        )
        self._thread.start()
        try:
            self.inner, self._loop, self._stop = self._opened.result()
        except KeyboardInterrupt:
            self._opened.cancel()  # then it closes as soon as it is open
            raise

    def _serve(self, opening: AbstractAsyncContextManager[Any]) -> None:
        try:
            asyncio.run(self._hold(opening))
        except BaseException as error:  # noqa: BLE001  # goes to whoever opens or closes it
            (self._ended if self._opened.done() else self._opened).set_exception(error)
        else:
            self._ended.set_result(None)

    async def _hold(self, opening: AbstractAsyncContextManager[Any]) -> None:
        """Enter and leave in one task, as task groups inside demand."""
        stop = asyncio.Event()
        async with opening as inner:
            self._opened.set_result((inner, asyncio.get_running_loop(), stop))
            await stop.wait()
            for call in self._calls:
                call.cancel()
            await asyncio.gather(*self._calls, return_exceptions=True)

    def close(self) -> None:
        """Let go of what is held, once; calls that still run are cancelled."""
        self._check_thread()
        with self._lock:
            if not self._closed and self._thread.is_alive():
                self._loop.call_soon_threadsafe(self._stop.set)
            self._closed = True
        self._thread.join()
        self._ended.result()

    def call(self, method: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """What a method returns, after waiting for it if it has to be awaited."""

        async def work() -> Any:
            result = method(*args, **kwargs)
            return await result if inspect.isawaitable(result) else result

        return self.blocking(self._wait(self._start(work)))

    def blocking(self, value: Any) -> Any:
        """A value as blocking code can use it."""
        if _has_coroutines(value.__class__):
            return _Namespace(self, value)
        return self._iterate(value) if hasattr(value, "__anext__") else value

    def _start(self, work: Callable[[], Coroutine[Any, Any, T]]) -> Future[T]:
        async def call() -> T:
            task = cast("asyncio.Task[T]", asyncio.current_task())
            self._calls.add(task)
            try:
                return await work()
            finally:
                self._calls.discard(task)

        with self._in_service():
            return asyncio.run_coroutine_threadsafe(call(), self._loop)

    @contextmanager
    def _in_service(self) -> Generator[None]:
        """Keeps it from being closed; raises when it is."""
        self._check_thread()
        with self._lock:
            if self._closed or not self._thread.is_alive():
                raise StoreError("this Nagori is closed: open it again")
            yield

    def _check_thread(self) -> None:
        if threading.current_thread() is self._thread:
            raise RuntimeError("called from the thread that has to answer; await nagori.Nagori")

    def _wait(self, future: Future[T]) -> T:
        try:
            return future.result()
        except (CancelledError, asyncio.CancelledError):
            raise StoreError("this Nagori was closed before it answered") from None
        finally:
            future.cancel()  # it is done, unless Ctrl-C ended the wait

    def _iterate(self, source: AsyncIterator[T]) -> Iterator[T]:
        """Items as they are asked for. One task drives the source, as generators expect."""
        wanted = _Wanted()
        driver = self._start(lambda: _drive(source, wanted))
        try:
            while True:
                item: Future[Any] = Future()
                with self._in_service():
                    self._loop.call_soon_threadsafe(wanted.put_nowait, item)
                value = self._wait(item)
                if value is _END:
                    return
                yield self.blocking(value)
        finally:
            driver.cancel()


async def _drive(source: AsyncIterator[Any], wanted: _Wanted) -> None:
    try:
        while True:
            item = await wanted.get()
            try:
                item.set_result(await anext(source, _END))
            except BaseException as error:
                if not item.done():
                    item.set_exception(error)
                raise
    finally:
        while not wanted.empty():
            wanted.get_nowait().cancel()
        if inspect.isasyncgen(source):
            await source.aclose()


class _Namespace:
    """An object whose methods wait for their results."""

    def __init__(self, bridge: _Bridge, inner: Any) -> None:
        self._bridge, self._inner = bridge, inner
        self.__doc__ = inner.__doc__

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        value = getattr(self._inner, name)
        if not inspect.isroutine(value):
            return self._bridge.blocking(value)
        return functools.wraps(value)(functools.partial(self._bridge.call, value))

    def __dir__(self) -> list[str]:
        own = [name for name in object.__dir__(self) if not name.startswith("_")]
        return sorted({*own, *(name for name in dir(self._inner) if not name.startswith("_"))})

    def __repr__(self) -> str:
        return f"<blocking {self._inner!r}>"


@functools.cache
def _has_coroutines(kind: type) -> bool:
    """Whether objects of a class have something to await."""
    public = (getattr(kind, name, None) for name in dir(kind) if not name.startswith("_"))
    return any(inspect.iscoroutinefunction(m) or inspect.isasyncgenfunction(m) for m in public)


def _streamed(
    method: Callable[Concatenate[AsyncNagori, P], AsyncGenerator[T]],
) -> "Callable[Concatenate[Nagori, P], Iterator[T]]":
    """An async generator as it looks when each item is waited for."""

    @functools.wraps(method)
    def blocking(self: "Nagori", *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        bridge, inner = self._bridge, self._inner  # pyright: ignore[reportPrivateUsage]  # a method
        return bridge.blocking(method(inner, *args, **kwargs))

    return blocking


def _typed(
    method: Callable[Concatenate[AsyncNagori, P], Coroutine[Any, Any, T]],
) -> "Callable[Concatenate[Nagori, P], T]":
    """An async method as it looks when it waits."""

    @functools.wraps(method)
    def blocking(self: "Nagori", *args: P.args, **kwargs: P.kwargs) -> T:
        bridge, inner = self._bridge, self._inner  # pyright: ignore[reportPrivateUsage]  # a method
        return bridge.call(method, inner, *args, **kwargs)

    return blocking


class Nagori(_Namespace):
    """Memory for conversations, over one database: what `nagori.Nagori` has, blocking.

    Open it with `with Nagori.open("memory.db") as n`, or call `close` yourself. Several threads
    may share one. Ctrl-C cancels the call that it interrupts.
    """

    @classmethod
    def open(
        cls,
        where: str | Path = "nagori.db",
        *,
        space: str = "default",
        settings: Settings | None = None,
        clock: Clock = utc_now,
        models: Models | None = None,
        prepare: Callable[[Any], Awaitable[None]] | None = None,
        learns: bool = False,
    ) -> "Nagori":
        """Open a database file, making it if there is none.

        A damaged store does not raise: `status` tells, and operations say what to do. `models`
        are those of the settings, unless they are given. `prepare` is awaited before any job is
        done. With `learns`, projects are learned about in the background while it is open.
        """
        opening = AsyncNagori.open(
            where,
            space=space,
            settings=settings,
            clock=clock,
            models=models,
            prepare=prepare,
            learns=learns,
        )
        bridge = _Bridge(opening)
        return cls(bridge, bridge.inner)

    def close(self) -> None:
        """Let go of the file; calls that still run are cancelled. Closing twice is fine."""
        self._bridge.close()

    @property
    def status(self) -> Status:
        """How the parts are doing."""
        return self._inner.status

    @property
    def works(self) -> bool:
        """Whether jobs are done here: from when it is opened until it is closed, or fails."""
        return self._inner.works

    @property
    def chats(self) -> Any:
        """Chats, to arrange and to read; every method waits for its result."""
        return self._bridge.blocking(self._inner.chats)

    @property
    def documents(self) -> Any:
        """Files and web pages, to import and to read; every method waits for its result."""
        return self._bridge.blocking(self._inner.documents)

    def group(self, group_id: str) -> Any:
        """The group with this id, known or not yet."""
        return self._bridge.blocking(self._inner.group(group_id))

    def project(self, key_or_path: str | PurePath) -> Any:
        """The project with this key, or the one whose folder holds this path."""
        return self._bridge.blocking(self._inner.project(key_or_path))

    @property
    def projects(self) -> Any:
        """Projects, to register, to learn about and to list; every method waits for its result."""
        return self._bridge.blocking(self._inner.projects)

    @property
    def all_groups(self) -> Any:
        """What is set for all groups of the space; every method waits for its result."""
        return self._bridge.blocking(self._inner.all_groups)

    @property
    def trials(self) -> Any:
        """Trials of other settings in groups; every method waits for its result."""
        return self._bridge.blocking(self._inner.trials)

    @property
    def group_desk(self) -> GroupDesk:
        """What groups share in this process, with its counts."""
        return self._inner.group_desk

    @property
    def garden(self) -> Any:
        """Memories on a map; every method waits for its result."""
        return self._bridge.blocking(self._inner.garden)

    @property
    def embedder(self) -> Any:
        """What turns text into vectors; None when there is nothing."""
        return self._bridge.blocking(self._inner.embedder)

    @property
    def keys(self) -> Any:
        """Keys that let callers in over HTTP; every method waits for its result."""
        return self._bridge.blocking(self._inner.keys)

    @property
    def store(self) -> Any:
        """Where everything is kept."""
        return self._bridge.blocking(self._inner.store)

    @property
    def feed(self) -> Any:
        """Live news of scopes."""
        return self._bridge.blocking(self._inner.feed)

    @property
    def models(self) -> Models:
        """What writes answers, summaries and titles."""
        return self._inner.models

    @property
    def running_turns(self) -> int:
        """How many turns run in this process."""
        return self._inner.running_turns

    def within(self, space: str) -> "Nagori":
        """The same parts, seen from another space."""
        return Nagori(self._bridge, self._inner.within(space))

    def warm(self) -> None:
        """Load the embedder in the background, so that the first query need not wait for it."""
        self._inner.warm()

    def __enter__(self) -> "Nagori":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Named here for editors, type checkers and `help`; a test sees to it that none is missing.
    remember = _typed(AsyncNagori.remember)
    remember_all = _typed(AsyncNagori.remember_all)
    get = _typed(AsyncNagori.get)
    recent = _typed(AsyncNagori.recent)
    edit = _typed(AsyncNagori.edit)
    history = _typed(AsyncNagori.history)
    forget = _typed(AsyncNagori.forget)
    restore = _typed(AsyncNagori.restore)
    erase = _typed(AsyncNagori.erase)
    list = _typed(AsyncNagori.list)
    export = _typed(AsyncNagori.export)
    import_file = _typed(AsyncNagori.import_file)
    recall = _typed(AsyncNagori.recall)
    retrieve = _typed(AsyncNagori.retrieve)
    hear = _typed(AsyncNagori.hear)
    turn = _streamed(AsyncNagori.turn)
    turn_events = _streamed(AsyncNagori.turn_events)
    relay = _typed(AsyncNagori.relay)
    answer = _typed(AsyncNagori.answer)
    start_turn = _typed(AsyncNagori.start_turn)
    stop_turn = _typed(AsyncNagori.stop_turn)
    get_turn = _typed(AsyncNagori.get_turn)
    refit = _typed(AsyncNagori.refit)
    turns_of = _typed(AsyncNagori.turns_of)
    proposals = _typed(AsyncNagori.proposals)
    answer_proposal = _typed(AsyncNagori.answer_proposal)
    global_memory = _typed(AsyncNagori.global_memory)
    set_global_memory = _typed(AsyncNagori.set_global_memory)
    global_memory_versions = _typed(AsyncNagori.global_memory_versions)
    backlog = _typed(AsyncNagori.backlog)
    consider_memorizing = _typed(AsyncNagori.consider_memorizing)
    memorize_transcript = _typed(AsyncNagori.memorize_transcript)
    preview_memorizing = _typed(AsyncNagori.preview_memorizing)
    set_time_zone = _typed(AsyncNagori.set_time_zone)
    time_zone = _typed(AsyncNagori.time_zone)
