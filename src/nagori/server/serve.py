"""Running the server: where it listens, who may reach it, and how it stops."""

import asyncio
import logging
import signal
import socket
import threading
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from nagori.app import Nagori
from nagori.config import Settings
from nagori.errors import InvalidInputError, StoreError
from nagori.server.app import create_app
from nagori.server.kept import use_kept
from nagori.server.local import is_loopback
from nagori.server.state import State

log = logging.getLogger("nagori.server")

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_STOP_S = 10
"""How long requests that still run may take to end."""
_BACKLOG = 2048


@asynccontextmanager
async def listening(n: Nagori, *, settings: Settings) -> AsyncGenerator["Server"]:
    """A server over an open library, which its `address` leads to until the end of the block.

    Then, or when a signal comes, turns that run are stopped and keep what they have said, and
    event streams end. Nothing listens, and an error says what to do, when others could come in
    without a key.
    """
    await check_binding(n, settings)
    await use_kept(n, settings)
    app = create_app(n, settings=settings)
    listener = _bound(settings.server.host, settings.server.port)
    server = Server(app, listener, app.state.nagori)
    try:
        await server.start()
        n.warm()
        yield server
    finally:
        await server.close()


async def check_binding(n: Nagori, settings: Settings) -> None:
    """Raise when others could reach the server and nobody would need a key."""
    host, key = settings.server.host, settings.server.api_key
    if is_loopback(host) or (key is not None and key.get_secret_value()):
        return
    try:
        keys = await n.store.keys.list()
    except StoreError:
        keys = []
    if all(key.revoked_at is not None for key in keys):
        raise InvalidInputError(
            "server.host",
            f"{host} can be reached from other machines and no key is set: add one with "
            "`nagori keys add NAME`, set NAGORI_SERVER__API_KEY, or listen on 127.0.0.1",
        )


class Server:
    """A listening server; `address` is where."""

    def __init__(self, app: ASGIApp, listener: socket.socket, state: State) -> None:
        self._listener = listener
        self._http = _Uvicorn(_config(app), state)
        self._running: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        """`http://127.0.0.1:7374`."""
        host, port = self._listener.getsockname()[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def start(self) -> None:
        """Answer requests from now on."""
        address = self.address  # the socket is gone when it stops
        self._running = asyncio.create_task(self._http.serve([self._listener]), name="nagori-http")
        listens = asyncio.create_task(self._http.listens.wait())
        await asyncio.wait({self._running, listens}, return_when=asyncio.FIRST_COMPLETED)
        listens.cancel()
        log.info("listening on %s", address)

    async def stopped(self) -> None:
        """Wait for a signal, and until everything has ended."""
        if self._running is not None:
            await asyncio.wait({self._running})

    async def close(self) -> None:
        """Stop answering; what runs is brought to its end."""
        self._http.should_exit = True
        if self._running is not None:
            await self._running
        self._listener.close()


class _Uvicorn(uvicorn.Server):
    """Ends turns and streams before it waits for their readers; leaves signals to its caller."""

    def __init__(self, config: uvicorn.Config, state: State) -> None:
        super().__init__(config)
        self._state = state
        self.listens = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listens.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._state.closing.set()
        await asyncio.gather(self._state.turns.stop_all(), super().shutdown(sockets))

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        # Uvicorn raises a signal again at the end, which would kill us before the store is closed.
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {one: signal.signal(one, self._told) for one in _SIGNALS}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    def _told(self, sig: int, frame: FrameType | None) -> None:
        self.handle_exit(sig, frame)


def _config(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # pyright: ignore[reportArgumentType] - an ASGI app, which FastAPI types otherwise
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # anybody can write them
        lifespan="off",
        ws="none",
        timeout_graceful_shutdown=_STOP_S,
    )


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except OSError as error:
        problem = f"{host} port {port} can't be used: {error.strerror or error}"
        raise InvalidInputError("server.port", problem) from error
