"""Making a learning record findable."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from nagori.text.code_terms import body_terms, code_terms
from nagori.text.normal import content_hash, is_cjk
from nagori.values.draft import Indexed
from nagori.values.passage import Piece
from nagori.write.index import index_text, text_hash


def index_record(
    question: str, answer: str, *, max_tokens: int, body: Iterable[str] = ()
) -> tuple[Indexed, list[str]]:
    """The question as one piece and the answer in some, and the words that each is embedded by.

    `start` and `end` count through question, line break and answer. All pieces are known as that
    one text: a recall counts a record once, however many of them are near. An answer is found by
    the words of its question too, and a question that was answered is as good as its answer, so
    none of them counts as one that merely asks. `body` are lines that the answer is about: it is
    found by their words as well, though they are not part of it.
    """
    whole = content_hash(f"{question}\n{answer}")
    hash = text_hash(whole)
    held = code_terms(question).tobytes()
    pieces = [Piece(0, len(question), held, is_cjk(question), asks=False, text_hash=hash)]
    words, start = [question], len(question) + 1
    of_body = body_terms(body)
    for number, piece in enumerate(index_text(answer, max_tokens=max_tokens).pieces):
        part = answer[piece.start : piece.end]
        told = code_terms(f"{question}\n{part}")
        pieces.append(
            replace(
                piece,
                start=start + piece.start,
                end=start + piece.end,
                terms=(told if number else np.concatenate((told, of_body))).tobytes(),
                asks=False,
                text_hash=hash,
            )
        )
        words.append(part)
    return Indexed(whole, tuple(pieces)), words
