"""Chats, turns, edits and summaries beside a plain model: whatever is done, both say the same.

Two stores share the file, as two processes would.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nagori.errors import ConflictError, NotFoundError
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import (
    CARLA,
    HASHED,
    NOW,
    SPACE,
    a_memory,
    a_message,
    a_query,
    a_turn,
    an_answer,
    indexed,
)
from nagori.testing.contract.passages import same_bits
from nagori.testing.oracle import Shown, differences, look, shown
from nagori.values.turn import TurnDraft, TurnEnd

T = TypeVar("T")
LEASE = timedelta(seconds=30)
CHATS = ("one", "two")
WORDS = ("tea", "green", "绿茶", "rain")
TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
CHAT = st.sampled_from((CHATS[0], *CHATS))
WHICH = st.integers(0, 1)
PICK = st.integers(0, 1000)


@dataclass(slots=True)
class Said:
    """A message of the model."""

    id: str
    text: str
    vectors: bool
    by_user: bool = True
    replaced: bool = False
    folded: str | None = None
    """By whom."""


@dataclass(slots=True)
class Talk:
    """A chat of the model."""

    said: list[Said] = field(default_factory=list[Said])
    used: datetime = NOW
    retired: bool = False
    running: TurnDraft | None = None
    lost: dict[str, str] = field(default_factory=dict[str, str])
    """Turns that say they run, without a lease, and the messages that they should answer."""
    summary: str | None = None
    by: str | None = None
    written: str | None = None

    @property
    def standing(self) -> list[Said]:
        return [said for said in self.said if not said.replaced]


@dataclass(slots=True)
class Derived:
    """A memory of the model, with the messages that it came from."""

    id: str
    text: str
    sources: list[str]
    active: bool = True


class ChatMachine(RuleBasedStateMachine):
    """`talks` and `memories` are the truth that the stores are compared with."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="nagori-chats-"))
        self.runner = asyncio.Runner()
        self.talks: dict[str, Talk] = {}
        self.memories: list[Derived] = []
        self.now = NOW
        self.stores: list[SqliteStore] = []

    @initialize()
    def open(self) -> None:
        self.stores = [SqliteStore(self.folder / "memory.db", readers=1) for _ in range(2)]
        for store in self.stores:
            self._run(store.open())

    def teardown(self) -> None:
        for store in self.stores:
            self._run(store.close())
        self.runner.close()
        shutil.rmtree(self.folder)

    # what is done to both ------------------------------------------------------------------------

    @rule(which=WHICH, chat=CHAT, text=TEXT, vectors=st.booleans())
    def hear(self, which: int, chat: str, text: str, vectors: bool) -> None:
        draft = a_message(text, chat_id=chat, said_at=self.now, vectors=vectors)
        work = self.stores[which].chats.hear([draft], embedder=HASHED, now=self.now)
        if self._retired(chat):
            with pytest.raises(ConflictError):
                self._run(work)
            return
        self._run(work)
        self._say(chat, Said(draft.id, text, vectors))

    @rule(which=WHICH, chat=CHAT, text=TEXT, edits=st.booleans(), ends=st.booleans(), pick=PICK)
    def take_a_turn(
        self, which: int, chat: str, text: str, edits: bool, ends: bool, pick: int
    ) -> None:
        if self._begin(which, chat, text, pick, edits=edits) and (ends or pick % 2):
            self.finish(which, chat, f"{text} {pick % 9}", bool(pick % 3))

    @rule(which=WHICH, chat=CHAT, text=TEXT, derives=st.booleans())
    def finish(self, which: int, chat: str, text: str, derives: bool) -> None:
        talk = self.talks.get(chat)
        if talk is None or talk.running is None:
            return
        asked, answer = talk.running.message, an_answer(text, chat_id=chat, said_at=self.now)
        # Each says something else, so that none confirms another one.
        memory = a_memory(f"{asked.id} {text}", message=asked.id, at=self.now)
        memories = [memory] if derives else []
        end = TurnEnd("done", answer=answer, memories=memories, jobs=["fold"])
        self._run(
            self.stores[which].turns.finish(
                SPACE, talk.running.id, end, embedder=HASHED, now=self.now
            )
        )
        talk.running = None
        self._say(chat, Said(answer.id, text, vectors=True, by_user=False))
        if derives:
            self.memories.append(Derived(memory.id, memory.text, [asked.id]))

    @precondition(lambda self: self.memories)
    @rule(which=WHICH, pick=PICK)
    def derive_again(self, which: int, pick: int) -> None:
        memory = self.memories[pick % len(self.memories)]
        heard = [said for talk in self.talks.values() for said in talk.said]
        if not memory.active or not heard:
            return
        source = heard[pick % len(heard)].id
        draft = a_memory(memory.text, message=source, at=self.now)
        self._run(self.stores[which].memories.put([draft], embedder=HASHED, now=self.now))
        memory.sources.append(source)

    @rule(which=WHICH, chat=CHAT, by=st.sampled_from(("extractive", "mia")), few=st.booleans())
    def fold(self, which: int, chat: str, by: str, few: bool) -> None:
        store, talk = self.stores[which], self.talks.get(chat)
        if talk is None or talk.retired:
            with pytest.raises(NotFoundError):
                self._run(store.summaries.to_fold(SPACE, chat))
            return
        to_fold = self._run(store.summaries.to_fold(SPACE, chat))
        todo = [*(to_fold.again if by == "mia" else ()), *to_fold.fresh]
        ids = [message.id for message in (todo[: len(todo) // 2] if few else todo)]
        self._run(store.jobs.enqueue(SPACE, "fold", chat, {}, now=self.now))
        job = self._run(store.jobs.claim(["fold"], now=self.now + LEASE, lease=LEASE))
        assert job is not None
        summary = f"at {self.now}"
        self._run(
            store.summaries.fold(
                SPACE, chat, summary=summary, by=by, messages=ids, job=job, now=self.now
            )
        )
        self._run(store.jobs.finish(job, now=self.now))
        if by == "extractive":
            talk.written = talk.written if talk.by == "extractive" else talk.summary
        else:
            talk.written = None
            for said in talk.said:
                said.folded = None if said.folded == "extractive" else said.folded
        for said in talk.said:
            said.folded = by if said.id in ids else said.folded
        talk.summary, talk.by = summary, by

    @rule(which=WHICH, chat=CHAT, stays=st.booleans())
    def retire(self, which: int, chat: str, stays: bool) -> None:
        talk, shelf = self.talks.get(chat), self.stores[which].shelf
        if talk is None or talk.retired:
            with pytest.raises(NotFoundError):
                self._run(shelf.retire(SPACE, chat, now=self.now))
            return
        self._run(shelf.retire(SPACE, chat, now=self.now))
        talk.retired = True
        if not stays:
            self.finds_what_is_not_hidden()
            self.restore(which, chat)

    @rule(which=WHICH, chat=CHAT)
    def restore(self, which: int, chat: str) -> None:
        shelf = self.stores[which].shelf
        if chat not in self.talks:
            with pytest.raises(NotFoundError):
                self._run(shelf.restore(SPACE, chat))
            return
        self._run(shelf.restore(SPACE, chat))
        self.talks[chat].retired = False

    @precondition(lambda self: sum(len(talk.said) for talk in self.talks.values()) > 12)
    @rule(which=WHICH, chat=CHAT)
    def erase(self, which: int, chat: str) -> None:
        talk = self.talks.pop(chat, None)
        work = self.stores[which].erasure.chat(SPACE, chat, now=self.now)
        if talk is None:
            with pytest.raises(NotFoundError):
                self._run(work)
            return
        receipt = self._run(work)
        assert receipt.erased["messages"] == len(talk.said)
        here = {said.id for said in talk.said}
        self.memories = [m for m in self.memories if not here.issuperset(m.sources)]

    @rule(seconds=st.sampled_from((1, 29, 30)))
    def wait(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)

    # what must hold after every step -------------------------------------------------------------

    @invariant()
    def lists_what_the_model_lists(self) -> None:
        for store in self.stores:
            shown = {id: talk for id, talk in self.talks.items() if not talk.retired}
            page = self._run(store.shelf.page(CARLA))
            assert {chat.id: chat.updated_at for chat in page} == {
                id: talk.used for id, talk in shown.items()
            }
            assert [chat.updated_at for chat in page] == sorted(
                (talk.used for talk in shown.values()), reverse=True
            )
            for id in CHATS:
                listed = self._run(store.chats.messages(SPACE, id, limit=99))
                assert [(m.id, m.is_summarized) for m in listed] == [
                    (said.id, said.folded is not None)
                    for said in (shown[id].standing if id in shown else ())
                ]

    @invariant()
    def every_message_is_in_the_summary_or_waits(self) -> None:
        for id, talk in self.talks.items():
            if talk.retired:
                continue
            found = self._run(self.stores[0].summaries.to_fold(SPACE, id))
            extract = talk.by == "extractive"
            assert (found.chat.summary, found.chat.summary_by) == (talk.summary, talk.by)
            assert found.written == (talk.written if extract else talk.summary)
            told = {m.id: "again" for m in found.again} | {m.id: "fresh" for m in found.fresh}
            assert told == {
                said.id: "fresh" if said.folded is None else "again"
                for said in talk.standing
                if said.folded in {None, "extractive"}
            }

    @invariant()
    def knows_which_turns_were_lost(self) -> None:
        if not self.stores:
            return
        found = self._run(self.stores[1].turns.lost(now=self.now))
        assert sorted(turn.id for _, turn in found) == sorted(
            id
            for talk in self.talks.values()
            for id in (
                *talk.lost,
                *([talk.running.id] if talk.running and not self._runs(talk) else []),
            )
        )

    @invariant()
    def finds_what_is_not_hidden(self) -> None:
        if not self.stores:
            return
        query = a_query("green tea 绿茶", kinds=("memory", "message"))
        wanted = [
            *(s for talk in self.talks.values() if not talk.retired for s in _shown(talk)),
            *(s for m in self.memories if m.active for s in shown(m.id, m.text, indexed(m.text))),
        ]
        one, two = self.stores
        assert differences(self._run(look(one, query)), wanted, query) == []
        assert same_bits(self._run(one.passages.score(query)), self._run(two.passages.score(query)))

    # ---------------------------------------------------------------------------------------------

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def _begin(self, which: int, chat: str, text: str, pick: int, *, edits: bool) -> bool:
        """Begin a turn; False when none could."""
        talk = self.talks.get(chat, Talk())
        mine = [said for said in talk.standing if said.by_user]
        target = mine[pick % len(mine)] if edits and mine else None
        draft = a_turn(
            text,
            chat_id=chat,
            said_at=self.now,
            lease_until=self.now + LEASE,
            replaces=target.id if target else None,
        )
        work = self.stores[which].turns.begin(draft, past=2, most=99, embedder=HASHED, now=self.now)
        if talk.retired or self._runs(talk):
            with pytest.raises(ConflictError):
                self._run(work)
            return False
        begun = self._run(work)
        if talk.running is not None:
            talk.lost[talk.running.id] = talk.running.message.id
        if target is not None:
            assert begun.retired == self._replace(talk, target)
        past = talk.standing
        assert [m.id for m in begun.past] == [
            said.id for n, said in enumerate(past) if n >= len(past) - 2 or said.folded is None
        ]
        self._say(chat, Said(draft.message.id, text, vectors=True))
        self.talks[chat].running = draft
        return True

    def _retired(self, chat: str) -> bool:
        return chat in self.talks and self.talks[chat].retired

    def _runs(self, talk: Talk) -> bool:
        return talk.running is not None and talk.running.lease_until > self.now

    def _say(self, chat: str, said: Said) -> None:
        talk = self.talks.setdefault(chat, Talk())
        talk.said.append(said)
        talk.used = self.now

    def _replace(self, talk: Talk, target: Said) -> int:
        """Mark what is replaced, and count the memories that go with it."""
        gone = talk.standing[talk.standing.index(target) :]
        if any(said.folded for said in gone):
            talk.summary = talk.by = talk.written = None
            for said in talk.said:
                said.folded = None
        for said in gone:
            said.replaced = True
        here = {said.id for said in gone}
        talk.lost = {turn: asked for turn, asked in talk.lost.items() if asked not in here}
        every = [said for other in self.talks.values() for said in other.said]
        replaced = {said.id for said in every if said.replaced}
        retired = [
            m
            for m in self.memories
            if m.active and here.intersection(m.sources) and replaced.issuperset(m.sources)
        ]
        for memory in retired:
            memory.active = False
        return len(retired)


def _shown(talk: Talk) -> list[Shown]:
    return [
        s
        for said in talk.standing
        for s in shown(said.id, said.text, indexed(said.text, vectors=said.vectors))
    ]


TestChatMachine = ChatMachine.TestCase
TestChatMachine.settings = settings(
    max_examples=20,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
