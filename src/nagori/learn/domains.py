"""Domains: what is known of the parts of a project, kept in step with its records and files."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from nagori.errors import ModelError
from nagori.learn.claims.claim import LEARNED
from nagori.learn.code.outline import Outline
from nagori.learn.copy_places import domain_name
from nagori.learn.domain_facts import Facts, facts_of
from nagori.learn.domain_names import domain_of
from nagori.learn.domain_words import (
    MOST_REPLY_TOKENS,
    checked_summary,
    is_by_model,
    prompt_of,
)
from nagori.learn.known_outlines import known_outlines
from nagori.llm.port import Model
from nagori.store.port import Store
from nagori.text.tokens import estimate_tokens
from nagori.values.learned import Coverage
from nagori.values.learning import DomainKnowledge, LearningRecord
from nagori.values.prompt import PromptMessage
from nagori.values.scope import Scope
from nagori.values.times import Clock

_FEWEST_RECORDS = 3
"""Below which a domain that nobody asked about is none."""
_LOOKED_AT = 1000
"""Newest records of a domain among which learned ones are looked for."""

Spend = Callable[[Scope, int, int], Awaitable[bool]]
"""Takes tokens to read and to write from what may be spent today; False when it is too much."""


@dataclass(frozen=True, slots=True)
class DomainParts:
    """What domains are made with."""

    store: Store
    clock: Clock
    model: Model | None = None
    """Writes summaries of domains that something was learned about; None leaves extracts."""
    spend: Spend | None = None


@dataclass(frozen=True, slots=True)
class DomainsReport:
    """What became of domains."""

    refreshed: tuple[str, ...] = ()
    """Those of which something else is known now."""
    dropped: tuple[str, ...] = ()
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Material:
    """What the facts of domains are drawn from."""

    outlines: Mapping[str, Sequence[Outline]]
    coverage: Coverage
    ids: Mapping[str, str]
    before: Mapping[str, DomainKnowledge] = field(default_factory=dict[str, DomainKnowledge])


class Domains:
    """Draws knowledge of domains from records and outlines."""

    def __init__(self, parts: DomainParts) -> None:
        self._parts = parts

    async def refresh(
        self,
        scope: Scope,
        domains: Sequence[str] | None = None,
        *,
        outlines: Sequence[Outline] | None = None,
    ) -> DomainsReport:
        """Bring what is known of these domains up to date, or of all.

        Where something was learned, and so a domain is named, a model may write the summary.
        `outlines` are those of all files, if they are at hand.
        """
        store = self._parts.store
        material = await self._material(scope, domains, outlines)
        there = [name for name in material.coverage.domains if domains is None or name in domains]
        known: list[DomainKnowledge] = []
        degraded: list[str] = []
        for name in sorted(there):
            learned = await self._learned(scope, name, material)
            if not learned and material.coverage.domains[name].active < _FEWEST_RECORDS:
                continue
            facts = await asyncio.to_thread(_facts, name, learned, material)
            summary, why = await self._summary(scope, facts, asks=domains is not None)
            degraded += [why] if why else []
            known.append(_knowledge(scope, facts, summary, material, self._parts.clock()))
        changed = [one for one in known if _differs(one, material.before.get(one.domain))]
        kept = {one.domain for one in known}
        gone = [name for name in material.before if name not in kept]
        await store.domains.put(scope, changed)
        await store.domains.drop(scope, gone)
        return DomainsReport(
            tuple(one.domain for one in changed), tuple(gone), tuple(dict.fromkeys(degraded))
        )

    async def _material(
        self, scope: Scope, domains: Sequence[str] | None, outlines: Sequence[Outline] | None
    ) -> _Material:
        store = self._parts.store
        paths = None
        if domains is not None:
            files = await store.projects.files(scope)
            paths = [one.path for one in files if domain_of(one.path) in domains]
        if outlines is None:
            outlines = await known_outlines(store, scope, paths)
        claims = await store.records.claims(scope)
        before = await store.domains.list(scope, domains)
        return _Material(
            outlines=_by_domain(outlines),
            coverage=await store.records.coverage(scope),
            ids={claim: id for claim, id in claims.items() if not claim.startswith(LEARNED)},
            before={one.domain: one for one in before},
        )

    async def _learned(
        self, scope: Scope, domain: str, material: _Material
    ) -> list[LearningRecord]:
        """Records of the domain that hold and that no analysis made, newest first."""
        found = await self._parts.store.records.page(
            scope, domain=domain, statuses=("active",), limit=_LOOKED_AT
        )
        analysed = set(material.ids.values())
        return [one for one in found if one.id not in analysed]

    async def _summary(
        self, scope: Scope, facts: Facts, *, asks: bool
    ) -> tuple[str | None, str | None]:
        """What a model wrote, if it may; and why it did not, if it should have."""
        model = self._parts.model
        if not asks or model is None or model.state == "extractive":
            return None, None
        prompt = prompt_of(facts)
        spend = self._parts.spend
        if spend is not None and not await spend(scope, estimate_tokens(prompt), MOST_REPLY_TOKENS):
            return None, None
        try:
            reply = await model.reply(
                [PromptMessage("user", prompt)], options={"max_tokens": MOST_REPLY_TOKENS}
            )
        except ModelError as error:
            return None, f"domains: {error}"
        summary = checked_summary(reply.text, facts)
        why = "domains: the model named what is not known of the domain"
        return summary, None if summary is not None else why


def _by_domain(outlines: Sequence[Outline]) -> dict[str, list[Outline]]:
    found: dict[str, list[Outline]] = defaultdict(list)
    for outline in outlines:
        found[domain_of(outline.path)].append(outline)
    return found


def _facts(name: str, learned: Sequence[LearningRecord], material: _Material) -> Facts:
    cited = {path: known.active for path, known in material.coverage.files.items()}
    return facts_of(name, material.outlines.get(name, ()), learned, cited=cited, ids=material.ids)


def _knowledge(
    scope: Scope, facts: Facts, summary: str | None, material: _Material, now: datetime
) -> DomainKnowledge:
    before = material.before.get(facts.domain)
    if summary is None and before is not None and is_by_model(before.summary):
        # What a model wrote stays as long as the domain is made of the same.
        same = (before.key_concepts, before.key_files) == (facts.concepts, facts.key_files)
        summary = before.summary if same else None
    return DomainKnowledge(
        id=f"dk-{domain_name(facts.domain)}",
        project_key=scope.id,
        domain=facts.domain,
        summary=summary or facts.summary,
        key_concepts=facts.concepts,
        key_files=facts.key_files,
        source_record_ids=facts.sources,
        created_at=before.created_at if before is not None else now,
        updated_at=now,
    )


def _differs(one: DomainKnowledge, before: DomainKnowledge | None) -> bool:
    return before is None or replace(one, updated_at=before.updated_at) != before
