"""What is known that a new statement may be about."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nagori.store.passage_port import PassageStore
from nagori.text.terms import query_terms
from nagori.values.memory import Tag
from nagori.values.passage import Filter, Query, Scores
from nagori.values.scope import Scope
from nagori.write.decide import Known

_MOST = 24
"""Of the nearest in meaning, and as many of those with the same words."""
_STATEMENTS: frozenset[Tag] = frozenset(("manual", "summary"))


@dataclass(frozen=True, slots=True)
class _Near:
    rows: NDArray[np.intp]
    cosines: list[float]


async def neighbours(
    sentence: str,
    scope: Scope,
    passages: PassageStore,
    *,
    vector: NDArray[np.float32] | None,
    embedder: str | None,
    bot: str | None,
    now: datetime,
    metadata: Mapping[str, Any] | None = None,
) -> list[Known]:
    """Statements of the scope that hold now, the nearest in meaning and in words.

    With `metadata`, those alone that have it.
    """
    query = Query(
        space=scope.space,
        scopes={"memory": [scope]},
        terms=query_terms(sentence),
        now=now,
        vector=vector,
        embedder=embedder,
        where=Filter(tags=_STATEMENTS, bot=bot, metadata=metadata or {}),
    )
    near, found = await passages.find(query, _nearest)
    known: dict[str, Known] = {}
    for passage, cosine in zip(found, near.cosines, strict=True):
        if passage is not None and passage.id not in known:
            similarity = None if np.isnan(cosine) else cosine
            known[passage.id] = Known(passage.id, passage.text, similarity, passage.at)
    return list(known.values())


def _nearest(scores: Scores) -> _Near:
    shown = np.flatnonzero(scores.hidden == 0)
    by_meaning = shown[np.argsort(-np.nan_to_num(scores.cosine[shown], nan=-1.0), kind="stable")]
    by_words = shown[np.argsort(-scores.bm25[shown], kind="stable")]
    rows = np.unique(np.concatenate([by_meaning[:_MOST], by_words[:_MOST]]))
    return _Near(rows, scores.cosine[rows].tolist())
