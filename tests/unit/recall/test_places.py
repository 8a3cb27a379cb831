"""Where memories lie: a place depends on the memory alone."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from nagori.recall.places import Atlas, apart, place_words
from nagori.recall.topics import sentence_vectors, sentences, topics
from nagori.testing.embedders import hashed_vector

Vectors = NDArray[np.float32]


@pytest.fixture(scope="module")
def shipped() -> Vectors:
    found = sentence_vectors("usem3")
    assert found is not None
    return found


@pytest.fixture(scope="module")
def atlas(shipped: Vectors) -> Atlas:
    return Atlas(shipped)


def some_vectors(count: int, dims: int = 512, seed: int = 0) -> Vectors:
    rows = np.random.default_rng(seed).normal(size=(count, dims))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


MANY = some_vectors(2500)


@given(
    rows=st.lists(st.integers(0, len(MANY) - 1), min_size=1, max_size=60, unique=True),
    more=st.integers(0, 2400),
)
def test_a_place_is_the_same_to_the_last_bit_whoever_else_is_there(
    atlas: Atlas, rows: list[int], more: int
) -> None:
    alone = atlas.place(MANY[rows])
    crowd = atlas.place(np.concatenate([MANY[:more], MANY[rows], MANY[more:]]))

    among = slice(more, more + len(rows))
    np.testing.assert_array_equal(alone.x, crowd.x[among])
    np.testing.assert_array_equal(alone.y, crowd.y[among])
    np.testing.assert_array_equal(alone.topic, crowd.topic[among])


def test_an_atlas_made_again_places_alike(shipped: Vectors, atlas: Atlas) -> None:
    again = Atlas(shipped.copy())

    np.testing.assert_array_equal(again.place(MANY).x, atlas.place(MANY).x)


def test_topics_lie_apart_within_the_map() -> None:
    places = np.array([(topic.x, topic.y) for topic in topics()])
    far = np.linalg.norm(places[:, None] - places[None], axis=-1)
    np.fill_diagonal(far, 9)

    assert far.min() > 0.15
    assert np.abs(places[:, 0]).max() < 1.2
    assert np.abs(places[:, 1]).max() < 0.8
    assert len({topic.id for topic in topics()}) == len(topics()) == 40
    assert all(len(topic.says) == 8 for topic in topics())


def test_what_is_said_of_a_topic_lies_there(shipped: Vectors, atlas: Atlas) -> None:
    found = atlas.place(shipped)
    own = np.repeat(np.arange(len(topics())), 8)
    centres = np.array([(topic.x, topic.y) for topic in topics()])[own]
    far = np.hypot(found.x - centres[:, 0], found.y - centres[:, 1])

    assert (found.topic == own).mean() > 0.9
    assert np.median(far) < 0.2


def test_the_same_in_two_languages_lies_together(shipped: Vectors, atlas: Atlas) -> None:
    found = atlas.place(shipped)
    x = found.x.reshape(len(topics()), 2, 4)
    y = found.y.reshape(len(topics()), 2, 4)
    pairs = np.hypot(x[:, 0] - x[:, 1], y[:, 0] - y[:, 1])

    assert np.median(pairs) < 0.1  # the map is about 2.4 wide


def test_any_embedder_can_be_placed_once_it_has_seen_the_topics() -> None:
    atlas = Atlas(np.array([hashed_vector(text, 64) for text in sentences()]))
    texts = ["The cat sleeps on my bed again", "The dog and the cat and the rabbit"]
    found = atlas.place(np.array([hashed_vector(text, 64) for text in texts]))

    assert atlas.dims == 64
    assert np.isfinite(found.x).all()
    assert np.isfinite(found.y).all()


def test_nothing_and_odd_vectors_have_places_too(atlas: Atlas) -> None:
    assert len(atlas.place(np.empty((0, 512), np.float32)).x) == 0
    odd = atlas.place(np.zeros((3, 512), np.float32))
    assert np.isfinite(odd.x).all()
    assert np.abs(odd.x).max() < 2


@given(text=st.text(max_size=80), others=st.lists(st.text(max_size=30), max_size=5))
def test_words_alone_give_a_place_that_others_do_not_change(text: str, others: list[str]) -> None:
    alone, among = place_words([text]), place_words([*others, text])

    assert (alone.x[0], alone.y[0]) == (among.x[-1], among.y[-1])
    assert alone.topic[0] == among.topic[-1]
    assert abs(alone.x[0]) < 1.5
    assert abs(alone.y[0]) < 1.2


def test_texts_that_share_words_lie_together_without_a_vector() -> None:
    found = place_words(
        [
            "Zephyrine likes quixotic waltzes",
            "quixotic waltzes for Zephyrine",
            "我家的狗",
            "一只小狗",
        ]
    )

    assert np.hypot(found.x[0] - found.x[1], found.y[0] - found.y[1]) < 0.05
    assert np.hypot(found.x[2] - found.x[0], found.y[2] - found.y[0]) > 0.05


def test_no_two_memories_lie_on_top_of_each_other() -> None:
    steps = apart([f"memory-{n}" for n in range(1000)])

    assert len({tuple(step) for step in steps.tolist()}) == 1000
    assert np.abs(steps).max() < 0.01


def test_ten_thousand_places_take_less_than_half_a_second(atlas: Atlas) -> None:
    vectors = some_vectors(10_000)
    took: list[float] = []
    for _ in range(3):
        start = time.process_time()
        atlas.place(vectors)
        took.append(time.process_time() - start)

    assert min(took) < 0.5
