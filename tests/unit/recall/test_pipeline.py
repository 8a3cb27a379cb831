"""The whole of the pure part: what is kept, and the one rule that cut what is not."""

from datetime import timedelta
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.recall.candidate import Candidate
from nagori.recall.pipeline import pipeline, run
from nagori.testing.builders import NOW
from nagori.testing.recalling import a_candidate, a_plan
from nagori.values.memory import TAGS
from nagori.values.recall import NearMiss, Rule

QUERY = "what does she drink?"
MODES = st.sampled_from(["hybrid", "vector"])


@st.composite
def candidates(draw: st.DrawFn) -> list[Candidate]:
    return [
        a_candidate(
            draw(st.sampled_from([QUERY, "tea", "green tea", "a very green tea", "绿茶", "喝茶"])),
            final=draw(st.integers(0, 10)) / 10,
            similarity=draw(st.none() | st.integers(0, 10).map(lambda tenth: tenth / 10)),
            kind=draw(st.sampled_from(["memory", "message"])),
            tag=draw(st.sampled_from(TAGS)),
            at=NOW - timedelta(seconds=draw(st.integers(0, 5))),
            message=draw(st.none() | st.sampled_from(["m1", "m2"])),
            hidden=draw(st.none() | st.sampled_from(["tag", "superseded"])),
        )
        for _ in range(draw(st.integers(0, 20)))
    ]


@given(found=candidates(), mode=MODES, limit=st.integers(1, 6), budget=st.integers(1, 30))
def test_everything_is_kept_or_cut_by_exactly_one_known_rule(
    found: list[Candidate], mode: str, limit: int, budget: int
) -> None:
    plan = a_plan(
        QUERY, mode="vector" if mode == "vector" else "hybrid", max_items=limit, max_tokens=budget
    )
    kept, missed = run(found, pipeline(plan))

    told = [m.id for m in missed]
    assert len(told) == len(set(told)) == min(len(found) - len(kept), 10)
    assert not set(told) & {c.id for c in kept}
    assert {m.rule for m in missed} <= set(get_args(Rule))
    assert len(kept) <= limit


@given(found=candidates(), mode=MODES, data=st.data())
def test_the_order_in_which_candidates_arrive_does_not_matter(
    found: list[Candidate], mode: str, data: st.DataObject
) -> None:
    plan = a_plan(QUERY, mode="vector" if mode == "vector" else "hybrid")
    shuffled = data.draw(st.permutations(found))

    assert run(shuffled, pipeline(plan)) == run(found, pipeline(plan))


@given(found=candidates())
def test_items_and_near_misses_come_best_first_and_ties_by_id(found: list[Candidate]) -> None:
    kept, missed = run(found, pipeline(a_plan(QUERY)))

    for told in ([(c.why.final, c.id) for c in kept], [(m.score, m.id) for m in missed]):
        assert told == sorted(told, key=lambda one: (-one[0], one[1]))


def test_t6_sort_the_highest_score_comes_first_and_equals_are_ordered_by_id() -> None:
    found = [
        a_candidate("the bus is late", id="c", final=0.7),
        a_candidate("she lives in Porto", id="b", final=0.9),
        a_candidate("我喜欢喝茶", id="a", final=0.7),
    ]
    kept, _ = run(found, pipeline(a_plan(QUERY)))

    assert [c.id for c in kept] == ["b", "a", "c"]


def test_each_rule_is_named_by_what_it_cuts() -> None:
    old = NOW - timedelta(days=1)
    best = a_candidate("she drinks green tea", id="best", final=0.99, message="m1")
    cut: dict[Rule, Candidate] = {
        "tag": a_candidate("she drinks anything", final=0.98, hidden="tag"),
        "superseded": a_candidate("she drinks coffee", final=0.97, hidden="superseded"),
        "echo": a_candidate(QUERY, final=0.96, tag="user_input"),
        "below_minimum": a_candidate("the bus is late", final=0.3, relevance=0.2),
        "covered": a_candidate("I drink green tea", id="m1", final=0.95, kind="message"),
        "duplicate": a_candidate("She drinks green tea!", final=0.94, at=old),
        "near_duplicate": a_candidate("she really drinks green tea", final=0.93),
        "limit": a_candidate("她住在上海", final=0.6),
        "budget": a_candidate("tea " * 1300, final=0.9),
    }
    kept, missed = run([best, *cut.values()], pipeline(a_plan(QUERY, max_items=2)))

    assert kept == [best]
    assert {m.rule: m.id for m in missed} == {rule: c.id for rule, c in cut.items()}


def test_only_the_ten_best_near_misses_are_told() -> None:
    found = [a_candidate(f"unlike {n}", id=f"{n:02d}", final=n / 100) for n in range(30)]
    kept, missed = run(found, pipeline(a_plan(QUERY)))

    assert kept == []
    assert [m.id for m in missed] == [f"{n:02d}" for n in range(29, 19, -1)]


def test_to_the_letter_only_equal_texts_are_one() -> None:
    found = [a_candidate("I like tea"), a_candidate("I really like tea")]

    assert len(run(found, pipeline(a_plan(QUERY, mode="vector")))[0]) == 2
    assert len(run(found, pipeline(a_plan(QUERY)))[0]) == 1


@pytest.mark.parametrize("profile", ["chat", "search"])
def test_nothing_in_nothing_out(profile: str) -> None:
    assert run([], pipeline(a_plan(QUERY, profile=profile))) == ([], [])


def test_a_candidate_becomes_an_item_or_a_near_miss_with_all_it_knows() -> None:
    c = a_candidate("she drinks tea", id="x", chat_id="c1", message="m7", final=0.7)
    item = c.recalled(c.why.rank)

    assert (item.id, item.kind, item.text, item.tag, item.score) == (
        "x", "memory", "she drinks tea", "manual", 0.7,
    )  # fmt: skip
    assert (item.why, item.at, item.chat_id, item.scope) == (c.why, NOW, "c1", "user:carla")
    assert item.source is not None
    assert item.source.ref == "m7"
    assert c.missed("limit") == NearMiss("x", "she drinks tea", 0.7, "limit", "memory")


def test_messages_and_raw_memories_are_words_as_said() -> None:
    assert a_candidate(kind="message").is_raw
    assert a_candidate(tag="user_input").is_raw
    assert a_candidate(tag="ai_output").is_raw
    assert not a_candidate(tag="manual").is_raw
    assert not a_candidate(tag="summary").is_raw
    assert a_candidate(kind="message").recalled(1).source is None
