"""Projects and what is learned about them, for tests: each takes only what the test is about."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import numpy as np

from nagori.store.port import Store
from nagori.testing.builders import DIMS, NOW, SPACE
from nagori.testing.embedders import hashed_vector
from nagori.values.learned import RecordDraft
from nagori.values.learning import Lines
from nagori.values.project import Project, ProjectFile
from nagori.values.scope import Scope
from nagori.write.record_index import index_record

LOANS = Scope(SPACE, "project", "loans")
SHOP = Scope(SPACE, "project", "shop")

QUESTION = "Which repayment kinds are there?"
ANSWER = "RepaymentKind has the members ANNUITY and LINEAR."


def cited(path: str = "src/kinds.py", start: int = 3, end: int = 6) -> Lines:
    """Lines of a file, with the hash of their place."""
    return Lines(path, start, end, hashlib.sha256(f"{path}:{start}".encode()).hexdigest(), "c0ffee")


def a_record(
    question: str = QUESTION,
    answer: str = ANSWER,
    *,
    claim: str | None = None,
    cites: Sequence[Lines] | None = None,
    domain: str | None = None,
    id: str | None = None,
    created_at: datetime | None = None,
    vectors: bool = True,
    max_tokens: int = 300,
    **rest: Any,
) -> RecordDraft:
    """A record to be added, with the vectors of the hashed embedder unless told otherwise."""
    indexed, words = index_record(question, answer, max_tokens=max_tokens)
    if vectors:
        rows = [hashed_vector(part, DIMS) for part in words]
        indexed = replace(indexed, vectors=np.array(rows, np.float32))
    return RecordDraft(
        question=question,
        question_type="CODE_STRUCTURE",
        answer=answer,
        citations=tuple([cited()] if cites is None else cites),
        confidence=0.75,
        indexed=indexed,
        claim=claim,
        domain=domain,
        id=id,
        created_at=created_at,
        **rest,
    )


def a_file(path: str, *, lines: int = 10, outline: str | None = None) -> ProjectFile:
    """A file as a scan finds it."""
    hash = hashlib.sha256(f"{path}{lines}{outline}".encode()).hexdigest()
    return ProjectFile(
        path, lines * 30, 1_700_000_000_123_456_789, hash, "python", lines, outline=outline
    )


async def registered(store: Store, *scopes: Scope) -> list[Project]:
    """Projects, each in a folder named after it."""
    return [
        await store.projects.register(scope, f"/code/{scope.id}", now=NOW)
        for scope in scopes or (LOANS,)
    ]
