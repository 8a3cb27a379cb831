"""What tests of a group's knowledge share: opted-in groups, and waiting for what is done behind."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from nagori import Nagori
from nagori.face.group import Group
from nagori.testing.builders import NOW
from nagori.testing.model_server import ModelServer, settings_for
from nagori.values.knowledge import GROUP_SUMMARY_JOB
from nagori.values.memorising import MEMORISE_JOB
from nagori.values.message import Message

KNOWS: dict[str, Any] = {
    "enable_summaries": True,
    "enable_member_profiles": True,
    "knowledge_delay_seconds": 0.0,
}
"""A group that wants all of it, at once."""

RELEASE = (
    ("ann", "the release of the parser slips to Thursday because of the failing migration"),
    ("bob", "lunch anybody?"),
    ("ann", "I found the failing migration: it locks the orders table"),
    ("cat", "then the release of the parser waits until the orders table is fixed"),
    ("bob", "ok"),
    ("ann", "we decided: release of the parser on Thursday, migration first"),
)
RELEASE_ZH = (
    ("ann", "解析器的发布推迟到周四，因为迁移脚本失败了"),
    ("bob", "中午吃什么"),
    ("ann", "找到迁移脚本失败的原因了：它锁住了订单表"),
    ("cat", "那解析器的发布要等订单表修好"),
    ("bob", "好的"),
    ("ann", "决定了：周四发布解析器，先跑迁移脚本"),
)


def with_helpers(decision: ModelServer, summary: ModelServer, **others: Any) -> dict[str, Any]:
    """Models that decide and summarise by these servers, patient for a second."""
    waits = {"first_byte_s": 1.0, "total_s": 2.0, "deadline_s": 1.0}
    return {
        "decision": settings_for(decision, "openai", **waits),
        "summary": settings_for(summary, "openai", **waits),
        "title": {"type": "extractive"},
        **others,
    }


async def say(
    group: Group, lines: Sequence[tuple[str, str]], *, names: dict[str, str] | None = None
) -> list[Message]:
    """Say these things, half a minute apart."""
    return [
        await group.hear(
            text,
            speaker=speaker,
            name=(names or {}).get(speaker, speaker.capitalize()),
            said_at=NOW + timedelta(seconds=30 * number),
        )
        for number, (speaker, text) in enumerate(lines)
    ]


async def settled(n: Nagori, *, within_s: float = 20) -> None:
    """Wait until nothing is left to be considered or summarised."""
    kinds = (GROUP_SUMMARY_JOB, MEMORISE_JOB)
    async with asyncio.timeout(within_s):
        while any(waiting.kind in kinds for waiting in await n.backlog()):
            await asyncio.sleep(0.02)


async def known(n: Nagori, group: str) -> list[str]:
    """Every memory of a group, oldest first."""
    return [memory.text for memory in reversed((await n.list(group=group, limit=1000)).items)]
