from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from nagori.recall.relevance import (
    CALIBRATIONS,
    GENERIC,
    Calibration,
    Relevance,
    relevance,
)
from nagori.text.aim import Aim
from nagori.values.passage import Scores

USEM3 = CALIBRATIONS["usem3"]
both = pytest.mark.parametrize("calibration", [USEM3, GENERIC])


def columns(
    cosine: ArrayLike,
    bm25: ArrayLike | None = None,
    *,
    ideal: float = 10.0,
    cjk: ArrayLike = False,
    asks: ArrayLike = False,
    chat: bool = False,
) -> Scores:
    near = np.asarray(cosine, np.float32)
    rows = np.arange(len(near), dtype=np.int32)
    after = np.where(rows + 1 < len(near), rows + 1, -1).astype(np.int32)
    none = np.full(len(near), -1, np.int32)
    return Scores(
        passage=np.arange(len(near), dtype=np.int64),
        cosine=near,
        common=np.zeros(len(near), np.float32),
        raw=np.zeros(len(near), np.bool_),
        at=np.zeros(len(near), np.int64),
        text_hash=np.arange(len(near), dtype=np.int64),
        hidden=np.zeros(len(near), np.uint8),
        bm25=np.zeros(len(near), np.float32) if bm25 is None else np.asarray(bm25, np.float32),
        bm25_ideal=ideal,
        cjk=np.broadcast_to(np.asarray(cjk, np.bool_), near.shape),
        asks=np.broadcast_to(np.asarray(asks, np.bool_), near.shape),
        before=rows - 1 if chat else none,
        after=after if chat else none,
    )


def judge(
    given_columns: Scores, calibration: Calibration = USEM3, aim: Aim = Aim.PERSON
) -> Relevance:
    return relevance(given_columns, calibration, query_is_cjk=False, aim=aim)


@st.composite
def any_columns(draw: st.DrawFn) -> Scores:
    rows = draw(st.integers(1, 12))
    cosine = st.one_of(st.just(float("nan")), st.floats(-1, 1, width=32))
    flags = st.lists(st.booleans(), min_size=rows, max_size=rows)
    ideal = draw(st.floats(0, 300))
    bm25 = st.floats(0, 2 * ideal + 1)
    return columns(
        draw(st.lists(cosine, min_size=rows, max_size=rows)),
        draw(st.lists(bm25, min_size=rows, max_size=rows)),
        ideal=ideal,
        cjk=draw(flags),
        asks=draw(flags),
        chat=draw(st.booleans()),
    )


@both
@given(given_columns=any_columns(), aim=st.sampled_from(Aim))
def test_every_share_is_a_number_from_0_to_1(
    calibration: Calibration, given_columns: Scores, aim: Aim
) -> None:
    found = judge(given_columns, calibration, aim)

    for share in (found.relevance, found.lexical):
        assert share.dtype == np.float32
        assert np.all((share >= 0) & (share <= 1 + 1e-6))
    assert np.all(np.isfinite(found.neighbours))


@given(given_columns=any_columns(), row=st.integers(0, 11), more=st.floats(0, 1, width=32))
def test_a_higher_cosine_never_lowers_a_passage(
    given_columns: Scores, row: int, more: float
) -> None:
    row %= len(given_columns.cosine)
    cosine = given_columns.cosine.copy()
    cosine[row] = min(cosine[row] + np.float32(more), np.float32(1))

    higher = judge(replace(given_columns, cosine=cosine)).relevance[row]

    assert higher >= judge(given_columns).relevance[row] - 1e-5


@both
@given(given_columns=any_columns(), row=st.integers(0, 11), more=st.floats(0, 50, width=32))
def test_a_higher_bm25_never_lowers_a_passage(
    calibration: Calibration, given_columns: Scores, row: int, more: float
) -> None:
    row %= len(given_columns.bm25)
    bm25 = given_columns.bm25.copy()
    bm25[row] += np.float32(more)

    higher = judge(replace(given_columns, bm25=bm25), calibration).relevance[row]

    assert higher >= judge(given_columns, calibration).relevance[row] - 1e-5


@both
def test_nothing_in_gives_nothing_out(calibration: Calibration) -> None:
    assert judge(columns([]), calibration).relevance.tolist() == []


@both
def test_a_keyword_alone_enters_without_any_vector(calibration: Calibration) -> None:
    found = judge(columns([np.nan] * 300, [9.0] + [0.0] * 299), calibration, Aim.OPEN)

    assert found.relevance[0] >= 0.5 >= found.relevance[1:].max()
    assert found.closeness.max() == 0


@both
@pytest.mark.parametrize("rows", [1, 5, 300])
def test_without_vectors_and_shared_words_nothing_enters(
    calibration: Calibration, rows: int
) -> None:
    assert judge(columns([np.nan] * rows), calibration).relevance.max() < 0.5


def test_meaning_alone_enters_without_any_shared_word() -> None:
    found = judge(columns([0.5, *[0.1] * 100]))

    assert found.relevance[0] >= 0.5 > found.relevance[1:].max()


def test_meaning_alone_enters_in_another_script_at_a_lower_cosine() -> None:
    near = [0.27, *[0.1] * 50]

    assert judge(columns(near, cjk=True)).relevance[0] > judge(columns(near)).relevance[0]


@both
def test_a_new_vector_is_worth_waiting_for_but_its_absence_is_no_fault(
    calibration: Calibration,
) -> None:
    found = judge(columns([np.nan, 0.6, *[0.1] * 60], [9.0, *[0.0] * 61]), calibration)

    assert found.relevance[0] >= 0.5


def test_unrelated_passages_stay_out_in_small_and_large_scopes() -> None:
    rng = np.random.default_rng(0)
    for rows in (1, 5, 100, 5000):
        cosine = np.clip(rng.normal(0.0, 0.05, rows), -1, 0.2)  # the background is taken out
        assert judge(columns(cosine), aim=Aim.OPEN).relevance.max() < 0.5


def test_small_talk_recalls_nothing_even_when_the_chat_is_full_of_it() -> None:
    found = judge(columns([0.6] * 20, [8.0] * 20), aim=Aim.SMALL_TALK)

    assert found.relevance[0] < judge(columns([0.6] * 20, [8.0] * 20)).relevance[0]


def test_the_answer_beside_a_matching_message_is_lifted() -> None:
    bm25 = [0.0, 8.0, 0.0, 0.0, 0.0]

    alone = judge(columns([0.1] * 5, bm25))
    in_chat = judge(columns([0.1] * 5, bm25, chat=True))

    assert in_chat.relevance[2] > alone.relevance[2]
    assert in_chat.neighbours[2] > in_chat.neighbours[4]
    assert np.argmax(in_chat.relevance) == 1


def test_a_passage_that_is_itself_a_question_ranks_behind_its_equal() -> None:
    found = judge(columns([0.4, 0.4], [5.0, 5.0], asks=[True, False]))

    assert found.relevance[1] > found.relevance[0]


def test_an_unmeasured_embedder_is_read_by_its_own_spread() -> None:
    rng = np.random.default_rng(1)
    crowded = rng.normal(0.75, 0.02, 2000)
    crowded[7] = 0.9

    found = judge(columns(crowded), GENERIC)

    assert np.argmax(found.relevance) == 7
    assert found.relevance[7] >= 0.5
    assert found.relevance[7] > np.sort(found.relevance)[-2] + 0.1


def test_the_same_columns_give_the_same_bytes() -> None:
    given_columns = columns(np.linspace(-1, 1, 501), np.linspace(0, 9, 501), chat=True)

    assert judge(given_columns).relevance.tobytes() == judge(given_columns).relevance.tobytes()
