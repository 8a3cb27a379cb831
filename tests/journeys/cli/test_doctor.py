from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from nagori.store.sqlite.lock import lock_path

if TYPE_CHECKING:
    from conftest import Nagori

DB = Path("nagori.db")


def damaged(db: Path) -> None:
    content = bytearray(db.read_bytes())
    content[8192 * 3 : 8192 * 12] = b"\xaa" * (8192 * 9)
    db.write_bytes(content)


HARM: dict[str, Callable[[Path], object]] = {
    "missing": lambda db: db.unlink(),
    "zero_bytes": lambda db: db.write_bytes(b""),
    "not_a_database": lambda db: db.write_bytes(b"Dear diary, " * 100),
    "corrupt": damaged,
    "read_only": lambda db: db.chmod(0o444),
    "unreadable": lambda db: db.chmod(0o000),
}


def content(db: Path) -> tuple[int, bytes] | None:
    """Mode and bytes of a file that perhaps nobody may read."""
    if not db.exists():
        return None
    mode = db.stat().st_mode
    db.chmod(0o600)
    found = db.read_bytes()
    db.chmod(mode)
    return mode, found


def test_a_healthy_database_is_described(nagori: "Nagori") -> None:
    nagori("remember", "prefers tea", "--user", "carla")

    told, found = nagori("doctor"), nagori("--json", "doctor", "--thorough").json

    assert told.code == 0
    assert told.out.endswith("All is well.\n")
    assert "1 memory · 0 messages" in told.out
    assert found["ok"] is True
    assert found["content"]["schema"] >= 1


@pytest.mark.parametrize("problem", HARM)
def test_damage_is_named_with_what_to_do_and_not_touched(nagori: "Nagori", problem: str) -> None:
    nagori("remember", "prefers tea", "--user", "carla")
    HARM[problem](DB)
    before = content(DB)

    found, told = nagori("--json", "doctor"), nagori("doctor")
    chinese, other = nagori("doctor", "--lang", "zh"), nagori("list")

    assert (found.code, told.code, chinese.code, other.code) == (1, 1, 1, 1)
    assert found.json["problem"] == problem
    assert "What to do: " in told.out
    assert "怎么办：" in chinese.out
    assert "nagori doctor" in other.err
    assert other.err.count("\n") == 1
    assert content(DB) == before


def test_a_deletion_is_accepted_only_when_it_happened(nagori: "Nagori") -> None:
    nagori("remember", "prefers tea", "--user", "carla")

    assert nagori("doctor", "--accept-deletion").code == 1
    assert lock_path(DB).exists()

    DB.unlink()
    assert nagori("remember", "prefers coffee").code == 1
    accepted = nagori("doctor", "--accept-deletion")

    assert accepted.code == 0
    assert "nagori.db.lock" in accepted.out
    assert nagori("remember", "prefers coffee").code == 0
    assert len(nagori("--json", "list").json["items"]) == 1


def test_what_a_deleted_database_left_in_its_log_goes_too(nagori: "Nagori") -> None:
    nagori("remember", "prefers tea", "--user", "carla")
    DB.unlink()
    log = Path("nagori.db-wal")
    log.write_bytes(b"old pages")

    removed = nagori("--json", "doctor", "--accept-deletion").json["removed"]

    assert [Path(file).name for file in removed] == ["nagori.db-wal", "nagori.db.lock"]
    assert not log.exists()


def test_an_embedder_out_of_reach_is_a_problem_but_memory_works(
    nagori: "Nagori", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAGORI_EMBEDDING__TYPE", "ollama")
    monkeypatch.setenv("NAGORI_EMBEDDING__BASE_URL", "http://127.0.0.1:9")

    kept = nagori("remember", "prefers tea", "--user", "carla")
    told = nagori("doctor")

    assert kept.code == 0
    assert "as soon as the embedder is back" in kept.out
    assert told.code == 1
    assert "1 passage waits" in told.out
    assert "recall goes by words alone" in told.out
