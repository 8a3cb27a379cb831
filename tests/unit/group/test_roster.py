"""Whom a text names: at its head, behind an @, in passing."""

import pytest

from nagori.group.roster import Roster


def a_roster(*names: str) -> Roster:
    roster = Roster()
    for name in names:
        roster.hear(f"id-{name}", name)
    return roster


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("carla: try the other port", "try the other port"),
        ("carla, try the other port", "try the other port"),
        ("Carla: try", "try"),
        ("@carla try it", "try it"),
        ("＠carla try it", "try it"),
        ("carla try it", "try it"),
        ("carla：试试", "试试"),
    ],
)
def test_a_name_at_the_head_of_a_line_is_who_it_speaks_to(text: str, rest: str) -> None:
    named = a_roster("carla", "bo").find(text)

    assert named.addressee == "id-carla"
    assert named.rest == rest


@pytest.mark.parametrize(
    "text", ["小王，你看一下", "小王：好的", "＠小王 看一下", "麻烦@小王看一下"]
)
def test_chinese_names_are_found_without_spaces_around_them(text: str) -> None:
    assert a_roster("小王", "老李").find(text).addressee == "id-小王"


def test_a_name_in_passing_is_a_mention_and_no_address() -> None:
    named = a_roster("carla", "小王").find("I think carla and 小王 know")

    assert named.addressee is None
    assert named.others == ("id-carla", "id-小王")


def test_a_full_name_with_a_space_is_found_behind_an_at_sign() -> None:
    roster = a_roster("Betty Li", "Betty")

    assert roster.find("see @Betty Li please").addressee == "id-Betty Li"
    assert roster.find("see @Betty please").addressee == "id-Betty"


@pytest.mark.parametrize("text", ["the user is gone", "ok, the test works", "http://the.user/x"])
def test_everyday_words_are_not_taken_for_names(text: str) -> None:
    named = a_roster("the", "user", "ok", "test").find(text)

    assert named.others == ()


def test_an_everyday_word_with_a_colon_after_it_is_a_name() -> None:
    assert a_roster("user").find("user: look at this").addressee == "id-user"


def test_a_line_for_somebody_unknown_says_so() -> None:
    assert a_roster("carla").find("zelda: are you there").stranger
    assert not a_roster("carla").find("http://example.org").stranger
    assert not a_roster("carla").find("12: the number").stranger


def test_a_name_that_changes_hands_is_its_latest_holders() -> None:
    roster = a_roster("carla")
    roster.hear("id-other", "carla")

    assert roster.find("carla: hello").addressee == "id-other"


def test_two_who_swap_their_names_are_never_taken_for_each_other() -> None:
    roster = a_roster("carla", "dora")

    roster.hear("id-carla", "dora")
    assert roster.find("dora: hello").addressee == "id-carla"
    assert roster.find("carla: hello").addressee is None

    roster.hear("id-dora", "carla")
    assert roster.find("dora: hello").addressee == "id-carla"
    assert roster.find("carla: hello").addressee == "id-dora"


def test_a_name_is_nothing_to_be_searched_for_when_it_is_empty() -> None:
    roster = Roster()
    roster.hear("id", "  ")

    assert roster.find("   ").addressee is None
    assert roster.find("").others == ()


def test_a_latin_name_inside_chinese_text_is_found() -> None:
    assert a_roster("Alex").find("这个请Alex看一下").others == ("id-Alex",)
