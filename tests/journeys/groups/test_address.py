"""Whether a message of a group is for the bot: told without a context."""

import sqlite3
from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest

from nagori import ConflictError, Nagori, NotFoundError, Settings
from nagori.testing.builders import NOW

SETTINGS = Settings.model_validate(
    {
        "embedding": {"type": "none"},
        "models": {"chat": {"type": "extractive"}},
        "group": {"bot": "mia", "bot_names": ["Mia"]},
    }
)


@pytest.fixture
async def n(tmp_path: Path) -> AsyncGenerator[Nagori]:
    async with Nagori.open(tmp_path / "a.db", settings=SETTINGS) as opened:
        yield opened


async def test_it_says_why_as_a_context_does_and_keeps_no_record(n: Nagori) -> None:
    team = n.group("team")
    await team.hear("morning", speaker="bob", said_at=NOW)
    told = {
        "mentioned": await team.hear("help", speaker="ann", mentions=["mia"], said_at=NOW),
        "named": await team.hear("mia, what time is it?", speaker="bob", said_at=NOW),
        "not addressed": await team.hear("lunch?", speaker="ann", said_at=NOW),
    }
    await team.hear("It is one", speaker="mia", external_id="x-1", said_at=NOW)
    told["in dialogue"] = await team.hear("thanks", speaker="ann", said_at=NOW)
    told["replied to"] = await team.hear("sure?", speaker="bob", reply_to="x-1", said_at=NOW)

    found = {reason: await team.address(message) for reason, message in told.items()}

    assert {reason: one.reason for reason, one in found.items()} == {r: r for r in told}
    assert [r for r, one in found.items() if not one.addressed] == ["not addressed"]
    await n.group_desk.collector.flush()
    assert not (await n.store.usage.page(n.space, "team", limit=9)).items
    assert n.group_desk.contexts.built == 0
    for reason, message in told.items():
        assert (await team.context(message.id)).address.reason == reason


async def test_what_was_said_long_ago_is_judged_by_what_was_before_it(n: Nagori) -> None:
    team = n.group("team")
    await team.hear("is it late?", speaker="ann", said_at=NOW)
    await team.hear("It is one", speaker="mia", external_id="x-1", said_at=NOW)
    thanks = await team.hear("thanks", speaker="ann", external_id="x-2", said_at=NOW)
    for number in range(60):
        at = NOW + timedelta(minutes=number)
        await team.hear(f"line {number}", speaker="bob", said_at=at)
    far = await team.hear("really?", speaker="bob", reply_to="x-1")

    assert (await team.address(thanks)).reason == "in dialogue"
    assert (await team.address("x-2")).reason == "in dialogue"
    assert (await team.address(far)).reason == "replied to"
    with pytest.raises(NotFoundError):
        await team.address("nobody's")
    with pytest.raises(NotFoundError):
        await n.group("other").address(thanks.id)


async def test_a_reaction_does_not_end_a_dialogue(n: Nagori) -> None:
    team = n.group("team")
    await team.hear("is it late?", speaker="ann", said_at=NOW)
    await team.hear("It is one", speaker="mia", said_at=NOW)
    await team.hear("[OK]", speaker="bob", role="system", said_at=NOW)
    thanks = await team.hear("thanks", speaker="ann", said_at=NOW)

    assert (await team.address(thanks)).reason == "in dialogue"


async def test_when_nothing_can_be_read_a_mention_and_a_name_still_count(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"this is no database" * 1000)
    async with Nagori.open(tmp_path / "a.db", settings=SETTINGS) as n:
        team = n.group("team")
        mentioned = await team.hear("help", speaker="ann", mentions=["mia"])
        named = await team.hear("Mia?", speaker="ann")
        lunch = await team.hear("lunch?", speaker="ann")

        reasons = [(await team.address(one)).reason for one in (mentioned, named, lunch)]
        assert reasons == ["mentioned", "named", "not addressed"]


async def test_broken_analysis_does_not_keep_a_mention_from_counting(tmp_path: Path) -> None:
    async with Nagori.open(tmp_path / "a.db", settings=SETTINGS) as n:
        team = n.group("team")
        await team.hear("is it late?", speaker="ann", said_at=NOW)
        await team.hear("It is one", speaker="mia", said_at=NOW)
        await team.context(await team.hear("well", speaker="ann", said_at=NOW))
    with sqlite3.connect(tmp_path / "a.db") as db:
        db.execute("UPDATE message_features_cache SET features = '{\"broken\": 1}'")
    db.close()
    async with Nagori.open(tmp_path / "a.db", settings=SETTINGS) as n:
        team = n.group("team")
        old = (await n.store.chats.messages(n.space, "team", limit=1))[0]
        new = await team.hear("and now?", speaker="ann", mentions=["mia"], said_at=NOW)

        assert (await team.address(old)).reason == "not addressed"
        assert (await team.address(new)).reason == "mentioned"


async def test_an_answer_is_known_by_the_name_that_its_platform_gives_it(tmp_path: Path) -> None:
    async with Nagori.open(tmp_path / "a.db", settings=SETTINGS) as n:
        team = n.group("team")
        asked = await team.hear("is it late?", speaker="ann", external_id="p-1", said_at=NOW)
        answer = await team.hear("It is one", speaker="mia", reply_to=asked.id, said_at=NOW)
        await team.context(asked)
        for _ in range(2):
            await team.name_message(answer, "p-2")
        here = await team.hear("sure?", speaker="bob", reply_to="p-2", said_at=NOW)

        assert (await team.find("p-2")).id == answer.id
        assert (await team.context(here)).address.reason == "replied to"
        with pytest.raises(ConflictError):
            await team.name_message(answer, "p-1")
        with pytest.raises(NotFoundError):
            await n.group("other").name_message(answer.id, "p-3")
    async with Nagori.open(tmp_path / "a.db", settings=SETTINGS) as n:
        team = n.group("team")
        there = await team.hear("really?", speaker="bob", reply_to="p-2", said_at=NOW)

        assert (await team.address(there)).reason == "replied to"
        assert answer.id in {one.id for one in (await team.context(there)).messages}


async def test_whom_a_text_names_is_who_was_heard_under_that_name(n: Nagori) -> None:
    team = n.group("team")
    await team.hear("hello", speaker="ann", name="Ann", said_at=NOW)
    await team.set_settings({"bot_names": []})
    await team.hear("I am here", speaker="mia", said_at=NOW)
    named = await team.hear("@mia help", speaker="bob", name="Bob", said_at=NOW)
    other = await team.hear("Ann: is mia here?", speaker="bob", name="Bob", said_at=NOW)

    for message in (named, other):
        assert await team.address(message) == (await team.context(message)).address
    assert (await team.address(named)).reason == "mentioned"
