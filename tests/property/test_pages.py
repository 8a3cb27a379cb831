"""What must hold for a page, whatever stands on it."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from nagori.chat.page import append, merged, parse, render, shortened
from nagori.text.entries import entries_of, without_entries
from nagori.text.normal import normal_form
from nagori.write.page_index import index_page

PARTS = (
    "- likes tea", "* Likes TEA!", "1. 用户喜欢绿茶", "plain", "## Preferences", "## 偏好", "# Me",
    "## facts", "", "  ", "---", "```", "\t- deep", "## ", "- [x] done", "lives in Porto", "#tag",
    "- moved to Porto on 3 May 2019", "- moved to Porto on 4 May 2019", "x" * 80, "茶" * 40,
)  # fmt: skip
pages = st.lists(st.sampled_from(PARTS) | st.text(max_size=20), max_size=14).map("\n".join)
contents = pages.filter(lambda page: bool(entries_of(page)))


def forms(page: str) -> list[str]:
    return [normal_form(entry.text) for entry in entries_of(page)]


@given(page=pages)
def test_entries_stand_where_they_say_in_order_and_apart(page: str) -> None:
    found = entries_of(page)

    assert all(page[e.start : e.end] == e.text == e.text.strip() for e in found)
    assert all(a.end < b.start for a, b in pairwise(found))


@given(page=pages, content=contents, section=st.none() | st.sampled_from(["Food", "偏好", "a b"]))
def test_appending_adds_what_is_new_once_and_takes_nothing_away(
    page: str, content: str, section: str | None
) -> None:
    after = append(page, content, section)

    lines = iter(after.split("\n"))
    assert all(line in lines for line in (page.split("\n") if page.strip() else []))
    assert set(forms(page)) <= set(forms(after))
    assert append(after, content, section) == after
    fresh = [form for form in forms(after) if form not in forms(page)]
    assert len(set(fresh)) == len(fresh) <= len(entries_of(content))


@given(old=st.lists(pages, max_size=4))
def test_merged_pages_say_everything_once(old: list[str]) -> None:
    page = merged(old)

    assert len(set(forms(page))) == len(forms(page))
    assert len(forms(page)) == len({form for one in old for form in forms(one)})


@given(page=pages, most=st.integers(1, 400))
def test_a_shortened_page_fits_and_says_nothing_new(page: str, most: int) -> None:
    short = shortened(page, most=most)

    assert len(short) <= most
    assert bool(entries_of(short)) == bool(entries_of(page)) or most < 100
    before = [entry.text for entry in entries_of(page)]
    for entry in entries_of(short):
        assert any(entry.text in text for text in before)


@given(page=pages)
def test_a_page_of_sections_reads_the_same_again(page: str) -> None:
    once = render(parse(page))

    assert len(forms(once)) == len(forms(page))
    assert [s.heading for s in parse(once)] == [s.heading for s in parse(page)]


@given(page=pages, gone=st.sets(st.sampled_from([normal_form(part) for part in PARTS]), max_size=4))
def test_what_is_taken_out_is_nowhere_and_the_rest_stays(page: str, gone: set[str]) -> None:
    after = without_entries(page, gone)

    assert forms(after) == [form for form in forms(page) if form not in gone]


@given(page=pages, size=st.integers(5, 60))
def test_every_entry_is_indexed_and_nothing_else(page: str, size: int) -> None:
    indexed = index_page(page, max_tokens=size)

    places = [range(entry.start, entry.end) for entry in entries_of(page)]
    held = [next(n for n, place in enumerate(places) if p.start in place) for p in indexed.pieces]
    assert set(held) == set(range(len(places)))
    assert held == sorted(held)
    assert all(p.end <= places[at].stop for p, at in zip(indexed.pieces, held, strict=True))
