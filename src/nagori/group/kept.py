"""What is kept of an analysed message, as text, and the features that it tells of."""

import json
from collections.abc import Mapping
from typing import Any, cast

from nagori.group.analysis import Analysed
from nagori.values.group import MessageFeatures, ReplyInfo, ReplyType
from nagori.values.message import Message


def written(analysed: Analysed) -> str:
    """What the analyser found, without what the message itself says."""
    told = {
        "addressee": analysed.addressee,
        "mentions": analysed.mentions,
        "kind": analysed.kind,
        "keywords": analysed.keywords,
        "terms": analysed.terms,
        "words": analysed.words,
        "marks": [int(mark) for mark in analysed.marks],
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def read(text: str, message: Message, *, reply_to: str | None) -> Analysed:
    """The analysed message again, from what was written and the message."""
    told = cast("Mapping[str, Any]", json.loads(text))
    return Analysed(
        id=message.id,
        speaker=message.speaker,
        at=message.said_at.timestamp(),
        reply_to=reply_to,
        addressee=told["addressee"],
        mentions=tuple(told["mentions"]),
        kind=told["kind"],
        keywords=tuple(told["keywords"]),
        terms=tuple(told["terms"]),
        words=told["words"],
        marks=tuple(map(bool, told["marks"])),
        is_system=message.role == "system",
    )


def features_of(
    message: Message, analysed: Analysed, *, group: str, parent: Message | None
) -> MessageFeatures:
    """What a message is, by the names that others know it by."""
    return MessageFeatures(
        message_id=message.id,
        user_id=message.speaker,
        group_id=group,
        content=message.content,
        timestamp=int(analysed.at * 1000),
        message_type=analysed.kind,
        reply_to=_reply(message, analysed, parent),
        mentions=analysed.mentions,
        keywords=analysed.keywords,
    )


def _reply(message: Message, analysed: Analysed, parent: Message | None) -> ReplyInfo | None:
    if message.reply_to is not None:
        speaker = "" if parent is None else parent.speaker
        how: ReplyType = "thread" if message.metadata.get("thread") else "quote"
        return ReplyInfo(parent.id if parent else message.reply_to, speaker, how)
    if parent is not None and analysed.addressee is not None:
        return ReplyInfo(parent.id, parent.speaker, "mention")
    return None
