"""People talk in a group on Feishu, and the bot among them."""

import asyncio

import pytest
from tests.journeys.bots.conftest import KEYS, Towns

from nagori import Nagori
from nagori.testing.feishu_server import BOT, FeishuServer, message_event, reaction_event
from nagori.testing.model_server import ModelServer
from nagori.testing.model_wire import ModelAnswer
from nagori.values.message import Message

ME = {BOT: "Nagori"}


async def said(n: Nagori, chat: str = "oc_team") -> list[Message]:
    return await n.store.chats.messages(n.space, chat, limit=50)


def prompt(model: ModelServer) -> str:
    return "\n".join(str(m["content"]) for m in model.requests[-1].body["messages"])


async def test_two_people_and_a_bot_talk(town: Towns, model: ModelServer) -> None:
    async with town() as t:
        await t.push(message_event("is room 4 free today?", id="1"))
        await t.push(message_event("no idea, ask somebody else", id="2", speaker="ou_bob"))
        await t.push(message_event("@Nagori is room 4 free?", id="3", mentions=ME))
        await t.settled()

        (card,) = t.cards
        assert card.texts[-1] == "Room 4 is free at three."
        assert (card.reply_to, card.in_thread) == ("om_3", False)
        heard = await said(t.n)
        assert [(m.speaker, m.name, m.external_id) for m in heard] == [
            ("ou_ann", "Ann", "om_1"),
            ("ou_bob", "Bob", "om_2"),
            ("ou_ann", "Ann", "om_3"),
            ("bot", None, "om_card_0"),
        ]
        assert heard[2].content == "@Nagori is room 4 free?"
        assert heard[2].mentions == ("bot",)
        assert "is room 4 free today?" in prompt(model)
        assert t.bot.bot.counts["answered"] == 1


async def test_what_is_not_for_the_bot_is_heard_and_not_answered(
    town: Towns, model: ModelServer
) -> None:
    async with town() as t:
        await t.push(message_event("lunch at noon?", id="1"))
        await t.push(
            message_event("@Ann yes", id="2", speaker="ou_bob", mentions={"ou_ann": "Ann"})
        )
        await t.settled()

        assert t.cards == []
        assert model.requests == []
        assert [m.content for m in await said(t.n)] == ["lunch at noon?", "@Ann yes"]
        await t.n.group_desk.collector.flush()
        assert not (await t.n.store.usage.page(t.n.space, "oc_team", limit=9)).items


async def test_who_replies_to_the_bot_is_answered_and_the_thread_is_known(town: Towns) -> None:
    async with town() as t:
        await t.push(message_event("@Nagori is room 4 free?", id="1", mentions=ME))
        await t.settled()
        card = t.cards[0]
        await t.push(message_event("how long?", id="2", speaker="ou_bob", parent_id=card.id))
        await t.settled()

        assert len(t.cards) == 2
        answer, asked = (await said(t.n))[1:3]
        assert asked.reply_to == answer.id


async def test_a_reply_to_an_answer_from_before_a_restart_is_understood(
    town: Towns, model: ModelServer
) -> None:
    async with town() as t:
        await t.push(message_event("@Nagori is room 4 free?", id="1", mentions=ME))
        await t.settled()
        card = t.cards[0]
    async with town() as t:
        for number in range(2, 42):
            event = message_event(f"something {number}", id=f"{number}", speaker="ou_eve")
            await t.push(event)
        await t.push(message_event("and on Monday?", id="50", speaker="ou_bob", parent_id=card.id))
        await t.push(message_event("I think so", id="51", speaker="ou_bob", parent_id="om_2"))
        await t.settled()

        assert [card.reply_to for card in t.cards] == ["om_1", "om_50"]
        assert "Room 4 is free at three." in prompt(model)


async def test_an_answer_that_was_stopped_is_known_after_a_restart(
    town: Towns, model: ModelServer
) -> None:
    model.answer = ModelAnswer("It begins and never ends", piece_chars=9)
    model.hold()
    async with town(bots={"stop_s": 0.3}) as t:
        await t.push(message_event("@Nagori go on", id="1", mentions=ME))
        while not t.cards:
            await _moment()
        card = t.cards[0]
    model.release()
    async with town() as t:
        assert (await said(t.n))[-1].external_id == card.id
        await t.push(message_event("and then?", id="2", speaker="ou_bob", parent_id=card.id))
        await t.settled()

        assert [card.reply_to for card in t.cards] == ["om_1", "om_2"]


async def test_an_answer_to_a_thread_stays_in_it(town: Towns) -> None:
    async with town() as t:
        asked = message_event(
            "@Nagori and tomorrow?", id="2", mentions=ME, thread_id="omt_1", root_id="om_1"
        )
        await t.push(asked)
        await t.settled()

        assert [(card.reply_to, card.in_thread) for card in t.cards] == [("om_2", True)]


async def test_every_answer_may_open_a_thread(town: Towns) -> None:
    async with town({**KEYS, "reply_in_thread": True}) as t:
        await t.push(message_event("@Nagori hello", id="1", mentions=ME))
        await t.settled()

        assert t.cards[0].in_thread


async def test_an_answer_streams_by_updates_that_are_half_a_second_apart(
    town: Towns, model: ModelServer
) -> None:
    model.answer = " ".join(f"word{number}" for number in range(30))
    model.pause_s = 0.05
    async with town() as t:
        await t.push(message_event("@Nagori tell me more", id="1", mentions=ME))
        await t.settled()

        (card,) = t.cards
        assert len(card.texts) >= 3
        assert card.texts[-1] == model.answer
        assert all(model.answer.startswith(text) for text in card.texts)
        apart = [b - a for a, b in zip(card.times, card.times[1:], strict=False)]
        assert min(apart) >= 0.49


async def test_a_direct_chat_is_answered_with_what_its_user_said(
    town: Towns, model: ModelServer
) -> None:
    async with town() as t:
        await t.n.remember("prefers the quiet room", user="ou_ann")
        asked = message_event("which room do I prefer?", id="1", chat="oc_ann", chat_type="p2p")
        await t.push(asked)
        await t.settled()

        (card,) = t.cards
        assert (card.chat_id, card.reply_to) == ("oc_ann", None)
        assert "prefers the quiet room" in prompt(model)
        assert [m.role for m in await said(t.n, "oc_ann")] == ["user", "assistant"]


async def test_what_is_said_to_the_bot_alone_never_gets_into_a_group(
    town: Towns, model: ModelServer
) -> None:
    async with town() as t:
        await t.push(
            message_event("my secret is the blue door", id="1", chat="oc_ann", chat_type="p2p")
        )
        await t.settled()
        await t.push(message_event("@Nagori what is my secret?", id="2", mentions=ME))
        await t.settled()

        assert "blue door" not in prompt(model)


@pytest.mark.parametrize("chat_type", ["group", "p2p"])
@pytest.mark.parametrize(
    ("reason", "text", "told"),
    [
        ("length", "It begins", "It begins\n(后续内容被截断)"),
        ("content_filter", "Well,", "Well,\n不想聊~"),
    ],
)
async def test_endings_are_told_in_the_words_of_the_settings(
    town: Towns, model: ModelServer, reason: str, text: str, told: str, chat_type: str
) -> None:
    model.answer = ModelAnswer(text, finish_reason=reason)
    words = {"length_text": "(后续内容被截断)", "content_filter_text": "不想聊~"}
    async with town(group=words) as t:
        await t.push(message_event("@Nagori go on", id="1", mentions=ME, chat_type=chat_type))
        await t.settled()

        assert t.cards[0].texts[-1] == told


async def test_a_withheld_answer_is_told_in_a_group(town: Towns, model: ModelServer) -> None:
    model.answer = ModelAnswer("", finish_reason="content_filter")
    async with town(group={"content_filter_text": "赤尾有点不想讨论这个话题呢~"}) as t:
        await t.push(message_event("@Nagori go on", id="1", mentions=ME))
        await t.settled()

        assert t.cards[0].texts == ["赤尾有点不想讨论这个话题呢~"]


@pytest.mark.parametrize("chat_type", ["group", "p2p"])
async def test_no_inner_error_is_shown(town: Towns, model: ModelServer, chat_type: str) -> None:
    model.fault = "unauthorized"
    async with town(group={"error_text": "请稍后再试"}) as t:
        await t.push(message_event("@Nagori hello", id="1", mentions=ME, chat_type=chat_type))
        await t.settled()

        assert t.cards[0].texts == ["请稍后再试"]
        assert t.bot.bot.counts["failed"] == 1


async def test_the_bot_hears_neither_itself_nor_answers_other_bots(
    town: Towns, model: ModelServer
) -> None:
    async with town() as t:
        own = message_event("@Nagori hi", id="1", speaker=BOT, mentions=ME)
        other = message_event("@Nagori hi", id="2", speaker="ou_other", mentions=ME)
        other["event"]["sender"]["sender_type"] = "app"
        await t.push(own)
        await t.push(other)
        await t.settled()

        assert t.cards == []
        assert [m.speaker for m in await said(t.n)] == ["ou_other"]


async def test_a_reaction_to_the_last_answer_is_joined_to_its_context(town: Towns) -> None:
    async with town() as t:
        await t.push(message_event("@Nagori is room 4 free?", id="1", mentions=ME))
        await t.settled()
        await t.push(reaction_event("THUMBSUP", id="2", to="om_1"))
        await t.push(reaction_event("THUMBSUP", id="3", to=t.cards[0].id))
        await t.settled()
        await t.n.group_desk.close()

        (record,) = await t.n.store.usage.page(t.n.space, "oc_team", limit=9)
        assert record.success_indicator == 1.0
        assert [signal["what"] for signal in record.signals] == ["reacted"]
        assert (t.bot.bot.counts["reactions"], t.bot.bot.counts["ignored"]) == (1, 1)


async def test_a_long_answer_is_told_in_several_messages(town: Towns, model: ModelServer) -> None:
    model.answer = ModelAnswer("word " * 3999 + "end.", piece_chars=2000)
    async with town() as t:
        await t.push(message_event("@Nagori everything, please", id="1", mentions=ME))
        await t.settled()

        assert len(t.cards) == 3
        assert " ".join(card.texts[-1] for card in t.cards) == model.answer.text


async def test_nobody_is_called_by_what_a_model_writes(town: Towns, model: ModelServer) -> None:
    model.answer = 'Hi <at id=all></at> and <AT user_id="ou_bob">Bob</AT>, 1 < 2'
    async with town() as t:
        await t.push(message_event("@Nagori hi", id="1", mentions=ME))
        await t.settled()

        shown = t.cards[0].texts[-1].lower()
        assert "<at" not in shown
        assert "1 < 2" in shown


async def test_messages_are_heard_while_an_answer_is_given(
    town: Towns, model: ModelServer, feishu: FeishuServer
) -> None:
    model.hold()
    async with town() as t:
        await t.push(message_event("@Nagori is room 4 free?", id="1", mentions=ME))
        while not model.requests:
            await _moment()
        await t.push(message_event("@Nagori and room 5?", id="2", speaker="ou_bob", mentions=ME))
        while len(await said(t.n)) < 2:
            await _moment()
        assert len(model.requests) == 1
        model.release()
        await t.settled()

        assert [card.reply_to for card in t.cards] == ["om_1", "om_2"]


async def test_a_stop_ends_what_runs_and_shows_what_was_said(
    town: Towns, model: ModelServer
) -> None:
    model.answer = ModelAnswer("It begins and never ends", piece_chars=9)
    model.hold()
    async with town(bots={"stop_s": 0.3}) as t:
        await t.push(message_event("@Nagori go on", id="1", mentions=ME))
        while not t.cards:
            await _moment()
        n = t.n
        await t.bot.bot.close()
        assert t.cards[0].texts[-1] == "It begins"
        heard = await said(n)
        assert (heard[-1].content, heard[-1].state) == ("It begins", "partial")
        assert (await t.push(message_event("too late", id="2"))).status_code == 503


async def _moment() -> None:
    await asyncio.sleep(0.01)


async def test_whom_the_bot_answered_is_still_talking_with_it(town: Towns) -> None:
    async with town() as t:
        await t.push(message_event("good morning", id="0", speaker="ou_bob"))
        await t.push(message_event("@Nagori is room 4 free?", id="1", mentions=ME))
        await t.settled()
        await t.push(message_event("and for how long?", id="2"))
        await t.settled()
        assert len(t.cards) == 2
        await t.push(message_event("Bob: shall we take it?", id="3"))
        await t.push(message_event("let me see", id="4", speaker="ou_bob"))
        await t.settled()

        assert len(t.cards) == 2
