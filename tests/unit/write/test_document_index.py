import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nagori.text.terms import terms
from nagori.text.tokens import estimate_tokens
from nagori.values.document import DocumentPassage
from nagori.write.document_index import PIECE_TOKENS, index_passages

texts = st.lists(
    st.text(st.sampled_from("abc 。\n灯塔."), min_size=1, max_size=900).filter(str.strip),
    max_size=4,
)


def passages(*found: str, headings: tuple[str, ...] = ("Guide", "Porto")) -> list[DocumentPassage]:
    return [DocumentPassage(number, text, headings) for number, text in enumerate(found, 1)]


def test_a_short_passage_is_one_piece_below_its_heading() -> None:
    indexed, words = index_passages(passages("The tram runs every 20 minutes."))

    assert words == ["Porto\nThe tram runs every 20 minutes."]
    assert len(indexed.pieces) == 1


def test_a_piece_is_found_by_the_words_of_every_heading_above_it() -> None:
    long = " ".join(f"Tram {n} goes to the sea." for n in range(60))
    indexed, words = index_passages(passages(long, headings=("Guide", "Portugal", "Porto")))

    held = [np.frombuffer(piece.terms, np.uint32) for piece in indexed.pieces]
    assert len(held) > 3
    assert all(np.isin(terms("guide portugal porto tram"), found).all() for found in held)
    assert not any("Guide" in part or "Portugal" in part for part in words)


def test_a_heading_that_opens_the_text_is_not_said_twice() -> None:
    assert index_passages(passages("Porto\n\nA city."))[1] == ["Porto\n\nA city."]


def test_a_passage_without_headings_is_its_text() -> None:
    assert index_passages(passages("A city.", headings=()))[1] == ["A city."]


def test_every_piece_of_a_long_passage_stands_below_its_heading() -> None:
    _, words = index_passages(passages(" ".join(f"Tram {n} goes to the sea." for n in range(60))))

    assert len(words) > 3
    assert all(part.startswith("Porto\nTram") for part in words)


@given(texts)
def test_nothing_is_lost_and_nothing_twice(found: list[str]) -> None:
    indexed, words = index_passages(passages(*found, headings=()))

    behind_each_other = "\n".join(found)
    assert [behind_each_other[p.start : p.end] for p in indexed.pieces] == words
    assert "".join("".join(words).split()) == "".join(behind_each_other.split())
    starts = [piece.start for piece in indexed.pieces]
    assert starts == sorted(set(starts))
    assert all(estimate_tokens(part) <= PIECE_TOKENS for part in words)
