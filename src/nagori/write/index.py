"""Making a text findable."""

from collections.abc import Sequence
from dataclasses import replace

from nagori.embed.port import Embedder
from nagori.errors import ModelError
from nagori.text.normal import content_hash, is_cjk
from nagori.text.split import split
from nagori.text.spoken import as_spoken
from nagori.text.terms import terms
from nagori.values.draft import Indexed
from nagori.values.passage import Piece


def index_text(text: str, *, max_tokens: int) -> Indexed:
    """The text's pieces with their terms; vectors come later."""
    whole = content_hash(text)
    spans = split(text, max_tokens=max_tokens)
    if len(spans) == 1:
        (span,) = spans
        pieces = (_piece(text[span.start : span.end], span.start, span.end, whole),)
    else:
        parts = [(text[s.start : s.end], s) for s in spans]
        pieces = tuple(_piece(part, s.start, s.end, content_hash(part)) for part, s in parts)
    return Indexed(whole, pieces)


def text_hash(hash: bytes) -> int:
    """A content hash as the number that passages are compared by."""
    return int.from_bytes(hash[:8], "little", signed=True)


async def embed_all(
    texts: Sequence[tuple[str, Indexed]], embedder: Embedder | None, *, stated: bool = False
) -> tuple[list[Indexed], list[str]]:
    """The same with vectors; without, and with the reason, when the embedder can't be had now.

    `stated`: they are memories, which may tell of the user in the third person.
    """
    if embedder is None or not texts:
        return [indexed for _, indexed in texts], []
    pieces = [text[p.start : p.end] for text, indexed in texts for p in indexed.pieces]
    if stated:
        pieces = [as_spoken(piece) for piece in pieces]
    try:
        vectors = await embedder.embed(pieces, "passage")
    except ModelError as error:
        return [indexed for _, indexed in texts], [f"embedding: {error}"]
    done: list[Indexed] = []
    start = 0
    for _, indexed in texts:
        end = start + len(indexed.pieces)
        done.append(replace(indexed, vectors=vectors[start:end]))
        start = end
    return done, []


def _piece(text: str, start: int, end: int, hash: bytes) -> Piece:
    asks = text.endswith(("?", "？"))
    return Piece(start, end, terms(text).tobytes(), is_cjk(text), asks, text_hash(hash))
