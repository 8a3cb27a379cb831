"""Statements in the words of who said them."""

import pytest

from nagori.text.spoken import as_spoken


@pytest.mark.parametrize(
    ("statement", "spoken"),
    [
        ("The user lives in Porto.", "I lives in Porto"),
        ("The user's sister is a nurse.", "my sister is a nurse"),
        ("The user and others rent a flat.", "we rent a flat"),
        ("The user said: “down to 88 this morning”", "down to 88 this morning"),
        ("用户住在上海。", "我住在上海"),
        ("用户的妹妹是护士。", "我妹妹是护士"),
        ("用户说：“宽带换电信了”", "宽带换电信了"),
        ("Carla is allergic to peanuts.", "Carla is allergic to peanuts."),
        ("", ""),
    ],
)
def test_a_statement_is_said_in_the_first_person(statement: str, spoken: str) -> None:
    assert as_spoken(statement) == spoken
