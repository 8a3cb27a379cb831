from nagori.cli.cited_view import cited_lines, is_stale, place
from nagori.cli.words import Words
from nagori.testing.learning import cited
from nagori.values.learning import CheckedLines, CitedState

EN = Words("en")


def checked(start: int, end: int, state: CitedState = "unchanged", path: str = "a.py"):
    return CheckedLines(cited(path, start, end), state)


def shown(*places: CheckedLines, most: int | None = 8) -> list[str]:
    return [line.plain.strip() for line in cited_lines(places, EN, most=most)]


def test_a_place_is_written_as_editors_open_it() -> None:
    assert place(cited("src/kinds.py", 3, 6)) == "src/kinds.py:3-6"
    assert place(cited("src/kinds.py", 3, 3)) == "src/kinds.py:3"


def test_a_path_can_not_draw_over_what_stands_around_it() -> None:
    assert "\x1b" not in place(cited("a\x1b[2J.py", 1, 1))


def test_lines_side_by_side_are_one_place_and_others_stay_apart() -> None:
    assert shown(checked(7, 7), checked(3, 4), checked(5, 5), checked(9, 12)) == ["a.py:3-12"]
    assert shown(checked(3, 4), checked(20, 20)) == ["a.py:3-4", "a.py:20"]
    assert shown(checked(3, 4), checked(4, 4, path="b.py")) == ["a.py:3-4", "b.py:4"]


def test_lines_that_changed_or_are_gone_come_first_and_say_so() -> None:
    told = shown(checked(1, 2), checked(3, 4, "changed"), checked(9, 9, "gone", "b.py"))

    assert told == ["a.py:3-4  changed since", "b.py:9  gone", "a.py:1-2"]


def test_lines_that_moved_are_shown_where_they_stand_now() -> None:
    moved = CheckedLines(cited("a.py", 3, 4), "moved", cited("b.py", 13, 14))

    assert shown(moved) == ["b.py:13-14  was a.py:3-4"]


def test_only_so_many_places_are_shown_and_the_rest_is_counted() -> None:
    places = [checked(10 * i, 10 * i) for i in range(1, 13)]

    assert shown(*places)[-1] == "… and 4 more"
    assert len(shown(*places, most=None)) == 12


def test_lines_are_stale_when_they_changed_or_are_gone() -> None:
    assert is_stale([checked(1, 2), checked(3, 4, "gone")])
    assert not is_stale([checked(1, 2), checked(3, 4, "moved")])
