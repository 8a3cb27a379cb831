import json
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.bots.errors import UnreadableError
from nagori.bots.lark.content import card
from nagori.bots.lark.events import Delivery, UrlCheck, read
from nagori.bots.port import Incoming
from nagori.testing.feishu_server import event, message_event, reaction_event


def said(made: dict[str, Any]) -> Incoming | None:
    delivery = read(json.dumps(made).encode())
    assert isinstance(delivery, Delivery)
    return delivery.incoming


def heard(text: str, **fields: Any) -> Incoming:
    incoming = said(message_event(text, id="1", **fields))
    assert incoming is not None
    return incoming


def test_a_message_is_read_with_who_said_it_where_and_when() -> None:
    assert heard("hello", at=1_700_000_000.5) == Incoming(
        chat_id="oc_team",
        message_id="om_1",
        speaker="ou_ann",
        text="hello",
        at=datetime(2023, 11, 14, 22, 13, 20, 500_000, tzinfo=UTC),
        group_id="oc_team",
    )


def test_keys_of_mentions_become_names_and_ids() -> None:
    people = {f"ou_{number}": f"P{number}." for number in range(11)}
    text = " ".join(f"@{name}" for name in people.values())

    incoming = heard(text, mentions=people)

    assert incoming.text == text
    assert incoming.mentions == tuple(people)


def test_a_key_that_nobody_has_stays_and_all_are_all() -> None:
    assert heard("@_user_7 and @_all").text == "@_user_7 and @all"


@pytest.mark.parametrize(
    ("fields", "reply_to", "in_thread"),
    [
        ({"parent_id": "om_p", "root_id": "om_r"}, "om_p", False),
        ({"root_id": "om_r", "thread_id": "omt_1"}, "om_r", True),
        ({"parent_id": "", "root_id": None}, None, False),
    ],
)
def test_threads_are_replies(fields: dict[str, Any], reply_to: str | None, in_thread: bool) -> None:
    incoming = heard("yes", **fields)

    assert (incoming.reply_to, incoming.in_thread) == (reply_to, in_thread)


def test_a_direct_chat_has_no_group() -> None:
    incoming = heard("hello", chat="oc_ann", chat_type="p2p")

    assert (incoming.chat_id, incoming.group_id) == ("oc_ann", None)


def test_a_post_is_read_as_text() -> None:
    post = {
        "title": "Plan",
        "content": [
            [{"tag": "at", "user_id": "@_user_1"}, {"tag": "text", "text": " see "}],
            [{"tag": "a", "text": "this", "href": "https://a.example"}, {"tag": "img"}],
            [{"tag": "emotion", "emoji_type": "SMILE"}, {"tag": "unknown"}],
        ],
    }
    for content in (post, {"zh_cn": post}):
        incoming = heard(
            "",
            mentions={"ou_bob": "Bob"},
            message_type="post",
            content=json.dumps(content),
        )

        assert incoming.text == "Plan\n@Bob see \nthis (https://a.example)[image]\n[SMILE]"
        assert incoming.mentions == ("ou_bob",)


def test_what_is_not_text_is_named() -> None:
    assert heard("", message_type="image", content='{"image_key": "img_1"}').text == "[image]"


def test_other_bots_are_seen_as_such() -> None:
    made = message_event("beep", id="1")
    made["event"]["sender"]["sender_type"] = "app"
    incoming = said(made)

    assert incoming is not None
    assert incoming.is_bot


def test_a_reaction_says_to_what() -> None:
    incoming = said(reaction_event("THUMBSUP", id="9", to="om_card"))

    assert incoming is not None
    assert (incoming.reaction, incoming.reply_to) == ("THUMBSUP", "om_card")
    assert (incoming.message_id, incoming.text) == ("ev_9", "[THUMBSUP]")


def test_an_empty_message_and_other_events_say_nothing() -> None:
    assert said(message_event("  ", id="1")) is None
    assert said(event("im.chat.disbanded_v1", "2", {"chat_id": "oc_team"})) is None


def test_the_check_of_an_address_is_read() -> None:
    told = {"type": "url_verification", "token": "t", "challenge": "c"}

    assert read(json.dumps(told).encode()) == UrlCheck("t", "c")


@pytest.mark.parametrize(
    "spoil",
    [
        {"create_time": "soon"},
        {"create_time": "9" * 30},
        {"content": "{"},
        {"content": '{"text": 7}'},
        {"message_type": "post", "content": "[]"},
        {"message_id": ""},
        {"chat_id": None},
    ],
)
def test_what_is_wrong_is_refused_without_repeating_it(spoil: dict[str, Any]) -> None:
    with pytest.raises(UnreadableError) as raised:
        heard("a secret text", **spoil)

    assert "secret" not in str(raised.value)


@given(
    told=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(
                    ["schema", "header", "event", "type", "challenge", "event_id", "event_type"]
                ),
                inner,
            )
        ),
    )
)
def test_no_json_breaks_the_reader(told: object) -> None:
    with suppress(UnreadableError):
        read(json.dumps(told).encode())


def test_a_card_shows_markdown_and_calls_nobody() -> None:
    shown = json.loads(card("**yes** <at id=all></at> < at id=x> a<b"))

    assert shown["config"]["update_multi"] is True
    text = shown["elements"][0]["content"]
    assert text == "**yes** &#60;at id=all>&#60;/at> &#60; at id=x> a<b"
