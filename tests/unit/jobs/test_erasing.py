import asyncio
from pathlib import Path

from nagori import Nagori, Settings
from nagori.store.sqlite.database import Database

DIARY = "My diary is under the third floorboard"


def wal(path: Path) -> bytes:
    return path.with_name(path.name + "-wal").read_bytes()


async def test_what_a_reader_kept_in_the_log_is_destroyed_once_the_reader_is_gone(
    tmp_path: Path,
) -> None:
    path = tmp_path / "m.db"
    settings = Settings(embedding={"type": "none"})  # pyright: ignore[reportArgumentType]
    async with Nagori.open(path, settings=settings) as n:
        await n.remember(DIARY, user="carla")
        reader = Database(path)
        reader.run("BEGIN")
        reader.rows("SELECT count(*) FROM memories")

        receipt = await n.erase(user="carla")
        assert receipt.pending == ["log"]
        assert DIARY.encode() in wal(path)

        reader.close()
        async with asyncio.timeout(10):
            while DIARY.encode() in wal(path):  # only the file can tell
                await asyncio.sleep(0.05)
