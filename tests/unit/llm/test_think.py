from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.llm.think import ThinkSplitter, split_thinking
from nagori.values.prompt import TextPiece

FRAGMENTS = [
    "<think>",
    "</think>",
    "<thi",
    "nk>",
    "<",
    ">",
    "</",
    "`",
    " ",
    "\n",
    "plan",
    "答",
    "!",
]


def split(pieces: list[str]) -> tuple[str, str]:
    splitter = ThinkSplitter()
    out = [piece for text in pieces for piece in splitter.feed(text)] + splitter.end()
    assert all(piece.text for piece in out)
    said = "".join(piece.text for piece in out if isinstance(piece, TextPiece))
    thought = "".join(piece.text for piece in out if not isinstance(piece, TextPiece))
    return said, thought


@pytest.mark.parametrize(
    ("text", "said", "thought"),
    [
        ("Hello.", "Hello.", ""),
        ("<think>hm</think>Hello.", "Hello.", "hm"),
        ("<think>\nhm\n</think>\n\nHello.", "Hello.", "hm\n"),
        ("<think>\n\n</think>\n\nHello.", "Hello.", ""),
        ("Hello <think>hm</think> you.", "Hello you.", "hm"),
        ("<think>a</think>b<think>c</think>d", "bd", "ac"),
        ("<think>never closed", "", "never closed"),
        ("a <thin line", "a <thin line", ""),
        ("ends with <thi", "ends with <thi", ""),
        ("Write `<think>` first.", "Write `<think>` first.", ""),
        ("<think>a < b</think>1 < 2", "1 < 2", "a < b"),
        ("", "", ""),
    ],
)
def test_thinking_is_taken_out_of_the_text(text: str, said: str, thought: str) -> None:
    assert split([text]) == (said, thought)
    assert split(list(text)) == (said, thought)
    assert split_thinking(text) == (said, thought)


@given(
    text=st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join),
    cuts=st.lists(st.integers(0, 100), max_size=12),
)
def test_the_result_is_the_same_however_the_stream_is_cut(text: str, cuts: list[int]) -> None:
    edges = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    pieces = [text[start:end] for start, end in pairwise(edges)]

    assert split(pieces) == split([text]) == split(list(text))


@given(text=st.text(alphabet="ab <>/", max_size=40))
def test_a_text_without_a_whole_tag_is_left_as_it_is(text: str) -> None:
    assert split(list(text)) == (text, "")


def test_only_what_may_be_a_tag_is_held_back() -> None:
    splitter = ThinkSplitter()

    assert splitter.feed("Hello <") == [TextPiece("Hello ")]
    assert splitter.feed("3") == [TextPiece("<3")]


def test_a_closing_tag_alone_ends_thinking_that_the_server_began() -> None:
    assert split_thinking("hm, tea.\n</think>\nTea.") == ("Tea.", "hm, tea.\n")
