"""Learning over a real store, with a server on loopback that plays the model."""

from collections.abc import AsyncGenerator, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.learn.learning import School, Schools, founded, write

from nagori.store.sqlite.store import SqliteStore
from nagori.testing.clock import HandClock
from nagori.testing.model_server import ModelServer


@pytest.fixture
def loans(tmp_path: Path) -> Path:
    """A small project: two files share a class and an error of a third, and one has a test."""
    return write(tmp_path / "loans")


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncGenerator[SqliteStore]:
    """An open store."""
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    yield store
    await store.close()


@pytest.fixture
def clock() -> HandClock:
    """Stands still."""
    return HandClock()


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A model on loopback."""
    with ModelServer() as server:
        server.retry_after_s = 300
        yield server


@pytest.fixture
async def school(opened: SqliteStore, clock: HandClock) -> AsyncGenerator[Schools]:
    """Makes learners; their models are closed in the end."""
    made: list[School] = []

    async def make(root: Path, **how: Any) -> School:
        made.append(await founded(opened, clock, root, **how))
        return made[-1]

    yield make
    for one in made:
        await one.model.close()
