from dataclasses import replace
from datetime import timedelta

import pytest

from nagori.group.signals import SOON, Signal, signal_of
from nagori.testing.builders import NOW, an_id
from nagori.values.message import Message


def said(text: str, *, by: str = "bob", minutes: float = 0, reaction: str | None = None) -> Message:
    return Message(
        id=an_id(),
        chat_id="team",
        role="user",
        speaker=by,
        content=text,
        said_at=NOW + timedelta(minutes=minutes),
        metadata={"reaction": reaction} if reaction else {},
    )


TRIGGER = said("when does the release train leave on Friday?")
ANSWERED = NOW + timedelta(minutes=1)


@pytest.mark.parametrize(
    ("text", "signal"),
    [
        ("no, I meant this Friday", Signal("corrected", 0.0)),
        ("不对，我说的是周五", Signal("corrected", 0.0)),
        ("when does the release train leave this Friday?", Signal("asked again", 0.0)),
        ("thanks, that works", Signal("thanked", 1.0)),
        ("太好了", Signal("thanked", 1.0)),
        ("who brings the cake?", None),
        ("ok", None),
    ],
)
def test_what_the_asker_says_next_is_a_sign(text: str, signal: Signal | None) -> None:
    assert signal_of(said(text, minutes=2), TRIGGER, ANSWERED) == signal


def test_a_question_in_chinese_is_known_again() -> None:
    trigger = said("周五的发布几点开始？")

    assert signal_of(said("周五的发布几点开始啊", minutes=2), trigger, ANSWERED) == Signal(
        "asked again", 0.0
    )


def test_others_say_nothing_about_it_unless_they_react() -> None:
    assert signal_of(said("no, wrong", by="ann", minutes=2), TRIGGER, ANSWERED) is None
    good = said("", by="ann", minutes=2, reaction="👍")
    assert signal_of(good, TRIGGER, ANSWERED) == Signal("reacted", 1.0)
    bad = replace(good, metadata={"reaction": "👎"})
    assert signal_of(bad, TRIGGER, ANSWERED) == Signal("reacted", 0.0)
    odd = replace(good, metadata={"reaction": "🦆"})
    assert signal_of(odd, TRIGGER, ANSWERED) == Signal("reacted", None)


def test_what_comes_late_is_no_sign() -> None:
    late = said("no, wrong", minutes=1 + SOON.total_seconds() / 60 + 1)

    assert signal_of(late, TRIGGER, ANSWERED) is None
