"""What a bot gets to see, and what stands in when that can't be chosen."""

import asyncio
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from tests.journeys.groups.conftest import TALK, Opening, talk, texts

from nagori import InvalidInputError, NotFoundError
from nagori.testing.builders import NOW

WIFI = [text for speaker, text in TALK if speaker in ("ann", "cat")]
CAKE = [text for speaker, text in TALK if speaker in ("bob", "dan")]


@pytest.mark.parametrize("scorer", ["trained", "rules"])
async def test_the_conversation_that_a_message_is_in_is_chosen(
    opened: Opening, scorer: str
) -> None:
    async with opened(group={"scorer": scorer}) as n:
        group = n.group("team")
        *_, plates = await talk(group)

        context = await group.context(plates)

        assert set(texts(context.messages)) >= set(CAKE[-3:-1])
        assert len(set(texts(context.messages)) & set(WIFI)) <= 1
        assert (context.scorer, list(context.degraded)) == (scorer, [])
        assert context.tokens < context.plain_tokens
        said = [message.said_at for message in context.messages]
        assert said == sorted(said)


async def test_every_candidate_says_how_it_fared(opened: Opening) -> None:
    async with opened(group={"scorer": "rules"}) as n:
        group = n.group("team")
        *_, plates = await talk(group)

        context = await group.context(plates.id)

        by_text = {one.message.content: one for one in context.candidates}
        assert by_text.keys() == {text for _, text in TALK[:-1]}
        asked = by_text[CAKE[2]]
        assert set(asked.parts) == {
            "reply_chain",
            "user_continuity",
            "time_decay",
            "mention_relation",
            "keyword_overlap",
        }
        assert asked.parts["reply_chain"] == 1.0
        assert (asked.chosen, asked.why) == (True, "above the threshold")
        scores = [one.score for one in context.candidates]
        assert scores == sorted(scores, reverse=True)
        assert all(0 <= score <= 1 for score in scores)


async def test_a_quoted_message_is_pulled_in_however_far_back(opened: Opening) -> None:
    async with opened() as n:
        group = n.group("team")
        asked = await group.hear(
            "where is the spare key?",
            speaker="ann",
            external_id="om_1",
            said_at=NOW - timedelta(days=9),
        )
        for number in range(700):
            await n.hear(
                "team", f"line {number}", speaker=f"p{number % 9}", group="team", said_at=NOW
            )
        said = await group.hear("under the mat", speaker="zoe", reply_to="om_1", said_at=NOW)

        context = await group.context(said)

        assert asked.id in [message.id for message in context.messages]
        assert context.messages[0].content == "where is the spare key?"


async def test_who_starts_a_conversation_gets_none_of_others(opened: Opening) -> None:
    async with opened() as n:
        group = n.group("team")
        await talk(group)
        fresh = await group.hear(
            "good morning all, has anyone seen my blue umbrella since yesterday evening?",
            speaker="eve",
            said_at=NOW + timedelta(hours=3),
        )

        context = await group.context(fresh)

        assert texts(context.messages) == []


async def test_limits_are_kept(opened: Opening) -> None:
    async with opened(group={"scorer": "rules", "relevance_threshold": 0.0}) as n:
        group = n.group("team")
        *_, plates = await talk(group)

        await group.set_settings({"max_context_messages": 3})
        few = await group.context(plates)
        await group.set_settings({"max_context_messages": None, "max_context_tokens": 40})
        small = await group.context(plates)
        await group.set_settings({"max_context_tokens": None, "time_window_hours": 0.01})
        recent = await group.context(plates)

        assert len(few.messages) == 3
        assert small.tokens <= 40
        assert {one.why for one in small.candidates if not one.chosen} == {"over the token budget"}
        assert texts(recent.messages) == [TALK[-2][1]]


async def test_nothing_of_a_direct_chat_or_of_another_group_is_there(opened: Opening) -> None:
    async with opened(group={"scorer": "rules", "relevance_threshold": 0.0}) as n:
        await n.hear("direct", "bob: the cake is a secret", speaker="dan")
        await n.group("other").hear("bob: cake secrets", speaker="dan")
        group = n.group("team")
        *_, plates = await talk(group)

        context = await group.context(plates)

        assert {one.message.content for one in context.candidates} == {t for _, t in TALK[:-1]}
        with pytest.raises(NotFoundError):
            await n.group("other").context(plates.id)


async def test_names_may_be_swapped_speakers_stay_who_they_are(opened: Opening) -> None:
    async with opened(group={"scorer": "rules"}) as n:
        group = n.group("team")
        await group.hear("the report is mine", speaker="u1", name="Ann", said_at=NOW)
        await group.hear("the budget is mine", speaker="u2", name="Bob", said_at=NOW)
        await group.hear("new name", speaker="u1", name="Bob", said_at=NOW)
        await group.hear("new name too", speaker="u2", name="Ann", said_at=NOW)
        asked = await group.hear("Ann: is the budget done?", speaker="u3", said_at=NOW)

        context = await group.context(asked)

        parts = {one.message.content: one for one in context.candidates}
        assert parts["new name too"].parts["reply_chain"] == 1.0
        assert parts["new name"].parts["reply_chain"] == 0.0
        assert parts["the budget is mine"].parts["mention_relation"] == 1.0
        assert parts["the report is mine"].parts["mention_relation"] == 0.0
        assert {m.speaker for m in context.messages if m.name == "Ann"} <= {"u1", "u2"}


async def test_what_another_process_hears_and_deletes_is_seen(
    opened: Opening, tmp_path: Path
) -> None:
    async with opened(group={"scorer": "rules", "relevance_threshold": 0.0}) as n, opened() as m:
        first = await n.group("team").hear("one", speaker="ann", said_at=NOW)
        assert texts((await n.group("team").context(first)).messages) == []
        await m.hear("thread", "two", speaker="bob", group="team", said_at=NOW)
        third = await m.group("team").hear("three", speaker="ann", said_at=NOW)

        assert texts((await n.group("team").context(third)).messages) == ["one", "two"]
        await m.chats.delete("thread")
        assert texts((await n.group("team").context(third)).messages) == ["one"]


async def test_features_are_kept_for_the_next_start(opened: Opening) -> None:
    async with opened() as n:
        *_, last = await talk(n.group("team"))
        await n.group("team").context(last)
        assert n.group_desk.rooms.misses == len(TALK)
    async with opened() as n:
        await n.group("team").context(last)
        assert (n.group_desk.rooms.hits, n.group_desk.rooms.misses) == (len(TALK), 0)


# what stands in ----------------------------------------------------------------------------------


async def test_too_slow_gives_the_last_ten(opened: Opening) -> None:
    async with opened(group={"context_build_timeout_seconds": 1e-9}) as n:
        group = n.group("team")
        *_, last = await talk(group, TALK + TALK)

        context = await group.context(last)

        assert texts(context.messages) == [text for _, text in (TALK + TALK)[-11:-1]]
        assert context.scorer == "recent"
        assert list(context.degraded) == ["context: it took over 1e-09 s"]
        assert n.group_desk.contexts.fallbacks == {"timeout": 1}


async def test_an_error_gives_the_last_ten(opened: Opening, tmp_path: Path) -> None:
    async with opened() as n:
        *_, last = await talk(n.group("team"))
        await n.group("team").context(last)
    with sqlite3.connect(tmp_path / "memory.db") as db:
        db.execute("UPDATE message_features_cache SET features = '{\"broken\": 1}'")
    db.close()
    async with opened() as n:
        context = await n.group("team").context(last)

        assert texts(context.messages) == [text for _, text in TALK[:-1]]
        assert list(context.degraded) == ["context: an error of ours"]
        assert n.group_desk.contexts.fallbacks == {"error": 1}


async def test_an_error_gives_nothing_if_that_is_wanted(opened: Opening) -> None:
    unlucky = {"context_build_timeout_seconds": 1e-9, "fallback_on_error": False}
    async with opened(group=unlucky) as n:
        *_, last = await talk(n.group("team"))

        context = await n.group("team").context(last)

        assert texts(context.messages) == []
        assert context.scorer == "none"


async def test_a_store_that_closes_leaves_an_empty_context(opened: Opening) -> None:
    async with opened() as n:
        *_, last = await talk(n.group("team"))
        await n.store.close()

        context = await n.group("team").context(last)

        assert texts(context.messages) == []
        assert context.scorer == "none"
        assert context.degraded[0].startswith("store: ")
        assert n.group_desk.contexts.fallbacks == {"store": 1, "empty": 1}


async def test_without_a_store_the_process_remembers(opened: Opening, tmp_path: Path) -> None:
    (tmp_path / "memory.db").write_bytes(b"this is no database" * 1000)
    async with opened() as n:
        assert n.status.store == "failed"
        group = n.group("team")
        *_, plates = await talk(group)

        context = await group.context(plates)

        assert set(texts(context.messages)) >= set(CAKE[-3:-1])
        assert context.degraded[0].startswith("store: ")
        assert n.group_desk.contexts.fallbacks["store"] == 1
        assert n.group_desk.collector.waiting == 0


async def test_choosing_can_be_switched_off(opened: Opening) -> None:
    async with opened(group={"enable_intelligent_memory": False}) as n:
        *_, last = await talk(n.group("team"), TALK + TALK)

        context = await n.group("team").context(last)

        assert texts(context.messages) == [text for _, text in (TALK + TALK)[-11:-1]]
        assert (context.scorer, list(context.degraded)) == ("recent", [])


async def test_wrong_settings_are_refused_and_old_ones_left_out(
    opened: Opening, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened() as n:
        group = n.group("team")
        for name, value in [("max_context_messages", 0), ("temperature", "hot"), ("colour", 1)]:
            with pytest.raises(InvalidInputError, match=name):
                await group.set_settings({name: value})
        old = {"max_context_messages": -1, "temperature": 0.2}
        await n.store.groups.set_settings(n.space, "team", old, now=NOW)

        found = await group.settings()

        assert (found.max_context_messages, found.temperature) == (20, 0.2)
        assert "max_context_messages is left out" in caplog.text


async def test_how_contexts_were_used_is_kept_behind_them(opened: Opening) -> None:
    async with opened() as n:
        group = n.group("team")
        *_, plates = await talk(group)
        context = await group.context(plates)
        async with asyncio.timeout(10):
            while not list(await n.store.usage.page(n.space, "team", limit=1)):
                await asyncio.sleep(0.01)
        record = await n.store.usage.get(n.space, context.id)

        assert record.context_message_ids == tuple(m.id for m in context.messages)
        assert record.user_id == "dan"
        assert record.build["scorer"] == "trained"
        assert set(record.relevance_scores) == {one.message.id for one in context.candidates}

        await group.set_settings({"enable_async_data_collection": False})
        silent = await group.context(plates)
        await n.group_desk.collector.flush()
        with pytest.raises(NotFoundError):
            await n.store.usage.get(n.space, silent.id)


async def test_feedback_and_what_people_do_are_joined_to_the_record(opened: Opening) -> None:
    async with opened() as n:
        group = n.group("team")
        *_, plates = await talk(group)
        context = await group.context(plates)
        at = NOW + timedelta(minutes=6)
        await group.hear("Yes, eight plates.", speaker="bot", context_id=context.id, said_at=at)
        await group.hear("no, I meant forks", speaker="dan", said_at=at + timedelta(seconds=20))

        judged = await group.feedback(context.id, good=False, text="it took plates for forks")

        assert judged.llm_response == "Yes, eight plates."
        assert (judged.success_indicator, judged.user_feedback) == (0.0, "it took plates for forks")
        await n.group_desk.close()
        record = await n.store.usage.get(n.space, context.id)
        assert [signal["what"] for signal in record.signals] == ["corrected"]
        with pytest.raises(NotFoundError):
            await n.group("other").feedback(context.id, good=True)
        with pytest.raises(InvalidInputError):
            await group.feedback(context.id)
        with pytest.raises(InvalidInputError):
            await group.feedback(context.id, success=2)


async def test_a_history_is_brought_in_once(opened: Opening, tmp_path: Path) -> None:
    log = tmp_path / "2026-05-03.txt"
    lines = [f"[12:{number:02d}] <{speaker}> {text}" for number, (speaker, text) in enumerate(TALK)]
    log.write_text("\n".join(lines) + "\nbroken\n")
    async with opened() as n:
        group = n.group("team")
        seen: list[int] = []

        report = await group.import_history(log, progress=lambda done, _: seen.append(done))
        await group.import_history(log)

        assert (report.heard, [number for number, _ in report.failed]) == (len(TALK), [9])
        assert seen == [len(TALK)]
        said = await n.store.chats.messages(n.space, "team", limit=50)
        assert texts(said) == [text for _, text in TALK]
        context = await group.context(said[-1])
        assert CAKE[2] in texts(context.messages)
