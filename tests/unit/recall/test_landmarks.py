"""Labels of the map."""

import numpy as np

from nagori.recall.landmarks import clusters
from nagori.recall.places import Places, place_words
from nagori.recall.topics import topics
from nagori.values.star import Cluster


def at(x: float, y: float, count: int, topic: int = -1) -> Places:
    """Memories close to a point."""
    rng = np.random.default_rng(count)
    return Places(
        np.float32(x) + rng.uniform(0, 0.02, count).astype(np.float32),
        np.float32(y) + rng.uniform(0, 0.02, count).astype(np.float32),
        np.full(count, topic, np.int16),
    )


def joined(*parts: Places) -> Places:
    return Places(
        np.concatenate([part.x for part in parts]),
        np.concatenate([part.y for part in parts]),
        np.concatenate([part.topic for part in parts]),
    )


def words(found: list[Cluster]) -> list[str]:
    return [cluster.en for cluster in found if cluster.level == 1]


def test_topics_are_named_in_both_languages_where_their_memories_lie() -> None:
    places = joined(at(0.5, 0.2, 30, topic=3), at(-0.4, 0, 20, topic=7), at(0, 0, 5))

    first, second = clusters(places, ["x"] * 55)

    assert (first.id, first.count, first.level) == (topics()[3].id, 30, 0)
    assert (first.en, first.zh) == (topics()[3].en, topics()[3].zh)
    assert abs(first.x - 0.51) < 0.01
    assert second.id == topics()[7].id


def test_a_chance_memory_of_a_topic_among_many_is_not_a_cluster() -> None:
    places = joined(at(0, 0, 300, topic=1), at(0.5, 0, 2, topic=2))

    assert [cluster.id for cluster in clusters(places, ["x"] * 302)] == [topics()[1].id]
    assert len(clusters(at(0, 0, 2, topic=2), ["x"] * 2)) == 1  # in a small garden it is one


def test_words_stand_out_where_few_others_say_them() -> None:
    places = joined(at(0.01, 0.01, 12), at(0.5, 0.5, 12), at(-0.5, 0.3, 12))
    texts = [
        *(f"Marlow {verb} at dawn" for verb in ["rows", "sings", "reads", "bakes"] * 3),
        *(f"外婆做红烧肉要放冰糖，第{n}回" for n in range(12)),
        *(f"plain words number {n} of nothing" for n in range(12)),
    ]

    found = clusters(places, texts)

    assert "Marlow" in words(found)
    assert any(word in "外婆红烧肉冰糖" for word in words(found))
    assert not any("要" in word for word in words(found))


def test_no_word_is_used_twice_and_few_memories_have_none() -> None:
    places = joined(at(0.01, 0.01, 12), at(0.5, 0.5, 12), at(-0.5, 0.3, 40), at(0.9, 0.9, 3))
    texts = [*["tulips"] * 24, *["rain and wind"] * 40, *["zebra"] * 3]

    found = words(clusters(places, texts))

    assert found.count("tulips") <= 1
    assert "zebra" not in found


def test_one_more_memory_renames_nothing() -> None:
    texts = [f"{word} {n}" for word in ("tulip", "harbour", "violin", "falcon") for n in range(20)]
    spots = joined(*(at(0.3 * k, 0.3 * k, 20, topic=k) for k in range(4)))
    before = clusters(spots, texts)

    after = clusters(joined(spots, at(0, 0, 1, topic=0)), [*texts, "something else"])

    assert {(c.id, c.en) for c in after} == {(c.id, c.en) for c in before}
    assert clusters(spots, texts) == before


def test_an_empty_garden_has_no_labels() -> None:
    assert clusters(place_words([]), []) == []
