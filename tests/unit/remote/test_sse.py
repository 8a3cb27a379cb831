from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.remote.sse import SseEvent, SseReader

STREAM = (
    "\ufeff: a comment\n\n"
    "data: one\n\n"
    "event: ping\n\n"  # no data: no event, and its name is forgotten
    "event: delta\r\ndata: 你好\r\ndata:second line\r\nid: 7\r\n\r\n"
    "data\n\n"
    "data:  a blank kept\r\r"
    "data: last"
).encode()
EVENTS = [
    SseEvent("one"),
    SseEvent("你好\nsecond line", "delta"),
    SseEvent(""),
    SseEvent(" a blank kept"),
    SseEvent("last"),
]


def read(chunks: list[bytes]) -> list[SseEvent]:
    reader = SseReader()
    return [event for chunk in chunks for event in reader.feed(chunk)] + reader.end()


def test_events_are_read_as_the_standard_says() -> None:
    assert read([STREAM]) == EVENTS


@given(cuts=st.lists(st.integers(0, len(STREAM)), max_size=20))
def test_events_are_the_same_wherever_the_bytes_are_cut(cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(STREAM)]
    chunks = [STREAM[start:end] for start, end in pairwise(edges)]

    assert read(chunks) == EVENTS


def test_an_event_comes_as_soon_as_its_blank_line() -> None:
    reader = SseReader()

    assert reader.feed(b"data: one\n") == []
    assert reader.feed(b"\n") == [SseEvent("one")]
    assert reader.end() == []


def test_bad_utf8_is_refused() -> None:
    with pytest.raises(UnicodeDecodeError):
        SseReader().feed(b"data: \xff\xfe\n")


def test_a_line_of_many_chunks_takes_no_quadratic_time() -> None:
    reader = SseReader()
    for _ in range(20_000):
        assert reader.feed(b"data: " if _ == 0 else b"x" * 100) == []

    (event,) = reader.feed(b"\n\n")
    assert len(event.data) == 19_999 * 100
