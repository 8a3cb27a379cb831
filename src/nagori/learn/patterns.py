"""Patterns: ways of writing code that a project keeps to, as its files show."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from nagori.learn.code.outline import Outline
from nagori.learn.known_outlines import known_outlines
from nagori.learn.pattern_rules import RULES, Rule
from nagori.learn.pattern_view import Seen, View
from nagori.store.port import Store
from nagori.values.learning import CodePattern
from nagori.values.scope import Scope
from nagori.values.times import Clock


@dataclass(frozen=True, slots=True)
class Found:
    """A pattern that a project keeps to."""

    rule: Rule
    seen: Seen

    @property
    def pattern(self) -> CodePattern:
        """As it is told of the project."""
        return CodePattern(
            self.rule.name, f"{self.rule.general} {self.seen.told}", self.seen.files, self.rule.uses
        )


def patterns_of(outlines: Sequence[Outline], paths: Collection[str]) -> list[Found]:
    """The patterns that the files of a project show, in the order of the rules."""
    view = View(outlines, paths)
    found = ((rule, rule.find(view)) for rule in RULES)
    return [Found(rule, seen) for rule, seen in found if seen is not None]


class Patterns:
    """Keeps the patterns of projects in step with their files."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def refresh(
        self, scope: Scope, *, outlines: Sequence[Outline] | None = None
    ) -> list[Found]:
        """The patterns as they are now; written when they are others than before."""
        found = await self.found(scope, outlines=outlines)
        patterns = sorted((one.pattern for one in found), key=lambda one: one.pattern_type)
        if patterns != await self._store.domains.patterns(scope):
            await self._store.domains.put_patterns(scope, patterns, now=self._clock())
        return found

    async def found(
        self, scope: Scope, *, outlines: Sequence[Outline] | None = None
    ) -> list[Found]:
        """What the files of the project show; `outlines` are those of all, if at hand."""
        if outlines is None:
            outlines = await known_outlines(self._store, scope)
        files = await self._store.projects.files(scope)
        return await asyncio.to_thread(patterns_of, outlines, [file.path for file in files])
