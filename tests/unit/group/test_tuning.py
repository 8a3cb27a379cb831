from dataclasses import astuple, fields, replace

import numpy as np
import pytest

from nagori.group.rules import Weights
from nagori.group.tuning import LEAST, tune
from nagori.testing.contract.groups import a_record
from nagori.values.group import UsageRecord

NAMES = tuple(field.name for field in fields(Weights))
PLANTED = Weights(
    reply_chain=0.15,
    time_decay=0.1,
    user_continuity=0.3,
    mention_relation=0.15,
    keyword_overlap=0.3,
)


def simulated(count: int, weights: Weights | None, *, seed: int = 1) -> list[UsageRecord]:
    """Contexts of a few messages, judged by the mean score under `weights`, or by chance."""
    rng = np.random.default_rng(seed)
    records: list[UsageRecord] = []
    for number in range(count):
        parts = rng.random((rng.integers(1, 8), len(NAMES))) * rng.random(len(NAMES))
        quality = float(parts.mean(axis=0) @ np.array(astuple(weights))) if weights else 0.3
        success = float(np.clip(quality * 1.6 + rng.normal(0, 0.08), 0, 1))
        if weights is None:
            success = float(rng.random())
        ids = tuple(f"m{at}" for at in range(len(parts)))
        scores = {id: dict(zip(NAMES, map(float, row), strict=True)) | {"score": 0.5}
                  for id, row in zip(ids, parts, strict=True)}  # fmt: skip
        records.append(
            replace(
                a_record(f"c-{number}"),
                context_message_ids=ids,
                relevance_scores=scores,
                success_indicator=success,
            )
        )
    return records


@pytest.mark.parametrize("seed", range(5))
def test_planted_weights_are_found_within_a_tenth(seed: int) -> None:
    tuned = tune(simulated(5000, PLANTED, seed=seed), Weights())

    assert tuned.weights is not None, tuned
    for found, planted in zip(astuple(tuned.weights), astuple(PLANTED), strict=True):
        assert abs(found / planted - 1) <= 0.1
    assert 0 < tuned.interval[0] <= tuned.gain <= tuned.interval[1]


@pytest.mark.parametrize("seed", range(20))
def test_noise_is_refused(seed: int) -> None:
    tuned = tune(simulated(1500, None, seed=seed), Weights())

    assert tuned.weights is None
    assert tuned.judged == 1500


def test_weights_that_are_right_already_stay() -> None:
    tuned = tune(simulated(2000, PLANTED), PLANTED)

    assert tuned.weights is None
    assert tuned.reason == "no sure gain on what was held back"


def test_too_little_is_refused() -> None:
    tuned = tune(simulated(LEAST - 1, PLANTED), Weights())

    assert tuned.weights is None
    assert str(LEAST - 1) in tuned.reason


def test_only_what_was_judged_and_scored_by_the_rules_counts() -> None:
    records = simulated(400, PLANTED)
    trained = [replace(r, build={**r.build, "scorer": "trained"}) for r in records]
    silent = [replace(r, success_indicator=None) for r in records]

    assert tune([*trained, *silent], Weights()).judged == 0


def test_the_same_records_give_the_same_answer() -> None:
    records = simulated(1000, PLANTED)

    assert tune(records, Weights()) == tune(records, Weights())
