"""The stages one by one: what each keeps, in which order, and that twice is once."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.recall import stages
from nagori.recall.candidate import Candidate
from nagori.testing.builders import NOW
from nagori.testing.recalling import a_candidate, text_number
from nagori.values.memory import TAGS

QUERY = "I like tea"
ECHOES = ["I like tea", "i LIKE tea!", "Ｉ like ｔｅａ", "  I  like, tea… "]

TEXTS = st.sampled_from(
    [
        "I like tea",
        "i like tea.",
        "I really like tea",
        "我喜欢喝茶",
        "她住在上海",
        "the bus is late",
    ]
)


@st.composite
def candidates(draw: st.DrawFn) -> list[Candidate]:
    found = [
        a_candidate(
            draw(TEXTS),
            final=draw(st.integers(0, 100)) / 100,
            similarity=draw(st.none() | st.floats(-1, 1)),
            kind=draw(st.sampled_from(["memory", "message"])),
            tag=draw(st.sampled_from(TAGS)),
            at=NOW - timedelta(seconds=draw(st.integers(0, 10))),
            message=draw(st.none() | st.sampled_from(["m1", "m2"])),
            hidden=draw(st.none() | st.sampled_from(["tag", "superseded"])),
        )
        for _ in range(draw(st.integers(0, 12)))
    ]
    return sorted(found, key=lambda c: (-c.why.final, c.id))


STAGES: dict[str, Callable[[Sequence[Candidate]], list[Candidate]]] = {
    "hidden": partial(stages.drop_hidden, rule="tag"),
    "echo": partial(stages.drop_echo, query_hashes={text_number(QUERY)}, now=NOW, seconds=3),
    "below": partial(stages.drop_below, minimum=0.5),
    "dissimilar": partial(stages.drop_dissimilar, minimum=0.3),
    "duplicates": stages.drop_duplicates,
    "covered": stages.drop_covered,
    "thin": partial(stages.thin, limit=5),
    "take": partial(stages.take, limit=5),
    "pack": partial(stages.pack, budget=20),
}


@pytest.mark.parametrize("name", STAGES)
@given(found=candidates())
def test_every_stage_keeps_the_order_adds_nothing_and_is_done_after_one_run(
    name: str, found: list[Candidate]
) -> None:
    stage = STAGES[name]
    kept = stage(found)

    places = [found.index(c) for c in kept]
    assert places == sorted(set(places))
    assert stage(kept) == kept


def test_t6_filter_a_cosine_below_the_minimum_is_dropped_and_one_on_it_is_kept() -> None:
    on, below, without = (a_candidate(similarity=s) for s in (0.3, 0.29999, None))

    assert stages.drop_dissimilar([on, below, without], minimum=0.3) == [on]


def test_what_is_less_relevant_than_the_minimum_is_dropped_however_recent() -> None:
    on, below = a_candidate(relevance=0.5, final=0.4), a_candidate(relevance=0.49, final=0.6)

    assert stages.drop_below([below, on], minimum=0.5) == [on]


def test_what_the_filter_hides_is_dropped_by_its_own_rule_only() -> None:
    tagged, old, shown = (a_candidate(hidden=h) for h in ("tag", "superseded", None))

    assert stages.drop_hidden([tagged, old, shown], rule="tag") == [old, shown]


def no_echo(found: Sequence[Candidate], *, seconds: float = 3) -> list[Candidate]:
    return stages.drop_echo(found, query_hashes={text_number(QUERY)}, now=NOW, seconds=seconds)


@pytest.mark.parametrize("text", ECHOES)
@pytest.mark.parametrize("tag", ["user_input", "ai_output"])
@pytest.mark.parametrize("days", [0, 1000])
def test_words_as_said_are_never_recalled_for_themselves(text: str, tag: str, days: int) -> None:
    at = NOW - timedelta(days=days)
    raw = a_candidate(text, tag="user_input" if tag == "user_input" else "ai_output", at=at)
    message = a_candidate(text, kind="message", at=at)

    assert no_echo([raw, message]) == []


@pytest.mark.parametrize("text", ECHOES)
@pytest.mark.parametrize("tag", ["manual", "summary"])
def test_a_statement_is_an_echo_for_three_seconds(text: str, tag: str) -> None:
    kept_tag = "manual" if tag == "manual" else "summary"
    young = a_candidate(text, tag=kept_tag, at=NOW - timedelta(seconds=2.999))
    old = a_candidate(text, tag=kept_tag, at=NOW - timedelta(seconds=3))

    assert no_echo([young, old]) == [old]
    assert no_echo([young, old], seconds=0) == [young, old]


def test_other_words_are_no_echo() -> None:
    found = [a_candidate("I like green tea", tag="user_input")]

    assert no_echo(found) == found


def test_t6_dedup_of_equal_texts_the_newest_stays_whatever_its_score() -> None:
    old = a_candidate("I like tea", final=0.9, at=NOW - timedelta(days=2))
    new = a_candidate("i like TEA.", final=0.7, at=NOW - timedelta(days=1))
    other = a_candidate("I like coffee", final=0.8)

    assert stages.drop_duplicates([old, other, new]) == [other, new]


@given(found=candidates())
def test_after_deduplication_every_text_is_there_once_in_its_newest_form(
    found: list[Candidate],
) -> None:
    kept = stages.drop_duplicates(found)

    assert {c.found.text_hash for c in kept} == {c.found.text_hash for c in found}
    for c in kept:
        same = [o for o in found if o.found.text_hash == c.found.text_hash]
        assert c.found.at == max(o.found.at for o in same)
    assert len({c.found.text_hash for c in kept}) == len(kept)


def test_a_memory_made_from_a_message_hides_the_message_and_its_raw_memory() -> None:
    message = a_candidate("I moved to Porto in May", kind="message", id="m1")
    raw = a_candidate("I moved to Porto in May", tag="user_input", message="m1")
    summary = a_candidate("She lives in Porto since May", tag="summary", message="m1")

    assert stages.drop_covered([message, raw, summary]) == [summary]
    assert stages.drop_covered([message, raw]) == [raw]
    assert stages.drop_covered([message]) == [message]


def test_a_raw_memory_without_its_source_hides_the_same_words_of_its_chat_only() -> None:
    raw = a_candidate("I moved to Porto", tag="user_input", chat_id="c1")
    here = a_candidate("i moved to Porto!", kind="message", chat_id="c1")
    elsewhere = a_candidate("I moved to Porto", kind="message", chat_id="c2")

    assert stages.drop_covered([raw, here, elsewhere]) == [raw, elsewhere]


def test_a_manual_memory_does_not_hide_messages_that_it_was_not_made_from() -> None:
    manual = a_candidate("I moved to Porto", chat_id="c1")
    message = a_candidate("I moved to Porto", kind="message", chat_id="c1")

    assert stages.drop_covered([manual, message]) == [manual, message]


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("I like tea", "I really like tea"),
        ("我喜欢喝茶", "我很喜欢喝茶"),
        ("the meeting is on Monday at nine in room 4", "The meeting is on Monday at nine, room 4"),
    ],
)
def test_what_says_the_same_in_nearly_the_same_words_is_there_once(text: str, again: str) -> None:
    better, worse = a_candidate(text, final=0.9), a_candidate(again, final=0.8)

    assert stages.thin([better, worse], limit=5) == [better]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("the meeting is on Monday", "the meeting is on Tuesday"),
        ("我住在上海", "我住在北京"),
        ("I like tea", "I like coffee"),
        ("order AX-4711 was paid", "order AX-4712 was paid"),
    ],
)
def test_a_small_difference_that_matters_keeps_both(text: str, other: str) -> None:
    found = [a_candidate(text), a_candidate(other)]

    assert stages.thin(found, limit=5) == found


def test_thinning_looks_no_further_than_the_limit() -> None:
    found = [a_candidate(t) for t in ("I like tea", "我住在上海", "I really like tea")]

    assert stages.thin(found, limit=2) == found
    assert stages.thin(found, limit=3) == found[:2]


@given(found=candidates(), limit=st.integers(1, 15))
def test_take_keeps_the_best(found: list[Candidate], limit: int) -> None:
    assert stages.take(found, limit=limit) == found[:limit]


@given(found=candidates(), budget=st.integers(0, 60))
def test_pack_never_exceeds_the_budget_and_leaves_out_only_what_does_not_fit(
    found: list[Candidate], budget: int
) -> None:
    kept = stages.pack(found, budget=budget)

    spent = sum(c.tokens for c in kept)
    assert spent <= budget
    assert all(c.tokens > budget - spent for c in found if c not in kept)
    if found and found[0].tokens <= budget:
        assert kept[0] is found[0]


def test_without_a_budget_everything_fits() -> None:
    found = [a_candidate("tea " * 5000)]

    assert stages.pack(found, budget=None) == found
