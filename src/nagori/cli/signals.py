"""Being asked to stop."""

import asyncio
import signal
from contextlib import suppress

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def signalled() -> "asyncio.Future[int]":
    """The signal that asks to stop, once it comes; another one after it ends the process."""
    loop = asyncio.get_running_loop()
    came: asyncio.Future[int] = loop.create_future()

    def take(number: int) -> None:
        if not came.done():
            came.set_result(number)
        for one in SIGNALS:
            loop.remove_signal_handler(one)

    for number in SIGNALS:
        with suppress(NotImplementedError):  # Windows: Ctrl-C ends it the hard way
            loop.add_signal_handler(number, take, int(number))
    return came
