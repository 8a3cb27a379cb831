"""Running a webhook: where it listens and how it stops."""

import asyncio
import signal
import socket
import threading
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.types import ASGIApp

from nagori.errors import InvalidInputError

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_STOP_S = 3
"""How long requests may take to end; they are answered at once."""
_BACKLOG = 2048


class Listener(uvicorn.Server):
    """A webhook that listens; `address` is where. Signals stop it and go no further."""

    def __init__(self, app: ASGIApp, bound: socket.socket) -> None:
        config = uvicorn.Config(
            app,  # pyright: ignore[reportArgumentType] - an ASGI app, which uvicorn types otherwise
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=_STOP_S,
        )
        super().__init__(config)
        host, port = bound.getsockname()[:2]
        self.address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        self.listens = asyncio.Event()
        self.stopped = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self.listens.set()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Stop when a signal comes; the bot is still to be closed after that."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {one: signal.signal(one, self.handle_exit) for one in _SIGNALS}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


@asynccontextmanager
async def listening(app: ASGIApp, *, host: str, port: int) -> AsyncGenerator[Listener]:
    """A webhook that is reached until the end of the block, or until a signal comes."""
    with _bound(host, port) as bound:
        listener = Listener(app, bound)
        serving = asyncio.create_task(listener.serve([bound]), name="nagori-bot-http")
        serving.add_done_callback(lambda _: listener.stopped.set())
        begun = asyncio.create_task(listener.listens.wait())
        await asyncio.wait({serving, begun}, return_when=asyncio.FIRST_COMPLETED)
        begun.cancel()
        try:
            yield listener
        finally:
            listener.should_exit = True
            await serving


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except OSError as error:
        problem = f"{host} port {port} can't be used: {error.strerror or error}"
        raise InvalidInputError("bots.port", problem) from error
