from datetime import timedelta

import pytest

from nagori.group.address import DIALOGUE, address_of
from nagori.testing.builders import NOW, an_id
from nagori.values.group import Address
from nagori.values.message import Message


def said(
    text: str,
    *,
    by: str = "bob",
    minutes: float = 0,
    reply_to: str | None = None,
    mentions: tuple[str, ...] = (),
    external_id: str | None = None,
) -> Message:
    return Message(
        id=an_id(),
        chat_id="team",
        role="assistant" if by == "mia" else "user",
        speaker=by,
        content=text,
        said_at=NOW + timedelta(minutes=minutes),
        reply_to=reply_to,
        mentions=mentions,
        external_id=external_id,
    )


def reason(message: Message, *before: Message, names: tuple[str, ...] = ("Mia", "小米")) -> str:
    return address_of(message, before, bot="mia", names=names).reason


def test_who_is_mentioned_is_addressed() -> None:
    assert reason(said("help me", mentions=("mia",))) == "mentioned"
    assert address_of(said("@Mia help"), (), bot="mia", mentions=("mia",)).reason == "mentioned"


def test_a_reply_to_the_bot_is_for_it_by_either_id() -> None:
    answer = said("42", by="mia", external_id="x-1")

    assert reason(said("why?", minutes=60, reply_to=answer.id), answer) == "replied to"
    assert reason(said("why?", minutes=60, reply_to="x-1"), answer) == "replied to"
    assert reason(said("why?", reply_to="somebody's"), answer) == "not addressed"


@pytest.mark.parametrize("text", ["mia, what time?", "what do you say, MIA", "小米帮我看看"])
def test_a_name_in_the_text_is_enough(text: str) -> None:
    assert reason(said(text)) == "named"


@pytest.mark.parametrize("text", ["my MIAmi trip", "a miasma", "你好"])
def test_part_of_a_word_is_no_name(text: str) -> None:
    assert reason(said(text)) == "not addressed"


def test_whom_the_bot_just_answered_is_still_talking_with_it() -> None:
    asked, answer = said("mia, what time?"), said("noon", by="mia", minutes=1)

    assert reason(said("and tomorrow?", minutes=2), asked, answer) == "in dialogue"


def test_a_dialogue_ends_with_time_with_another_speaker_or_with_another_addressee() -> None:
    asked, answer = said("mia, what time?"), said("noon", by="mia", minutes=1)
    late = 1 + DIALOGUE.total_seconds() / 60 + 1

    assert reason(said("and tomorrow?", minutes=late), asked, answer) == "not addressed"
    assert reason(said("and tomorrow?", by="ann", minutes=2), asked, answer) == "not addressed"
    between = said("lunch?", by="ann", minutes=2)
    assert reason(said("sure", minutes=3), asked, answer, between) == "not addressed"
    other = said("and you?", minutes=2, mentions=("ann",))
    assert address_of(other, (asked, answer), bot="mia") == Address(
        addressed=False, reason="not addressed"
    )
