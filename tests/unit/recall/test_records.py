"""Recall over the records of projects."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from nagori.config import RecallSettings
from nagori.recall import stages
from nagori.recall.planner import Ask, plan_of
from nagori.recall.profile import profile
from nagori.recall.recall import recall
from nagori.store.port import Store
from nagori.store.sqlite.store import SqliteStore
from nagori.store.zones import Zones
from nagori.testing.builders import CARLA, NOW, SPACE, later
from nagori.testing.learning import ANSWER, LOANS, QUESTION, SHOP, a_record, registered
from nagori.testing.recalling import a_candidate
from nagori.values.recall import Recall
from nagori.values.scope import Scope


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    await registered(store, LOANS, SHOP)
    yield store
    await store.close()


async def ask(store: Store, query: str, *scopes: Scope, days: float = 0) -> Recall:
    now = later(days * 1440)
    plan = await plan_of(
        Ask(query, scopes or (LOANS,), kinds=("record",), profile="project"),
        space=SPACE,
        settings=RecallSettings(),
        chunk_size=300,
        chats=store.chats,
        zones=Zones(store.users, SPACE, "UTC"),
        now=now,
    )
    return await recall(plan, store, None)


def test_the_project_profile_gives_five_items_that_do_not_age() -> None:
    chosen = profile("project", RecallSettings(search_items=50, max_items=1))

    assert (chosen.limit, chosen.decays, chosen.max_tokens) == (5, False, None)
    assert chosen.candidates >= 10


def test_records_of_two_projects_with_the_same_id_are_two() -> None:
    mine = a_candidate("the kinds of loans", id="lr-20260503-001", kind="record")
    other = a_candidate("the kinds of goods", id="lr-20260503-001", kind="record")
    other = replace(other, found=replace(other.found, scope="project:shop"))

    assert stages.drop_duplicates([mine, other]) == [mine, other]


async def test_a_record_is_recalled_once_as_a_whole_however_old_it_is(store: Store) -> None:
    drafts = [a_record(), a_record("Where do routes live?", "In routes.py.")]
    await store.records.add(LOANS, drafts, embedder=None, now=NOW)

    found = await ask(store, "repayment kinds annuity", days=900)

    item, *rest = found.items
    assert item.text == f"{QUESTION}\n{ANSWER}"
    assert item.id not in [other.id for other in rest]
    assert (item.id, item.kind, item.why.decay) == ("lr-20260503-001", "record", 1.0)
    assert item.source is not None
    assert (item.source.ref, item.source.start, item.source.end) == ("src/kinds.py", 3, 6)


async def test_the_question_of_a_record_recalls_it_even_if_it_was_just_added(store: Store) -> None:
    await store.records.add(LOANS, [a_record()], embedder=None, now=NOW)

    assert [item.id for item in (await ask(store, QUESTION)).items] == ["lr-20260503-001"]


async def test_a_replaced_record_is_not_recalled_but_told_of(store: Store) -> None:
    await store.records.add(LOANS, [a_record(claim="kinds")], embedder=None, now=NOW)
    fresh = a_record(answer="RepaymentKind has BULLET alone.", claim="kinds")
    await store.records.add(LOANS, [fresh], embedder=None, now=NOW)

    found = await ask(store, "repayment kinds", days=1)

    assert [item.id for item in found.items] == ["lr-20260503-002"]
    missed = [(one.id, one.rule) for one in found.near_misses]
    assert ("lr-20260503-001", "superseded") in missed


@pytest.mark.parametrize("scopes", [(LOANS,), (LOANS, CARLA), (SHOP,)])
async def test_a_project_sees_its_own_records_alone(
    store: Store, scopes: tuple[Scope, ...]
) -> None:
    await store.records.add(LOANS, [a_record()], embedder=None, now=NOW)
    there = a_record("Which repayment kinds has the shop?", "The shop has CASH.")
    await store.records.add(SHOP, [there], embedder=None, now=NOW)

    items = (await ask(store, "repayment kinds", *scopes)).items

    assert [item.scope for item in items] == [scopes[0].key]


async def test_all_projects_can_be_asked_at_once(store: Store) -> None:
    await store.records.add(LOANS, [a_record()], embedder=None, now=NOW)
    there = a_record("Which repayment kinds has the shop?", "The shop has CASH.")
    await store.records.add(SHOP, [there], embedder=None, now=NOW)

    items = (await ask(store, "repayment kinds", LOANS, SHOP)).items

    assert {item.scope for item in items} == {"project:loans", "project:shop"}
