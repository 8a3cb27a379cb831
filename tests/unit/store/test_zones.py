from collections.abc import AsyncIterator
from datetime import UTC
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from nagori.errors import InvalidInputError
from nagori.store.sqlite.store import SqliteStore
from nagori.store.zones import Zones, checked_zone
from nagori.testing.builders import NOW, SPACE


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    yield store
    await store.close()


async def test_a_user_has_the_zone_that_was_set_and_others_the_default(
    store: SqliteStore,
) -> None:
    await store.users.set_time_zone(SPACE, "carla", "Asia/Shanghai", now=NOW)
    zones = Zones(store.users, SPACE, "Europe/Lisbon")

    assert await zones.of("carla") == ZoneInfo("Asia/Shanghai")
    assert await zones.of("mia") == ZoneInfo("Europe/Lisbon")
    assert await zones.of(None) == ZoneInfo("Europe/Lisbon")
    assert await Zones(store.users, "elsewhere", "UTC").of("carla") is UTC


async def test_a_zone_is_remembered_until_it_is_forgotten(store: SqliteStore) -> None:
    zones = Zones(store.users, SPACE, "UTC")
    assert await zones.of("carla") is UTC
    await store.users.set_time_zone(SPACE, "carla", "Asia/Shanghai", now=NOW)

    assert await zones.of("carla") is UTC
    zones.forget("carla")
    assert await zones.of("carla") == ZoneInfo("Asia/Shanghai")
    zones.forget("nobody")


async def test_while_the_store_cannot_tell_the_default_holds(store: SqliteStore) -> None:
    zones = Zones(store.users, SPACE, "Asia/Tokyo")
    await store.close()

    assert await zones.of("carla") == ZoneInfo("Asia/Tokyo")


@pytest.mark.parametrize("name", ["Mars/Base", "", "../etc/passwd", "Asia", "x" * 5000, "a\0b"])
def test_a_zone_that_nobody_knows_is_refused(name: str) -> None:
    with pytest.raises(InvalidInputError, match="IANA"):
        checked_zone(name)


@pytest.mark.parametrize("name", ["UTC", "Asia/Shanghai", "America/New_York", "Etc/GMT+5"])
def test_a_known_zone_is_given(name: str) -> None:
    assert str(checked_zone(name)) in {name, "UTC"}
