import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.chat.prefix import conversation, text_of
from nagori.text.rules import MAX_TEXT_BYTES, checked_id
from nagori.values.prompt import PromptMessage, PromptRole

CAT = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
DOG = {"type": "image_url", "image_url": {"url": "data:image/png;base64,BBBB"}}


def talk(*said: tuple[PromptRole, str]) -> list[PromptMessage]:
    return [PromptMessage(role, text) for role, text in said]


def names(*said: tuple[PromptRole, str]) -> tuple[str, ...]:
    return conversation(talk(*said)).names


def test_every_beginning_has_a_name_of_its_own() -> None:
    first, second, third = names(("user", "I"), ("assistant", "like"), ("user", "tea"))

    assert len({first, second, third}) == 3
    assert names(("user", "I")) == (first,)
    assert names(("user", "I"), ("assistant", "like")) == (first, second)


def test_a_name_is_an_id_and_says_nothing_of_the_text() -> None:
    (name,) = names(("user", "my secret"))

    assert checked_id(name, "external_id") == name
    assert name.startswith("v1:")
    assert "secret" not in name


def test_who_said_it_and_the_order_count() -> None:
    assert names(("user", "a"))[-1] != names(("assistant", "a"))[-1]
    assert names(("user", "a"), ("user", "b"))[-1] != names(("user", "b"), ("user", "a"))[-1]
    assert names(("user", "ab"), ("user", "c"))[-1] != names(("user", "a"), ("user", "bc"))[-1]


def test_instructions_don_t_count() -> None:
    bare = names(("user", "I like tea"))

    assert names(("system", "Be kind. It is 12:00."), ("user", "I like tea")) == bare
    assert names(("user", "I like tea"), ("system", "Be short.")) == bare


def test_white_space_that_is_lost_on_the_way_does_not_count() -> None:
    assert names(("user", " I like\r\ntea \n")) == names(("user", "I like\ntea"))


def test_an_answer_is_named_as_it_will_be_when_it_comes_back() -> None:
    asked = conversation(talk(("system", "Be kind."), ("user", "I like tea")))
    later = names(("user", "I like tea"), ("assistant", "Noted. \n"), ("user", "And?"))

    assert asked.answer_name("Noted.") == later[1]


def test_the_same_words_about_another_picture_are_another_message() -> None:
    cat, dog = (
        conversation([PromptMessage("user", "What is this?", parts=({"type": "text"}, part))])
        for part in (CAT, DOG)
    )

    assert cat.names != dog.names
    assert cat.names == conversation(cat.said).names


def test_a_conversation_is_found_when_its_pictures_are_left_out_later() -> None:
    shown = conversation([PromptMessage("user", "What is this?", parts=(CAT,))])
    later = names(("user", "What is this?"), ("assistant", "A cat."), ("user", "Sure?"))

    assert shown.answer_name("A cat.") == later[1]


def test_what_the_user_says_now_is_the_last_message_if_it_is_theirs() -> None:
    assert conversation(talk(("user", "a"), ("assistant", "b"), ("user", "c"))).new == "c"
    assert conversation(talk(("user", "a"), ("tool", "42"))).new is None
    assert conversation(talk(("user", "a"), ("user", " \n"))).new is None
    assert conversation(talk(("system", "a"))).new is None
    assert conversation([]).new is None


def test_the_question_is_the_last_thing_that_the_user_said() -> None:
    assert conversation(talk(("user", "a"), ("user", "b"), ("tool", "42"))).question == "b"
    assert conversation(talk(("system", "a"), ("assistant", "b"))).question == ""


def test_only_a_user_s_first_message_opens_a_conversation() -> None:
    assert conversation(talk(("system", "Be kind."), ("user", "hi"))).opens
    assert not conversation(talk(("user", "hi"), ("assistant", "Hello."), ("user", "hi"))).opens


def test_a_message_without_words_is_stored_by_what_it_shows() -> None:
    audio = {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}}

    assert text_of(PromptMessage("user", "", parts=(CAT, audio))) == "[image] [audio]"
    assert text_of(PromptMessage("user", "Look!", parts=(CAT,))) == "Look!"


@pytest.mark.parametrize("text", ["x" * MAX_TEXT_BYTES * 2, "猫" * MAX_TEXT_BYTES])
def test_an_endless_message_is_stored_cut_between_characters(text: str) -> None:
    stored = text_of(PromptMessage("user", text))

    assert MAX_TEXT_BYTES - 4 < len(stored.encode()) <= MAX_TEXT_BYTES
    assert text.startswith(stored)


def test_what_can_t_be_stored_is_left_out() -> None:
    assert text_of(PromptMessage("user", "a\0b")) == "ab"
    assert text_of(PromptMessage("user", "a\ud800b")) == "a?b"


roles: st.SearchStrategy[PromptRole] = st.sampled_from(["user", "assistant", "tool"])
said = st.lists(st.tuples(roles, st.text(max_size=8)), max_size=6)


@given(said=said, more=said)
def test_names_of_beginnings_stay_when_a_conversation_goes_on(
    said: list[tuple[PromptRole, str]], more: list[tuple[PromptRole, str]]
) -> None:
    assert names(*said, *more)[: len(said)] == names(*said)


@given(one=said, other=said)
def test_conversations_have_the_same_name_only_if_the_same_words_were_said(
    one: list[tuple[PromptRole, str]], other: list[tuple[PromptRole, str]]
) -> None:
    def words(said: list[tuple[PromptRole, str]]) -> str:
        return json.dumps([(role, text.replace("\0", "").split()) for role, text in said])

    assert (names(*one)[-1:] == names(*other)[-1:]) == (words(one) == words(other))
