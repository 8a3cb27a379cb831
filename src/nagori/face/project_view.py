"""What a chat about a project gets to see of it."""

import asyncio
from collections.abc import Sequence

from nagori.chat.request import ProjectView
from nagori.errors import UserError
from nagori.learn.context import MAX_TOKENS, context_summary
from nagori.learn.folder import Folder
from nagori.learn.loading import Loader
from nagori.text.normal import is_cjk
from nagori.values.learning import LearningRecordWithScore
from nagori.values.memory import Source
from nagori.values.recall import Arm, Recalled, Why
from nagori.values.scope import Scope

_NO_FOLDER = "project: its folder is not there, so nothing but what was learned can be told"


async def view_of(
    loader: Loader, scope: Scope, path: str, question: str, *, max_tokens: int
) -> ProjectView:
    """What is known of the project that has to do with the question, within the budget."""
    folder = await asyncio.to_thread(_folder, path)
    loaded = await loader.load(scope, question, folder=folder)
    return ProjectView(
        summary=context_summary(
            loaded, "zh" if is_cjk(question) else "en", max_tokens=min(MAX_TOKENS, max_tokens)
        ),
        items=_items(loaded.learning_records, scope),
        folder=None if folder is None else path,
        degraded=loaded.degraded if folder is not None else (_NO_FOLDER, *loaded.degraded),
    )


def _folder(path: str) -> Folder | None:
    try:
        return Folder(path)
    except UserError:
        return None


def _items(found: Sequence[LearningRecordWithScore], scope: Scope) -> list[Recalled]:
    """Records as recalled items, so that they are told of like anything else in the prompt."""
    return [
        Recalled(
            id=one.record.id,
            kind="record",
            text=f"{one.record.question}\n{one.record.answer}",
            score=one.score,
            why=_why(one, rank),
            at=one.record.created_at,
            source=_source(one),
            scope=scope.key,
            trust="own" if one.record.made_by == "person" else "untrusted",
        )
        for rank, one in enumerate(found, 1)
    ]


def _why(found: LearningRecordWithScore, rank: int) -> Why:
    parts = found.parts
    similarity, lexical = parts.get("similarity"), parts.get("words", 0.0)
    arm: Arm = "lexical" if similarity is None else "both" if lexical else "vector"
    return Why(
        similarity=similarity,
        lexical=lexical,
        neighbours=parts.get("file", 0.0),
        decay=1.0,
        when=1.0,
        relevance=parts.get("relevance", found.score),
        final=found.score,
        arm=arm,
        rank=rank,
    )


def _source(found: LearningRecordWithScore) -> Source | None:
    """The first place that shows it, as it stands now."""
    record = found.record
    places = [one.now or one.lines for one in found.checked] or list(record.citations)
    if not places:
        return None
    first = places[0]
    return Source("file", first.path, record.created_at, first.start, first.end, first.hash)
