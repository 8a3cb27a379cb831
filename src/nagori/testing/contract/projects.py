"""Projects."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from nagori.errors import ConflictError, InvalidInputError, NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import CARLA, HASHED, NOW, SPACE, a_memory, a_query, a_turn, later
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.memories import put
from nagori.testing.contract.turns import an_event, begin, finish
from nagori.testing.learning import LOANS, SHOP, a_file, a_record, cited, registered
from nagori.testing.oracle import look
from nagori.values.event import Kept
from nagori.values.learned import Analysis, FailureDraft
from nagori.values.project import (
    AnalysisState,
    AnalysisStep,
    BestPractice,
    EvolutionStatus,
    Project,
)
from nagori.values.scope import Scope


async def analysed(store: Store, found: Analysis, *, scope: Scope = LOANS) -> Project:
    """The project after an analysis."""
    return await store.projects.analysed(scope, found, embedder=HASHED, now=NOW)


class ProjectContract(ContractBase):
    """`Store.projects`, and how a project is erased."""

    async def test_a_new_project_knows_its_folder_and_nothing_more(self, store: Store) -> None:
        project = await store.projects.register(LOANS, "/code/loans", now=NOW)

        assert (project.key, project.path, project.created_at) == ("loans", "/code/loans", NOW)
        assert (project.files, project.lines, project.records) == (0, 0, 0)
        assert (project.fingerprint, project.tech_stack, project.analysed_at) == ("", (), None)
        assert (project.analysis_status, project.settings) == ({}, {})
        assert project.evolution_status == EvolutionStatus()
        assert await store.projects.get(LOANS) == project

    async def test_one_that_is_known_is_returned_as_it_stands(self, store: Store) -> None:
        (project,) = await registered(store)

        again = await store.projects.register(LOANS, "/code/loans", now=later(5))

        assert again == project

    async def test_a_key_is_not_taken_by_another_folder_unless_it_moved(self, store: Store) -> None:
        await registered(store)

        with pytest.raises(ConflictError, match="/code/loans"):
            await store.projects.register(LOANS, "/elsewhere", now=NOW)
        moved = await store.projects.register(LOANS, "/elsewhere", now=NOW, moved=True)

        assert moved.path == "/elsewhere"

    async def test_a_project_that_is_not_there_is_told(self, store: Store) -> None:
        await registered(store)

        for scope in (SHOP, Scope("other", "project", "loans"), Scope(SPACE, "user", "loans")):
            with pytest.raises(NotFoundError):
                await store.projects.get(scope)
            with pytest.raises(NotFoundError):
                await store.projects.files(scope)
            with pytest.raises(NotFoundError):
                await analysed(store, Analysis(), scope=scope)

    @pytest.mark.parametrize("scope", [CARLA, Scope(SPACE, "global"), Scope(SPACE, "project")])
    async def test_what_is_no_project_is_not_registered(self, store: Store, scope: Scope) -> None:
        with pytest.raises(InvalidInputError, match="project"):
            await store.projects.register(scope, "/code", now=NOW)

    async def test_projects_are_listed_in_the_order_of_their_registration(
        self, store: Store
    ) -> None:
        await registered(store, SHOP, LOANS)
        await registered(store, Scope("other", "project", "third"))

        assert [project.key for project in await store.projects.list(SPACE)] == ["shop", "loans"]

    async def test_an_analysis_is_kept(self, store: Store) -> None:
        await registered(store)
        files = [a_file("src/b.py", outline='{"a": "灯"}'), a_file("src/a.py", lines=5)]
        steps: dict[AnalysisStep, AnalysisState] = {"enums": "COMPLETED", "tech_stack": "FAILED"}

        project = await store.projects.analysed(
            LOANS,
            Analysis(files, steps=steps, tech_stack=("Python",), fingerprint="f1"),
            embedder=HASHED,
            now=later(1),
        )

        assert (project.files, project.lines, project.fingerprint) == (2, 15, "f1")
        assert (project.tech_stack, project.analysed_at) == (("Python",), later(1))
        assert project.analysis_status == steps
        read = await store.projects.files(LOANS)
        assert read == [files[1], replace(files[0], outline=None)]

    async def test_outlines_are_read_of_some_or_of_all(self, store: Store) -> None:
        await registered(store)
        named = {name: a_file(f"{name}.py", outline=f'["{name}"]') for name in "abc"}
        await analysed(store, Analysis([*named.values(), a_file("README")]))

        every = {f"{name}.py": f'["{name}"]' for name in "abc"}
        assert await store.projects.outlines(LOANS) == every
        some = await store.projects.outlines(LOANS, ["c.py", "README", "none"])
        assert some == {"c.py": '["c"]'}
        assert await store.projects.outlines(LOANS, []) == {}

    async def test_an_analysis_changes_only_what_it_tells_of(self, store: Store) -> None:
        await registered(store)
        before = Analysis(
            [a_file("a.py"), a_file("b.py"), a_file("c.py")],
            steps={"enums": "COMPLETED"},
            tech_stack=("Python",),
            fingerprint="f1",
        )
        await analysed(store, before)

        project = await store.projects.analysed(
            LOANS,
            Analysis([a_file("b.py", lines=99)], ["a.py", "x.py"], {"tech_stack": "RUNNING"}),
            embedder=HASHED,
            now=later(1),
        )

        assert (project.files, project.lines) == (2, 109)
        assert (project.tech_stack, project.fingerprint) == (("Python",), "f1")
        assert (project.analysed_at, project.updated_at) == (NOW, later(1))
        assert project.analysis_status == {"enums": "COMPLETED", "tech_stack": "RUNNING"}

    async def test_files_and_records_of_an_analysis_are_written_as_one(self, store: Store) -> None:
        await registered(store)
        broken = Analysis([a_file("a.py")], records=[a_record(), a_record(cites=[])])

        with pytest.raises(InvalidInputError):
            await analysed(store, broken)
        assert await store.projects.files(LOANS) == []
        assert len(await store.records.page(LOANS)) == 0

        project = await analysed(store, Analysis([a_file("a.py")], records=[a_record()]))
        assert (project.files, project.records) == (1, 1)

    async def test_a_claim_that_holds_no_more_is_withdrawn(self, store: Store) -> None:
        await registered(store)
        await analysed(store, Analysis(records=[a_record(claim="a"), a_record("b?", claim="b")]))

        project = await analysed(store, Analysis(withdrawn=["a", "never"]))

        assert project.records == 1
        assert list(await store.records.claims(LOANS)) == ["b"]
        (gone,) = await store.records.page(LOANS, statuses=["replaced"])
        assert (gone.status, gone.replaced_by) == ("replaced", None)

    async def test_the_learners_status_is_not_overwritten_by_one_that_saw_an_older_one(
        self, store: Store
    ) -> None:
        (project,) = await registered(store)
        was = project.evolution_status
        mine = replace(was, current_phase="EXPLORING", backoff_until=later(9), cost_today=0.125)
        theirs = replace(was, is_enabled=False)

        done = await asyncio.gather(
            store.projects.set_evolution(LOANS, mine, was=was, now=NOW),
            store.projects.set_evolution(LOANS, theirs, was=was, now=NOW),
        )

        assert sorted(done) == [False, True]
        now = (await store.projects.get(LOANS)).evolution_status
        assert now == (mine if done[0] else theirs)
        assert await store.projects.set_evolution(LOANS, was, was=now, now=NOW)

    async def test_settings_take_the_place_of_older_ones(self, store: Store) -> None:
        await registered(store)
        await store.projects.set_settings(LOANS, {"tokens": 5}, now=NOW)

        project = await store.projects.set_settings(LOANS, {"language": "中文"}, now=NOW)

        assert project.settings == {"language": "中文"}

    async def test_a_project_is_there_after_opening_again(self, opened: Opener) -> None:
        async with opened() as store:
            await registered(store)
            project = await analysed(store, Analysis([a_file("a.py")], records=[a_record()]))
        async with opened() as again:
            assert await again.projects.get(LOANS) == project
            assert await again.projects.files(LOANS) == [a_file("a.py")]

    async def test_an_erased_project_leaves_nothing_and_no_other_is_touched(
        self, store: Store
    ) -> None:
        await registered(store, LOANS, SHOP)
        practice = BestPractice("p", "Small functions", "Keep them small.", (), ())
        for scope in (LOANS, SHOP):
            found = Analysis([a_file("a.py"), a_file("b.py")], records=[a_record()])
            await analysed(store, found, scope=scope)
            draft = FailureDraft("PROJECT_ANALYSIS", "reading a.py", "read:a.py", "broken")
            await store.failures.note(scope, draft, now=NOW)
            await store.rounds.begin(scope, "r1", now=NOW, lease=timedelta(minutes=1))
            await store.practices.share(scope, practices=[practice], now=NOW)
            await store.jobs.enqueue(SPACE, "learn", scope.key, {}, now=NOW)
        assert len((await store.practices.read(SPACE)).best_practices) == 1

        receipt = await store.erasure.scope(LOANS, now=NOW)

        assert {name: count for name, count in receipt.erased.items() if count} == {
            "records": 1,
            "failures": 1,
            "files": 2,
            "passages": 2,
        }
        with pytest.raises(NotFoundError):
            await store.projects.get(LOANS)
        with pytest.raises(NotFoundError):
            await store.records.page(LOANS)
        assert await look(store, a_query(scopes=[LOANS], kinds=["record"])) == {}
        assert (await store.practices.read(SPACE)).best_practices == []
        assert [(b.kind, b.count) for b in await store.jobs.backlog()] == [("learn", 1)]
        assert (await store.projects.get(SHOP)).records == 1
        assert len(await look(store, a_query(scopes=[SHOP], kinds=["record"]))) == 1
        assert len(await store.failures.page(SHOP)) == 1
        assert await store.rounds.running(SHOP) is not None

    async def test_one_that_is_registered_again_starts_anew(self, store: Store) -> None:
        await registered(store)
        await store.records.add(LOANS, [a_record(), a_record("b?")], embedder=HASHED, now=NOW)
        await store.erasure.scope(LOANS, now=NOW)

        (project,) = await registered(store)

        assert project.records == 0
        (first,) = await store.records.add(LOANS, [a_record()], embedder=HASHED, now=NOW)
        assert first.id == "lr-20260503-001"
        assert len(await look(store, a_query(scopes=[LOANS], kinds=["record"]))) == 1

    async def test_what_turns_recalled_of_an_erased_project_is_erased(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)
        for scope in (LOANS, SHOP):
            await store.records.add(scope, [a_record()], embedder=HASHED, now=NOW)
        mine, other = (
            {"id": "lr-20260503-001", "kind": "record", "text": "茶", "scope": scope.key}
            for scope in (LOANS, SHOP)
        )
        miss = {"id": "lr-20260503-001", "kind": "record", "text": "茶"}
        kept = {"id": "lr-20260503-001", "kind": "memory", "text": "茶"}
        recalled = Kept(1, "recalled", {"items": [mine, other], "near_misses": [miss, kept]})
        turn = a_turn()
        await begin(store, turn)
        await finish(store, turn, events=[recalled, an_event(2)])

        await store.erasure.scope(LOANS, now=NOW)

        left = Kept(1, "recalled", {"items": [other], "near_misses": [kept]})
        assert await store.turns.events(SPACE, turn.id) == [left, an_event(2)]

    async def test_erasing_a_user_touches_no_project(self, store: Store) -> None:
        await registered(store)
        await analysed(store, Analysis([a_file("a.py")], records=[a_record()]))
        failure = await store.failures.note(
            LOANS, FailureDraft("PROJECT_ANALYSIS", "x", "x", "broken"), now=NOW
        )
        before = await store.projects.get(LOANS)
        await put(store, a_memory("carla likes loans"))

        await store.erasure.scope(CARLA, now=NOW)

        assert await store.projects.get(LOANS) == before
        assert await store.failures.get(LOANS, failure.id) == failure
        assert len(await store.records.citing(LOANS, [cited().path])) == 1
