import logging
from typing import Any

import pytest

from nagori.config_groups import GroupSettings
from nagori.group.layers import holding, over
from nagori.group.rollout import arm_of, is_reached
from nagori.testing.builders import NOW, SPACE
from nagori.values.scope import Scope
from nagori.values.trial import Arm, GroupLayers, Trial, Unit

TEAM = Scope(SPACE, "group", "team")


def a_trial(name: str = "warm", *, by: Unit = "message", **settings: Any) -> Trial:
    """Both arms set the same, so that it does not matter which one it is."""
    arms = (Arm("one", settings), Arm("two", settings))
    return Trial(name, arms, started_at=NOW, by=by)


def test_each_layer_stands_over_the_one_below() -> None:
    whole = GroupSettings(temperature=0.1, time_window_hours=1, length_text="a", error_text="a")
    layers = GroupLayers(
        {"time_window_hours": 2, "length_text": "b", "error_text": "b"},
        {"error_text": "d"},
        (a_trial(length_text="c"),),
    )

    held = holding(whole, layers, TEAM, unit="m-1").settings

    assert (held.max_context_messages, held.temperature) == (20, 0.1)
    assert (held.time_window_hours, held.length_text, held.error_text) == (2, "c", "d")


def test_with_no_layer_the_settings_of_everything_hold() -> None:
    whole = GroupSettings(temperature=0.1)

    held = holding(whole, GroupLayers(), TEAM)

    assert held.settings is whole
    assert held.told == {}


def test_a_message_and_a_group_have_the_arm_of_their_own() -> None:
    arms = (Arm("cold", {"temperature": 0.0}), Arm("hot", {"temperature": 2.0}))
    by_message = Trial("m", arms, started_at=NOW)
    by_group = Trial("g", (Arm("a"), Arm("b", {"length_text": "…"})), started_at=NOW, by="group")
    layers = GroupLayers(trials=(by_message, by_group))

    for id in (f"m-{number}" for number in range(20)):
        held = holding(GroupSettings(), layers, TEAM, unit=id)
        assert held.trials == {
            "m": arm_of(by_message, id).name,
            "g": arm_of(by_group, "team").name,
        }
        assert held.settings.temperature == {"cold": 0.0, "hot": 2.0}[held.trials["m"]]
        assert held.told == {"trials": held.trials}


def test_without_a_message_only_trials_by_group_have_arms() -> None:
    trials = (a_trial("m", temperature=0.1), a_trial("g", by="group", length_text="x"))

    held = holding(GroupSettings(), GroupLayers(trials=trials), TEAM)

    assert held.trials.keys() == {"g"}
    assert (held.settings.temperature, held.settings.length_text) == (0.7, "x")


def test_a_group_with_an_own_setting_takes_no_part_in_a_trial_of_it() -> None:
    trials = (a_trial("warm", temperature=0.1, persona="x"), a_trial("short", length_text="x"))
    layers = GroupLayers({}, {"temperature": 0.9}, trials)

    held = holding(GroupSettings(), layers, TEAM, unit="m-1")

    assert held.trials.keys() == {"short"}
    assert (held.settings.temperature, held.settings.persona) == (0.9, None)


def test_weights_of_an_arm_let_the_rules_score() -> None:
    layers = GroupLayers(trials=(a_trial(reply_chain_weight=0.9),))

    assert holding(GroupSettings(), layers, TEAM, unit="m-1").settings.uses_rules
    assert not holding(GroupSettings(), GroupLayers({"temperature": 0.1}), TEAM).settings.uses_rules


# roll-out ----------------------------------------------------------------------------------------

FAR, NEAR = (
    next(
        scope
        for scope in (Scope(SPACE, "group", f"g{number}") for number in range(1000))
        if is_reached(SPACE, scope.id, 50) is reached
    )
    for reached in (False, True)
)


@pytest.mark.parametrize("where", ["whole", "common"])
def test_a_roll_out_leaves_the_others_as_they_are_without_choosing(where: str) -> None:
    half = {"rollout_percent": 50.0}
    whole = GroupSettings.model_validate(half if where == "whole" else {})
    layers = GroupLayers(half if where == "common" else {}, {}, (a_trial(temperature=0.1),))

    far, near = (holding(whole, layers, group, unit="m-1") for group in (FAR, NEAR))

    assert (far.settings.enable_intelligent_memory, far.reached) == (False, False)
    assert far.told == {"rollout_percent": 50.0}
    assert far.trials == {}
    assert (near.settings.enable_intelligent_memory, near.reached) == (True, True)
    assert near.trials.keys() == {"warm"}


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("group", [FAR, NEAR], ids=["far", "near"])
def test_a_groups_own_word_wins_over_the_roll_out(group: Scope, own: bool) -> None:
    layers = GroupLayers({"rollout_percent": 50}, {"enable_intelligent_memory": own})

    held = holding(GroupSettings(), layers, group)

    assert (held.settings.enable_intelligent_memory, held.reached) == (own, True)


def test_what_is_off_for_all_is_not_the_roll_outs_doing() -> None:
    layers = GroupLayers({"rollout_percent": 0, "enable_intelligent_memory": False})

    held = holding(GroupSettings(), layers, TEAM)

    assert (held.settings.enable_intelligent_memory, held.reached) == (False, True)


# wrong ones --------------------------------------------------------------------------------------


def test_wrong_settings_of_any_layer_are_left_out_and_told_of_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    wrong = {"max_context_messages": -7_001, "colour_7001": ["unknown"], "temperature": 0.2}
    arm: dict[str, Any] = {"time_window_hours": -7_001, "length_text": "x"}
    layers = GroupLayers(wrong, {"scorer": "dice-7001"}, (a_trial(**arm),))

    with caplog.at_level(logging.WARNING):
        held = [holding(GroupSettings(), layers, TEAM, unit=f"m-{n}").settings for n in range(3)]

    assert {(one.max_context_messages, one.temperature, one.scorer) for one in held} == {
        (20, 0.2, "auto")
    }
    assert {(one.time_window_hours, one.length_text) for one in held} == {(24, "x")}
    assert caplog.text.count("is left out") == 4


def test_a_wrong_own_setting_does_not_keep_a_group_out_of_a_trial() -> None:
    layers = GroupLayers({}, {"temperature": "hot-7001"}, (a_trial(temperature=0.1),))

    assert holding(GroupSettings(), layers, TEAM, unit="m-1").settings.temperature == 0.1


def test_over_keeps_what_was_set_below() -> None:
    assert over(GroupSettings(bot="mia"), {"temperature": 0.1}).model_fields_set == {
        "bot",
        "temperature",
    }
