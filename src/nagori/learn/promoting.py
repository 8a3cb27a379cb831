"""Promotion: what two or more projects keep to holds beyond each of them.

Only what is said of a pattern in general is shared, never a word of a project's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from nagori.learn.pattern_rules import RULES, Rule
from nagori.learn.patterns import Found
from nagori.store.port import Store
from nagori.values.learning import CodePattern
from nagori.values.project import BestPractice, CrossProjectPattern, GlobalMemory
from nagori.values.scope import Scope
from nagori.values.times import Clock

_BY_NAME = {rule.name: rule for rule in RULES}


@dataclass(frozen=True, slots=True)
class Promoter:
    """Shares what projects keep to, and undoes it."""

    store: Store
    clock: Clock

    async def promote(self, scope: Scope, found: Sequence[Found] | None = None) -> GlobalMemory:
        """Share what a project keeps to, and nothing that it keeps to no more; what holds now.

        What was found says how often; without it the stored patterns count once each.
        """
        if found is None:
            stored = await self.store.domains.patterns(scope)
            kept = [(rule, 1) for rule in map(_rule, stored) if rule is not None]
        else:
            kept = [(one.rule, one.seen.count) for one in found]
        await self.store.practices.share(
            scope,
            practices=[_practice(rule) for rule, _ in kept if rule.kind == "practice"],
            patterns=[_pattern(rule, count) for rule, count in kept if rule.kind == "pattern"],
            only=True,
            now=self.clock(),
        )
        return await self.store.practices.read(scope.space)

    async def undo(
        self, scope: Scope, *, practices: Sequence[str] = (), patterns: Sequence[str] = ()
    ) -> None:
        """Let a project share these no more, for good; practices by id, patterns by name."""
        await self.store.practices.take_back(
            scope, practices=practices, patterns=patterns, now=self.clock()
        )

    async def undo_everywhere(
        self, space: str, *, practices: Sequence[str] = (), patterns: Sequence[str] = ()
    ) -> None:
        """Let these hold no more beyond one project, for good."""
        await self.store.practices.take_away(
            space, practices=practices, patterns=patterns, now=self.clock()
        )


def _rule(pattern: CodePattern) -> Rule | None:
    return _BY_NAME.get(pattern.pattern_type)


def _practice(rule: Rule) -> BestPractice:
    return BestPractice(rule.id, rule.name, rule.general, rule.uses, ())


def _pattern(rule: Rule, count: int) -> CrossProjectPattern:
    return CrossProjectPattern(rule.name, rule.general, count, ())
