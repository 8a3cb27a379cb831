"""Learning records."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from nagori.errors import InvalidInputError, NotFoundError
from nagori.store.port import Store
from nagori.store.project_port import NOT_REPLACED
from nagori.testing.builders import HASHED, NOW, a_query, later
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.embedding import claim, embed, waiting
from nagori.testing.learning import ANSWER, LOANS, QUESTION, SHOP, a_record, cited, registered
from nagori.testing.oracle import look
from nagori.values.learned import Coverage, Known, RecordDraft
from nagori.values.learning import LearningRecord, RecordStatus, ToolCallStep
from nagori.values.memory import Source
from nagori.values.passage import Filter
from nagori.values.scope import Scope

WHOLE = f"{QUESTION}\n{ANSWER}"


async def add(
    store: Store, *drafts: RecordDraft, scope: Scope = LOANS, now: datetime = NOW
) -> list[LearningRecord]:
    """Records, added at once."""
    return await store.records.add(scope, drafts, embedder=HASHED, now=now)


async def one(store: Store, draft: RecordDraft, *, now: datetime = NOW) -> LearningRecord:
    """A record, added alone."""
    (record,) = await add(store, draft, now=now)
    return record


async def found(store: Store, text: str = "repayment", *, scope: Scope = LOANS) -> list[str]:
    """Ids of the records that a query is shown."""
    seen = await look(store, a_query(text, scopes=[scope], kinds=["record"]))
    return sorted(id for (id, _), one in seen.items() if not one.hidden)


async def listed(
    store: Store,
    *,
    domain: str | None = None,
    path: str | None = None,
    statuses: Sequence[RecordStatus] = NOT_REPLACED,
) -> list[str]:
    """Questions of a page of records."""
    page = await store.records.page(LOANS, domain=domain, path=path, statuses=statuses)
    return [record.question for record in page]


class RecordContract(ContractBase):
    """`Store.records`, and what recall sees of them."""

    async def test_a_record_comes_back_as_it_was_given(self, store: Store) -> None:
        await registered(store)
        step = ToolCallStep("grep", {"pattern": "还款"}, "3 lines", later(-1))
        draft = a_record(
            cites=[cited(), cited("src/银行.py", 1, 1)],
            domain="repayment",
            exploration_path=(step,),
            related_records=("lr-20260101-001",),
            tags=("enum", "枚举"),
            made_by="person",
            metadata={"n": 1, "s": "茶"},
        )

        record = await one(store, draft)

        assert record == LearningRecord(
            id="lr-20260503-001",
            project_key="loans",
            question=QUESTION,
            question_type="CODE_STRUCTURE",
            answer=ANSWER,
            citations=draft.citations,
            confidence=0.75,
            created_at=NOW,
            exploration_path=(step,),
            related_records=("lr-20260101-001",),
            tags=("enum", "枚举"),
            domain="repayment",
            made_by="person",
            metadata={"n": 1, "s": "茶"},
        )
        assert await store.records.get(LOANS, [record.id]) == [record]

    async def test_a_record_without_citations_is_refused_with_all_that_came_with_it(
        self, store: Store
    ) -> None:
        await registered(store)

        with pytest.raises(InvalidInputError, match="citations"):
            await add(store, a_record("a?"), a_record("b?", cites=[]))

        assert await listed(store) == []
        assert (await one(store, a_record())).id == "lr-20260503-001"

    async def test_ids_count_through_each_day_of_utc_and_project(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)
        midnight = datetime(2026, 5, 3, 23, 59, tzinfo=UTC).astimezone()

        first = await add(store, a_record("a?"), a_record("b?"), now=midnight)
        next_day = await one(store, a_record("c?"), now=midnight + timedelta(minutes=1))
        (elsewhere,) = await add(store, a_record(), scope=SHOP)

        assert [r.id for r in first] == ["lr-20260503-001", "lr-20260503-002"]
        assert (next_day.id, elsewhere.id) == ("lr-20260504-001", "lr-20260503-001")

    async def test_the_thousandth_id_of_a_day_has_a_digit_more(self, store: Store) -> None:
        await registered(store)
        await one(store, a_record("a?", id="lr-20260503-998"))

        records = await add(store, a_record("b?"), a_record("c?"), a_record("d?"))

        assert [r.id[-5:] for r in records] == ["3-999", "-1000", "-1001"]

    async def test_ids_never_collide_when_two_stores_write_at_once(self, opened: Opener) -> None:
        async with opened() as store, opened() as other:
            await registered(store)
            writes = [
                (store, other)[n % 2].records.add(
                    LOANS, [a_record(f"{n}-{m}?") for m in range(3)], embedder=HASHED, now=NOW
                )
                for n in range(40)
            ]
            records = [record for many in await asyncio.gather(*writes) for record in many]

            assert len({record.id for record in records}) == 120
            assert max(record.id for record in records) == "lr-20260503-120"
            assert (await store.projects.get(LOANS)).records == 120

    async def test_unknown_records_are_told(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)
        record = await one(store, a_record())

        with pytest.raises(NotFoundError, match="lr-1"):
            await store.records.get(LOANS, [record.id, "lr-1"])
        with pytest.raises(NotFoundError):
            await store.records.get(SHOP, [record.id])

    async def test_records_come_in_the_order_asked_for(self, store: Store) -> None:
        await registered(store)
        a, b = await add(store, a_record("a?"), a_record("b?"))

        assert await store.records.get(LOANS, [b.id, a.id, b.id]) == [b, a, b]

    async def test_a_record_is_found_by_its_question_and_by_its_answer(self, store: Store) -> None:
        await registered(store)
        record = await one(store, a_record())

        scores = await store.passages.score(a_query("annuity", scopes=[LOANS], kinds=["record"]))
        assert len(scores) == 2
        assert (scores.bm25 > 0).sum() == 1  # the answer's alone
        scores = await store.passages.score(a_query("kinds", scopes=[LOANS], kinds=["record"]))
        assert (scores.bm25 > 0).sum() == 2  # an answer has the words of its question
        assert len(set(scores.text_hash.tolist())) == 1
        assert not scores.asks.any()
        seen = await look(store, a_query("annuity", scopes=[LOANS], kinds=["record"]))
        passage = seen[record.id, WHOLE].found
        assert (passage.kind, passage.scope, passage.trust) == (
            "record",
            "project:loans",
            "untrusted",
        )
        lines = cited()
        source = Source("file", lines.path, NOW, lines.start, lines.end, lines.hash)
        assert passage.sources == (source,)

    async def test_vectors_that_are_late_are_of_question_and_answer(self, store: Store) -> None:
        await registered(store)
        long = " ".join(f"Kind {n} is repaid in {n} months. 灯塔。" for n in range(60))
        draft = a_record(answer=long, vectors=False, max_tokens=100)
        await one(store, draft)

        late = await waiting(store)
        whole = f"{QUESTION}\n{long}"
        assert len(late) > 3
        assert late[0].text == QUESTION
        assert [p.text for p in late] == [whole[p.start : p.end] for p in draft.indexed.pieces]
        await store.passages.put_vectors(HASHED, embed(late), job=await claim(store))
        assert await waiting(store) == []

    async def test_what_an_analysis_claims_again_is_the_same_record(self, store: Store) -> None:
        await registered(store)
        first = await one(store, a_record(claim="enum:Kind", vectors=False))
        await store.records.mark(LOANS, [first.id], "stale", now=NOW)

        again = a_record(claim="enum:Kind", cites=[cited(start=30, end=33)], domain="kinds")
        second = await one(store, again, now=later(9))

        assert second == replace(first, citations=again.citations, domain="kinds")
        assert await listed(store) == [QUESTION]
        assert len(await waiting(store)) == 2  # its passages stayed

    async def test_a_claim_that_says_something_else_now_replaces_what_it_said(
        self, store: Store
    ) -> None:
        await registered(store)
        first = await one(store, a_record(claim="enum:Kind"))

        second = await one(store, a_record(answer="ANNUITY alone.", claim="enum:Kind"))

        assert (second.id, second.status) == ("lr-20260503-002", "active")
        (old,) = await store.records.get(LOANS, [first.id])
        assert old == replace(first, status="replaced", replaced_by=second.id)
        assert await store.records.by_claim(LOANS, ["enum:Kind", "x"]) == {"enum:Kind": second}
        assert await store.records.claims(LOANS) == {"enum:Kind": second.id}
        assert await found(store) == [second.id]

    async def test_records_without_a_claim_add_up(self, store: Store) -> None:
        await registered(store)

        a, b = await add(store, a_record(), a_record())

        assert a.id != b.id
        assert await store.records.claims(LOANS) == {}
        assert await listed(store) == [QUESTION, QUESTION]

    async def test_claims_are_told_of_some_files(self, store: Store) -> None:
        await registered(store)
        await add(
            store,
            a_record("a?", claim="a", cites=[cited("a.py"), cited("b.py"), cited("b.py", 9)]),
            a_record("b?", claim="b", cites=[cited("b.py")]),
            a_record("c?", claim="c", cites=[cited("c.py")]),
            a_record("d?", cites=[cited("b.py")]),
        )

        assert list(await store.records.claims(LOANS, ["b.py"])) == ["a", "b"]
        assert list(await store.records.claims(LOANS, ["a.py", "c.py"])) == ["a", "c"]
        assert await store.records.claims(LOANS, ["x.py"]) == {}

    async def test_pages_are_newest_first_and_follow_each_other(self, store: Store) -> None:
        await registered(store)
        await add(store, *(a_record(f"{n}?") for n in range(5)))

        first = await store.records.page(LOANS, limit=2)
        rest = await store.records.page(LOANS, limit=3, before=first.next)

        assert [r.question for r in first] == ["4?", "3?"]
        assert ([r.question for r in rest], rest.next) == (["2?", "1?", "0?"], None)

    async def test_a_page_can_be_of_a_domain_a_file_a_folder_or_a_status(
        self, store: Store
    ) -> None:
        await registered(store)
        _, b, _ = await add(
            store,
            a_record("a?", domain="还款", cites=[cited("src/a.py"), cited("src/sub/x.py")]),
            a_record("b?", domain="orders", cites=[cited("src/a.py")]),
            a_record("c?", cites=[cited("src0/a.py"), cited("src-gen/x.py")]),
        )
        await store.records.mark(LOANS, [b.id], "stale", now=NOW)

        assert await listed(store, domain="还款") == ["a?"]
        assert await listed(store, path="src/a.py") == ["b?", "a?"]
        assert await listed(store, path="src") == ["b?", "a?"]
        assert await listed(store, path="src/sub") == ["a?"]
        assert await listed(store, path="sr") == []
        assert await listed(store, statuses=["stale"]) == ["b?"]
        assert await listed(store, statuses=["active"], path="src") == ["a?"]

    async def test_records_that_cite_files_are_told_once_each(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)
        a, b, gone = await add(
            store,
            a_record("a?", cites=[cited("a.py"), cited("a.py", 9), cited("b.py")]),
            a_record("b?", cites=[cited("b.py")]),
            a_record("c?", cites=[cited("a.py")]),
        )
        await add(store, a_record("other?", cites=[cited("a.py")]), scope=SHOP)
        await store.records.mark(LOANS, [gone.id], "replaced", replaced_by=a.id, now=NOW)

        assert await store.records.citing(LOANS, ["b.py", "a.py", "x"]) == [a, b]
        assert await store.records.citing(LOANS, []) == []

    async def test_a_stale_record_is_found_and_a_replaced_one_is_only_told_of(
        self, store: Store
    ) -> None:
        await registered(store)
        a, b, c = await add(store, a_record("kinds a?"), a_record("kinds b?"), a_record("kinds c?"))

        assert await store.records.mark(LOANS, [a.id, "lr-0"], "stale", now=NOW) == [a.id]
        replaced = await store.records.mark(
            LOANS, [b.id], "replaced", replaced_by=c.id, now=later(9)
        )

        assert replaced == [b.id]
        assert await found(store) == [a.id, c.id]
        seen = await look(store, a_query("kinds", scopes=[LOANS], kinds=["record"]))
        hidden = [value.found for value in seen.values() if value.hidden]
        assert [(one.id, one.status) for one in hidden] == [(b.id, "superseded")]
        for minute, shown in ((8, {a.id, b.id, c.id}), (9, {a.id, c.id})):
            then = Filter(as_of=later(minute))
            query = a_query("kinds", scopes=[LOANS], kinds=["record"], where=then)
            seen = await look(store, query)
            assert {key[0] for key, value in seen.items() if not value.hidden} == shown

    async def test_a_replaced_record_stays_so(self, store: Store) -> None:
        await registered(store)
        a, b = await add(store, a_record("a?"), a_record("b?"))
        await store.records.mark(LOANS, [a.id], "replaced", replaced_by=b.id, now=NOW)

        assert await store.records.mark(LOANS, [a.id], "active", now=NOW) == []
        assert await store.records.mark(LOANS, [b.id], "active", now=NOW) == []
        with pytest.raises(NotFoundError):
            await store.records.mark(LOANS, [b.id], "replaced", replaced_by="lr-0", now=NOW)
        (still,) = await store.records.get(LOANS, [a.id])
        assert (still.status, still.replaced_by) == ("replaced", b.id)

    async def test_coverage_counts_records_of_files_and_domains(self, store: Store) -> None:
        await registered(store)
        assert await store.records.coverage(LOANS) == Coverage({}, {})
        a, _, c, _ = await add(
            store,
            a_record("a?", domain="x", cites=[cited("a.py"), cited("a.py", 9), cited("b.py")]),
            a_record("b?", domain="x", cites=[cited("b.py")]),
            a_record("c?", domain="y", cites=[cited("c.py")]),
            a_record("d?", cites=[cited("b.py")]),
        )
        await store.records.mark(LOANS, [a.id], "stale", now=NOW)
        await store.records.mark(LOANS, [c.id], "replaced", now=NOW)

        coverage = await store.records.coverage(LOANS)

        assert coverage.files == {"a.py": Known(0, 1), "b.py": Known(2, 1)}
        assert coverage.domains == {"x": Known(1, 1)}

    async def test_records_from_elsewhere_keep_their_ids_and_are_not_put_twice(
        self, store: Store
    ) -> None:
        await registered(store)
        old = a_record(
            id="lr-20260503-007", created_at=later(-60), status="replaced", replaced_by="lr-x"
        )

        first = await one(store, old)
        again = await one(store, replace(old, answer="something else"))

        assert again == first
        assert (first.id, first.created_at, first.status) == (old.id, later(-60), "replaced")
        assert await found(store) == []
        assert (await one(store, a_record())).id == "lr-20260503-008"

    async def test_records_of_one_project_are_not_anothers(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)
        await one(store, a_record(claim="a"))
        await add(store, a_record("other kinds?", claim="a"), scope=SHOP)

        assert await listed(store) == [QUESTION]
        seen = await look(store, a_query("kinds", scopes=[LOANS], kinds=["record"]))
        assert [text for _, text in seen] == [WHOLE]
        both = a_query("kinds", scopes=[LOANS, SHOP], kinds=["record"])
        assert {one.found.scope for one in (await look(store, both)).values()} == {
            "project:loans",
            "project:shop",
        }

    async def test_records_are_there_after_opening_again(self, opened: Opener) -> None:
        async with opened() as store:
            await registered(store)
            record = await one(store, a_record())
        async with opened() as again:
            assert await again.records.get(LOANS, [record.id]) == [record]
            assert await found(again) == [record.id]
