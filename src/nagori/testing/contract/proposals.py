"""Tool calls that wait for consent, and whose words are trusted."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from nagori.errors import ConflictError, NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import (
    CARLA,
    NOW,
    SPACE,
    a_memory,
    a_message,
    a_query,
    a_turn,
    an_answer,
    an_id,
    later,
)
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.chats import hear
from nagori.testing.contract.memories import DIEGO, put
from nagori.testing.contract.summaries import a_job, fold, say
from nagori.testing.contract.turns import append, begin
from nagori.testing.oracle import look
from nagori.values.event import Kept, Proposal, ToolCall, ToolResult, kept
from nagori.values.proposal import ProposedCall
from nagori.values.scope import Scope

DAY = timedelta(days=1)


def a_proposal(id: str | None = None, **facts: object) -> ProposedCall:
    """A call that Carla is asked about, in the first chat."""
    plain = ProposedCall(
        id=id or an_id(),
        tool="remember",
        arguments='{"text": "likes tea"}',
        user="carla",
        scope=CARLA.key,
        chat_id="chat-1",
        turn_id="turn-1",
        message_id="message-1",
        created_at=NOW,
        expires_at=NOW + DAY,
        bot="nori",
    )
    return replace(plain, **facts)  # pyright: ignore[reportArgumentType]


async def propose(store: Store, *proposals: ProposedCall) -> None:
    """Keep proposals, in chats that are there."""
    for proposal in proposals:
        await hear(store, a_message(chat_id=proposal.chat_id))
        await store.proposals.add(SPACE, proposal)


async def waiting(store: Store, scope: Scope = CARLA, minutes: float = 0) -> list[str]:
    """Ids of what a user is asked about."""
    found = await store.proposals.waiting(scope, scope.id, now=later(minutes), limit=9)
    return [proposal.id for proposal in found]


async def events_of(store: Store, turn: str) -> list[Kept]:
    """What is still told of a turn."""
    return await store.turns.events(SPACE, turn)


def about(call: str, *memories: str, proposal: str | None = None) -> Sequence[Kept]:
    """The events of one call whose result names memories."""
    ids = (*memories, proposal) if proposal else memories
    return [
        kept(ToolCall(call, "remember", '{"text": "RX-4711"}', number=1)),
        kept(Proposal(proposal or "none", "remember", '{"text": "RX-4711"}', number=2)),
        kept(ToolResult(call, "RX-4711 is kept", ids=ids, number=3)),
        kept(ToolResult("another", "green tea", ids=("another",), number=4)),
    ]


class ProposalContract(ContractBase):
    """`Store.proposals`, and what the store says of trust."""

    async def test_a_proposal_is_kept_as_it_is(self, opened: Opener) -> None:
        proposal = a_proposal()
        async with opened() as store:
            await propose(store, proposal)
        async with opened() as store:
            assert await store.proposals.get(SPACE, proposal.id) == proposal
            with pytest.raises(ConflictError):
                await store.proposals.add(SPACE, proposal)

    async def test_a_proposal_needs_its_chat(self, store: Store) -> None:
        with pytest.raises(NotFoundError, match="no chat"):
            await store.proposals.add(SPACE, a_proposal())
        with pytest.raises(NotFoundError, match="no proposal"):
            await store.proposals.get(SPACE, "nobody's")

    async def test_those_of_a_user_wait_oldest_first_until_they_expire(self, store: Store) -> None:
        first, second = a_proposal(), a_proposal(expires_at=later(2))
        elsewhere = a_proposal(chat_id="chat-2")
        await propose(store, first, second, elsewhere, a_proposal(user="diego", scope=DIEGO.key))

        assert await waiting(store) == [first.id, second.id, elsewhere.id]
        assert await waiting(store, minutes=2) == [first.id, elsewhere.id]
        await store.shelf.retire(SPACE, "chat-2", now=NOW)
        assert await waiting(store, minutes=2) == [first.id]
        found = await store.proposals.waiting(CARLA, "carla", now=NOW, limit=1)
        assert found == [first]
        assert (
            await store.proposals.waiting(replace(CARLA, space="x"), "carla", now=NOW, limit=9)
            == []
        )

    @pytest.mark.parametrize("accept", [True, False])
    async def test_a_proposal_is_answered_once(self, store: Store, accept: bool) -> None:
        proposal = a_proposal()
        await propose(store, proposal)

        answered = await store.proposals.answer(SPACE, proposal.id, accept=accept, now=later(1))

        state = "accepted" if accept else "rejected"
        assert answered == replace(proposal, state=state, answered_at=later(1))
        assert await waiting(store) == []
        for again in (True, False):
            with pytest.raises(ConflictError, match=f"was {state} before"):
                await store.proposals.answer(SPACE, proposal.id, accept=again, now=later(2))

    async def test_of_many_answers_at_once_one_counts(self, opened: Opener) -> None:
        proposal = a_proposal()
        async with opened() as one, opened() as other:
            await propose(one, proposal)
            answers = await asyncio.gather(
                *(
                    store.proposals.answer(SPACE, proposal.id, accept=True, now=NOW)
                    for store in (one, other) * 4
                ),
                return_exceptions=True,
            )

        assert sum(isinstance(answer, ProposedCall) for answer in answers) == 1
        assert sum(isinstance(answer, ConflictError) for answer in answers) == 7

    async def test_an_expired_proposal_can_not_be_answered(self, store: Store) -> None:
        proposal = a_proposal()
        await propose(store, proposal)

        with pytest.raises(ConflictError, match="expired"):
            await store.proposals.answer(SPACE, proposal.id, accept=True, now=NOW + DAY)
        with pytest.raises(NotFoundError):
            await store.proposals.answer(SPACE, "nobody's", accept=True, now=NOW)

        assert (await store.proposals.get(SPACE, proposal.id)).state == "open"

    async def test_what_came_of_a_call_is_noted(self, store: Store) -> None:
        proposal = a_proposal()
        await propose(store, proposal)
        answered = await store.proposals.answer(SPACE, proposal.id, accept=True, now=NOW)

        noted = await store.proposals.note(SPACE, proposal.id, result="done", error=None)

        assert noted == replace(answered, result="done")
        assert await store.proposals.get(SPACE, proposal.id) == noted
        with pytest.raises(NotFoundError):
            await store.proposals.note(SPACE, "nobody's", result=None, error="no")

    async def test_proposals_go_with_their_chat_and_their_user(self, store: Store) -> None:
        here, there = a_proposal(), a_proposal(chat_id="chat-2")
        await propose(store, here, there)

        await store.erasure.chat(SPACE, "chat-1", now=NOW)
        assert await waiting(store) == [there.id]
        await store.erasure.scope(CARLA, now=NOW)

        for gone in (here, there):
            with pytest.raises(NotFoundError):
                await store.proposals.get(SPACE, gone.id)

    async def test_erasing_a_memory_destroys_what_tools_repeated_of_it(self, store: Store) -> None:
        turn, memory = a_turn(), a_memory("RX-4711")
        await begin(store, turn)
        await put(store, memory)
        await append(store, turn, *about("c1", memory.id))

        await store.erasure.memory(SPACE, memory.id, now=NOW)

        told = await events_of(store, turn.id)
        assert [event.data.get("content") for event in told[2:]] == ["(erased)", "green tea"]
        assert told[0].data["arguments"] == "{}"
        assert [event.data.get("ids") for event in told[2:]] == [[], ["another"]]

    async def test_erasing_what_a_proposal_made_destroys_the_proposal(self, store: Store) -> None:
        turn, memory = a_turn(), a_memory("RX-4711")
        await begin(store, turn)
        await put(store, memory)
        made, other = a_proposal(arguments='{"text": "RX-4711"}'), a_proposal()
        await propose(store, made, other)
        await store.proposals.answer(SPACE, made.id, accept=True, now=NOW)
        await store.proposals.note(SPACE, made.id, result="x", error=None, made=memory.id)
        await append(store, turn, *about("c1", proposal=made.id))

        await store.erasure.memory(SPACE, memory.id, now=NOW)

        with pytest.raises(NotFoundError):
            await store.proposals.get(SPACE, made.id)
        assert await waiting(store) == [other.id]
        assert "RX-4711" not in str(await events_of(store, turn.id))

    # trust ----------------------------------------------------------------------------------------

    async def test_passages_say_whose_words_they_are(self, store: Store) -> None:
        untrusted = {"trust": "untrusted"}
        await hear(
            store,
            a_message("green tea, says carla"),
            a_message("green tea, says diego", speaker="diego"),
            a_message("green tea, says nori", speaker="nori", role="assistant"),
            a_message("green tea, read nori", speaker="nori", role="assistant", metadata=untrusted),
        )
        await put(store, a_memory("green tea it is"), replace(
            a_memory("green tea, said they"), trust="untrusted"))  # fmt: skip

        found = await look(store, a_query("green tea", kinds=("memory", "message")))

        assert {seen.found.text: seen.found.trust for seen in found.values()} == {
            "green tea, says carla": "own",
            "green tea, says diego": "untrusted",
            "green tea, says nori": "own",
            "green tea, read nori": "untrusted",
            "green tea it is": "own",
            "green tea, said they": "untrusted",
        }

    async def test_a_summary_of_the_user_s_own_words_leaves_the_chat_trusted(
        self, store: Store
    ) -> None:
        said = await say(store, 2)
        await hear(store, a_message("no", speaker="diego"))

        await fold(store, await a_job(store), "so far", "a model", *said)

        assert (await store.chats.get(SPACE, "chat-1")).metadata == {}

    @pytest.mark.parametrize("by", ["a model", "extractive"])
    @pytest.mark.parametrize("who", ["diego", "assistant"])
    async def test_a_summary_of_words_of_others_makes_the_chat_untrusted(
        self, store: Store, who: str, by: str
    ) -> None:
        others = a_message("no", speaker="diego")
        if who == "assistant":
            others = replace(an_answer("no"), metadata={"trust": "untrusted"})
        said = await say(store, 2)
        (heard,) = await hear(store, others)
        await store.shelf.change(SPACE, "chat-1", metadata={"colour": "red"}, now=NOW)

        await fold(store, await a_job(store), "so far", by, *said, heard.id)

        chat = await store.chats.get(SPACE, "chat-1")
        assert chat.metadata == {"colour": "red", "trust": "untrusted"}
        changed = await store.shelf.change(SPACE, "chat-1", metadata={"trust": "own"}, now=NOW)
        assert changed.metadata == {"trust": "untrusted"}
