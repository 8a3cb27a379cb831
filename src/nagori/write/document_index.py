"""Making a document findable."""

from collections.abc import Iterator, Sequence

from nagori.text.normal import content_hash, is_cjk
from nagori.text.split import Span, split
from nagori.text.terms import terms
from nagori.values.document import DocumentPassage
from nagori.values.draft import Indexed
from nagori.values.passage import Piece
from nagori.write.index import text_hash

PIECE_TOKENS = 100
"""A passage is found by pieces of this size and read as a whole: what is asked for stands in a
sentence or two, and a vector of a page is near to nothing. Figures: bench/RESULTS.md."""


def index_passages(
    passages: Sequence[DocumentPassage], *, max_tokens: int = PIECE_TOKENS
) -> tuple[Indexed, list[str]]:
    """Pieces of every passage, and the words that each is embedded by; vectors come later.

    It is found by these words and by those of the headings above.

    The texts count as if they stood behind each other, so that each piece has a start of its own
    and belongs to the last passage that begins at it or before.
    """
    pieces: list[Piece] = []
    found: list[str] = []
    start = 0
    for passage in passages:
        above = "\n".join(passage.headings[:-1])
        for span, words in _parts(passage, max_tokens):
            hash = text_hash(content_hash(words))
            at, end = start + span.start, start + span.end
            cjk = is_cjk(words)
            # Its own heading says what it means, those above name the matter that it belongs to.
            held = terms(f"{above}\n{words}").tobytes()
            pieces.append(Piece(at, end, held, cjk, asks=False, text_hash=hash))
            found.append(words)
        start += len(passage.text) + 1
    return Indexed(content_hash("\n".join(p.text for p in passages)), tuple(pieces)), found


def _parts(passage: DocumentPassage, max_tokens: int) -> Iterator[tuple[Span, str]]:
    """Parts of a passage, each with the heading that it stands under before it."""
    heading = passage.headings[-1] if passage.headings else ""
    for span in split(passage.text, max_tokens=max_tokens):
        part = passage.text[span.start : span.end]
        yield span, part if part.startswith(heading) else f"{heading}\n{part}"
