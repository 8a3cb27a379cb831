"""Questions: what the learner asks next, never what it knows or failed at already."""

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast, get_args

import numpy as np
from numpy.typing import NDArray

from nagori.embed.port import Embedder
from nagori.errors import ModelError
from nagori.learn.asking import Asker
from nagori.prompts import LEARN_QUESTION_PROMPT, fill
from nagori.store.passage_port import PassageStore
from nagori.store.project_port import RecordStore
from nagori.text.code_terms import code_query
from nagori.text.normal import content_hash
from nagori.text.secrets.redaction import redact
from nagori.text.terms import has_content, query_terms, terms
from nagori.values.learning import LearningRecord, QuestionType
from nagori.values.passage import Query, Scores
from nagori.values.project import KnowledgeGap
from nagori.values.prompt import PromptMessage
from nagori.values.scope import Scope

SAME_WORDS = 0.6
"""Share of words from which on two questions about the same things are one."""
SAME_MEANING = 0.92
"""Cosine from which on they are one."""
_TYPES: tuple[str, ...] = get_args(QuestionType)
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"question": {"type": "string"}, "type": {"type": "string"}},
    "required": ["question"],
}
_SHORTEST, _LONGEST = 8, 400
_NEAR = 24
_RELATED = 3
_FEW_WORDS = 2
_MOST_KNOWN = 30
_MOST_FILES = 40
_QUOTED = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"^[\w.@-]+(?:/[\w.@-]+)+$")
_FILE = re.compile(r"\.(?:py|pyi|ts|tsx|js|jsx|java|kt|go|rs|md|rst|toml|json|ya?ml|cfg|ini|sql)$")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that may be explored."""

    text: str
    type: QuestionType
    related: tuple[str, ...] = ()
    """Ids of records that are about something near."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A question that may not, and why."""

    text: str
    why: str


def signature_of(question: str) -> str:
    """Equal for questions that differ only in case, punctuation or spacing."""
    return hashlib.sha256(content_hash(question)).hexdigest()[:32]


def is_repeat(question: str, other: str, *, cosine: float | None = None) -> bool:
    """Whether two questions are one in other words.

    Where both name things in backticks, questions about different things are different, however
    alike they read; about the same things, the words around them decide.
    """
    if content_hash(question) == content_hash(other):
        return True
    mine, theirs = _things(question), _things(other)
    if mine and theirs:
        if not (_all_among(mine, theirs) and _all_among(theirs, mine)):
            return False
        question, other = _QUOTED.sub(" ", question), _QUOTED.sub(" ", other)
    own, others = _content(question), _content(other)
    if min(len(own), len(others)) < _FEW_WORDS:
        own, others = set(terms(question).tolist()), set(terms(other).tolist())
    shared = len(own & others) / len(own | others) if own | others else 1.0
    return shared >= SAME_WORDS or (cosine is not None and cosine >= SAME_MEANING)


def problem_of(question: str, paths: Collection[str]) -> str | None:
    """What is wrong with a question by itself; None if nothing is. `paths` are all there are."""
    if not _SHORTEST <= len(question) <= _LONGEST:
        return f"it needs {_SHORTEST} to {_LONGEST} characters"
    for quoted in _QUOTED.findall(question):
        if quoted.startswith(("/", "~", "..")):
            return f"`{quoted}` lies outside of the project"
        # A route reads like a path, so that only what ends like a file has to be one.
        is_file = _PATH.match(quoted) and re.search(r"\.\w{1,5}$", quoted)
        if is_file and quoted not in paths and not any(p.endswith(f"/{quoted}") for p in paths):
            return f"there is no `{quoted}`"
    return None


class Repeats:
    """Knows what was asked before."""

    def __init__(
        self,
        scope: Scope,
        records: RecordStore,
        passages: PassageStore,
        embedder: Embedder | None,
        *,
        failed: Sequence[str] = (),
    ) -> None:
        self._scope, self._records, self._passages = scope, records, passages
        self._embedder, self._failed = embedder, failed

    async def near(self, question: str, *, now: datetime) -> list[tuple[LearningRecord, float]]:
        """Records that a question may repeat, the nearest first, with their cosines (or NaN)."""
        vector = await self._vector(question)
        query = Query(
            space=self._scope.space,
            scopes={"record": [self._scope]},
            terms=query_terms(question),
            now=now,
            vector=vector,
            embedder=self._embedder.fingerprint if self._embedder and vector is not None else None,
            wording=code_query(question),
        )
        near, found = await self._passages.find(query, _nearest)
        cosines: dict[str, float] = {}
        for passage, cosine in zip(found, near.cosines, strict=True):
            if passage is not None:
                cosines.setdefault(passage.id, cosine)
        records = await self._records.get(self._scope, list(cosines))
        return [(record, cosines[record.id]) for record in records]

    async def refusal(
        self, question: str, *, now: datetime, but: str | None = None
    ) -> tuple[str | None, tuple[str, ...]]:
        """Why a question is not asked, if it is not, and records that are about something near.

        `but` is a record whose question may be asked again, since it is to be learned anew.
        """
        for text in self._failed:
            if is_repeat(question, text):
                return "it was tried before and could not be answered", ()
        near = [
            (one, cosine) for one, cosine in await self.near(question, now=now) if one.id != but
        ]
        for record, cosine in near:
            told = None if np.isnan(cosine) else cosine
            if record.status != "replaced" and is_repeat(question, record.question, cosine=told):
                return f"it is answered already by {record.id}: {record.question}", ()
        return None, tuple(record.id for record, _ in near[:_RELATED])

    async def _vector(self, question: str) -> NDArray[np.float32] | None:
        if self._embedder is None:
            return None
        try:
            return (await self._embedder.embed([question], "query"))[0]
        except ModelError:  # words alone decide
            return None


@dataclass(frozen=True, slots=True)
class _Near:
    rows: NDArray[np.intp]
    cosines: list[float]


def _nearest(scores: Scores) -> _Near:
    """The nearest in meaning, then those with the same words; none that has neither."""
    shown = np.flatnonzero(scores.hidden == 0)
    meant = shown[~np.isnan(scores.cosine[shown])]
    near = meant[np.argsort(-scores.cosine[meant], kind="stable")][:_NEAR]
    worded = shown[scores.bm25[shown] > 0]
    words = worded[np.argsort(-scores.bm25[worded], kind="stable")][:_NEAR]
    rows = np.array(list(dict.fromkeys([*near.tolist(), *words.tolist()])), dtype=np.intp)
    return _Near(rows, scores.cosine[rows].tolist())


async def ask_model(
    gap: KnowledgeGap,
    files: Sequence[str],
    known: Iterable[str],
    refused: Sequence[Refused],
    asker: Asker,
) -> tuple[str, QuestionType]:
    """A question that the model thinks of; it may be a repeat still."""
    about = f"{gap.type}: {gap.description}\nFor example: {gap.suggested_question}"
    told = [*known][:_MOST_KNOWN] + [f"{one.text} (refused: {one.why})" for one in refused]
    prompt = fill(
        LEARN_QUESTION_PROMPT,
        gap=about,
        files="\n".join(files[:_MOST_FILES]),
        known="\n".join(f"- {text}" for text in told),
    )
    reply = await asker.ask([PromptMessage("user", prompt)], _SCHEMA)
    text = redact(" ".join(str(reply["question"]).split())).text
    return text, question_type_of(reply.get("type"))


def question_type_of(given: object) -> QuestionType:
    """The type that was given, or the most general one."""
    return cast("QuestionType", given) if given in _TYPES else "CODE_STRUCTURE"


def _things(question: str) -> frozenset[str]:
    """What a question is about: the paths that it quotes, and the last names of all else."""
    return frozenset(_thing(quoted.strip(" ()@")) for quoted in _QUOTED.findall(question))


def _thing(quoted: str) -> str:
    is_path = "/" in quoted or _FILE.search(quoted)
    name = quoted if is_path else re.split(r"[.:#]", quoted)[-1]
    return (name.strip(" ()") or quoted).casefold()


def _all_among(some: Iterable[str], others: Iterable[str]) -> bool:
    """Whether each is one of the others; a path may be written without its beginning."""
    known = [*others]
    return all(
        any(one == two or one.endswith(f"/{two}") or two.endswith(f"/{one}") for two in known)
        for one in some
    )


def _content(question: str) -> set[int]:
    """The words that say something; none when there is nothing but stop words."""
    return set(query_terms(question).tolist()) if has_content(question) else set()
