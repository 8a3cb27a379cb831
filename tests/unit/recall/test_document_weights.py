from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from nagori.recall.relevance import CALIBRATIONS, DOCUMENTS, TALK, Weights, relevance
from nagori.text.aim import Aim
from nagori.values.passage import Scores

USEM3 = CALIBRATIONS["usem3"]


def pieces(cosine: ArrayLike, bm25: ArrayLike, *, cjk: ArrayLike = False) -> Scores:
    near = np.asarray(cosine, np.float32)
    none = np.full(len(near), -1, np.int32)
    return Scores(
        passage=np.arange(len(near), dtype=np.int64),
        cosine=near,
        common=np.zeros(len(near), np.float32),
        bm25=np.asarray(bm25, np.float32),
        bm25_ideal=10.0,
        before=none,
        after=none,
        cjk=np.broadcast_to(np.asarray(cjk, np.bool_), near.shape),
        asks=np.zeros(len(near), np.bool_),
        raw=np.zeros(len(near), np.bool_),
        at=np.zeros(len(near), np.int64),
        text_hash=np.arange(len(near), dtype=np.int64),
        hidden=np.zeros(len(near), np.uint8),
    )


def best(found: Scores, weights: Weights) -> int:
    judged = relevance(found, USEM3, query_is_cjk=False, aim=Aim.OPEN, weights=weights)
    return int(judged.relevance.argmax())


def test_a_piece_gains_from_those_that_stand_beside_it() -> None:
    found = pieces([0.3, 0.4, 0.3, 0.1, 0.4, 0.1], [1, 3, 1, 0, 3, 0])

    judged = relevance(found, USEM3, query_is_cjk=False, aim=Aim.OPEN, weights=DOCUMENTS)
    assert judged.relevance[1] > judged.relevance[4]
    assert judged.neighbours[1] > judged.neighbours[4]
    apart = replace(found, passage=found.passage * 2)
    alone = relevance(apart, USEM3, query_is_cjk=False, aim=Aim.OPEN, weights=DOCUMENTS)
    assert alone.relevance[1] == alone.relevance[4]
    assert not alone.neighbours.any()


def test_a_hidden_piece_lends_nothing() -> None:
    found = pieces([0.3, 0.4, 0.3], [5, 3, 5])
    hidden = replace(found, hidden=np.array([1, 0, 1], np.uint8))

    judged = relevance(hidden, USEM3, query_is_cjk=False, aim=Aim.OPEN, weights=DOCUMENTS)
    assert judged.neighbours[1] == 0


def test_what_is_nearest_in_another_language_is_not_beaten_by_one_common_word() -> None:
    cosine = [0.5, *[0.35, 0.3, 0.34, 0.32, 0.31] * 3]
    words = [0.0, *[2.6, 2.5, 2.4, 2.4, 2.5] * 3]
    found = pieces(cosine, words, cjk=[True] + [False] * 15)

    assert best(found, DOCUMENTS) == 0
    assert best(found, TALK) != 0


def test_the_nearest_have_places_among_the_first_five() -> None:
    cosine = [*[0.2] * 10, 0.5, 0.4, 0.3]
    found = pieces(cosine, [*[9.0] * 10, 0, 0, 0])

    judged = relevance(found, USEM3, query_is_cjk=False, aim=Aim.OPEN, weights=DOCUMENTS)
    assert {10, 11, 12} <= set(np.argsort(-judged.relevance)[:5].tolist())
    without = replace(DOCUMENTS, nearest=())
    judged = relevance(found, USEM3, query_is_cjk=False, aim=Aim.OPEN, weights=without)
    assert not {11, 12} & set(np.argsort(-judged.relevance)[:5].tolist())


def test_what_is_hidden_takes_no_place() -> None:
    found = pieces([*[0.2] * 10, 0.5], [*[9.0] * 10, 0])
    hidden = replace(found, hidden=np.array([*[0] * 10, 1], np.uint8))

    judged = relevance(hidden, USEM3, query_is_cjk=False, aim=Aim.OPEN, weights=DOCUMENTS)
    assert judged.relevance.argmin() == 10


def test_without_vectors_words_alone_decide() -> None:
    found = pieces([np.nan] * 20, [*range(10), *[0] * 10])

    judged = relevance(found, USEM3, query_is_cjk=False, aim=Aim.OPEN, weights=DOCUMENTS)
    assert np.argsort(-judged.relevance)[:3].tolist() == [9, 8, 7]


def test_nearer_in_another_language_is_never_worse() -> None:
    rng = np.random.default_rng(7)
    cosine = rng.uniform(0, 0.6, 200)
    found = pieces(cosine, rng.uniform(0, 9, 200), cjk=np.arange(200) % 2 == 0)
    alone = replace(DOCUMENTS, beside=0.0)

    wordless = replace(found, bm25=np.where(found.cjk, 0, found.bm25).astype(np.float32))
    judged = relevance(wordless, USEM3, query_is_cjk=False, aim=Aim.OPEN, weights=alone)
    other = np.flatnonzero(found.cjk)
    ordered = judged.relevance[other[np.argsort(cosine[other])]]
    assert (np.diff(ordered) >= -1e-6).all()


def test_documents_in_one_language_are_lent_nothing() -> None:
    found = pieces([0.3, 0.2, 0.5], [2, 4, 1])
    alone = replace(DOCUMENTS, beside=0.0, lent=0.0)

    with_lent = relevance(
        found, USEM3, query_is_cjk=False, aim=Aim.OPEN, weights=replace(alone, lent=0.5)
    )
    without = relevance(found, USEM3, query_is_cjk=False, aim=Aim.OPEN, weights=alone)
    assert (with_lent.relevance == without.relevance).all()
