"""What every part of the contract stands on."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
import pytest_asyncio

from nagori.store.port import Store

StoreMaker = Callable[[], Store]
"""Makes a store, not open yet, over the data of this test: each call another, the data the same."""

Opener = Callable[[], AbstractAsyncContextManager[Store]]


class ContractBase:
    """A backend overrides `new_store`; everything else is made from it."""

    pytestmark = pytest.mark.asyncio

    @pytest.fixture
    def new_store(self) -> StoreMaker:
        """Override this."""
        raise NotImplementedError

    @pytest.fixture
    def opened(self, new_store: StoreMaker) -> Opener:
        """Opens one more store over the same data, as another process or a restart would."""

        @asynccontextmanager
        async def open() -> AsyncGenerator[Store]:
            store = new_store()
            await store.open()
            try:
                yield store
            finally:
                await store.close()

        return open

    @pytest_asyncio.fixture
    async def store(self, opened: Opener) -> AsyncIterator[Store]:
        """An open store, empty at first."""
        async with opened() as store:
            yield store
