"""Roll-out, settings of all groups and trials, as a bot and its owner meet them."""

import sqlite3
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from tests.journeys.groups.conftest import TALK, Opening, settings, talk, texts

from nagori import ConflictError, InvalidInputError, Nagori
from nagori.group.rollout import is_reached
from nagori.llm.build import Models
from nagori.sync import Nagori as BlockingNagori
from nagori.testing.builders import NOW
from nagori.testing.scripted_model import ScriptedModel
from nagori.values.trial import Arm

PLAIN, FEW = Arm("plain"), Arm("few", {"max_context_messages": 1, "scorer": "rules"})
FAR = next(id for id in map(str, range(99)) if not is_reached("default", id, 50))
NEAR = next(id for id in map(str, range(99)) if is_reached("default", id, 50))


@asynccontextmanager
async def answering(path: Path) -> AsyncGenerator[tuple[Nagori, ScriptedModel]]:
    model, silent = ScriptedModel(["Yes."], repeats=True), ScriptedModel(name="silent")
    models = Models(chat=model, decision=silent, summary=silent, title=silent)
    async with Nagori.open(path / "memory.db", settings=settings(), models=models) as n:
        yield n, model


# roll-out ----------------------------------------------------------------------------------------


async def test_where_the_roll_out_is_not_yet_the_last_messages_are_given(opened: Opening) -> None:
    async with opened(group={"rollout_percent": 50}) as n:
        *_, there = await talk(n.group(FAR))
        *_, here = await talk(n.group(NEAR))

        far, near = await n.group(FAR).context(there), await n.group(NEAR).context(here)

        assert (far.scorer, near.scorer) == ("recent", "trained")
        assert texts(far.messages) == [text for _, text in TALK[:-1]]
        assert list(far.degraded) == []
        assert far.settings["rollout_percent"] == 50
        assert "rollout_percent" not in near.settings
        assert n.group_desk.contexts.fallbacks == {}


async def test_a_group_may_go_first_or_stay_behind(opened: Opening) -> None:
    async with opened(group={"rollout_percent": 50}) as n:
        *_, there = await talk(n.group(FAR))
        *_, here = await talk(n.group(NEAR))
        await n.group(FAR).set_settings({"enable_intelligent_memory": True})
        await n.group(NEAR).set_settings({"enable_intelligent_memory": False})

        assert (await n.group(FAR).context(there)).scorer == "trained"
        assert (await n.group(NEAR).context(here)).scorer == "recent"
        await n.group(FAR).undo_settings()
        assert (await n.group(FAR).context(there)).scorer == "recent"
        await n.all_groups.set_settings({"rollout_percent": 100})
        assert (await n.group(FAR).context(there)).scorer == "trained"


# settings of all groups --------------------------------------------------------------------------


async def test_what_is_set_for_all_groups_holds_in_one_space_at_once(opened: Opening) -> None:
    async with opened(group={"temperature": 0.3}) as n:
        await n.all_groups.set_settings({"temperature": 0.1, "bot": "mia"})
        await n.group("team").set_settings({"temperature": 0.9})

        assert (await n.group("team").settings()).temperature == 0.9
        assert (await n.group("other").settings()).temperature == 0.1
        assert (await n.within("elsewhere").group("team").settings()).temperature == 0.3
        said = await n.group("other").hear("hello", speaker="mia")
        assert said.role == "assistant"
        with pytest.raises(InvalidInputError, match="temperature"):
            await n.all_groups.set_settings({"temperature": "hot"})
        assert (await n.all_groups.undo_settings()).temperature == 0.3
        with pytest.raises(ConflictError):
            await n.all_groups.undo_settings()


# trials ------------------------------------------------------------------------------------------


async def test_each_message_keeps_its_arm_and_its_record_tells(opened: Opening) -> None:
    async with opened() as n:
        group = n.group("team")
        messages = await talk(group, TALK * 4)
        await n.trials.start("few", [PLAIN, FEW])

        arms = {one.id: (await group.context(one)).settings["trials"]["few"] for one in messages}

        assert set(arms.values()) == {"plain", "few"}
    async with opened() as n:
        group = n.group("team")
        for message in messages:
            context = await group.context(message)
            assert context.settings["trials"] == {"few": arms[message.id]}
            assert context.scorer == {"plain": "trained", "few": "rules"}[arms[message.id]]
            assert arms[message.id] == "plain" or len(context.messages) <= 1
            held = await group.settings(message)
            assert held.max_context_messages == {"plain": 20, "few": 1}[arms[message.id]]
            await group.feedback(context.id, good=True)
        assert (await group.settings()).max_context_messages == 20  # of no message in particular
        outcome = await n.trials.outcome("few")
        counts = Counter(arms.values())
        assert {one.arm: one.contexts for one in outcome.arms} == {k: 2 * counts[k] for k in counts}
        assert {one.arm: one.judged for one in outcome.arms} == counts


async def test_a_trial_by_group_gives_a_whole_group_one_arm(opened: Opening) -> None:
    async with opened() as n:
        await n.trials.start("few", [PLAIN, FEW], by="group")
        found: dict[str, set[str]] = {}
        for id in map(str, range(12)):
            group = n.group(id)
            for message in await talk(group, TALK[:3]):
                arm = (await group.context(message)).settings["trials"]["few"]
                found.setdefault(id, set()).add(arm)
                held = (await group.settings()).max_context_messages
                assert held == {"plain": 20, "few": 1}[arm]

        assert all(len(arms) == 1 for arms in found.values())
        assert {arm for arms in found.values() for arm in arms} == {"plain", "few"}


async def test_an_ended_trial_gives_no_arm_from_then_on(opened: Opening) -> None:
    async with opened() as n, opened() as m:
        *_, last = await talk(n.group("team"))
        await n.trials.start("few", [PLAIN, FEW])
        assert (await m.group("team").context(last)).settings["trials"]

        ended = await n.trials.end("few")

        assert ended.ended_at is not None
        assert "trials" not in (await m.group("team").context(last)).settings
        assert [trial.name for trial in await m.trials.list()] == ["few"]
        await n.trials.start("few-again", [PLAIN, FEW])


async def test_a_turn_answers_with_the_arm_of_its_context(tmp_path: Path) -> None:
    async with answering(tmp_path) as (n, model):
        await n.trials.start("warm", [PLAIN, Arm("warm", {"temperature": 1.9})])
        group, arms = n.group("team"), set[str]()
        for number in range(16):
            async for _ in group.turn(f"question {number}?", speaker="ann"):
                pass
            await n.group_desk.collector.flush()
            (record,) = await n.store.usage.page(n.space, "team", limit=1)
            arm = record.build["trials"]["warm"]
            assert model.asked[-1].options["temperature"] == {"plain": 0.7, "warm": 1.9}[arm]
            arms.add(arm)
        assert arms == {"plain", "warm"}


async def test_a_damaged_trial_or_setting_does_not_stop_a_context(
    opened: Opening, tmp_path: Path
) -> None:
    async with opened() as n:
        *_, last = await talk(n.group("team"))
        await n.trials.start("few", [PLAIN, FEW])
        await n.group("team").set_settings({"temperature": 0.2})
    with sqlite3.connect(tmp_path / "memory.db") as db:
        db.execute("UPDATE trials SET definition = '{\"arms\": 7}'")
        db.execute("UPDATE groups SET settings = 'not even JSON'")
    db.close()
    async with opened() as n:
        context = await n.group("team").context(last)

        assert context.scorer == "trained"
        assert "trials" not in context.settings
        assert (await n.group("team").settings()).temperature == 0.7


async def test_without_a_store_the_settings_of_everything_hold(
    opened: Opening, tmp_path: Path
) -> None:
    (tmp_path / "memory.db").write_bytes(b"not a database at all" * 500)
    async with opened(group={"temperature": 0.3, "rollout_percent": 50}) as n:
        heard = await n.group(FAR).hear("hello", speaker="ann", said_at=NOW + timedelta(minutes=1))

        assert (await n.group(NEAR).settings()).temperature == 0.3
        assert not (await n.group(FAR).settings()).enable_intelligent_memory
        assert (await n.group(FAR).context(heard)).degraded


def test_blocking_code_can_try_things_too(tmp_path: Path) -> None:
    with BlockingNagori.open(tmp_path / "memory.db", settings=settings()) as n:
        n.trials.start("few", [PLAIN, FEW])

        assert n.trials.outcome("few").comparisons[0].verdict == "too few judged"
        n.trials.adopt("few", "few")
        assert n.all_groups.settings().max_context_messages == 1
        assert n.all_groups.undo_settings().max_context_messages == 20
