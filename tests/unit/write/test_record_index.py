import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nagori.text.terms import terms
from nagori.write.record_index import index_record

LONG = " ".join(f"Kind {n} is repaid in {n} months. 灯塔很高。" for n in range(80))


@given(question=st.text(min_size=1), answer=st.text(min_size=1))
def test_pieces_cut_question_and_answer_out_of_the_whole(question: str, answer: str) -> None:
    indexed, words = index_record(question, answer, max_tokens=40)

    whole = f"{question}\n{answer}"
    assert [whole[piece.start : piece.end] for piece in indexed.pieces] == words
    assert words[0] == question
    assert all(part in answer for part in words[1:])
    assert len({piece.text_hash for piece in indexed.pieces}) == 1
    assert not any(piece.asks for piece in indexed.pieces)


def test_a_long_answer_has_several_pieces_each_with_the_words_of_the_question() -> None:
    indexed, words = index_record("Which kinds are there?", LONG, max_tokens=100)

    assert len(words) > 3
    asked = set(terms("Which kinds are there?").tolist())
    for piece in indexed.pieces:
        assert asked <= set(np.frombuffer(piece.terms, np.uint32).tolist())
    assert indexed.pieces[-1].end == len(f"Which kinds are there?\n{LONG}")


def test_records_that_say_something_else_are_other_texts() -> None:
    one, _ = index_record("a?", "b", max_tokens=100)
    other, _ = index_record("a?", "c", max_tokens=100)

    assert one.pieces[0].text_hash != other.pieces[0].text_hash
