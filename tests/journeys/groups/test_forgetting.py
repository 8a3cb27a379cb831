"""Erasing a user or a group leaves no byte of what was known by them."""

from pathlib import Path
from typing import Any

import pytest
from tests.journeys.groups.conftest import Opening
from tests.journeys.groups.knowing import KNOWS, known, say, settled

from nagori import Nagori

MARK = "ZQ4711"


def holds(folder: Path, word: str) -> list[str]:
    """The files of the database in which a word stands, in any encoding that we write."""
    return [path.name for path in folder.iterdir() if word.encode() in path.read_bytes()]


async def told_and_known(n: Nagori) -> None:
    group = n.group("team")
    talk = [
        ("u1", f"I live in {MARK}town with my cat Miso"),
        ("u2", "the release of the parser is on Thursday"),
        ("u1", f"the release of the parser needs {MARK} first"),
        ("u2", "I play the cello"),
    ]
    await say(group, talk, names={"u1": f"Ann{MARK}", "u2": "Bob"})
    await settled(n)
    await group.summarise()
    events = [e async for e in group.turn(f"and {MARK}?", speaker="u1", name=f"Ann{MARK}")]
    assert events[-1].type == "done"
    await settled(n)
    await n.group_desk.collector.flush()
    assert any(MARK in text for text in await known(n, "team"))


@pytest.mark.parametrize("whom", [{"user": "u1"}, {"group": "team"}])
async def test_no_byte_is_left(opened: Opening, tmp_path: Path, whom: dict[str, Any]) -> None:
    async with opened(group=KNOWS) as n:
        await told_and_known(n)
        assert holds(tmp_path, MARK)
        await n.erase(**whom)

        assert holds(tmp_path, MARK) == []
        kept = await known(n, "team")
        assert not [text for text in kept if not text.startswith("Bob ")]
        assert ("Bob plays the cello." in kept) is ("user" in whom)
        said = await n.store.chats.messages(n.space, "team", limit=9)
        assert {message.speaker for message in said} == (set() if "group" in whom else {"u2"})
    assert holds(tmp_path, MARK) == []


@pytest.mark.parametrize("erase", [True, False])
async def test_what_waits_to_be_considered_is_forgotten_with_the_rest(
    opened: Opening, erase: bool
) -> None:
    async with opened(group=KNOWS) as n:
        group = n.group("team")
        await say(group, [("u1", "I play the cello")], names={"u1": "Ann"})
        await settled(n)
        await group.set_settings({"knowledge_delay_seconds": 0.3})
        await say(group, [("u1", "I live in Porto"), ("u2", "I like tea")])
        await group.forget_member("u1", erase=erase)
        await settled(n)

        assert [member.speaker for member in await group.profiles()] == ["u2"]


async def test_an_erased_profile_leaves_no_byte_of_its_own(opened: Opening, tmp_path: Path) -> None:
    async with opened(group=KNOWS) as n:
        await say(n.group("team"), [("u1", "I play the cello")], names={"u1": "Ann"})
        await settled(n)
        assert holds(tmp_path, "plays the cello")
        await n.group("team").forget_member("u1", erase=True)

        assert holds(tmp_path, "plays the cello") == []
        await say(n.group("team"), [("u1", "hm")])
        await settled(n)
        assert await known(n, "team") == []
