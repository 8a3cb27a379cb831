"""What a new statement does to what is known: add to it, confirm, supersede, or nothing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from nagori.text.normal import normal_form
from nagori.write.bond import Bond, bond
from nagori.write.facts import Reading, read
from nagori.write.facts_common import meet

ALONE = 0.3
"""The similarity that is assumed of the next memory where there is none."""
MORE, NEARLY = 3.0, 2.0
"""A further memory is closed too if its log-odds are above `MORE` and little below the first's, or
if it says the same as the first."""


@dataclass(frozen=True, slots=True)
class Known:
    """An active memory of the same scope that may be about the same thing."""

    id: str
    text: str
    similarity: float | None
    """Cosine by the embedder in use; None when it is down."""
    at: datetime


@dataclass(frozen=True, slots=True)
class Add:
    """It is kept beside the known ones."""

    reason: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """It is known: the memory counts as said once more."""

    memory_id: str


@dataclass(frozen=True, slots=True)
class Supersede:
    """It is kept and closes the known ones, which were true until now."""

    memory_ids: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Drop:
    """Nothing is written."""

    reason: str


Decision = Add | Confirm | Supersede | Drop


def decide(sentence: str, near: Sequence[Known], *, recalled: Collection[str] = ()) -> Decision:
    """What a statement does to the memories near to it.

    `recalled` are the texts that stood in the prompt of the turn in which it was said: what only
    restates them is an echo.
    """
    form = normal_form(sentence)
    if not form:
        return Drop("nothing is said")
    new = read(sentence)
    if recalled and _restates(new, form, near, recalled):
        return Drop("only restates what was recalled")
    known = sorted(near, key=lambda k: k.id)
    for memory in known:
        if normal_form(memory.text) == form:
            return Confirm(memory.id)
    bonds = _bonds(new, known)
    if not bonds:
        return Add("nothing known is about it")
    first, found = bonds[0]
    if found.repeats:
        return Confirm(first.id)
    least = max(MORE, found.change - NEARLY)
    further = [
        memory.id
        for memory, b in bonds[1:]
        if not b.repeats and (b.change > least or _are_one(first, memory))
    ]
    return Supersede((first.id, *further), _reason(new))


def describe(decision: Decision) -> str:
    """The decision in words, for a log or a dry run."""
    match decision:
        case Add(reason):
            return f"new: {reason}"
        case Confirm(memory_id):
            return f"said again: {memory_id}"
        case Supersede(memory_ids, reason):
            return f"replaces {', '.join(memory_ids)}: {reason}"
        case Drop(reason):
            return f"not kept: {reason}"
        case _:
            assert_never(decision)


def _bonds(new: Reading, known: Sequence[Known]) -> list[tuple[Known, Bond]]:
    """The memories that a statement is about, most surely first."""
    found: list[tuple[Known, Bond]] = []
    known = [memory for memory in known if meet(new, read(memory.text))]
    for memory in known:
        b = bond(new, read(memory.text), memory.similarity, _lead(memory, known))
        if b is not None and b.link > 0:
            found.append((memory, b))
    return sorted(found, key=lambda pair: (-pair[1].link, pair[0].id))


def _lead(memory: Known, known: Sequence[Known]) -> float | None:
    """How much nearer a memory is than the nearest other one."""
    if memory.similarity is None:
        return None
    others = [k.similarity for k in known if k.id != memory.id and k.similarity is not None]
    return memory.similarity - max(others, default=ALONE)


def _are_one(one: Known, other: Known) -> bool:
    """Whether two known ones say the same, as far as their words show."""
    b = bond(read(one.text), read(other.text), None, None)
    return b is not None and b.repeats


def _restates(new: Reading, form: str, near: Sequence[Known], recalled: Collection[str]) -> bool:
    """Whether nothing is in a statement that was not in what had been recalled."""
    similarity = {k.text: k.similarity for k in near}
    readings = [read(text) for text in recalled]
    if any(normal_form(text) == form for text in recalled):
        return True
    if not new.figures <= {figure for old in readings for figure in old.figures}:
        return False
    if any(not any(name in old.text for old in readings) for name in new.names):
        return False
    for text, old in zip(recalled, readings, strict=True):
        b = bond(new, old, similarity.get(text), None)
        if b is not None and b.repeats:
            return True
    told = {term for old in readings for term in old.terms}
    return bool(new.terms) and not new.cue and new.terms <= told


def _reason(new: Reading) -> str:
    if new.corrects:
        return "corrects what was said"
    if new.ends:
        return "says that it is over"
    return "says how it is now"
