"""Failures of learning."""

from dataclasses import replace

import pytest

from nagori.errors import NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import NOW, later
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.learning import LOANS, SHOP, registered
from nagori.values.failure import FailureRecord, FailureStatus
from nagori.values.learned import FailureDraft


def a_failure(signature: str = "grep:repay", *, error: str = "too many lines") -> FailureDraft:
    """An exploration that failed."""
    return FailureDraft(
        "SELF_EVOLUTION_EXPLORATION", "looking for 还款", signature, error, {"path": "src"}
    )


class FailureContract(ContractBase):
    """`Store.failures`."""

    async def test_a_failure_is_kept(self, store: Store) -> None:
        await registered(store)

        noted = await store.failures.note(LOANS, a_failure(), now=NOW)

        assert noted == FailureRecord(
            id="fr-20260503-001",
            project_key="loans",
            operation_type="SELF_EVOLUTION_EXPLORATION",
            operation="looking for 还款",
            signature="grep:repay",
            error="too many lines",
            timestamp=NOW,
            context={"path": "src"},
            retry_count=0,
            status="PENDING",
            avoid_strategy=None,
        )
        assert await store.failures.get(LOANS, noted.id) == noted

    async def test_the_same_attempt_is_the_same_failure_once_more(self, store: Store) -> None:
        await registered(store)
        first = await store.failures.note(LOANS, a_failure(), now=NOW)
        avoid = replace(a_failure(error="timed out"), avoid_strategy="look in src only")
        await store.failures.note(LOANS, avoid, now=later(1))

        third = await store.failures.note(LOANS, a_failure(error="timed out again"), now=later(2))

        assert (third.id, third.retry_count, third.timestamp) == (first.id, 2, later(2))
        assert (third.error, third.avoid_strategy) == ("timed out again", "look in src only")
        assert len(await store.failures.page(LOANS)) == 1

    async def test_another_kind_signature_or_project_is_another_failure(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)
        await store.failures.note(LOANS, a_failure(), now=NOW)
        await store.failures.note(LOANS, a_failure("other"), now=NOW)
        summary = replace(a_failure(), operation_type="SELF_EVOLUTION_SUMMARY")
        await store.failures.note(LOANS, summary, now=NOW)
        await store.failures.note(SHOP, a_failure(), now=NOW)

        page = await store.failures.page(LOANS)

        assert [one.id[-3:] for one in page] == ["003", "002", "001"]
        assert [one.retry_count for one in page] == [0, 0, 0]

    async def test_it_can_be_asked_before_something_is_tried_again(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)
        noted = await store.failures.note(LOANS, a_failure(), now=NOW)

        kind = noted.operation_type
        assert await store.failures.find(LOANS, kind, "grep:repay") == noted
        assert await store.failures.find(LOANS, kind, "grep") is None
        assert await store.failures.find(LOANS, "PROJECT_ANALYSIS", "grep:repay") is None
        assert await store.failures.find(SHOP, kind, "grep:repay") is None

    @pytest.mark.parametrize(
        ("before", "after"),
        [("PENDING", "PENDING"), ("RETRYING", "RETRYING"), ("RECOVERED", "PENDING"),
         ("FAILED", "FAILED")],
    )  # fmt: skip
    async def test_what_fails_again_had_not_recovered(
        self, store: Store, before: FailureStatus, after: FailureStatus
    ) -> None:
        await registered(store)
        noted = await store.failures.note(LOANS, a_failure(), now=NOW)
        changed = await store.failures.set_status(LOANS, noted.id, before, avoid_strategy="wait")
        assert (changed.status, changed.avoid_strategy) == (before, "wait")

        again = await store.failures.note(LOANS, a_failure(), now=NOW)

        assert (again.status, again.avoid_strategy) == (after, "wait")

    async def test_unknown_failures_are_told(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)
        noted = await store.failures.note(LOANS, a_failure(), now=NOW)

        with pytest.raises(NotFoundError):
            await store.failures.get(SHOP, noted.id)
        with pytest.raises(NotFoundError):
            await store.failures.set_status(LOANS, "fr-0", "FAILED")

    async def test_pages_follow_each_other_and_can_be_of_a_status(self, store: Store) -> None:
        await registered(store)
        for n in range(5):
            await store.failures.note(LOANS, a_failure(f"s{n}"), now=NOW)
        await store.failures.set_status(LOANS, "fr-20260503-002", "FAILED")

        first = await store.failures.page(LOANS, limit=3)
        rest = await store.failures.page(LOANS, limit=3, before=first.next)

        assert [one.signature for one in (*first, *rest)] == ["s4", "s3", "s2", "s1", "s0"]
        assert rest.next is None
        failed = await store.failures.page(LOANS, statuses=["FAILED"])
        assert [one.signature for one in failed] == ["s1"]

    async def test_failures_from_elsewhere_are_put_back_once(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)
        noted = await store.failures.note(LOANS, a_failure(), now=NOW)
        old = replace(noted, project_key="shop", retry_count=4, status="FAILED")
        same = replace(old, id="fr-20260503-009", error="another")

        assert await store.failures.put_back(SHOP, [old, same]) == 1
        assert await store.failures.put_back(SHOP, [old]) == 0

        assert list(await store.failures.page(SHOP)) == [old]
        fresh = await store.failures.note(SHOP, a_failure("new"), now=NOW)
        assert fresh.id == "fr-20260503-010"

    async def test_failures_are_there_after_opening_again(self, opened: Opener) -> None:
        async with opened() as store:
            await registered(store)
            noted = await store.failures.note(LOANS, a_failure(), now=NOW)
        async with opened() as again:
            assert await again.failures.get(LOANS, noted.id) == noted
