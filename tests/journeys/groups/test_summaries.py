"""Summaries of what is said in a group: opt-in, with sources, by a model or without one."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from tests.journeys.groups.conftest import Opening
from tests.journeys.groups.knowing import (
    KNOWS,
    RELEASE,
    RELEASE_ZH,
    known,
    say,
    settled,
    with_helpers,
)

from nagori import ConflictError
from nagori.testing.model_server import ModelFault, ModelServer
from nagori.values.memorising import BY_RULES
from nagori.write.group_extract import LONGEST_SUMMARY
from nagori.write.group_summary import EXTRACT

WANTS: dict[str, Any] = {
    "enable_summaries": True,
    "summary_every_messages": 6,
    "knowledge_delay_seconds": 0.0,
}


@pytest.fixture
def decision() -> Iterator[ModelServer]:
    with ModelServer('{"should_remember": false}') as server:
        yield server


@pytest.fixture
def summary() -> Iterator[ModelServer]:
    with ModelServer("") as server:
        server.retry_after_s = 0.2
        yield server


async def test_nothing_is_known_of_a_group_that_did_not_ask_for_it(opened: Opening) -> None:
    async with opened(group={"summary_every_messages": 2, "knowledge_delay_seconds": 0.0}) as n:
        await say(n.group("team"), [*RELEASE, ("ann", "I live in Porto with my cat Miso")])
        await settled(n)

        assert await known(n, "team") == []
        with pytest.raises(ConflictError, match="enable_summaries"):
            await n.group("team").summarise()


@pytest.mark.parametrize(("talk", "told"), [(RELEASE, "migration"), (RELEASE_ZH, "迁移脚本")])
async def test_a_stretch_becomes_an_extract_with_its_sources(
    opened: Opening, talk: tuple[tuple[str, str], ...], told: str
) -> None:
    async with opened(group=WANTS) as n:
        group = n.group("team")
        messages = await say(group, talk)
        await settled(n)

        (made,) = await group.summaries()
        assert made.scope == "group:team"
        assert (made.tag, made.trust, made.degraded) == ("summary", "untrusted", (BY_RULES,))
        assert told in made.text
        assert "lunch" not in made.text
        assert "中午" not in made.text
        assert len(made.text) <= LONGEST_SUMMARY
        by_id = {message.id: message for message in messages}
        for line, source in zip(made.text.splitlines(), made.sources, strict=True):
            message = by_id[source.ref]
            assert line == f"{message.name}: {message.content}"
        found = await n.recall(talk[2][1], group="team")
        assert made.id in [item.id for item in found.items]


async def test_only_full_stretches_are_summarised_unless_it_is_asked_for(opened: Opening) -> None:
    async with opened(group=WANTS) as n:
        group = n.group("team")
        await say(group, RELEASE[:5])
        await settled(n)
        assert list(await group.summaries()) == []

        (now,) = await group.summarise()
        assert [memory.id for memory in await group.summaries()] == [now.id]
        assert await group.summarise() == []
        await say(group, RELEASE)
        await settled(n)

        newest, oldest = await group.summaries()
        assert oldest.id == now.id
        assert not {s.ref for s in newest.sources} & {s.ref for s in oldest.sources}


async def test_turning_it_off_stops_new_ones_and_deletes_nothing(opened: Opening) -> None:
    async with opened(group=WANTS) as n:
        group = n.group("team")
        await say(group, RELEASE)
        await settled(n)
        await group.set_settings({"enable_summaries": False})
        await say(group, [(who, f"once more: {text}") for who, text in RELEASE])
        await settled(n)

        assert len(await group.summaries()) == 1


async def test_a_model_writes_it_and_what_nobody_said_is_dropped(
    opened: Opening, decision: ModelServer, summary: ModelServer
) -> None:
    summary.answer = (
        "- Ann found that the failing migration locks the orders table.\n"
        "- Dave promised to pay 500 euros for the party.\n"
        "- The release of the parser is on Thursday, after the migration."
    )
    async with opened(group=WANTS, models=with_helpers(decision, summary)) as n:
        group = n.group("team")
        messages = await say(group, RELEASE)
        await settled(n)

        (made,) = await group.summaries()
        assert made.text.splitlines() == [
            "Ann found that the failing migration locks the orders table.",
            "The release of the parser is on Thursday, after the migration.",
        ]
        assert made.degraded == ()
        assert messages[2].id in {source.ref for source in made.sources}
        assert messages[1].id not in {source.ref for source in made.sources}
        assert len(summary.requests) == 1
        asked = str(summary.requests[0].body["messages"])
        assert "Cat: then the release of the parser waits" in asked


async def test_a_summary_that_nothing_supports_leaves_an_extract(
    opened: Opening, decision: ModelServer, summary: ModelServer
) -> None:
    summary.answer = "Zoe sold 300 bicycles to the mayor of Lisbon."
    async with opened(group=WANTS, models=with_helpers(decision, summary)) as n:
        group = n.group("team")
        await say(group, RELEASE)
        await settled(n)

        (made,) = await group.summaries()
        assert "Lisbon" not in made.text
        assert made.degraded == (EXTRACT,)
        assert len(summary.requests) == 1


@pytest.mark.parametrize("fault", ["rate_limit", "broken_json", "server_error", "empty", "hang"])
async def test_a_model_that_fails_leaves_an_extract_until_it_is_back(
    opened: Opening, decision: ModelServer, summary: ModelServer, fault: ModelFault
) -> None:
    stated = "Ann found that the failing migration locks the orders table."
    summary.answer, summary.fault = stated, fault
    async with opened(group=WANTS, models=with_helpers(decision, summary)) as n:
        group = n.group("team")
        await say(group, RELEASE)
        async with asyncio.timeout(20):
            while not (made := list(await group.summaries())):
                await asyncio.sleep(0.05)
        assert made[0].degraded == (BY_RULES,)
        summary.fault = None
        async with asyncio.timeout(30):
            while [memory.text for memory in await group.summaries()] != [stated]:
                await asyncio.sleep(0.05)

        await settled(n)
        (made_again,) = await group.summaries()
        assert made_again.degraded == ()
        assert (await n.get(made[0].id)).status == "retired"


async def test_what_was_extracted_is_written_when_there_is_a_model(
    opened: Opening, decision: ModelServer, summary: ModelServer
) -> None:
    async with opened(group=WANTS) as n:
        await say(n.group("team"), RELEASE)
        await settled(n)
    summary.answer = "The release of the parser is on Thursday."
    async with opened(group=WANTS, models=with_helpers(decision, summary)) as n:
        group = n.group("team")
        async with asyncio.timeout(20):
            while [m.text for m in await group.summaries()] != [summary.answer]:
                await asyncio.sleep(0.05)


async def test_secrets_are_in_no_summary(opened: Opening) -> None:
    async with opened(group={**WANTS, "summary_every_messages": 3}) as n:
        group = n.group("team")
        token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"  # noqa: S105  # it opens nothing
        await say(
            group,
            [
                ("ann", f"the deploy token of the release is {token}"),
                ("bob", "the deploy of the release needs that token"),
                ("cat", "deploy the release with the token now"),
            ],
        )
        await settled(n)

        (made,) = await group.summaries()
        assert token not in made.text


async def test_the_bot_s_own_words_are_in_no_summary(opened: Opening) -> None:
    async with opened(group=KNOWS | {"summary_every_messages": 2}) as n:
        group = n.group("team")
        await group.hear("the release of the parser is on Thursday", speaker="ann")
        await group.hear("the release was invented by the bot in 1999", speaker="bot")
        await group.hear("then the release of the parser is safe", speaker="bob")
        await settled(n)

        (made,) = await group.summaries()
        assert "1999" not in made.text
