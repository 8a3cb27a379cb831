"""A model on loopback, and what it takes to ask it."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack

import pytest

from nagori.config import ModelsSettings, Settings
from nagori.llm.build import build_models
from nagori.llm.port import Model
from nagori.testing.model_server import ModelServer, settings_for

Make = Callable[..., Model]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
async def make(server: ModelServer) -> AsyncIterator[Make]:
    """Makes models that ask the server, with settings to choose."""
    async with AsyncExitStack() as stack:

        def make(kind: str = "openai", **fields: object) -> Model:
            chat = settings_for(server, kind, **fields)
            models = build_models(Settings(models=ModelsSettings(chat=chat)))
            stack.push_async_callback(models.close)
            return models.chat

        yield make
