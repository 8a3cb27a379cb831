"""Records judged together with others of the same file."""

import numpy as np

from nagori.recall.files import Judged, by_file, of_wholes
from nagori.values.passage import Files

NAMES = ["a.py", "b.py", "c.py", "tests/test_a.py", "shop/migrations/0007_more.py", "a.spec.ts"]


def judged(*records: tuple[str, float], wholes: tuple[str, ...] = ()) -> list[Judged]:
    """Records by file and score, best first; `wholes` are files that the first record is about."""
    names = [name for name, _ in records]
    files = Files(
        NAMES,
        np.array([NAMES.index(name) for name in names], np.int32),
        np.array([n in wholes and n not in names[:at] for at, n in enumerate(names)], np.bool_),
    )
    own = np.array([score for _, score in records], np.float64)
    whole = of_wholes(files, own, np.ones(len(own), np.bool_))
    return by_file(files, own, whole, sorted(range(len(own)), key=lambda row: -own[row]))


def order(*records: tuple[str, float], wholes: tuple[str, ...] = ()) -> list[int]:
    return [one.row for one in judged(*records, wholes=wholes)]


def test_each_file_is_shown_once_before_any_is_shown_twice() -> None:
    assert order(("a.py", 0.9), ("a.py", 0.8), ("b.py", 0.3)) == [0, 2, 1]


def test_a_file_that_much_speaks_for_comes_before_one_that_little_does() -> None:
    assert order(("a.py", 0.60), ("b.py", 0.58), ("b.py", 0.57)) == [1, 0, 2]


def test_what_a_file_is_for_speaks_for_each_of_its_records() -> None:
    records = (("c.py", 0.5), ("a.py", 0.60), ("b.py", 0.4), ("b.py", 0.58))

    assert order(*records) == [3, 1, 0, 2]
    assert order(*records, wholes=("c.py",))[0] == 0


def test_what_only_checks_others_or_was_done_once_comes_after_what_it_is_about() -> None:
    for aside in NAMES[3:]:
        assert order((aside, 0.60), ("a.py", 0.58)) == [1, 0]


def test_scores_fall_in_the_order_of_items_and_nothing_is_lost() -> None:
    found = judged(*((NAMES[n % 3], 1 - n / 20) for n in range(10)), wholes=("b.py",))

    assert sorted(one.row for one in found) == list(range(10))
    assert [one.final for one in found] == sorted((one.final for one in found), reverse=True)


def test_records_that_are_equal_stay_as_they_came() -> None:
    assert order(("b.py", 0.5), ("a.py", 0.5), ("c.py", 0.5)) == [0, 1, 2]


def test_nothing_gives_nothing() -> None:
    assert judged() == []
