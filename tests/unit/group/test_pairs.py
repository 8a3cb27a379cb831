"""The features that are counted in one sweep are those counted one by one."""

import json
from importlib.resources import files
from math import exp, log1p

import numpy as np
import pytest

from nagori.group.analysis import Analysed
from nagori.group.columns import WINDOW, Columns
from nagori.group.model import VERSION, link_model
from nagori.group.pairs import PAIR_FEATURES, SELF_FEATURES, evidence
from nagori.group.threads import OWN_FEATURES, THREAD_FEATURES

COUNT = 150


def columns() -> Columns:
    rng = np.random.default_rng(5)
    found = Columns(COUNT, 8)
    messages: list[Analysed] = []
    for at in range(COUNT):
        named = (f"s{rng.integers(6)}",) if rng.random() < 0.5 else ()
        terms = tuple(int(t) for t in np.unique(rng.integers(0, 60, size=4)))
        messages.append(
            Analysed(
                id=str(at),
                speaker=f"s{rng.integers(6)}",
                at=float(at * 20),
                reply_to=None,
                addressee=named[0] if named else None,
                mentions=named,
                kind="discussion",
                keywords=(),
                terms=terms,
                words=4,
                marks=tuple(bool(b) for b in rng.integers(0, 2, size=8)),
                is_system=False,
            )
        )
    vectors = rng.normal(size=(COUNT, 8)).astype(np.float32)
    found.extend(messages, list(vectors))
    return found


@pytest.mark.parametrize("at", [3, 77, 149])
def test_counts_between_two_messages_are_right(at: int) -> None:
    c = columns()
    speaker, to = c.speaker[WINDOW:], c.addressee[WINDOW:]
    e = evidence(c, at, at + 1)
    for gap in (1, 2, 3, 20, 50, 99, 100):
        other = at - gap
        if other < 0:
            assert not e.relations.present[0, WINDOW - gap]
            assert not e.pairs[:, 0, WINDOW - gap].any()
            continue
        row: dict[str, float] = dict(
            zip(PAIR_FEATURES, e.pairs[:, 0, WINDOW - gap].tolist(), strict=True)
        )
        between = range(other + 1, at)
        seen = range(max(0, at - WINDOW), at)
        want = {
            "own between": log1p(sum(speaker[k] == speaker[at] for k in between)),
            "of speaker between": log1p(sum(speaker[k] == speaker[other] for k in between)),
            "to me between": log1p(sum(to[k] == speaker[at] for k in between)),
            "to it between": log1p(sum(to[k] == speaker[other] for k in between)),
            "same speaker": float(speaker[at] == speaker[other]),
            "to speaker": float(to[at] == speaker[other]),
            "speaks to me": float(to[other] == speaker[at]),
            "called me": sum(
                exp(-(at - k) / 25)
                for k in seen
                if speaker[k] == speaker[other] and to[k] == speaker[at]
            ),
            "I called": sum(
                exp(-(at - k) / 25)
                for k in seen
                if speaker[k] == speaker[at] and to[k] == speaker[other]
            ),
            "alike": float(c.vectors[WINDOW + at] @ c.vectors[WINDOW + other]),
        }
        assert {name: row[name] for name in want} == pytest.approx(want, abs=1e-4)


def test_one_message_or_many_have_the_same_features() -> None:
    c = columns()
    whole = evidence(c, 0, COUNT)

    for at in (0, 1, 60, 149):
        one = evidence(c, at, at + 1)
        np.testing.assert_allclose(one.pairs[:, 0], whole.pairs[:, at], atol=1e-5)
        np.testing.assert_allclose(one.alone[:, 0], whole.alone[:, at], atol=1e-5)


def test_the_shipped_numbers_fit_the_features() -> None:
    model = link_model()

    assert model.first.pair.inner.shape[1] == len(PAIR_FEATURES)
    assert model.first.around.shape[1] == len(SELF_FEATURES)
    assert model.second.pair.inner.shape[1] == len(PAIR_FEATURES) + len(THREAD_FEATURES)
    assert model.second.alone.inner.shape[1] == len(SELF_FEATURES) + len(OWN_FEATURES)
    assert max(model.first.size, model.second.size) <= 6_000
    assert 0 < model.threshold < 1


def test_the_shipped_numbers_were_fitted_on_these_features_in_this_order() -> None:
    told = json.loads((files("nagori.group") / "data" / "links.json").read_text(encoding="utf-8"))

    assert told["version"] == VERSION
    assert told["features"] == {
        "pair": list(PAIR_FEATURES),
        "alone": list(SELF_FEATURES),
        "thread": list(THREAD_FEATURES),
        "thread alone": list(OWN_FEATURES),
    }
