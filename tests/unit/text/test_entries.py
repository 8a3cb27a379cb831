import pytest

from nagori.text.entries import entries_of, heading_of, without_entries


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("## Preferences", "Preferences"),
        ("# 偏好", "偏好"),
        ("   ###### deep ##", "deep"),
        ("##", ""),
        ("##  two  words  ", "two  words"),
        ("## C#", "C#"),
        ("#tag", None),
        ("####### seven", None),
        ("    ## code", None),
        ("- # no", None),
        ("", None),
    ],
)
def test_headings_are_told_from_other_lines(line: str, heading: str | None) -> None:
    assert heading_of(line) == heading


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("- tea", ["tea"]),
        ("*  tea  ", ["tea"]),
        ("  + tea", ["tea"]),
        ("• 绿茶", ["绿茶"]),
        ("12. tea", ["tea"]),
        ("1) tea", ["tea"]),
        ("- [x] tea", ["tea"]),
        ("plain words", ["plain words"]),
        ("3.14 is pi", ["3.14 is pi"]),
        ("-5 degrees", ["-5 degrees"]),
        ("---", []),
        ("```", []),
        ("- ", []),
        ("   ", []),
        ("", []),
    ],
)
def test_an_entry_is_the_words_of_a_line(line: str, words: list[str]) -> None:
    assert [entry.text for entry in entries_of(line)] == words


def test_entries_know_their_section_and_their_place() -> None:
    page = "above\n# Me\n\n## 偏好\n- 绿茶\n\n* tea\n## None\n## Facts\nPorto"

    found = entries_of(page)

    assert [(entry.section, entry.text) for entry in found] == [
        ("", "above"),
        ("偏好", "绿茶"),
        ("偏好", "tea"),
        ("Facts", "Porto"),
    ]
    assert all(page[entry.start : entry.end] == entry.text for entry in found)


def test_entries_are_taken_out_line_by_line() -> None:
    page = "## A\n- Green tea!\n\n- green teas\n* green tea\nmilk"

    assert without_entries(page, {"green tea"}) == "## A\n\n- green teas\nmilk"
    assert without_entries(page, {"coffee", "a"}) is page
