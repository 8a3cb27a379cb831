from pathlib import Path

import pytest

from nagori.store.sqlite.store import SqliteStore
from nagori.testing.contract.embedding import EmbeddingContract
from nagori.testing.contract.filters import FilterContract
from nagori.testing.contract.passages import PassageContract
from nagori.testing.contract.sharing import SharingContract
from nagori.testing.store_contract import StoreContract, StoreMaker


class TestSqlite(StoreContract):
    @pytest.fixture
    def new_store(self, tmp_path: Path) -> StoreMaker:
        return lambda: SqliteStore(tmp_path / "memory.db")


class TestSqliteWithHardlyAnyCache(
    PassageContract, FilterContract, EmbeddingContract, SharingContract
):
    """Every query loads anew what the one before used."""

    @pytest.fixture
    def new_store(self, tmp_path: Path) -> StoreMaker:
        return lambda: SqliteStore(tmp_path / "memory.db", cache_bytes=1, readers=1)
