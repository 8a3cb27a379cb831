import os
import stat
from base64 import b64decode, b64encode
from pathlib import Path

import pytest
from pydantic import SecretStr

from nagori.errors import StoreError
from nagori.store.sqlite.seal import Sealer
from nagori.store.sqlite.store import SqliteStore

SECRET = "sk-very-secret-0123456789"  # noqa: S105 - it opens nothing
NAME = "models.chat.api_key"


@pytest.fixture
def sealer(tmp_path: Path) -> Sealer:
    return Sealer(tmp_path / "memory.db.key")


@pytest.mark.parametrize("text", ["", "a", SECRET, "密钥" * 500])
def test_what_was_sealed_can_be_opened_again(sealer: Sealer, text: str) -> None:
    sealed = sealer.seal(text, NAME)

    assert sealer.open(sealed, NAME) == text
    assert text.encode() not in b64decode(sealed) or len(text) < 4


def test_the_same_text_is_sealed_differently_each_time(sealer: Sealer) -> None:
    assert sealer.seal(SECRET, NAME) != sealer.seal(SECRET, NAME)


def test_what_was_changed_or_moved_to_another_name_is_not_opened(sealer: Sealer) -> None:
    sealed = sealer.seal(SECRET, NAME)
    whole = bytearray(b64decode(sealed))

    assert sealer.open(sealed, "embedding.api_key") is None
    for at in (0, 20, len(whole) - 1):
        changed = bytearray(whole)
        changed[at] ^= 1
        assert sealer.open(b64encode(changed).decode(), NAME) is None
    for broken in ("", "no base64!", b64encode(whole[:30]).decode()):
        assert sealer.open(broken, NAME) is None


def test_nobody_without_the_key_file_opens_it_and_a_new_key_is_made(
    sealer: Sealer, tmp_path: Path
) -> None:
    sealed = sealer.seal(SECRET, NAME)
    key = tmp_path / "memory.db.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    key.unlink()

    assert sealer.open(sealed, NAME) is None
    assert not key.exists()
    again = sealer.seal(SECRET, NAME)
    assert sealer.open(again, NAME) == SECRET
    assert sealer.open(sealed, NAME) is None
    assert [file.name for file in tmp_path.iterdir()] == ["memory.db.key"]


def test_a_broken_key_file_is_replaced(sealer: Sealer, tmp_path: Path) -> None:
    (tmp_path / "memory.db.key").write_bytes(b"short")

    assert sealer.open(sealer.seal(SECRET, NAME), NAME) == SECRET


async def test_the_database_does_not_hold_a_secret_in_the_clear(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    await store.settings.write("default", {NAME: SecretStr(SECRET)})
    await store.close()

    for file in tmp_path.iterdir():
        assert SECRET.encode() not in file.read_bytes(), file


async def test_a_secret_whose_key_is_gone_counts_as_not_set(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    await store.settings.write("default", {NAME: SecretStr(SECRET), "chat.rounds": 3})
    (tmp_path / "memory.db.key").unlink()

    assert await store.settings.read("default") == {"chat.rounds": 3}
    await store.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
async def test_a_folder_that_cant_be_written_is_told(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StoreError, match="key file"):
            await store.settings.write("default", {NAME: SecretStr(SECRET)})
    finally:
        tmp_path.chmod(0o700)
        await store.close()
