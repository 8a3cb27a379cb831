"""What the parts of recall work on, for tests: each builder takes only what the test is about."""

from datetime import datetime
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nagori.config import RecallSettings
from nagori.recall.candidate import Candidate
from nagori.recall.plan import Plan
from nagori.recall.profile import profile as profile_of
from nagori.testing.builders import CARLA, NOW, SPACE
from nagori.text.normal import content_hash
from nagori.text.terms import terms
from nagori.text.timewords import Interval
from nagori.values.memory import Source, Tag
from nagori.values.passage import Filter, Found, PassageKind, Scores
from nagori.values.recall import Mode, Why
from nagori.values.times import to_micros

_numbers = count(1)


def a_candidate(
    text: str = "she likes green tea",
    *,
    id: str | None = None,
    final: float = 0.8,
    relevance: float | None = None,
    similarity: float | None = 0.5,
    kind: PassageKind = "memory",
    tag: Tag | None = "manual",
    at: datetime = NOW,
    chat_id: str | None = None,
    message: str | None = None,
    hidden: str | None = None,
) -> Candidate:
    """A passage under consideration; `message` is the id of the one that it was made from."""
    number = next(_numbers)
    source = Source("message", message, at) if message else Source("statement", CARLA.key, at)
    found = Found(
        passage=number,
        kind=kind,
        id=id or f"id-{number:06d}",
        text=text,
        text_hash=text_number(text),
        terms=terms(text),
        at=at,
        scope=CARLA.key,
        tag=tag if kind == "memory" else None,
        chat_id=chat_id,
        sources=(source,) if kind == "memory" else (),
    )
    why = Why(
        similarity=similarity,
        lexical=0.5,
        neighbours=0.0,
        decay=1.0,
        when=1.0,
        relevance=final if relevance is None else relevance,
        final=final,
        arm="both",
        rank=1,
    )
    return Candidate(found, why, hidden)


def a_plan(
    query: str = "what does she drink?",
    *,
    mode: Mode = "hybrid",
    profile: str = "chat",
    now: datetime = NOW,
    interval: Interval | None = None,
    **settings: Any,
) -> Plan:
    """A plan of one user's memories; `settings` are those of recall."""
    return Plan(
        query=query,
        space=SPACE,
        scopes={"memory": [CARLA]},
        profile=profile_of(profile, RecallSettings(**settings)),
        mode=mode,
        where=Filter(),
        now=now,
        interval=interval,
    )


def some_scores(
    cosine: ArrayLike,
    *,
    bm25: ArrayLike = 0.0,
    at: list[datetime] | None = None,
    texts: list[str] | None = None,
    raw: ArrayLike = False,
    hidden: ArrayLike = 0,
) -> Scores:
    """Scores of passages that stand for themselves: no neighbours, all different."""
    near = np.asarray(cosine, np.float32)
    rows = len(near)
    nobody = np.full(rows, -1, np.int32)

    def column(values: ArrayLike, dtype: type[np.generic]) -> NDArray[Any]:
        return np.broadcast_to(np.asarray(values, dtype), near.shape).copy()

    names = [f"text {row}" for row in range(rows)] if texts is None else texts
    return Scores(
        passage=np.arange(1, rows + 1, dtype=np.int64),
        cosine=near,
        common=np.zeros(rows, np.float32),
        bm25=column(bm25, np.float32),
        bm25_ideal=10.0,
        before=nobody,
        after=nobody,
        cjk=column(False, np.bool_),  # noqa: FBT003  # a value, not a flag
        asks=column(False, np.bool_),  # noqa: FBT003  # a value, not a flag
        raw=column(raw, np.bool_),
        at=np.array([to_micros(one) for one in at or [NOW] * rows], np.int64),
        text_hash=np.array([text_number(name) for name in names], np.int64),
        hidden=column(hidden, np.uint8),
    )


def text_number(text: str) -> int:
    """What passages with this text are compared by."""
    return int.from_bytes(content_hash(text)[:8], "little", signed=True)
