"""From scores of every passage to the few worth reading. Relevance itself has its own tests."""

from dataclasses import fields, replace
from datetime import timedelta
from math import exp, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from nagori.recall.choose import Choice, choose
from nagori.recall.plan import Plan
from nagori.testing.builders import NOW, later
from nagori.testing.recalling import a_plan, some_scores
from nagori.text.timewords import Interval
from nagori.values.passage import HIDDEN, Scores

cosines = st.lists(st.integers(-100, 100).map(lambda n: n / 100), min_size=1, max_size=40)


def picked(scores: Scores, plan: Plan) -> list[int]:
    """Numbers of the passages that were chosen."""
    return scores.passage[choose(scores, plan, embedder="usem3").rows].tolist()


def explained(scores: Scores, plan: Plan) -> Choice:
    return choose(scores, plan, embedder="usem3")


@given(near=cosines, count=st.integers(1, 30))
def test_to_the_letter_the_nearest_rows_are_candidates_so_many_and_no_more(
    near: list[float], count: int
) -> None:
    plan = a_plan(mode="vector", candidates=count)
    choice = explained(some_scores(near), plan)

    best = sorted(near, reverse=True)[:count]
    assert [w.similarity for w in choice.whys] == pytest.approx(best, abs=1e-5)


@given(near=cosines, data=st.data())
def test_to_the_letter_the_order_of_the_rows_does_not_matter(
    near: list[float], data: st.DataObject
) -> None:
    scores = some_scores(near)
    rows = np.array(data.draw(st.permutations(range(len(near)))), np.intp)
    plan = a_plan(mode="vector", candidates=5)

    assert picked(_rows(scores, rows), plan) == picked(scores, plan)


@given(days=st.floats(0, 3000), near=st.floats(0.01, 1))
def test_to_the_letter_the_score_is_similarity_times_what_age_leaves(
    days: float, near: float
) -> None:
    scores = some_scores([near], at=[NOW - timedelta(days=days)])
    (why,) = explained(scores, a_plan(mode="vector")).whys

    assert why.final == pytest.approx(near * exp(-days / 14), rel=1e-3)
    assert why.final > 0


def test_to_the_letter_candidates_are_taken_before_they_age() -> None:
    near_old, far_new = 0.9, 0.5
    scores = some_scores([near_old, far_new], at=[NOW - timedelta(days=300), NOW])

    assert picked(scores, a_plan(mode="vector", candidates=1)) == [1]


@given(days=st.floats(0, 5000))
def test_in_hybrid_age_takes_no_more_than_the_floor_allows(days: float) -> None:
    scores = some_scores([0.9], bm25=[9.0], at=[NOW - timedelta(days=days)])
    (why,) = explained(scores, a_plan(decay_floor=0.8)).whys

    assert 0.8 <= why.decay <= 1
    assert why.decay == pytest.approx(0.8 + 0.2 * exp(-days / 14), abs=1e-4)


def test_searching_nothing_ages() -> None:
    scores = some_scores([0.9], bm25=[9.0], at=[NOW - timedelta(days=1000)])
    (why,) = explained(scores, a_plan(profile="search")).whys

    assert why.decay == 1
    assert why.final == pytest.approx(why.relevance, abs=1e-4)


def test_what_is_of_the_future_does_not_gain_by_it() -> None:
    scores = some_scores([0.9], at=[NOW + timedelta(days=10)])

    assert explained(scores, a_plan(mode="vector")).whys[0].decay == 1


def test_a_time_that_the_query_names_is_preferred_not_required() -> None:
    week = Interval(NOW - timedelta(days=7), NOW, "last week")
    ages = [NOW - timedelta(days=7), NOW, NOW - timedelta(days=30)]
    choice = explained(some_scores([0.6] * 3, at=ages), a_plan(profile="search", interval=week))
    inside, *others = choice.whys

    assert choice.rows[0] == 0
    assert len(others) == 2
    assert all(0.5 * inside.when < other.when < inside.when for other in others)
    assert all(other.relevance == inside.relevance for other in others)


def test_to_the_letter_a_time_in_the_query_changes_nothing() -> None:
    week = Interval(NOW - timedelta(days=7), later(1), "last week")
    choice = explained(some_scores([0.6]), a_plan(mode="vector", interval=week))

    assert choice.whys[0].when == 1


@pytest.mark.parametrize("profile", ["chat", "search"])
@pytest.mark.parametrize("copies", [2, 4, 8, 100, 500])
def test_of_a_text_that_stands_in_many_places_the_newest_is_read(profile: str, copies: int) -> None:
    at = [NOW - timedelta(hours=n) for n in range(copies)]
    newest_in_the_middle = [*at[copies // 2 :], *at[: copies // 2]]
    scores = some_scores([0.9] * copies, at=newest_in_the_middle, texts=["the same"] * copies)
    rows = explained(scores, a_plan(profile=profile)).rows

    assert scores.at[rows].max() == scores.at.max()
    assert len(rows) <= 4


@pytest.mark.parametrize("copies", [3, 100, 1000])
def test_what_was_said_often_does_not_crowd_out_the_rest(copies: int) -> None:
    near = [*[0.9] * copies, *[0.5] * 30]
    texts = [*["the same"] * copies, *(f"other {n}" for n in range(30))]
    scores = some_scores(near, texts=texts)
    rows = explained(scores, a_plan(candidates=20, min_relevance=0)).rows

    assert len({int(scores.text_hash[row]) for row in rows}) == 20


def test_of_what_is_below_the_minimum_only_the_best_few_are_read() -> None:
    scores = some_scores([0.9, *[0.01] * 30], texts=[f"text {n}" for n in range(31)])

    assert len(explained(scores, a_plan(candidates=20)).rows) == 7


def test_of_equally_good_rows_the_newest_are_taken() -> None:
    at = [NOW - timedelta(days=n) for n in (3, 1, 2)]

    assert picked(some_scores([0.5] * 3, at=at), a_plan(mode="vector", candidates=2)) == [2, 3]


@pytest.mark.parametrize("mode", ["hybrid", "vector"])
def test_an_echo_takes_no_place_and_is_told_once(mode: str) -> None:
    texts = ["Same words!", "same  words", "other", "another"]
    scores = some_scores([1.0, 1.0, 0.5, 0.4], texts=texts, raw=[True, True, False, False])
    plan = a_plan(
        "same words", mode="vector" if mode == "vector" else "hybrid", candidates=2
    )  # fmt: skip

    assert sorted(picked(scores, plan)[:2]) == [3, 4]
    assert len(picked(scores, plan)) == 3


def test_the_passages_of_a_long_query_are_its_echo() -> None:
    query = " ".join(f"On day {n} the garden had {n * 7} roses, said Carla." for n in range(60))
    plan = replace(a_plan(query), chunk_size=100)

    assert len(plan.query_hashes) > 1
    assert len(replace(plan, chunk_size=100_000).query_hashes) == 1


def test_what_a_rule_hides_is_read_only_if_it_would_matter() -> None:
    hidden = [0, *[HIDDEN["tag"]] * 8, HIDDEN["superseded"]]
    scores = some_scores([0.9, *[0.8] * 7, -0.9, 0.95], bm25=[9, *[8] * 7, 0, 9], hidden=hidden)
    choice = explained(scores, a_plan())

    assert choice.rules[0] is None
    assert len(choice.rows) == 6
    assert set(choice.rules[1:]) == {"tag", "superseded"}
    assert 8 not in choice.rows


def test_passages_that_wait_for_vectors_are_counted_and_have_no_similarity() -> None:
    choice = explained(some_scores([nan, 0.5, nan], bm25=[9, 0, 0]), a_plan(profile="search"))

    assert (choice.waiting, choice.considered) == (2, 3)
    waits = [why for why in choice.whys if why.similarity is None]
    assert len(waits) == 2
    assert {why.arm for why in waits if why.lexical} == {"lexical"}


def test_nothing_to_choose_from() -> None:
    for mode in ("hybrid", "vector", "lexical"):
        choice = explained(some_scores([]), replace(a_plan(), mode=mode))
        assert (len(choice.rows), choice.whys, choice.considered) == (0, [], 0)


def _rows(scores: Scores, rows: NDArray[np.intp]) -> Scores:
    """The same passages in another order."""
    moved = {
        f.name: getattr(scores, f.name)[rows]
        for f in fields(scores)
        if f.name not in ("bm25_ideal", "files")
    }
    return replace(scores, **moved)
