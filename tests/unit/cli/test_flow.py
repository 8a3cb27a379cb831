from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from nagori.cli.flow import Flow

words = st.text(alphabet="ab茶，。 \n", max_size=200)


def flowed(pieces: list[str], width: int = 20) -> str:
    written: list[str] = []
    flow = Flow(written.append, width)
    for piece in pieces:
        flow.feed(piece)
    flow.end()
    return "".join(written)


def test_words_are_not_cut_even_when_they_come_in_pieces() -> None:
    assert flowed(["one two th", "ree fo", "ur five six"]) == "one two three four\nfive six\n"


def test_chinese_breaks_anywhere_but_before_a_closing_mark() -> None:
    lines = flowed(["茶" * 9, "，", "茶" * 9]).splitlines()

    assert lines == ["茶" * 9 + "，", "茶" * 9]


def test_lines_of_the_text_stay() -> None:
    assert flowed(["one\n\n  two\n"]) == "one\n\n  two\n"


def test_a_word_longer_than_a_line_is_written_as_it_is() -> None:
    assert flowed(["see https://example.org/a/long/way"]) == (
        "see \nhttps://example.org/a/long/way\n"
    )


@given(pieces=st.lists(words, max_size=5), width=st.integers(10, 40))
def test_nothing_is_lost_and_no_line_is_too_long(pieces: list[str], width: int) -> None:
    text = "".join(pieces)

    shown = flowed(pieces, width)

    assert "".join(shown.split()) == "".join(text.split())
    longest = max((cell_len(word) for word in text.replace("茶", " ").split()), default=0)
    for line in shown.splitlines():
        assert cell_len(line) <= max(width, longest)
