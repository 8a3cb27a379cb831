"""Taking a sentence apart into the things it says."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.write.apart import apart


def pieces(text: str) -> list[str]:
    return [text[first:last] for first, last in apart(text)]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("I live in Porto and I work as a nurse", ["I live in Porto", "I work as a nurse"]),
        ("I live in Porto and work as a nurse", ["I live in Porto", "work as a nurse"]),
        ("My name is Kim, I'm 30", ["My name is Kim", "I'm 30"]),
        ("I'm vegetarian; my wife Ana works at Siemens",
         ["I'm vegetarian", "my wife Ana works at Siemens"]),
        ("我叫李雷，今年30岁，住在上海", ["我叫李雷", "今年30岁", "住在上海"]),
        ("我住在上海，但是我在杭州上班", ["我住在上海", "我在杭州上班"]),
    ],
)  # fmt: skip
def test_facts_of_their_own_are_taken_apart(said: str, facts: list[str]) -> None:
    assert pieces(said) == facts


@pytest.mark.parametrize(
    "said",
    [
        "I moved to Berlin last week, I live in Berlin now",
        "I used to live in Lyon but I moved to Nice",
        "I live in Porto and I love it there",
        "When I was 20, I lived in Porto",
        "My sister lives in Porto and works as a nurse",
        "I have a dog called Rex and a cat called Tom",
        "我妹妹住在广州，在银行上班",
        "我有个3岁的儿子，在上幼儿园",
        "我认识一个厨师，住在上海",
        "我对花生过敏，我女朋友也是",
    ],
)
def test_what_belongs_together_stays_together(said: str) -> None:
    assert pieces(said) == [said]


@given(
    st.lists(
        st.sampled_from(
            [
                "I live in Porto",
                "work at Siemens",
                " and ",
                ", ",
                "，",
                "我住在上海",
                "养了一只猫",
                "; ",
            ]
        )
    ).map("".join)
)
def test_nothing_is_lost_but_what_stands_between(text: str) -> None:
    spans = apart(text)

    assert all(first <= last for first, last in spans)
    assert all(last <= first for (_, last), (first, _) in pairwise(spans))
    rest = text
    for first, last in reversed(spans):
        rest = rest[:first] + rest[last:]
    assert not rest.replace("and", "").strip(" ,;，；")
