"""What is considered for remembering."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from nagori.errors import ConflictError, NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import CARLA, HASHED, NOW, SPACE, a_memory, a_message, a_turn, later
from nagori.testing.contract.base import ContractBase
from nagori.testing.contract.chats import hear
from nagori.testing.contract.turns import begin
from nagori.values.draft import MemoryDraft, Written
from nagori.values.event import Kept
from nagori.values.job import Job
from nagori.values.memorising import (
    BY_RULES,
    Cost,
    Heard,
    Keep,
    MemorisingStats,
    Settlement,
    ToMemorise,
)
from nagori.values.turn import TurnEnd

CHAT = "chat-1"


async def a_job(store: Store) -> Job:
    """A job about the chat, with its lease."""
    await store.memorising.queue([(SPACE, CHAT)], kind="memorise", now=NOW)
    job = await store.jobs.claim(["memorise"], now=NOW, lease=timedelta(minutes=1))
    assert job is not None
    return job


async def say(store: Store, *texts: str) -> list[str]:
    """Say so many things: their ids."""
    return [message.id for message in await hear(store, *map(a_message, texts))]


def stated(text: str, message: str, *, minutes: float = 0, rules: bool = False) -> MemoryDraft:
    """What is kept of a message."""
    made = a_memory(text, tag="summary", message=message, at=later(minutes), chat_id=CHAT)
    return replace(made, degraded=(BY_RULES,)) if rules else made


async def settle(
    store: Store,
    messages: Sequence[str],
    *keeps: Keep,
    by_model: bool = True,
    job: Job | None = None,
) -> list[Written]:
    """Write what was decided about messages of the chat, as a job does."""
    held = job or await a_job(store)
    settlement = Settlement(messages, keeps, by_model, Cost(1, 10, 5))
    written = await store.memorising.settle(
        SPACE, CHAT, settlement, job=held, embedder=HASHED, now=NOW
    )
    await store.jobs.finish(held, now=NOW)
    return written


async def waiting(store: Store) -> ToMemorise:
    """What waits in the chat."""
    return await store.memorising.to_memorise(SPACE, CHAT, limit=50)


def ids(heard: Sequence[Heard]) -> list[str]:
    """The messages by their ids."""
    return [one.message.id for one in heard]


class MemorisingContract(ContractBase):
    """`Store.memorising`."""

    async def test_everything_waits_until_it_was_considered(self, store: Store) -> None:
        said = await say(store, "I live in Porto", "hello")
        assert ids((await waiting(store)).fresh) == said

        await settle(store, said, Keep(stated("The user lives in Porto.", said[0])))
        more = await say(store, "and I work as a nurse")

        found = await waiting(store)
        assert ids(found.fresh) == more
        assert found.again == []
        assert found.scope.key == "user:carla"

    async def test_what_waits_knows_what_was_said_before_it(self, store: Store) -> None:
        first, second = await say(store, "What is your cat called?", "I have no cat")
        await settle(store, [first])

        (heard,) = (await waiting(store)).fresh
        assert heard.message.id == second
        assert heard.before is not None
        assert heard.before.id == first

        await settle(store, [second], by_model=False)
        (heard,) = (await waiting(store)).again
        assert heard.before is not None
        assert heard.before.id == first

    async def test_what_is_kept_has_its_message_as_source(self, store: Store) -> None:
        (said,) = await say(store, "I live in Porto")

        (written,) = await settle(store, [said], Keep(stated("The user lives in Porto.", said)))

        assert written.created
        assert [s.ref for s in written.memory.sources] == [said]

    async def test_a_confirmed_memory_is_said_once_more_and_once_only(self, store: Store) -> None:
        first, second = await say(store, "I live in Porto", "Porto is my home")
        (kept,) = await settle(store, [first], Keep(stated("The user lives in Porto.", first)))
        again = Keep(stated("Porto is the user's home.", second), confirms=kept.memory.id)

        await settle(store, [second], again)
        (written,) = await settle(store, [second], again)

        assert not written.created
        assert written.memory.id == kept.memory.id
        assert written.memory.times_said == 2

    async def test_a_superseded_memory_is_closed_and_names_what_replaced_it(
        self, store: Store
    ) -> None:
        first, second = await say(store, "I live in Porto", "I moved to Berlin")
        (old,) = await settle(store, [first], Keep(stated("The user lives in Porto.", first)))
        draft = stated("The user moved to Berlin.", second, minutes=60)

        (new,) = await settle(store, [second], Keep(draft, supersedes=(old.memory.id,)))

        (closed,) = await store.memories.get(SPACE, [old.memory.id])
        assert (closed.status, closed.superseded_by) == ("superseded", new.memory.id)
        assert closed.valid_to == later(60)
        history = await store.memories.history(SPACE, old.memory.id)
        assert history[-1].what == "superseded"

    async def test_one_of_the_same_write_can_be_superseded(self, store: Store) -> None:
        first, second = await say(store, "I live in Porto", "I moved to Berlin")
        porto = stated("The user lives in Porto.", first)
        berlin = stated("The user moved to Berlin.", second, minutes=1)

        await settle(store, [first, second], Keep(porto), Keep(berlin, supersedes=(porto.id,)))

        assert (await store.memories.get(SPACE, [porto.id]))[0].status == "superseded"

    async def test_what_would_confirm_a_memory_that_is_gone_is_added(self, store: Store) -> None:
        first, second = await say(store, "I live in Porto", "Porto is my home")
        (old,) = await settle(store, [first], Keep(stated("The user lives in Porto.", first)))
        await store.memories.set_status(SPACE, old.memory.id, "retired", now=NOW)

        (new,) = await settle(
            store,
            [second],
            Keep(stated("Porto is the user's home.", second), confirms=old.memory.id),
        )

        assert new.created

    async def test_a_lost_lease_writes_nothing(self, store: Store) -> None:
        (said,) = await say(store, "I live in Porto")
        job = await a_job(store)
        await store.jobs.put_back(job, run_at=NOW, attempts=1, error="", now=NOW)

        with pytest.raises(ConflictError):
            await settle(store, [said], Keep(stated("The user lives in Porto.", said)), job=job)

        assert ids((await waiting(store)).fresh) == [said]

    async def test_what_rules_decided_waits_for_a_model(self, store: Store) -> None:
        (said,) = await say(store, "I live in Porto")
        draft = stated("The user live in Porto.", said, rules=True)

        await settle(store, [said], Keep(draft), by_model=False)

        found = await waiting(store)
        assert (ids(found.fresh), ids(found.again)) == ([], [said])
        assert found.made == {draft.id}
        assert await store.memorising.unsettled() == [(SPACE, CHAT)]

    async def test_a_model_s_memory_takes_the_place_of_that_of_rules(self, store: Store) -> None:
        (said,) = await say(store, "I live in Porto")
        made = stated("The user live in Porto.", said, rules=True)
        await settle(store, [said], Keep(made), by_model=False)

        (new,) = await settle(store, [said], Keep(stated("The user lives in Porto.", said)))

        assert (await store.memories.get(SPACE, [made.id]))[0].status == "retired"
        assert new.created
        assert await store.memorising.unsettled() == []

    async def test_the_same_words_by_a_model_only_take_the_mark_away(self, store: Store) -> None:
        (said,) = await say(store, "I live in Porto")
        made = stated("The user lives in Porto.", said, rules=True)
        await settle(store, [said], Keep(made), by_model=False)

        (kept,) = await settle(store, [said], Keep(stated("The user lives in Porto.", said)))

        assert (kept.memory.id, kept.memory.times_said) == (made.id, 1)
        assert kept.memory.degraded == ()

    async def test_what_rules_had_replaced_is_replaced_by_the_model_s_memory(
        self, store: Store
    ) -> None:
        first, second = await say(store, "I live in Porto", "I moved to Berlin")
        (old,) = await settle(store, [first], Keep(stated("The user lives in Porto.", first)))
        made = stated("The user move to Berlin.", second, minutes=5, rules=True)
        await settle(store, [second], Keep(made, supersedes=(old.memory.id,)), by_model=False)

        (new,) = await settle(
            store, [second], Keep(stated("The user moved to Berlin.", second, minutes=5))
        )

        (closed,) = await store.memories.get(SPACE, [old.memory.id])
        assert (closed.status, closed.superseded_by) == ("superseded", new.memory.id)

    async def test_what_rules_had_replaced_in_error_holds_again(self, store: Store) -> None:
        first, second = await say(store, "I live in Porto", "Berlin, ha ha")
        (old,) = await settle(store, [first], Keep(stated("The user lives in Porto.", first)))
        made = stated("The user is in Berlin.", second, minutes=5, rules=True)
        await settle(store, [second], Keep(made, supersedes=(old.memory.id,)), by_model=False)

        await settle(store, [second])

        (held,) = await store.memories.get(SPACE, [old.memory.id])
        assert (held.status, held.superseded_by, held.valid_to) == ("active", None, None)

    async def test_what_a_person_forgot_is_not_made_again(self, store: Store) -> None:
        kept, erased = await say(store, "I live in Porto", "I like tea")
        for said in (kept, erased):
            made = stated(f"Of {said}.", said, rules=True)
            await settle(store, [said], Keep(made), by_model=False)
            if said == kept:
                await store.memories.set_status(SPACE, made.id, "retired", now=NOW)
            else:
                await store.erasure.memory(SPACE, made.id, now=NOW)

        assert (await waiting(store)).again == []

    async def test_what_someone_said_is_passed_over_until_they_speak_again(
        self, store: Store
    ) -> None:
        decided, waits = await say(store, "I live in Porto", "I like tea")
        await settle(store, [decided], by_model=False)
        (other,) = await hear(store, a_message("I like coffee", speaker="diego"))
        await store.memorising.pass_over(CARLA, "carla")
        found = await waiting(store)
        assert (ids(found.fresh), ids(found.again)) == ([other.id], [])

        assert await settle(store, [waits], Keep(stated("Of tea.", waits))) == []
        (later_on,) = await say(store, "I like cocoa")
        assert ids((await waiting(store)).fresh) == [other.id, later_on]

    async def test_what_is_erased_while_it_is_considered_again_is_not_made_again(
        self, store: Store
    ) -> None:
        (said,) = await say(store, "I live in Porto")
        made = stated("Lives in Porto.", said, rules=True)
        await settle(store, [said], Keep(made), by_model=False)
        job = await a_job(store)
        await store.erasure.memory(SPACE, made.id, now=NOW)

        assert await settle(store, [said], Keep(stated("Is in Porto.", said)), job=job) == []
        assert (await waiting(store)).again == []

    async def test_a_message_waits_while_its_turn_runs(self, store: Store) -> None:
        earlier = await say(store, "I live in Porto")
        begun = await begin(store, a_turn("what do you know of me?"))

        assert ids((await waiting(store)).fresh) == earlier
        events = [Kept(1, "recalled", {"items": [{"text": "The user lives in Porto."}]})]
        turn = (await store.turns.of_chat(SPACE, CHAT, limit=1))[0]
        end = TurnEnd("done", events=events)
        await store.turns.finish(SPACE, turn.id, end, embedder=HASHED, now=NOW)

        found = (await waiting(store)).fresh
        assert ids(found) == [*earlier, begun.message.id]
        assert found[-1].recalled == ("The user lives in Porto.",)

    async def test_costs_add_up(self, store: Store) -> None:
        assert await store.memorising.stats(CARLA) == MemorisingStats()
        said = await say(store, "I live in Porto", "I like tea")

        await settle(store, said[:1], Keep(stated("The user lives in Porto.", said[0])))
        await settle(store, said[1:])

        assert await store.memorising.stats(CARLA) == MemorisingStats(2, 1, 2, 20, 10)

    async def test_an_unknown_chat_has_nothing(self, store: Store) -> None:
        with pytest.raises(NotFoundError):
            await waiting(store)

    async def test_the_words_as_said_go_with_the_memory_made_of_them(self, store: Store) -> None:
        first, second = await say(store, "I live in Porto", "I moved to Berlin")
        raw = a_memory("I live in Porto", tag="user_input", message=first, chat_id=CHAT)
        await store.memories.put([raw], embedder=HASHED, now=NOW)
        (old,) = await settle(store, [first], Keep(stated("The user lives in Porto.", first)))

        async def statuses() -> list[str]:
            found = await store.memories.get(SPACE, [old.memory.id, raw.id])
            return [memory.status for memory in found]

        await store.memories.set_status(SPACE, old.memory.id, "retired", now=NOW)
        assert await statuses() == ["retired", "retired"]
        await store.memories.set_status(SPACE, old.memory.id, "active", now=NOW)
        assert await statuses() == ["active", "active"]
        berlin = stated("The user moved to Berlin.", second, minutes=5)
        await settle(store, [second], Keep(berlin, supersedes=(old.memory.id,)))
        assert await statuses() == ["superseded", "superseded"]
        await store.erasure.memory(SPACE, old.memory.id, now=NOW)
        with pytest.raises(NotFoundError):
            await store.memories.get(SPACE, [raw.id])
