"""Whom words are about that name nobody."""

import pytest

from nagori.write.subject import asked_about, names_nobody, spoken_of


@pytest.mark.parametrize(
    ("earlier", "whose"),
    [
        ("My brother moved to Leeds.", "other"),
        ("She passed her exam!", "other"),
        ("Otto has a new job.", "other"),
        ("Last week my cat had kittens.", "other"),
        ("我女儿上初三。", "other"),
        ("他去年退休了。", "other"),
        ("昨天我弟毕业了。", "other"),
        ("I moved to Porto in May.", "own"),
        ("My mum rang, so I went home.", "own"),
        ("我搬到苏州了。", "own"),
        ("我给女儿报了个班。", "own"),
        ("Just got back from my sister's.", ""),
        ("Great weather!", ""),
        ("", ""),
    ],
)
def test_the_last_who_was_named_is_spoken_of(earlier: str, whose: str) -> None:
    assert spoken_of(earlier) == whose


@pytest.mark.parametrize(
    ("question", "whose"),
    [
        ("What is your sister doing these days?", "other"),
        ("And how is he?", "other"),
        ("你妹妹最近怎么样？", "other"),
        ("她现在干啥来着", "other"),
        ("I see. Do you know where she works?", "other"),
        ("What do you do all day?", "own"),
        ("How do you like her?", "own"),
        ("你最近怎么样？", "own"),
        ("How did it go?", ""),
    ],
)
def test_a_question_is_about_who_is_asked_or_somebody_else(question: str, whose: str) -> None:
    assert asked_about(question) == whose


def test_words_name_nobody_only_without_their_speaker() -> None:
    assert names_nobody("Works as a chef now")
    assert names_nobody("在学校住校，周末才回来")
    assert not names_nobody("Booked my flight to Oslo")
    assert not names_nobody("我住校")
    assert not names_nobody("Her name is Ida")
