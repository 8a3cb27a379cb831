from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conftest import Nagori


def test_a_key_from_its_making_to_its_end(nagori: "Nagori") -> None:
    made = nagori("--json", "keys", "add", "my-bot", "--user", "carla", "--read-only").json
    secret = made.pop("secret")

    assert secret.startswith(made["hint"])
    assert (made["name"], made["user"], made["read_only"]) == ("my-bot", "carla", True)
    assert nagori("--json", "keys", "list").json["items"] == [made]

    revoked = nagori("keys", "revoke", made["id"])
    assert revoked.out == "Nobody comes in with my-bot any more.\n"
    (listed,) = nagori("--json", "keys", "list").json["items"]
    assert listed["revoked_at"]
    assert "revoked" in nagori("keys", "list").out


def test_the_secret_is_shown_once_and_never_kept(nagori: "Nagori") -> None:
    told = nagori("keys", "add", "my-bot").out
    secret = next(line for line in told.splitlines() if line.startswith("nagori_"))

    assert "anybody of the space" in told
    assert "shown this once" in told
    assert secret not in nagori("keys", "list").out
    for file in Path.cwd().iterdir():
        assert secret.encode() not in file.read_bytes()


def test_no_keys_invite_and_looking_makes_no_database(nagori: "Nagori") -> None:
    told = nagori("keys", "list")

    assert told.out == (
        "No keys yet: only this machine may come in.\nMake one: nagori keys add my-bot\n"
    )
    assert nagori("--json", "keys", "list").json == {"items": [], "next": None}
    assert list(Path.cwd().iterdir()) == []


def test_keys_belong_to_their_space(nagori: "Nagori") -> None:
    made = nagori("--json", "keys", "add", "my-bot", "--space", "work").json

    assert made["space"] == "work"
    assert nagori("--json", "keys", "list").json["items"] == []
    assert nagori("keys", "revoke", made["id"]).code == 2
    assert nagori("keys", "revoke", made["id"], "--space", "work").code == 0


def test_a_key_that_is_not_there_is_told(nagori: "Nagori") -> None:
    nagori("keys", "add", "my-bot")
    unknown = nagori("keys", "revoke", "nope")

    assert (unknown.code, unknown.out) == (2, "")
    assert "nagori keys list" in unknown.err
    assert unknown.err.count("\n") == 1
    assert nagori("keys", "add", " ").code == 2


def test_keys_alone_show_what_there_is(nagori: "Nagori") -> None:
    assert "revoke" in nagori("keys").out
    assert nagori("--json", "keys").code == 2
    assert "收回一个密钥" in nagori("keys", "--lang", "zh").out
    assert nagori("--lang", "zh", "keys", "add", "机器人").out.startswith("密钥 机器人，归 ")
