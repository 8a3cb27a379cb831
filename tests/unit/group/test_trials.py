from collections.abc import Sequence
from typing import Any

import pytest

from nagori.errors import InvalidInputError
from nagori.group.trials import MOST_ARMS, checked_trial
from nagori.testing.builders import NOW
from nagori.values.trial import Arm, Trial

PLAIN = Arm("as-it-is")
NEW = Arm("新的", {"temperature": 0.2, "persona": "short"}, share=0.1)


def checked(arms: Sequence[Arm], *, name: str = "warm", by: Any = "message") -> Trial:
    return checked_trial(name, arms, by=by, now=NOW)


def test_a_trial_is_as_it_was_given() -> None:
    assert checked([PLAIN, NEW], by="group") == Trial("warm", (PLAIN, NEW), NOW, by="group")
    assert checked([PLAIN, NEW]).sets == {"temperature", "persona"}


@pytest.mark.parametrize(
    ("arms", "told"),
    [
        ([], "2 to 10"),
        ([NEW], "2 to 10"),
        ([PLAIN, *(Arm(f"a{n}", {"temperature": 0.1}) for n in range(MOST_ARMS))], "2 to 10"),
        ([PLAIN, Arm("b")], "at least one"),
        ([NEW, NEW], "a name of its own"),
        ([PLAIN, Arm("a:b", {"temperature": 0.1})], "letters"),
        ([PLAIN, Arm("", {"temperature": 0.1})], "letters"),
        ([PLAIN, Arm("b", {"temperature": 0.1}, share=0)], "over 0"),
        ([PLAIN, Arm("b", {"temperature": 0.1}, share=-1)], "over 0"),
        ([PLAIN, Arm("b", {"temperature": 0.1}, share=float("inf"))], "over 0"),
        ([PLAIN, Arm("b", {"temperature": 0.1}, share=float("nan"))], "over 0"),
        ([PLAIN, Arm("b", {"temperature": 9})], "temperature"),
        ([PLAIN, Arm("b", {"colour": "red"})], "colour"),
        ([PLAIN, Arm("b", {"persona": None})], "leave it out"),
        ([PLAIN, Arm("b", {"bot": "mia"})], "same in every arm"),
        ([PLAIN, Arm("b", {"bot_names": ["mia"]})], "same in every arm"),
        ([PLAIN, Arm("b", {"rollout_percent": 5})], "roll-out"),
        ([PLAIN, Arm("b", {"shares_with": ["*"]})], "up to each group"),
        ([PLAIN, Arm("b", {"enable_member_profiles": True})], "up to each group"),
        ([PLAIN, Arm("b", {"enable_async_data_collection": False})], "collected"),
    ],
)
def test_what_shows_nothing_is_refused(arms: list[Arm], told: str) -> None:
    with pytest.raises(InvalidInputError, match=told):
        checked(arms)


@pytest.mark.parametrize("name", ["", "a b", "a/b", "x" * 61, "a\n"])
def test_a_name_must_fit_into_an_address(name: str) -> None:
    with pytest.raises(InvalidInputError, match="name"):
        checked([PLAIN, NEW], name=name)


def test_only_messages_and_groups_have_arms() -> None:
    with pytest.raises(InvalidInputError, match="message or group"):
        checked([PLAIN, NEW], by="speaker")
