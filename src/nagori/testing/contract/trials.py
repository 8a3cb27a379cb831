"""Trials of other settings in groups, and what came of them."""

from dataclasses import replace
from typing import Any

import pytest

from nagori.errors import ConflictError, NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import NOW, SPACE, later
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.groups import a_record, a_trial
from nagori.values.group import UsageRecord
from nagori.values.trial import TrialUse


def used(id: str, arm: str, trial: str = "warm", *, success: float | None = None) -> UsageRecord:
    """A context that was made in an arm."""
    build: dict[str, Any] = {"took_ms": 2.5, "tokens": 7, "degraded": []}
    build["trials"] = {"日常": "b", trial: arm}
    return replace(a_record(id), build=build, success_indicator=success)


class TrialContract(ContractBase):
    """`Store.trials`."""

    async def test_a_trial_comes_back_as_it_was(self, opened: Opener) -> None:
        first = replace(a_trial("first"), by="group")
        second = a_trial("第二", sets="persona")
        async with opened() as store:
            await store.trials.start(SPACE, first)
            await store.trials.start(SPACE, second)
        async with opened() as store:
            assert await store.trials.get(SPACE, "first") == first
            assert await store.trials.list(SPACE) == [second, first]
            assert await store.trials.list("other") == []
            with pytest.raises(NotFoundError):
                await store.trials.get("other", "first")

    async def test_a_name_is_taken_for_good(self, store: Store) -> None:
        await store.trials.start(SPACE, a_trial())
        await store.trials.end(SPACE, "warm", now=NOW)

        with pytest.raises(ConflictError, match="warm"):
            await store.trials.start(SPACE, a_trial(sets="persona"))
        await store.trials.start("other", a_trial())

    async def test_no_two_that_run_set_the_same(self, store: Store) -> None:
        await store.trials.start(SPACE, a_trial("first"))

        with pytest.raises(ConflictError, match=r"'first'.*temperature"):
            await store.trials.start(SPACE, a_trial("second"))
        assert [trial.name for trial in await store.trials.list(SPACE)] == ["first"]
        await store.trials.end(SPACE, "first", now=NOW)
        await store.trials.start(SPACE, a_trial("second"))

    async def test_a_trial_ends_once(self, store: Store) -> None:
        await store.trials.start(SPACE, a_trial())

        ended = await store.trials.end(SPACE, "warm", now=later(5))

        assert ended == replace(a_trial(), ended_at=later(5))
        assert await store.trials.list(SPACE) == [ended]
        assert await store.groups.settings(SPACE, None) == {}
        with pytest.raises(ConflictError, match="ended"):
            await store.trials.end(SPACE, "warm", now=later(6))
        with pytest.raises(NotFoundError):
            await store.trials.end(SPACE, "nothing", now=NOW)

    async def test_what_an_adopted_arm_sets_is_set_for_all_and_can_be_undone(
        self, store: Store
    ) -> None:
        await store.groups.set_settings(SPACE, None, {"temperature": 0.1, "bot": "x"}, now=NOW)
        await store.trials.start(SPACE, a_trial())

        with pytest.raises(NotFoundError):
            await store.trials.end(SPACE, "warm", adopted="nothing", now=NOW)
        assert (await store.trials.get(SPACE, "warm")).ended_at is None
        await store.trials.end(SPACE, "warm", adopted="new", now=later(1))

        assert await store.groups.settings(SPACE, None) == {"temperature": 1.2, "bot": "x"}
        before = await store.groups.undo(SPACE, None, now=NOW)
        assert before == {"temperature": 0.1, "bot": "x"}

    async def test_contexts_are_told_with_the_arm_that_they_were_made_in(
        self, store: Store
    ) -> None:
        await store.trials.start(SPACE, a_trial())
        fell_back = used("c-3", "new", success=0.5)
        records = [
            used("c-1", "new"),
            used("c-2", "as it is", success=1.0),
            replace(fell_back, build={**fell_back.build, "degraded": ["store: 坏了"]}),
            used("c-4", "new", trial="another"),
            a_record("c-5"),
        ]
        await store.usage.add(SPACE, records)
        await store.usage.add("other", [used("c-6", "new")])

        found = await store.trials.uses(SPACE, "warm", limit=9)

        group = a_record().group_id
        assert found == [
            TrialUse("new", group, 0.5, 2.5, 7, fell_back=True),
            TrialUse("as it is", group, 1.0, 2.5, 7, fell_back=False),
            TrialUse("new", group, None, 2.5, 7, fell_back=False),
        ]
        assert await store.trials.uses(SPACE, "warm", limit=1) == found[:1]
        with pytest.raises(NotFoundError):
            await store.trials.uses(SPACE, "nothing", limit=1)
