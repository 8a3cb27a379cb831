from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conftest import Nagori, Start


def remembered(nagori: "Nagori", text: str, *more: str) -> str:
    return nagori("--json", "remember", text, "--user", "carla", *more).json["id"]


def test_a_memory_from_its_first_word_to_its_last(nagori: "Nagori") -> None:
    id = remembered(nagori, "prefers tea", "--metadata", "page=12", "--emotion", "calm")

    assert "prefers tea" in nagori("list", "--user", "carla").out
    edited = nagori("edit", id, "--text", "prefers green tea", "--json").json
    assert edited["text"] == "prefers green tea"

    assert "nagori restore" in nagori("forget", id).out
    assert nagori("--json", "list").json == {"items": [], "next": None}
    assert "prefers green tea" in nagori("restore", id).out

    shown = nagori("show", id)
    assert "was: prefers tea" in shown.out
    assert "page=12" in shown.out
    whole = nagori("show", id, "--json").json
    assert [change["what"] for change in whole["history"]] == [
        "created",
        "edited",
        "retired",
        "restored",
    ]
    assert whole["sources"][0]["kind"] == "statement"

    receipt = nagori("erase", "--memory", id, "--yes", "--json").json
    assert receipt["erased"]["memories"] == 1
    assert nagori("show", id).code == 1


def test_the_same_statement_again_is_counted(nagori: "Nagori") -> None:
    nagori("remember", "prefers tea", "--user", "carla")

    again = nagori("remember", "Prefers  TEA.", "--user", "carla")

    assert again.out.startswith("Said again, 2 times now, for carla.")


def test_a_long_list_comes_in_pages(nagori: "Nagori") -> None:
    for number in range(5):
        remembered(nagori, f"fact {number}")

    first = nagori("list", "--user", "carla", "--limit", "3", "--json").json
    rest = nagori("list", "--limit", "3", "--cursor", first["next"], "--json").json

    told = [item["text"] for item in first["items"] + rest["items"]]
    assert told == [f"fact {number}" for number in (4, 3, 2, 1, 0)]
    assert rest["next"] is None
    page = nagori("list", "--user", "carla", "--limit", "3").out
    assert f"nagori list --user carla --limit 3 --cursor {first['next']}" in page


def test_an_empty_list_invites(nagori: "Nagori") -> None:
    before = nagori("list", "--user", "carla")
    nagori("remember", "something", "--user", "somebody")
    after = nagori("list", "--user", "carla")

    assert "There is no database at" in before.out
    assert after.out == (
        "Nothing remembered yet for carla.\n"
        'Add something: nagori remember "prefers tea to coffee" --user carla\n'
    )


def test_looking_makes_no_database(nagori: "Nagori") -> None:
    assert nagori("list").code == 0
    assert nagori("recall", "tea", "--user", "carla").code == 0
    missing = nagori("show", "01m7")

    assert missing.code == 1
    assert "there is no database" in missing.err
    assert nagori("--json", "doctor").json["exists"] is False


def test_a_statement_comes_through_a_pipe(start: "Start", nagori: "Nagori") -> None:
    out, err = start("--json", "remember", "-", "--user", "林晓").communicate("右膝下午容易累。\n")

    assert err == ""
    assert "右膝下午容易累。" in out
    assert nagori("--json", "list").json["items"][0]["text"] == "右膝下午容易累。"


def test_erasing_asks_and_nobody_there_means_no(nagori: "Nagori", start: "Start") -> None:
    remembered(nagori, "prefers tea")

    _, err = (asked := start("erase", "--user", "carla")).communicate("")

    assert asked.returncode == 2
    assert "--yes" in err
    assert nagori("--json", "list").json["items"]
    assert nagori("erase", "--user", "carla", "--yes").out == "Erased: 1 memory, 1 passage.\n"
    assert nagori("erase", "--user", "carla", "--yes").out == "There was nothing to erase.\n"


def test_a_user_has_a_time_zone(nagori: "Nagori") -> None:
    remembered(nagori, "prefers tea", "--at", "2026-03-12T20:00+00:00")

    assert "Asia/Shanghai" in nagori("user", "carla", "--time-zone", "Asia/Shanghai").out
    assert "2026-03-13" in nagori("recall", "tea", "--user", "carla").out
    assert nagori("user", "carla", "--time-zone", "Mars").code == 2


def test_chinese_speaks_chinese(nagori: "Nagori") -> None:
    assert nagori("--lang", "zh", "remember", "喝茶", "--user", "林晓").out.startswith("记住了")
    assert "记与忆" in nagori("--help", "--lang", "zh").out
    assert "找不到记忆 nope" in nagori("--lang", "zh", "show", "nope").err
