"""Running what a bot listens with: where that is and how it stops."""

import asyncio
import signal
import socket
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from nagori.errors import InvalidInputError

Handler = Callable[[int, FrameType | None], object] | int
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_STOP_S = 3
"""How long requests may take to end; they are answered at once."""
_BACKLOG = 2048
MOST_BYTES = 4 * 1024 * 1024
"""What a frame of a WebSocket may hold."""
PING_S = 20.0
"""So often the other end is asked whether it is there, and so long it may take to say so."""


class Listener(uvicorn.Server):
    """An app that is served; `address` is where.

    A signal sets `stopped` and nothing else: who waits for it closes the bot first, so that last
    words still go out. A second one does what it would have done without us.
    """

    def __init__(self, app: ASGIApp, bound: socket.socket, *, sockets: bool) -> None:
        config = uvicorn.Config(
            app,  # pyright: ignore[reportArgumentType] - an ASGI app, which uvicorn types otherwise
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            lifespan="off",
            ws="websockets-sansio" if sockets else "none",
            ws_max_size=MOST_BYTES,
            ws_ping_interval=PING_S,
            ws_ping_timeout=PING_S,
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
        """Tell of the first signal; the bot is still to be closed after that."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        before: dict[int, signal.Handlers | Handler] = {}

        def first(number: int, frame: FrameType | None) -> None:
            del number, frame
            loop.call_soon_threadsafe(self.stopped.set)
            for one, handler in before.items():
                signal.signal(one, handler)

        for one in _SIGNALS:
            before[one] = signal.signal(one, first) or signal.SIG_DFL
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


@asynccontextmanager
async def listening(
    app: ASGIApp, *, host: str, port: int, sockets: bool = False
) -> AsyncGenerator[Listener]:
    """An app that is reached until the end of the block; `stopped` tells of a signal.

    `sockets` lets WebSockets in, too.
    """
    with _bound(host, port) as bound:
        listener = Listener(app, bound, sockets=sockets)
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
