"""Domains, patterns, and what holds beyond one project."""

from dataclasses import replace

import pytest

from nagori.errors import NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import NOW, SPACE, later
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.learning import LOANS, SHOP, registered
from nagori.values.learning import CodePattern, Concept, DomainKnowledge
from nagori.values.project import BestPractice, CrossProjectPattern
from nagori.values.scope import Scope

BANK = Scope(SPACE, "project", "bank")
REPAYMENT = DomainKnowledge(
    id="dk-repayment",
    project_key="loans",
    domain="repayment",
    summary="Loans are repaid in months.",
    key_concepts=(Concept("annuity", "等额本息", ("src/kinds.py",)), Concept("linear", "falling")),
    key_files=("src/kinds.py",),
    source_record_ids=("lr-20260503-001",),
    created_at=NOW,
    updated_at=NOW,
)


def a_practice(id: str = "small", *, title: str = "Small functions") -> BestPractice:
    """A practice that is good in any project."""
    return BestPractice(id, title, f"{title}, always.", ("review",), ())


def a_pattern(name: str = "Strategy", *, occurrences: int = 3) -> CrossProjectPattern:
    """A pattern as one project shares it."""
    return CrossProjectPattern(name, f"{name}, as it is used here.", occurrences, ())


async def practices(store: Store) -> dict[str, tuple[str, ...]]:
    """The projects of each practice that holds."""
    memory = await store.practices.read(SPACE)
    return {one.id: one.source_projects for one in memory.best_practices}


class DomainContract(ContractBase):
    """`Store.domains`."""

    async def test_a_domain_comes_back_as_it_was_given(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)

        await store.domains.put(LOANS, [REPAYMENT])

        assert await store.domains.list(LOANS) == [REPAYMENT]
        assert await store.domains.list(SHOP) == []
        with pytest.raises(NotFoundError):
            await store.domains.list(BANK)

    async def test_what_is_newly_known_takes_the_place_of_what_was_known(
        self, store: Store
    ) -> None:
        await registered(store)
        await store.domains.put(LOANS, [REPAYMENT])

        fresh = replace(REPAYMENT, summary="再来", created_at=later(5), updated_at=later(5))
        await store.domains.put(LOANS, [fresh])

        assert await store.domains.list(LOANS) == [replace(fresh, created_at=NOW)]

    async def test_some_domains_can_be_asked_for_and_dropped(self, store: Store) -> None:
        await registered(store)
        every = [replace(REPAYMENT, id=f"dk-{name}", domain=name) for name in "cab"]
        await store.domains.put(LOANS, every)

        assert [one.domain for one in await store.domains.list(LOANS)] == ["a", "b", "c"]
        assert [one.domain for one in await store.domains.list(LOANS, ["c", "x"])] == ["c"]
        await store.domains.drop(LOANS, ["a", "x"])
        assert [one.domain for one in await store.domains.list(LOANS)] == ["b", "c"]

    async def test_patterns_take_the_place_of_older_ones(self, store: Store) -> None:
        await registered(store)
        strategy = CodePattern("Strategy", "By kind.", ("a.py",), ("repayment",))
        factory = CodePattern("Factory", "工厂", ("b.py",))
        await store.domains.put_patterns(LOANS, [strategy, factory], now=NOW)
        assert await store.domains.patterns(LOANS) == [factory, strategy]

        await store.domains.put_patterns(LOANS, [strategy], now=NOW)

        assert await store.domains.patterns(LOANS) == [strategy]

    async def test_domains_are_there_after_opening_again(self, opened: Opener) -> None:
        async with opened() as store:
            await registered(store)
            await store.domains.put(LOANS, [REPAYMENT])
        async with opened() as again:
            assert await again.domains.list(LOANS) == [REPAYMENT]


class PracticeContract(ContractBase):
    """`Store.practices`."""

    async def test_what_one_project_shares_holds_once_a_second_shares_it(
        self, store: Store
    ) -> None:
        await registered(store, LOANS, SHOP)
        await store.practices.share(
            LOANS, practices=[a_practice()], patterns=[a_pattern()], now=NOW
        )
        before = await store.practices.read(SPACE)
        assert (before.best_practices, before.cross_project_patterns) == ([], [])

        await store.practices.share(
            SHOP,
            practices=[a_practice(title="Keep it short")],
            patterns=[a_pattern(occurrences=4)],
            now=later(1),
        )

        memory = await store.practices.read(SPACE)
        assert memory.best_practices == [replace(a_practice(), source_projects=("loans", "shop"))]
        assert memory.cross_project_patterns == [
            replace(a_pattern(occurrences=7), example_projects=("loans", "shop"))
        ]
        assert memory.version != before.version
        assert memory.updated_at == later(1)

    async def test_sharing_again_counts_once(self, store: Store) -> None:
        await registered(store, LOANS)
        for _ in range(3):
            await store.practices.share(
                LOANS, practices=[a_practice()], patterns=[a_pattern()], now=NOW
            )

        memory = await store.practices.read(SPACE)

        assert (memory.best_practices, memory.cross_project_patterns) == ([], [])

    async def test_a_share_that_is_taken_back_is_not_shared_again(self, store: Store) -> None:
        await registered(store, LOANS, SHOP, BANK)
        for scope in (LOANS, SHOP, BANK):
            await store.practices.share(
                scope, practices=[a_practice()], patterns=[a_pattern()], now=NOW
            )

        await store.practices.take_back(LOANS, practices=["small"], now=NOW)
        assert await practices(store) == {"small": ("shop", "bank")}
        await store.practices.take_back(SHOP, practices=["small"], patterns=["Strategy"], now=NOW)
        await store.practices.share(SHOP, practices=[a_practice()], now=NOW)

        memory = await store.practices.read(SPACE)
        assert memory.best_practices == []
        assert [one.example_projects for one in memory.cross_project_patterns] == [
            ("loans", "bank")
        ]

    async def test_what_a_project_keeps_to_no_more_is_not_shared_until_it_does_again(
        self, store: Store
    ) -> None:
        await registered(store, LOANS, SHOP)
        every = [a_practice("small"), a_practice("typed"), a_practice("tested")]
        for scope in (LOANS, SHOP):
            await store.practices.share(
                scope, practices=every, patterns=[a_pattern()], only=True, now=NOW
            )
        await store.practices.take_back(LOANS, practices=["tested"], now=NOW)

        await store.practices.share(LOANS, practices=every[:1], only=True, now=NOW)
        assert await practices(store) == {"small": ("loans", "shop")}
        assert (await store.practices.read(SPACE)).cross_project_patterns == []
        await store.practices.share(LOANS, practices=every, only=True, now=NOW)

        assert await practices(store) == {"small": ("loans", "shop"), "typed": ("shop", "loans")}

    async def test_what_a_person_added_stays_until_it_is_taken_away(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)
        await store.practices.add(SPACE, [a_practice(title="By hand")], now=NOW)
        for scope in (LOANS, SHOP):
            await store.practices.share(scope, practices=[a_practice()], now=NOW)
        (shown,) = (await store.practices.read(SPACE)).best_practices
        assert (shown.title, shown.source_projects) == ("By hand", ("loans", "shop"))

        for scope in (LOANS, SHOP):
            await store.practices.take_back(scope, practices=["small"], now=NOW)
        assert await practices(store) == {"small": ()}
        await store.practices.take_away(SPACE, practices=["small"], now=NOW)

        assert await practices(store) == {}

    async def test_what_is_taken_away_is_not_shared_again(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)

        async def share() -> None:
            for scope in (LOANS, SHOP):
                await store.practices.share(
                    scope, practices=[a_practice()], patterns=[a_pattern()], now=NOW
                )

        await share()
        await store.practices.take_away(SPACE, practices=["small"], patterns=["Strategy"], now=NOW)
        await share()

        memory = await store.practices.read(SPACE)
        assert (memory.best_practices, memory.cross_project_patterns) == ([], [])
        await store.practices.add(SPACE, [a_practice(title="By hand")], now=NOW)
        assert await practices(store) == {"small": ()}

    async def test_the_words_of_an_erased_project_go_and_those_of_another_are_shown(
        self, store: Store
    ) -> None:
        await registered(store, LOANS, SHOP, BANK)
        for scope in (LOANS, SHOP, BANK):
            shared = a_practice(title=f"As in {scope.id}")
            await store.practices.share(scope, practices=[shared], now=NOW)

        await store.erasure.scope(LOANS, now=NOW)
        (shown,) = (await store.practices.read(SPACE)).best_practices
        assert (shown.title, shown.source_projects) == ("As in shop", ("shop", "bank"))
        await store.erasure.scope(SHOP, now=NOW)

        assert await practices(store) == {}

    async def test_other_spaces_share_nothing(self, store: Store) -> None:
        there = Scope("other", "project", "loans")
        await registered(store, LOANS, there)
        for scope in (LOANS, there):
            await store.practices.share(scope, practices=[a_practice()], now=NOW)
        await store.practices.add("other", [a_practice("by hand")], now=NOW)

        assert await practices(store) == {}
        memory = await store.practices.read("other")
        assert [one.id for one in memory.best_practices] == ["by hand"]
