"""What is known of a group, on the command line."""

import asyncio
from typing import TYPE_CHECKING

import pytest

from nagori import Nagori as Library
from nagori import Settings

if TYPE_CHECKING:
    from conftest import Nagori

WANTS = {
    "enable_summaries": True,
    "enable_member_profiles": True,
    "knowledge_delay_seconds": 0.0,
}
TALK = (
    "I live in Porto with my cat Miso",
    "the release of the parser slips to Thursday because of the migration",
    "the migration comes first and the release of the parser on Thursday",
)


@pytest.fixture
def told() -> None:
    """A group in which something was said and considered."""

    async def work() -> None:
        settings = Settings.model_validate({"embedding": {"type": "none"}, "group": WANTS})
        async with Library.open("nagori.db", settings=settings) as n:
            await n.group("team").set_settings(WANTS)
            for text in TALK:
                await n.group("team").hear(text, speaker="u1", name="Ann")
            async with asyncio.timeout(20):
                while await n.backlog():
                    await asyncio.sleep(0.02)

    asyncio.run(work())


@pytest.mark.usefixtures("told")
def test_summaries_are_made_now_and_shown(nagori: "Nagori") -> None:
    assert "No summaries yet." in nagori("group", "summaries", "team").out

    assert "migration" in nagori("group", "summaries", "team", "--now").out
    (shown,) = nagori("--json", "group", "summaries", "team").json["items"]
    assert shown["scope"] == "group:team"


@pytest.mark.usefixtures("told")
def test_members_are_shown_and_forgotten(nagori: "Nagori") -> None:
    assert "Ann (u1)" in nagori("group", "members", "team").out
    assert "Ann lives in Porto" in nagori("group", "members", "team", "u1").out
    assert nagori("group", "members", "team", "--forget").code == 2

    assert "not shown any more" in nagori("group", "members", "team", "u1", "--forget").out
    assert nagori("group", "members", "team", "u1").code == 1
    assert "erased" in nagori("group", "members", "team", "u1", "--erase").out
    assert nagori("--json", "group", "members", "team").json["items"] == []


def test_a_group_without_it_says_how_to_switch_it_on(nagori: "Nagori") -> None:
    nagori("group", "settings", "team", "--set", "temperature=0.2")

    assert "enable_summaries=true" in nagori("group", "summaries", "team").out
    assert "enable_member_profiles=true" in nagori("group", "members", "team").out
    assert nagori("group", "summaries", "team", "--now").code == 1
