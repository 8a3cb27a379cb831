"""People put right which conversation a message is part of, and contexts follow."""

from datetime import timedelta
from pathlib import Path

import pytest
from tests.journeys.groups.conftest import TALK, Opening, settings, talk, texts

from nagori import InvalidInputError, Nagori, NotFoundError
from nagori.face.group import Group
from nagori.testing.builders import NOW
from nagori.values.group import Link
from nagori.values.message import Message

WIFI = {text for speaker, text in TALK if speaker in ("ann", "cat")}
CAKE = {text for speaker, text in TALK if speaker in ("bob", "dan")}
LATER = NOW + timedelta(minutes=5)
MISLEADING = "dan: the cake router is the one to restart"


async def misled(group: Group) -> tuple[list[Message], Message]:
    """The talk, and a message whose words lead to the cake though it is about the wifi."""
    said = await talk(group)
    return said, await group.hear(MISLEADING, speaker="bob", said_at=LATER)


async def chosen(group: Group, message: Message) -> set[str]:
    context = await group.context(message)
    assert list(context.degraded) == []
    return set(texts(context.messages))


@pytest.mark.parametrize("scorer", ["trained", "rules"])
async def test_a_corrected_message_is_seen_with_its_own_conversation(
    opened: Opening, scorer: str
) -> None:
    async with opened(group={"scorer": scorer}) as n:
        group = n.group("team")
        said, message = await misled(group)
        restart = said[6]
        assert restart.content not in await chosen(group, message)

        await group.correct(message.id, belongs_with=restart.id)

        context = await group.context(message)
        by_id = {one.message.id: one for one in context.candidates}
        assert (by_id[restart.id].chosen, by_id[restart.id].why) == (True, "reply thread")
        assert context.links[message.id].to == restart.id
        assert (await group.find(message.id)).reply_to is None
        if scorer == "trained":
            assert set(texts(context.messages)) == WIFI


async def test_what_follows_a_corrected_message_follows_it_too(opened: Opening) -> None:
    async with opened() as n:
        group = n.group("team")
        said, message = await misled(group)
        await group.correct(message.id, belongs_with=said[6].id)

        after = await group.hear("thanks, I did", speaker="dan", reply_to=message.id, said_at=LATER)

        assert await chosen(group, after) == {*WIFI, MISLEADING}


@pytest.mark.parametrize("scorer", ["trained", "rules"])
async def test_a_message_that_starts_its_own_conversation_gets_nothing(
    opened: Opening, scorer: str
) -> None:
    async with opened(group={"scorer": scorer}) as n:
        group = n.group("team")
        said = await talk(group)
        quoting = await group.hear(
            "bob: something else", speaker="dan", reply_to=said[5].id, said_at=LATER
        )
        assert said[5].content in await chosen(group, quoting)

        await group.correct(quoting.id, belongs_with=None)

        context = await group.context(quoting)
        assert texts(context.messages) == []
        assert {one.why for one in context.candidates} == {"starts a conversation"}
        assert context.links[quoting.id].to == quoting.id


async def test_it_holds_after_a_restart_and_until_it_is_taken_back(opened: Opening) -> None:
    async with opened() as n:
        said, message = await misled(n.group("team"))
        before = await chosen(n.group("team"), message)
        await n.group("team").correct(message.id, belongs_with=said[6].id)
    async with opened() as n:
        group = n.group("team")
        assert await chosen(group, message) == WIFI
        assert [(one.message_id, one.belongs_with) for one in await group.corrections()] == [
            (message.id, said[6].id)
        ]

        await group.uncorrect(message.id)

        assert await chosen(group, message) == before
        assert await group.corrections() == []


async def test_another_process_follows_at_its_next_context(opened: Opening, tmp_path: Path) -> None:
    async with (
        opened() as n,
        Nagori.open(tmp_path / "memory.db", settings=settings()) as other,
    ):
        said, message = await misled(n.group("team"))
        assert await chosen(other.group("team"), message) != WIFI

        await n.group("team").correct(message.id, belongs_with=said[6].id)

        assert await chosen(other.group("team"), message) == WIFI


async def test_one_far_back_is_pulled_in_with_what_it_was_put_beside(opened: Opening) -> None:
    async with opened() as n:
        group = n.group("team")
        day = NOW - timedelta(days=9)
        key = await group.hear("where is the spare key?", speaker="ann", said_at=day)
        mat = await group.hear("look below the mat", speaker="bob", said_at=day)
        for number in range(600):
            await n.hear("team", f"line {number}", speaker=f"p{number % 9}", group="team")
        said = await group.hear("found it, thanks", speaker="zoe")
        await group.correct(mat.id, belongs_with=key.id)

        await group.correct(said.id, belongs_with=mat.id)

        context = await group.context(said)
        assert texts(context.messages)[:2] == [key.content, mat.content]
        assert context.links[said.id].to == mat.id
        assert context.links[mat.id].to == key.id


async def test_what_can_not_be_is_refused(opened: Opening) -> None:
    async with opened() as n:
        group = n.group("team")
        first, second, *_ = await talk(group)
        other = await n.group("other").hear("elsewhere", speaker="ann", external_id="om_1")
        notice = await group.hear("ann joined", speaker="system", role="system")
        direct = await n.hear("mine", "my own words", speaker="ann")

        with pytest.raises(InvalidInputError, match="itself"):
            await group.correct(second.id, belongs_with=second.id)
        with pytest.raises(InvalidInputError, match="came before"):
            await group.correct(first.id, belongs_with=second.id)
        with pytest.raises(InvalidInputError, match="the system"):
            await group.correct(notice.id, belongs_with=first.id)
        for id in (other.id, "om_1", direct.id, "nothing"):
            with pytest.raises(NotFoundError):
                await group.correct(second.id, belongs_with=id)
            with pytest.raises(NotFoundError):
                await group.correct(id, belongs_with=None)
            with pytest.raises(NotFoundError):
                await group.uncorrect(id)
        assert await group.corrections() == []


async def test_a_context_tells_what_replies_to_what(opened: Opening) -> None:
    async with opened() as n:
        group = n.group("team")
        said = await talk(group)

        context = await group.context(said[-1])

        assert context.links[said[7].id].to == said[5].id
        assert context.links[said[3].id].to == said[1].id
        assert context.links[said[1].id].to == said[1].id
        told = {said[-1].id, *(one.message.id for one in context.candidates)}
        assert context.links.keys() <= told
        assert all(0 < link.chance <= 1 for link in context.links.values())
        await n.group_desk.collector.flush()
        record = await n.store.usage.get(n.space, context.id)
        kept = record.build["links"][said[7].id]
        link = context.links[said[7].id]
        assert kept == {"to": link.to, "chance": pytest.approx(link.chance, abs=0.001)}


async def test_by_the_rules_only_what_is_said_counts_as_a_reply(opened: Opening) -> None:
    async with opened(group={"scorer": "rules"}) as n:
        group = n.group("team")
        said = await talk(group)
        quoting = await group.hear("yes, please", speaker="bob", reply_to=said[7].id, said_at=LATER)
        await group.correct(said[3].id, belongs_with=None)

        links = (await group.context(quoting)).links

        assert links == {
            quoting.id: Link(said[7].id, 0.97),
            said[3].id: Link(said[3].id, 0.97),
        }
