"""Learning records beside a plain dict: whatever is done to both, they say the same.

Two stores share the file, as two processes would; either of them may be restarted or lose its
caches between any two steps.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW, a_query
from nagori.testing.learning import LOANS, SHOP, a_record, cited, registered
from nagori.testing.oracle import look
from nagori.values.learned import Analysis, Known
from nagori.values.learning import RecordStatus
from nagori.values.passage import Query
from nagori.values.scope import Scope

T = TypeVar("T")
SCOPE = st.sampled_from((LOANS, SHOP))
WHICH = st.integers(0, 1)
PICK = st.integers(0, 1000)
QUESTION = st.sampled_from(("which kinds?", "哪些还款方式?", "what depends on tea?"))
ANSWER = st.sampled_from(("annuity, linear", "等额本息", "tea and green tea"))
CLAIM = st.sampled_from((None, None, "a", "b", "c"))
PATHS = st.lists(st.sampled_from(("src/a.py", "src/b.py", "docs/c.md")), min_size=1, max_size=2)
EVERY: tuple[RecordStatus, ...] = ("active", "stale", "replaced")


@dataclass(slots=True)
class Kept:
    """A record of the model."""

    id: str
    question: str
    answer: str
    claim: str | None
    paths: list[str]
    passages: int
    status: RecordStatus = "active"
    replaced_by: str | None = None

    @property
    def holds(self) -> bool:
        return self.status != "replaced"


class RecordMachine(RuleBasedStateMachine):
    """`records` is the truth that the stores are compared with."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="nagori-machine-"))
        self.runner = asyncio.Runner()
        self.records: dict[Scope, dict[str, Kept]] = {LOANS: {}, SHOP: {}}
        self.given: dict[Scope, int] = {LOANS: 0, SHOP: 0}
        self.stores: list[SqliteStore] = []

    @initialize()
    def open(self) -> None:
        self.stores = [self._opened(), self._opened()]
        self._run(registered(self.stores[0], LOANS, SHOP))

    def teardown(self) -> None:
        for store in self.stores:
            self._run(store.close())
        self.runner.close()
        shutil.rmtree(self.folder)

    # what is done to both ------------------------------------------------------------------------

    @rule(which=WHICH, scope=SCOPE, question=QUESTION, answer=ANSWER, claim=CLAIM, paths=PATHS)
    def add(
        self, which: int, scope: Scope, question: str, answer: str, claim: str | None,
        paths: list[str],
    ) -> None:  # fmt: skip
        draft = a_record(question, answer, claim=claim, cites=[cited(path) for path in paths])
        store = self.stores[which]
        (record,) = self._run(store.records.add(scope, [draft], embedder=HASHED, now=NOW))
        holding = self._holding(scope, claim)
        if holding and (holding.question, holding.answer) == (question, answer):
            holding.paths, holding.status = paths, "active"
            assert record.id == holding.id
            return
        self.given[scope] += 1
        assert record.id == f"lr-20260503-{self.given[scope]:03d}"
        if holding:
            holding.status, holding.replaced_by = "replaced", record.id
        kept = Kept(record.id, question, answer, claim, paths, len(draft.indexed.pieces))
        self.records[scope][record.id] = kept

    @precondition(lambda self: any(self.records.values()))
    @rule(which=WHICH, pick=PICK, status=st.sampled_from(EVERY))
    def mark(self, which: int, pick: int, status: RecordStatus) -> None:
        every = [(scope, kept) for scope, all in self.records.items() for kept in all.values()]
        scope, kept = every[pick % len(every)]
        changed = self._run(
            self.stores[which].records.mark(scope, [kept.id, "lr-0"], status, now=NOW)
        )
        if kept.holds and kept.status != status:
            assert changed == [kept.id]
            kept.status = status
        else:
            assert changed == []

    @rule(which=WHICH, scope=SCOPE, claims=st.sets(st.sampled_from("abc"), min_size=1))
    def withdraw(self, which: int, scope: Scope, claims: set[str]) -> None:
        found = Analysis(withdrawn=sorted(claims))
        projects = self.stores[which].projects
        self._run(projects.analysed(scope, found, embedder=HASHED, now=NOW))
        for claim in claims:
            if holding := self._holding(scope, claim):
                holding.status = "replaced"

    @rule(which=WHICH, scope=SCOPE)
    def erase(self, which: int, scope: Scope) -> None:
        receipt = self._run(self.stores[which].erasure.scope(scope, now=NOW))
        assert receipt.erased["records"] == len(self.records[scope])
        self._run(registered(self.stores[1 - which], scope))
        self.records[scope], self.given[scope] = {}, 0

    @rule(which=WHICH)
    def restart(self, which: int) -> None:
        self._run(self.stores[which].close())
        self.stores[which] = self._opened()

    @rule(which=WHICH)
    def forget_caches(self, which: int) -> None:
        self.stores[which].passages.forget_caches()

    # what must hold after every step -------------------------------------------------------------

    @invariant()
    def lists_what_the_model_lists(self) -> None:
        for store, (scope, records) in zip(self.stores, self.records.items(), strict=False):
            page = self._run(store.records.page(scope, statuses=EVERY, limit=1000))
            assert [
                (r.id, r.question, r.answer, r.status, r.replaced_by, [c.path for c in r.citations])
                for r in page
            ] == [
                (k.id, k.question, k.answer, k.status, k.replaced_by, k.paths)
                for k in reversed(records.values())
            ]
            held = [k for k in records.values() if k.holds]
            assert self._run(store.projects.get(scope)).records == len(held)
            claims = {k.claim: k.id for k in held if k.claim}
            assert self._run(store.records.claims(scope)) == claims

    @invariant()
    def citations_are_found_by_their_files(self) -> None:
        for store, (scope, records) in zip(self.stores, self.records.items(), strict=False):
            held = [k for k in records.values() if k.holds]
            citing = self._run(store.records.citing(scope, ["src/a.py"]))
            assert [r.id for r in citing] == [k.id for k in held if "src/a.py" in k.paths]
            coverage = self._run(store.records.coverage(scope)).files
            for path in ("src/a.py", "src/b.py", "docs/c.md"):
                told = [k.status for k in held if path in k.paths]
                known = Known(told.count("active"), told.count("stale"))
                assert coverage.get(path, Known()) == known

    @invariant()
    def shows_what_holds(self) -> None:
        for store, (scope, records) in zip(self.stores, self.records.items(), strict=False):
            query = a_query("green tea 还款", scopes=[scope], kinds=["record"])
            held = [k for k in records.values() if k.holds]
            seen = self._run(look(store, query))
            assert {id for (id, _), one in seen.items() if not one.hidden} == {k.id for k in held}
            assert self._scored(store, query) == sum(k.passages for k in held)

    # ---------------------------------------------------------------------------------------------

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def _opened(self) -> SqliteStore:
        store = SqliteStore(self.folder / "memory.db", readers=1)
        self._run(store.open())
        assert store.state == "ready", store.reason
        return store

    def _scored(self, store: SqliteStore, query: Query) -> int:
        return int((self._run(store.passages.score(query)).hidden == 0).sum())

    def _holding(self, scope: Scope, claim: str | None) -> Kept | None:
        held = (k for k in self.records[scope].values() if k.holds and claim is not None)
        return next((k for k in held if k.claim == claim), None)


TestRecordMachine = RecordMachine.TestCase
TestRecordMachine.settings = settings(
    max_examples=15,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
