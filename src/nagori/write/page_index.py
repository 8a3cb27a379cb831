"""Making a page of global memory findable: every entry by itself."""

from dataclasses import replace

from nagori.text.entries import entries_of
from nagori.text.normal import content_hash
from nagori.values.draft import Indexed
from nagori.write.index import index_text


def index_page(text: str, *, max_tokens: int) -> Indexed:
    """The page's entries as pieces, one each unless it is very long; vectors come later."""
    pieces = [
        replace(piece, start=piece.start + entry.start, end=piece.end + entry.start)
        for entry in entries_of(text)
        for piece in index_text(entry.text, max_tokens=max_tokens).pieces
    ]
    return Indexed(content_hash(text), tuple(pieces))
