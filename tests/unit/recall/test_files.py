"""Records judged together with others of the same file."""

import numpy as np

from nagori.recall.candidate import Candidate
from nagori.recall.files import by_file
from nagori.testing.builders import NOW
from nagori.values.memory import Source
from nagori.values.passage import Found
from nagori.values.recall import Why


def a_candidate(id: str, file: str, score: float) -> Candidate:
    found = Found(
        passage=int(id),
        kind="record",
        id=id,
        text=id,
        text_hash=int(id),
        terms=np.empty(0, np.uint32),
        at=NOW,
        scope="project:loans",
        sources=(Source("file", file, NOW, 1, 2, ""),),
    )
    return Candidate(found, Why(None, score, 0.0, 1.0, 1.0, score, score, "lexical", 0))


def order(*candidates: Candidate) -> list[str]:
    return [c.id for c in by_file(candidates)]


def test_each_file_is_shown_once_before_any_is_shown_twice() -> None:
    assert order(
        a_candidate("1", "a.py", 0.9),
        a_candidate("2", "a.py", 0.8),
        a_candidate("3", "b.py", 0.3),
    ) == ["1", "3", "2"]


def test_a_file_that_much_speaks_for_comes_before_one_that_little_does() -> None:
    assert order(
        a_candidate("1", "a.py", 0.60),
        a_candidate("2", "b.py", 0.58),
        a_candidate("3", "b.py", 0.57),
    ) == ["2", "1", "3"]


def test_what_only_checks_others_comes_after_what_it_checks() -> None:
    assert order(
        a_candidate("1", "tests/test_a.py", 0.60),
        a_candidate("2", "a.py", 0.58),
    ) == ["2", "1"]


def test_scores_fall_in_the_order_of_items_and_nothing_is_lost() -> None:
    found = [a_candidate(str(n), f"{n % 3}.py", 1 - n / 20) for n in range(10)]

    kept = by_file(found)

    assert sorted(c.id for c in kept) == sorted(c.id for c in found)
    assert [c.why.final for c in kept] == sorted((c.why.final for c in kept), reverse=True)


def test_nothing_gives_nothing() -> None:
    assert by_file([]) == []
