"""The store beside a plain dict: whatever is done to both, they say the same.

Two stores share the file, as two processes would; either of them may be restarted or lose its
caches between any two steps.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nagori.store.sqlite.database import Database
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import (
    CARLA,
    DIMS,
    HASHED,
    NOW,
    SPACE,
    a_memory,
    a_message,
    a_query,
    indexed,
)
from nagori.testing.contract.passages import same_bits
from nagori.testing.embedders import hashed_vector
from nagori.testing.oracle import Shown, differences, look, shown
from nagori.values.draft import MemoryEdit
from nagori.values.memory import TAGS, Tag
from nagori.values.scope import Scope

T = TypeVar("T")
DIEGO = Scope(SPACE, "user", "diego")
SCOPES = (CARLA, DIEGO)

WORDS = ("tea", "Tea!", "green", "coffee", "绿茶", "喜欢", "rain")
TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
SCOPE = st.sampled_from(SCOPES)
WHICH = st.integers(0, 1)
PICK = st.integers(0, 1000)


@dataclass(slots=True)
class Kept:
    """A memory or message of the model."""

    id: str
    scope: Scope
    text: str
    embedded: bool
    tag: Tag | None = None
    said: int = 1
    active: bool = True

    @property
    def hash(self) -> bytes:
        return indexed(self.text, vectors=False).content_hash

    def shown(self) -> list[Shown]:
        return shown(self.id, self.text, indexed(self.text, vectors=self.embedded))


class StoreMachine(RuleBasedStateMachine):
    """`memories` and `messages` are the truth that the stores are compared with."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="nagori-machine-"))
        self.runner = asyncio.Runner()
        self.memories: dict[str, Kept] = {}
        self.messages: dict[str, Kept] = {}
        self.known: dict[tuple[Scope, str], str] = {}
        self.versions: dict[int, tuple[int, int]] = {}
        self.steps = 0
        self.stores: list[SqliteStore] = []

    @initialize()
    def open(self) -> None:
        self.stores = [self._opened(), self._opened()]

    def teardown(self) -> None:
        for store in self.stores:
            self._run(store.close())
        self.runner.close()
        shutil.rmtree(self.folder)

    # what is done to both ------------------------------------------------------------------------

    @rule(which=WHICH, scope=SCOPE, text=TEXT, tag=st.sampled_from(TAGS), vectors=st.booleans())
    def remember(self, which: int, scope: Scope, text: str, tag: Tag, vectors: bool) -> None:
        draft = a_memory(text, scope=scope, tag=tag, vectors=vectors, at=self._now())
        (written,) = self._run(
            self.stores[which].memories.put([draft], embedder=HASHED, now=self._now())
        )
        same = self._same(scope, draft.indexed.content_hash, tag)
        assert written.created == (same is None)
        if same is None:
            self.memories[draft.id] = Kept(draft.id, scope, text, vectors, tag)
        else:
            same.said += 1
            assert written.memory.id == same.id

    @rule(which=WHICH, scope=SCOPE, text=TEXT, name=st.sampled_from("xyz"))
    def remember_once(self, which: int, scope: Scope, text: str, name: str) -> None:
        draft = a_memory(text, scope=scope, external_id=name, at=self._now())
        (written,) = self._run(
            self.stores[which].memories.put([draft], embedder=HASHED, now=self._now())
        )
        known = self.known.get((scope, name))
        if known is not None:
            assert written.memory.id == known
            return
        same = self._same(scope, draft.indexed.content_hash, "manual")
        if same is None:
            same = self.memories[draft.id] = Kept(draft.id, scope, text, True, "manual")
        else:
            same.said += 1
        self.known[scope, name] = same.id
        assert written.memory.id == same.id

    @precondition(lambda self: self.memories)
    @rule(which=WHICH, pick=PICK, text=TEXT, vectors=st.booleans())
    def edit_text(self, which: int, pick: int, text: str, vectors: bool) -> None:
        kept = self._picked(pick)
        edit = MemoryEdit(kept.id, text=text, indexed=indexed(text, vectors=vectors))
        memories = self.stores[which].memories
        self._run(memories.edit(SPACE, edit, embedder=HASHED, now=self._now()))
        if kept.text != text:
            kept.text, kept.embedded = text, vectors

    @precondition(lambda self: self.memories)
    @rule(which=WHICH, pick=PICK, tag=st.sampled_from(TAGS))
    def edit_tag(self, which: int, pick: int, tag: Tag) -> None:
        kept = self._picked(pick)
        edit = MemoryEdit(kept.id, tag=tag)
        memories = self.stores[which].memories
        self._run(memories.edit(SPACE, edit, embedder=HASHED, now=self._now()))
        kept.tag = tag

    @precondition(lambda self: self.memories)
    @rule(which=WHICH, pick=PICK, active=st.booleans())
    def forget_or_restore(self, which: int, pick: int, active: bool) -> None:
        kept = self._picked(pick)
        status = "active" if active else "retired"
        memories = self.stores[which].memories
        self._run(memories.set_status(SPACE, kept.id, status, now=self._now()))
        kept.active = active

    @rule(which=WHICH, scope=SCOPE, text=TEXT, vectors=st.booleans())
    def hear(self, which: int, scope: Scope, text: str, vectors: bool) -> None:
        draft = a_message(
            text, scope=scope, chat_id=f"chat of {scope.id}", said_at=self._now(), vectors=vectors
        )
        self._run(self.stores[which].chats.hear([draft], embedder=HASHED, now=self._now()))
        self.messages[draft.id] = Kept(draft.id, scope, text, vectors)

    @rule(which=WHICH, most=st.integers(1, 4), finishes=st.booleans())
    def embed_late(self, which: int, most: int, finishes: bool) -> None:
        store = self.stores[which]
        lease = timedelta(seconds=1)
        job = self._run(store.jobs.claim(["embed"], now=self._now(), lease=lease))
        if job is None:
            assert self._waiting() == []
            return
        todo = self._run(store.passages.pending(HASHED, limit=most))
        vectors = [(p, hashed_vector(p.text, DIMS)) for p in todo]
        self._run(store.passages.put_vectors(HASHED, vectors, job=job))
        texts = [p.text for p in todo]
        for kept in [*self.memories.values(), *self.messages.values()]:
            kept.embedded = kept.embedded or self._has_vector(kept)
        assert all(text for text in texts)
        if finishes:
            done = self._run(store.passages.finish_embedding(HASHED, job=job, now=self._now()))
            assert done == (self._waiting() == [])
        else:
            again = self._now()
            self._run(store.jobs.put_back(job, run_at=again, attempts=1, error="", now=again))

    @precondition(lambda self: self.memories)
    @rule(which=WHICH, pick=PICK)
    def erase_memory(self, which: int, pick: int) -> None:
        kept = self._picked(pick)
        receipt = self._run(self.stores[which].erasure.memory(SPACE, kept.id, now=self._now()))
        assert receipt.erased["memories"] == 1
        self._forget_model([kept.id])

    @rule(which=WHICH, scope=SCOPE)
    def erase_scope(self, which: int, scope: Scope) -> None:
        gone = [k.id for k in self.memories.values() if k.scope == scope]
        said = [k.id for k in self.messages.values() if k.scope == scope]
        receipt = self._run(self.stores[which].erasure.scope(scope, now=self._now()))
        assert receipt.erased["memories"] == len(gone)
        assert receipt.erased["messages"] == len(said)
        self._forget_model(gone)
        for id in said:
            del self.messages[id]

    @rule(which=WHICH)
    def forget_caches(self, which: int) -> None:
        self.stores[which].passages.forget_caches()

    @rule(which=WHICH)
    def restart(self, which: int) -> None:
        self._run(self.stores[which].close())
        self.stores[which] = self._opened()

    # what must hold after every step -------------------------------------------------------------

    @invariant()
    def lists_what_the_model_lists(self) -> None:
        for store, scope in zip(self.stores, SCOPES, strict=False):
            page = self._run(
                store.memories.page(
                    SPACE, scope, tags=TAGS, statuses=("active", "retired"), limit=1000
                )
            )
            listed = [
                (m.id, m.text, m.tag, m.times_said, m.status == "active", m.stage) for m in page
            ]
            assert listed == [
                (k.id, k.text, k.tag, k.said, k.active, "embedded" if k.embedded else "stored")
                for k in reversed(self.memories.values())
                if k.scope == scope
            ]

    @invariant()
    def scores_like_a_brute_force_oracle(self) -> None:
        if not self.stores:
            return
        query = a_query("green tea 绿茶", scopes=SCOPES, kinds=("memory", "message"))
        wanted = [
            s
            for k in (*self.memories.values(), *self.messages.values())
            if k.active
            for s in k.shown()
        ]
        one, two = self.stores
        assert differences(self._run(look(one, query)), wanted, query) == []
        assert same_bits(self._run(one.passages.score(query)), self._run(two.passages.score(query)))

    @invariant()
    def versions_only_grow(self) -> None:
        if not self.stores:
            return
        db = Database(self.folder / "memory.db", read_only=True)
        rows = db.rows("SELECT id, version, epoch FROM scopes")
        db.close()
        for number, version, epoch in rows:
            before = self.versions.get(number, (0, 0))
            assert version >= before[0]
            assert epoch >= before[1]
            self.versions[number] = (version, epoch)

    # ---------------------------------------------------------------------------------------------

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        self.steps += 1
        return self.runner.run(work)

    def _now(self) -> datetime:
        """Later at every call to a store."""
        return NOW + timedelta(seconds=self.steps)

    def _opened(self) -> SqliteStore:
        store = SqliteStore(self.folder / "memory.db", readers=1)
        self._run(store.open())
        assert store.state == "ready", store.reason
        return store

    def _picked(self, pick: int) -> Kept:
        return list(self.memories.values())[pick % len(self.memories)]

    def _same(self, scope: Scope, hash: bytes, tag: Tag) -> Kept | None:
        """The oldest active memory that says the same."""
        for kept in self.memories.values():
            if (kept.scope, kept.hash, kept.tag, kept.active) == (scope, hash, tag, True):
                return kept
        return None

    def _waiting(self) -> list[Kept]:
        every = [*self.memories.values(), *self.messages.values()]
        return [kept for kept in every if not kept.embedded]

    def _has_vector(self, kept: Kept) -> bool:
        """Asked of the store: the model does not know which passages came first."""
        db = Database(self.folder / "memory.db", read_only=True)
        noun, kind = ("memories", 1) if kept.tag else ("messages", 2)
        row = db.row(
            f"SELECT 1 FROM passages p JOIN {noun} o ON o.seq = p.owner AND p.kind = {kind} "  # noqa: S608
            "WHERE o.id = ? AND p.embedded_by IS NOT NULL",
            (kept.id,),
        )
        db.close()
        return row is not None

    def _forget_model(self, ids: list[str]) -> None:
        for id in ids:
            del self.memories[id]
        self.known = {key: id for key, id in self.known.items() if id not in ids}


TestStoreMachine = StoreMachine.TestCase
TestStoreMachine.settings = settings(
    max_examples=25,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
