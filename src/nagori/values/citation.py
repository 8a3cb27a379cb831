"""Where in a document something stands."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Citation:
    """A passage of a document, as an answer cites it."""

    document_id: str
    title: str
    number: int
    """Of the passage, from 1."""
    headings: tuple[str, ...] = ()
    page: int | None = None
