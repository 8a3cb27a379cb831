from collections.abc import Sequence

import pytest

from nagori.chat.window import split_window
from nagori.testing.builders import later
from nagori.values.message import Message, MessageState, Role


def a_past_message(
    n: int, *, role: Role = "user", summarized: bool = False, state: MessageState = "final"
) -> Message:
    speaker = "carla" if role == "user" else "assistant"
    return Message(
        id=f"m{n:03d}",
        chat_id="chat-1",
        role=role,
        speaker=speaker,
        content=f"message {n}",
        said_at=later(n),
        state=state,
        is_summarized=summarized,
    )


def some_rounds(count: int, *, summarized: int = 0) -> list[Message]:
    """Questions and answers in turn, of which the first messages are summarised."""
    roles: Sequence[Role] = ("user", "assistant")
    return [
        a_past_message(n, role=roles[n % 2], summarized=n < summarized) for n in range(2 * count)
    ]


def test_a_short_chat_stands_whole() -> None:
    past = some_rounds(3)
    window = split_window(past, rounds=5, most=20)

    assert window.kept == tuple(past)
    assert window.overflow == ()


def test_summarised_messages_before_the_last_rounds_are_in_neither() -> None:
    past = some_rounds(12, summarized=14)
    window = split_window(past, rounds=5, most=20)

    assert window.kept == tuple(past[14:])
    assert window.overflow == ()


def test_the_last_rounds_stand_even_when_they_are_summarised() -> None:
    past = some_rounds(12, summarized=24)

    assert split_window(past, rounds=5, most=20).kept == tuple(past[14:])


def test_what_is_not_yet_summarised_stands_before_the_last_rounds() -> None:
    past = some_rounds(9, summarized=4)

    assert split_window(past, rounds=5, most=20).kept == tuple(past[4:])


def test_what_does_not_fit_and_is_in_no_summary_overflows_oldest_first() -> None:
    past = some_rounds(15, summarized=4)
    window = split_window(past, rounds=5, most=20)

    assert window.kept == tuple(past[10:])
    assert window.overflow == tuple(past[4:10])


def test_an_old_message_that_a_summary_missed_is_not_lost() -> None:
    past = some_rounds(12, summarized=24)
    past[1] = a_past_message(1, role="assistant")

    assert split_window(past, rounds=5, most=20).kept == (past[1], *past[14:])
    assert split_window(past, rounds=5, most=10).overflow == (past[1],)


def test_a_round_may_have_several_answers_or_none() -> None:
    roles: Sequence[Role] = ("user", "user", "assistant", "assistant", "user")
    past = [a_past_message(n, role=role, summarized=True) for n, role in enumerate(roles)]

    assert [m.id for m in split_window(past, rounds=2, most=20).kept] == [
        "m001",
        "m002",
        "m003",
        "m004",
    ]


def test_a_greeting_before_the_first_round_belongs_to_it() -> None:
    past = [a_past_message(0, role="assistant", summarized=True), a_past_message(1)]

    assert split_window(past, rounds=1, most=20).kept == tuple(past)


@pytest.mark.parametrize("state", ["streaming", "replaced"])
def test_what_is_still_written_or_was_replaced_has_no_part(state: MessageState) -> None:
    past = [a_past_message(0), a_past_message(1, role="assistant", state=state)]
    window = split_window(past, rounds=5, most=1)

    assert window.kept == (past[0],)
    assert window.overflow == ()


def test_the_system_has_no_part_but_a_partial_answer_has() -> None:
    past = [
        a_past_message(0, role="system"),
        a_past_message(1),
        a_past_message(2, role="assistant", state="partial"),
    ]

    assert split_window(past, rounds=5, most=20).kept == tuple(past[1:])


def test_no_room_at_all_leaves_everything_to_be_folded() -> None:
    past = some_rounds(2)
    window = split_window(past, rounds=0, most=0)

    assert window.kept == ()
    assert window.overflow == tuple(past)
