import hmac
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from nagori.bots.errors import UnreadableError
from nagori.bots.onebot.events import Segment, read, segments
from nagori.bots.onebot.signature import is_genuine
from nagori.bots.port import Incoming


def report(message: object, **fields: Any) -> bytes:
    told = {
        "time": 1_700_000_000,
        "self_id": 10001,
        "post_type": "message",
        "message_type": "group",
        "message_id": 12,
        "group_id": 777,
        "user_id": 42,
        "message": message,
        "sender": {"nickname": "ann", "card": "Ann of sales"},
    }
    return json.dumps({**told, **fields}).encode()


def heard(message: object, **fields: Any) -> Incoming:
    incoming = read(report(message, **fields)).incoming
    assert incoming is not None
    return incoming


def test_a_group_message_is_read_with_its_codes() -> None:
    incoming = heard("[CQ:reply,id=11][CQ:at,qq=10001,name=Nagori] is 1 &#91;or 2&#93; free?")

    assert incoming == Incoming(
        chat_id="qq-group:777",
        message_id="qq:12",
        speaker="qq:42",
        text="@Nagori  is 1 [or 2] free?",
        at=datetime.fromtimestamp(1_700_000_000, UTC),
        group_id="qq-group:777",
        name="Ann of sales",
        reply_to="qq:11",
        mentions=("qq:10001",),
    )


def test_segments_and_codes_say_the_same() -> None:
    parts = [
        {"type": "at", "data": {"qq": "10001"}},
        {"type": "text", "data": {"text": "hi &amp; [CQ:at,qq=1]"}},
        {"type": "image", "data": {"file": "a.png"}},
    ]
    codes = "[CQ:at,qq=10001]hi &amp;amp; &#91;CQ:at,qq=1&#93;[CQ:image,file=a.png]"

    assert heard(parts) == heard(codes)
    assert heard(codes).text == "@10001 hi &amp; [CQ:at,qq=1][image]"
    assert heard(codes).mentions == ("qq:10001",)


def test_values_of_codes_are_unescaped() -> None:
    assert segments("[CQ:share,title=a&#44;b&amp;c]") == [
        Segment(type="share", data={"title": "a,b&c"})
    ]


def test_all_are_nobody_in_particular() -> None:
    incoming = heard("[CQ:at,qq=all] hi")

    assert (incoming.text, incoming.mentions) == ("@all  hi", ())


def test_a_private_message_has_no_group() -> None:
    incoming = heard("hi", message_type="private", group_id=None, sender={"nickname": "ann"})

    assert (incoming.chat_id, incoming.group_id) == ("qq-private:42", None)
    assert incoming.name == "ann"


def test_other_reports_say_nothing() -> None:
    assert read(report("", post_type="meta_event")).incoming is None
    assert read(report("[CQ:reply,id=1]")).incoming is None


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", report("hi", time="now"), report({"a": 1})])
def test_what_is_no_report_is_refused(body: bytes) -> None:
    with pytest.raises(UnreadableError):
        read(body)


def test_a_report_is_genuine_if_it_was_signed_with_the_secret() -> None:
    signature = "sha1=" + hmac.new(b"secret", b"body", "sha1").hexdigest()

    assert is_genuine(signature, b"body", "secret")
    for given, body, secret in (
        (signature, b"other", "secret"),
        (signature, b"body", "other"),
        ("", b"body", "secret"),
        ("é", b"body", "secret"),
    ):
        assert not is_genuine(given, body, secret)
