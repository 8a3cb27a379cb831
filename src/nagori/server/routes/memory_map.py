"""The memory garden: every memory of the caller on one map."""

import asyncio
import gzip
import json
from functools import partial
from typing import Annotated, Literal

import numpy as np
from fastapi import APIRouter, Header, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from nagori.server.caller import Reader
from nagori.server.schemas.base import Id, Input
from nagori.server.schemas.memories import MemoryPage
from nagori.values.memory import TAGS, Tag
from nagori.values.star import MemoryMap

router = APIRouter(tags=["memories"])

_SECOND = 1_000_000
_SCALE = 10_000
_LARGE = 100_000
"""Bytes from which on packing takes less time than a slow line would."""


class MapCluster(BaseModel):
    """Memories that lie together, and what they are about."""

    id: str
    level: Literal[0, 1] = Field(description="0: topics; 1: words that stand out inside them.")
    label: dict[Literal["en", "zh"], str]
    x: int
    y: int
    count: int


class Map(BaseModel):
    """Every active memory of the caller, column by column, oldest first.

    Places are in ten thousandths; a memory keeps its place however many are added.
    """

    version: str
    ids: list[str]
    x: list[int]
    y: list[int]
    tag: list[int] = Field(description="Numbers of `tags`.")
    created_at: list[int] = Field(description="Seconds since 1970.")
    updated_at: list[int] = Field(description="Seconds since 1970; later when it was said again.")
    times_said: list[int]
    cluster: list[int] = Field(description="Numbers of `topics`; -1 where none fits well.")
    tags: list[Tag]
    topics: list[str]
    clusters: list[MapCluster]
    degraded: list[str]


class Matches(BaseModel):
    """Memories whose text has the words as they were typed, newest first."""

    ids: list[str]


class Typed(Input):
    """Words to look for, letter by letter."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=500)]


class Wanted(Input):
    """Memories to be read."""

    ids: Annotated[list[Id], Field(max_length=200)]


@router.get(
    "/api/memories/map", response_model=Map, responses={304: {"description": "Nothing changed."}}
)
async def memory_map(
    request: Request,
    caller: Reader,
    if_none_match: Annotated[str | None, Header(max_length=200)] = None,
) -> Response:
    """Where each memory of the caller lies; what means the same lies together."""
    found = await caller.n.garden.map(caller.user)
    mark = f'"{found.version}"'
    headers = {"ETag": mark, "Cache-Control": "private, no-cache", "Vary": "Accept-Encoding"}
    if if_none_match is not None and mark in if_none_match:
        return Response(status_code=304, headers=headers)
    packed = "gzip" in request.headers.get("accept-encoding", "")
    body, coding = await asyncio.to_thread(partial(_written, found, packed=packed))
    return Response(body, media_type="application/json", headers=headers | coding)


@router.post("/api/memories/matching")
async def matching(caller: Reader, body: Typed) -> Matches:
    """Which memories have these very words in them."""
    return Matches(ids=await caller.n.garden.matching(caller.user, body.text))


@router.post("/api/memories/read")
async def read(caller: Reader, body: Wanted) -> MemoryPage:
    """Many memories at once, in the order asked for; what is not there is left out."""
    return MemoryPage(items=await caller.n.garden.read(caller.user, body.ids), next=None)


@router.get("/api/memories/{memory_id}/before")
async def before(caller: Reader, memory_id: Id) -> MemoryPage:
    """What a memory took the place of, the latest first."""
    await caller.memory(memory_id)
    return MemoryPage(items=await caller.n.garden.replaced_by(caller.user, memory_id), next=None)


def _written(found: MemoryMap, *, packed: bool) -> tuple[bytes, dict[str, str]]:
    """The map as it is sent. Not by pydantic: it would look at each of a million numbers."""
    codes = {tag: number for number, tag in enumerate(TAGS)}
    body = json.dumps(
        {
            "version": found.version,
            "ids": list(found.ids),
            "x": np.rint(found.x * _SCALE).astype(int).tolist(),
            "y": np.rint(found.y * _SCALE).astype(int).tolist(),
            "tag": [codes[tag] for tag in found.tags],
            "created_at": (found.created_at // _SECOND).tolist(),
            "updated_at": (found.updated_at // _SECOND).tolist(),
            "times_said": found.times_said.tolist(),
            "cluster": found.topic.tolist(),
            "tags": list(TAGS),
            "topics": list(found.topics),
            "clusters": [
                {
                    "id": c.id,
                    "level": c.level,
                    "label": {"en": c.en, "zh": c.zh},
                    "x": round(c.x * _SCALE),
                    "y": round(c.y * _SCALE),
                    "count": c.count,
                }
                for c in found.clusters
            ],
            "degraded": list(found.degraded),
        },
        ensure_ascii=False,
        separators=(",", ":"),
    ).encode("utf-8", "replace")
    if packed and len(body) > _LARGE:
        return gzip.compress(body, 1), {"Content-Encoding": "gzip"}
    return body, {}
