"""One person in two groups and a direct chat: nothing leaks, and nobody is taken for another."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.groups.conftest import Opening
from tests.journeys.groups.knowing import KNOWS, RELEASE, say, settled

from nagori import Nagori
from nagori.store.sqlite.database import Database
from nagori.testing.builders import NOW
from nagori.testing.model_server import ModelServer, settings_for
from nagori.values.event import Degraded, Event, RecalledItems

ALPHA, BETA, DIRECT = "ZQALPHA", "ZQBETA", "ZQDIRECT"
"""Words that were said in one place only."""


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer("Noted.") as server:
        yield server


def models(server: ModelServer) -> dict[str, Any]:
    chat = settings_for(server)
    helpers = ("decision", "summary", "title")
    return {"chat": chat, **{name: {"type": "extractive"} for name in helpers}}


def prompt(server: ModelServer) -> str:
    """Everything that the model was given, as it was sent."""
    return "\n".join(str(m["content"]) for m in server.requests[-1].body["messages"])


async def ask(n: Nagori, group: str, text: str, **told: Any) -> list[Event]:
    return [event async for event in n.group(group).turn(text, **told)]


async def in_all_three(n: Nagori) -> None:
    """u1 talks in two groups and alone; then u1 and u2 swap their nicknames in both."""
    names = {"u1": "Ann", "u2": "Bob"}
    swapped = {"u1": "Bob", "u2": "Ann"}
    for group, word in (("alpha", ALPHA), ("beta", BETA)):
        talk = [
            ("u1", f"I live in {word}town with my cat Miso"),
            ("u2", f"I play the {word}cello"),
            ("u1", f"the {word} release of the parser slips to Thursday"),
            ("u2", f"then the {word} release of the parser is on Thursday"),
        ]
        await say(n.group(group), talk, names=names)
        await n.remember(f"the {word} office has a cello and a cat", group=group)
        await settled(n)
        await n.group(group).summarise()
        await say(
            n.group(group), [("u1", "my cat sleeps"), ("u2", "my cello is old")], names=swapped
        )
    await n.answer("direct", f"I live in {DIRECT}town with a cat and a cello", user="u1")
    await n.remember(f"has a {DIRECT} cat and a cello, release on Thursday", user="u1")
    await n.set_global_memory(f"- loves the {DIRECT} cat", user="u1")
    await settled(n)


QUESTIONS = (
    "where do I live, what about my cat, the cello and the release of the parser on Thursday?",
    "who plays the cello and who lives in a town with a cat?",
)


async def test_two_groups_a_direct_chat_and_swapped_nicknames_leak_and_mix_nothing(
    opened: Opening, server: ModelServer
) -> None:
    async with opened(group=KNOWS, models=models(server)) as n:
        await in_all_three(n)
        for asker, name in (("u1", "Bob"), ("u2", "Ann")):
            for group, own, others in (
                ("alpha", ALPHA, (BETA, DIRECT)),
                ("beta", BETA, (ALPHA, DIRECT)),
            ):
                for question in QUESTIONS:
                    events = await ask(
                        n, group, question, speaker=asker, name=name, mentions=["u1", "u2"]
                    )
                    seen = prompt(server)
                    told = "".join(str(e) for e in events if isinstance(e, RecalledItems))

                    assert own in seen
                    for word in others:
                        assert word not in seen
                        assert word not in told
                    # u1 is called Bob now, and u2 Ann, whatever they were called then.
                    assert f"Bob lives in {own}town" in seen
                    assert f"Ann plays the {own}cello" in seen
                    assert "Ann lives" not in seen
                    assert "Bob plays" not in seen
                    for line in seen.splitlines():
                        if "release of the parser slips" in line and "Ann: " in line:
                            assert "Ann → Bob" in seen
        for chat, user in (("direct", "u1"), (None, "u2")):
            await n.answer(chat, QUESTIONS[0], user=user)
            assert ALPHA not in prompt(server)
            assert BETA not in prompt(server)


async def test_two_members_of_one_name_are_told_apart(opened: Opening, server: ModelServer) -> None:
    async with opened(group=KNOWS, models=models(server)) as n:
        names = {"u1": "Alex", "u2": "Alex"}
        await say(
            n.group("team"), [("u1", "I play the cello"), ("u2", "I play the cello")], names=names
        )
        await settled(n)
        await ask(n, "team", "who plays the cello?", speaker="u1", name="Alex", mentions=["u2"])

        seen = prompt(server)
        assert "Alex (u1) plays the cello." in seen
        assert "Alex (u2) plays the cello." in seen


@pytest.mark.parametrize(
    ("shares_with", "reads"), [([], False), (["other"], False), (["beta"], True), (["*"], True)]
)
async def test_a_group_reads_of_another_what_its_policy_says(
    opened: Opening, server: ModelServer, shares_with: list[str], reads: bool
) -> None:
    async with opened(group=KNOWS, models=models(server)) as n:
        alpha = n.group("alpha")
        await say(alpha, RELEASE)
        await n.remember("the release of the parser is called Kranich", group="alpha")
        await alpha.summarise()
        await say(alpha, [("u1", "I live in Porto, and the release of the parser is mine")])
        await settled(n)
        await alpha.set_settings({"shares_with": shares_with})

        events = await ask(n, "beta", "when is the release of the parser?", speaker="u1")

        seen = prompt(server)
        told = "".join(str(e) for e in events if isinstance(e, RecalledItems))
        assert ("called Kranich" in seen) is reads
        assert ("[group:alpha]" in seen) is reads
        assert ("orders table" in seen) is reads
        assert "Porto" not in seen  # what a member said of themselves stays in their group
        assert "lives in Porto" not in told
        await ask(n, "alpha", "when is the release of the parser?", speaker="u1")
        assert "called Kranich" in prompt(server)


async def test_who_asks_comes_first_in_what_is_remembered(
    opened: Opening, server: ModelServer
) -> None:
    async with opened(group=KNOWS, models=models(server)) as n:
        group = n.group("team")
        await say(
            group,
            [("u2", "I am allergic to peanuts"), ("u1", "我对花生过敏，住在杭州")],
            names={"u1": "小明", "u2": "Bob"},
        )
        await n.remember("the team eats peanuts on Fridays", group="team")
        await settled(n)
        await ask(n, "team", "peanuts, anybody?", speaker="u1", name="小明", mentions=["u2"])

        lines = [line for line in prompt(server).splitlines() if line.startswith("- [")]
        kinds = [line.split("][")[1] for line in lines]
        assert kinds[: kinds.index("manual")] == ["profile"] * kinds.index("manual")
        assert "小明" in lines[0]
        assert any("Bob is allergic to peanuts." in line for line in lines[:3])


async def test_what_a_person_wrote_into_metadata_breaks_nothing(
    opened: Opening, server: ModelServer
) -> None:
    async with opened(group=KNOWS, models=models(server)) as n:
        group = n.group("team")
        await n.remember(
            "u1 lives in Porto", group="team", tag="summary", metadata={"member": "u1"}
        )
        await n.remember("the team lives in Porto", group="team", metadata={"names": "nobody"})
        events = await ask(n, "team", "who lives in Porto?", speaker="u1")

        assert not [event for event in events if "error of ours" in str(event)]
        assert "the team lives in Porto" in prompt(server)
        assert (await group.profile("u1")).name == "u1"


async def test_a_failure_here_is_told_and_the_group_is_answered(
    opened: Opening, server: ModelServer, tmp_path: Path
) -> None:
    async with opened(group=KNOWS, models=models(server)) as n:
        await say(n.group("team"), [("u1", "I live in Porto")])
        await settled(n)
        db = Database(tmp_path / "memory.db", create=False)
        db.run("ALTER TABLE memory_changes RENAME TO elsewhere_changes")
        db.run("ALTER TABLE memories RENAME TO elsewhere")
        db.close()
        events = await ask(n, "team", "where do I live?", speaker="u1")

        assert events[-1].type == "done"
        assert "memory" in {event.what for event in events if isinstance(event, Degraded)}
        assert "where do I live?" in prompt(server)


async def test_what_was_said_later_counts_as_the_name(opened: Opening, server: ModelServer) -> None:
    async with opened(models=models(server)) as n:
        group = n.group("team")
        hello = await group.hear(
            "does the cello lesson start at six?", speaker="u1", name="Ann", said_at=NOW
        )
        await group.hear(
            "six, as always",
            speaker="u2",
            name="Bob",
            reply_to=hello.id,
            said_at=NOW + timedelta(seconds=10),
        )
        await group.hear("thanks", speaker="u1", name="Bob", said_at=NOW + timedelta(seconds=20))
        await group.hear("fine", speaker="u2", name="Ann", said_at=NOW + timedelta(seconds=30))
        question = await group.hear(
            "so the cello lesson starts at six?",
            speaker="u1",
            name="Bob",
            reply_to=hello.id,
            said_at=NOW + timedelta(seconds=40),
        )
        _ = [event async for event in group.turn(question)]

        seen = prompt(server)
        assert "Bob: does the cello lesson start at six?" in seen
        assert "Ann: six, as always" in seen
