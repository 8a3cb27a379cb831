"""Making a document findable."""

from collections.abc import Sequence

from nagori.text.normal import content_hash, is_cjk
from nagori.text.terms import terms
from nagori.values.document import DocumentPassage
from nagori.values.draft import Indexed
from nagori.values.passage import Piece
from nagori.write.index import text_hash


def index_passages(passages: Sequence[DocumentPassage]) -> Indexed:
    """A piece for each passage; vectors come later.

    The texts count as if they stood behind each other, so that each piece has a start of its own.
    """
    pieces: list[Piece] = []
    start = 0
    for passage in passages:
        words, end = passage.findable, start + len(passage.text)
        hash = text_hash(content_hash(words))
        found = terms(words).tobytes()
        pieces.append(Piece(start, end, found, is_cjk(words), asks=False, text_hash=hash))
        start = end + 1
    return Indexed(content_hash("\n".join(p.text for p in passages)), tuple(pieces))
