"""Whose words a prompt holds."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from nagori.agent.trust import given_is_untrusted, message_is_untrusted, prompt_is_untrusted
from nagori.testing.builders import NOW, a_chat
from nagori.values.memory import Trust
from nagori.values.message import Message, Role
from nagori.values.passage import PassageKind
from nagori.values.prompt import PromptMessage
from nagori.values.recall import Recalled, Why


def said(speaker: str, role: Role = "user", metadata: Mapping[str, Any] | None = None) -> Message:
    return Message("m", "c", role, speaker, "tea", NOW, metadata=metadata or {})


def found(kind: PassageKind = "memory", trust: Trust = "own") -> Recalled:
    why = Why(0.9, 0.5, 0.0, 1.0, 1.0, 0.9, 0.9, "both", 1)
    return Recalled("r", kind, "tea", 0.9, why, NOW, trust=trust)


UNTRUSTED = {"trust": "untrusted"}


@pytest.mark.parametrize(
    ("message", "untrusted"),
    [
        (said("carla"), False),
        (said("diego"), True),
        (said("carla", metadata=UNTRUSTED), True),
        (said("assistant", "assistant"), False),
        (said("assistant", "assistant", {"trust": "own"}), False),
        (said("assistant", "assistant", UNTRUSTED), True),
        (said("system", "system"), False),
    ],
)
def test_a_message_is_trusted_if_it_is_the_user_s_or_rests_on_theirs(
    message: Message, untrusted: bool
) -> None:
    assert message_is_untrusted(message, "carla") is untrusted


def test_a_prompt_of_one_s_own_words_is_trusted() -> None:
    past = [said("carla"), said("assistant", "assistant")]
    recalled = [found(), found("message"), found("page")]

    assert not prompt_is_untrusted(user="carla", chat=a_chat(), past=past, recalled=recalled)


@pytest.mark.parametrize(
    ("past", "recalled", "metadata"),
    [
        ([said("carla"), said("diego")], [], {}),
        ([said("assistant", "assistant", UNTRUSTED)], [], {}),
        ([], [found(), found("memory", "untrusted")], {}),
        ([], [found("message", "untrusted")], {}),
        ([], [found("document")], {}),
        ([], [found("record")], {}),
        ([], [], UNTRUSTED),
    ],
)
def test_words_of_anybody_else_make_it_untrusted(
    past: list[Message], recalled: list[Recalled], metadata: Mapping[str, Any]
) -> None:
    chat = replace(a_chat(), metadata=metadata)

    assert prompt_is_untrusted(user="carla", chat=chat, past=past, recalled=recalled)


def test_a_client_s_prompt_with_results_of_tools_is_untrusted() -> None:
    user = PromptMessage("user", "look it up")

    assert not given_is_untrusted([user])
    assert given_is_untrusted([user, PromptMessage("tool", "a web page", call_id="c")])
