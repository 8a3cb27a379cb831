"""A sample conversation, for who opens the app for the first time."""

import json
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Any

from fastapi import APIRouter

from nagori.server.caller import Writer
from nagori.server.idempotency import RepeatableRoute
from nagori.server.schemas.chats import Sample, SampleWanted
from nagori.values.times import utc_now

router = APIRouter(tags=["chats"], route_class=RepeatableRoute)


@router.post("/api/sample", status_code=201)
async def create(caller: Writer, body: SampleWanted) -> Sample:
    """A chat of some weeks ago with what was remembered of it, and questions that it answers."""
    story, now = _stories()[body.language], utc_now()
    n, user = caller.n, caller.user
    chat = await n.chats.create(user, title=story["title"], metadata={"sample": True})
    for said in story["messages"]:
        await n.hear(
            chat.id,
            said["text"],
            speaker=user if said["role"] == "user" else "assistant",
            role=said["role"],
            said_at=_when(said, now),
            user=user,
        )
    for number, known in enumerate(story["memories"], 1):
        await n.remember(
            known["text"],
            user=user,
            tag="summary",
            chat=chat.id,
            at=_when(known, now),
            external_id=f"sample-{body.language}-{number}",
        )
    return Sample(chat=await n.chats.get(chat.id), questions=story["questions"])


def _when(record: dict[str, Any], now: datetime) -> datetime:
    hour, minute = map(int, record["at"].split(":"))
    day = now - timedelta(days=record["days_ago"])
    return day.replace(hour=hour, minute=minute, second=0, microsecond=0)


@cache
def _stories() -> dict[str, Any]:
    return json.loads((files("nagori.server") / "sample.json").read_text("utf-8"))
