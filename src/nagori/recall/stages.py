"""The stages of the pipeline: each is a pure function from candidates to those it keeps.

Candidates come best first and leave in the order they came.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from functools import cached_property

from nagori.recall.candidate import Candidate
from nagori.text.normal import normal_form

Stage = Callable[[Sequence[Candidate]], list[Candidate]]

_NEAR, _MAYBE_NEAR = 0.9, 0.4
"""Shares of words in common from which two texts say the same, or may."""

_FILLERS = re.compile(
    r"\b(?:really|very|just|also|so|quite|actually|please)\b\s*|真的|非常|特别|很|也|了"
)
"""Words that change how a thing is said, not what."""


def drop_hidden(found: Sequence[Candidate], *, rule: str) -> list[Candidate]:
    """Drop what the filter keeps out; it came this far only to be explained."""
    return [c for c in found if c.hidden != rule]


def drop_echo(
    found: Sequence[Candidate], *, query_hashes: Collection[int], now: datetime, seconds: float
) -> list[Candidate]:
    """Drop what merely repeats the query.

    Words as said are never recalled for themselves, at any age; a statement made to be kept only
    while it is so young that it must be the one just typed.
    """
    young = timedelta(seconds=seconds)
    return [
        c
        for c in found
        if c.found.text_hash not in query_hashes or not (c.is_raw or now - c.found.at < young)
    ]


def drop_below(found: Sequence[Candidate], *, minimum: float) -> list[Candidate]:
    """Drop what is less relevant than the minimum."""
    return [c for c in found if c.why.relevance >= minimum]


def drop_dissimilar(found: Sequence[Candidate], *, minimum: float) -> list[Candidate]:
    """Drop what is less similar than the minimum, on the cosine scale."""
    return [c for c in found if c.why.similarity is not None and c.why.similarity >= minimum]


def drop_duplicates(found: Sequence[Candidate]) -> list[Candidate]:
    """Of equal texts keep the newest, and of one long memory the best passage."""
    newest: dict[int, Candidate] = {}
    for c in found:
        best = newest.get(c.found.text_hash)
        if best is None or (c.found.at, c.id) > (best.found.at, best.id):
            newest[c.found.text_hash] = c
    best_of: dict[tuple[str, str], Candidate] = {}
    for c in found:
        if newest[c.found.text_hash] is c:
            # Two projects may each have a record of that id.
            best_of.setdefault((c.found.scope, c.id), c)
    return list(best_of.values())


def drop_covered(found: Sequence[Candidate]) -> list[Candidate]:
    """Drop words as said that stand here in a better form.

    A memory made from a message hides the raw memory of that message, and either hides the message;
    a raw memory knows its message by its source or, without one, by the same words in the chat.
    """
    memories = [c for c in found if c.found.kind == "memory"]
    by_statements = _sources(c for c in memories if not c.is_raw)
    by_memories = _sources(memories)
    said = {(c.found.chat_id, c.found.text_hash) for c in memories if c.is_raw}

    def is_covered(c: Candidate) -> bool:
        if c.found.kind == "message":
            return c.id in by_memories or (c.found.chat_id, c.found.text_hash) in said
        return c.is_raw and bool(_sources([c]) & by_statements)

    return [c for c in found if not is_covered(c)]


def thin(found: Sequence[Candidate], *, limit: int) -> list[Candidate]:
    """Drop what says in nearly the same words what a better candidate says.

    Only as far as `limit` candidates are needed; what comes after them is cut anyway.
    """
    kept: list[Candidate] = []
    seen: list[_Words] = []
    for place, c in enumerate(found):
        if len(kept) == limit:
            return [*kept, *found[place:]]
        words = _Words(c.found.text, frozenset(c.found.terms.tolist()))
        if not any(words.near(other) for other in seen):
            kept.append(c)
            seen.append(words)
    return kept


def take(found: Sequence[Candidate], *, limit: int) -> list[Candidate]:
    """Keep the best."""
    return list(found[:limit])


def pack(found: Sequence[Candidate], *, budget: int | None) -> list[Candidate]:
    """Keep the best that fit the token budget together."""
    if budget is None:
        return list(found)
    kept: list[Candidate] = []
    for c in found:
        tokens = c.tokens
        if tokens <= budget:
            kept.append(c)
            budget -= tokens
    return kept


def _sources(found: Iterable[Candidate]) -> set[str]:
    return {s.ref for c in found for s in c.found.sources if s.kind == "message"}


class _Words:
    """A text as it is compared with others; what is dear is worked out once, if at all."""

    def __init__(self, text: str, terms: frozenset[int]) -> None:
        self.text, self.terms = text, terms

    def near(self, other: "_Words") -> bool:
        """Whether they share nearly all their words, or all but those that change nothing."""
        mine, theirs = self.terms, other.terms
        if not mine or not theirs:
            return False
        common = len(mine & theirs)
        shared = common / (len(mine) + len(theirs) - common)
        if shared >= _NEAR or shared < _MAYBE_NEAR:
            return shared >= _NEAR
        return self.plain == other.plain

    @cached_property
    def plain(self) -> str:
        """Without the words that change nothing."""
        return _FILLERS.sub("", normal_form(self.text))
