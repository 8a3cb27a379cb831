"""Outlines as they are kept, so that a file is looked into only when it changed."""

from functools import cache

from pydantic import TypeAdapter, ValidationError

from nagori.errors import MissingExtraError
from nagori.learn.code.outline import Outline
from nagori.learn.code.outlining import NO_PARSER
from nagori.learn.code.tree import parser_of

VERSION = 3
"""Of how files are outlined: after a change of it, all are looked into again."""

_OUTLINE = TypeAdapter(Outline)
_MARK = f"{VERSION} "


def written(outline: Outline) -> str:
    """The outline as text."""
    return _MARK + _OUTLINE.dump_json(outline, exclude_defaults=True).decode()


def read(text: str) -> Outline | None:
    """The outline again; None for one that was written otherwise than today."""
    if not text.startswith(_MARK):
        return None
    try:
        return _OUTLINE.validate_json(text[len(_MARK) :])
    except ValidationError:
        return None


def is_current(text: str) -> bool:
    """Whether a file would be outlined no better today than it was then."""
    if not text.startswith(_MARK):
        return False
    if not is_degraded(text) or not _has_parser():
        return True
    outline = read(text)
    return outline is not None and NO_PARSER not in outline.degraded


def is_degraded(text: str) -> bool:
    """Whether an outline may tell of something that could not be read."""
    return '"degraded":' in text


@cache
def _has_parser() -> bool:
    """Whether the parsers of other languages are there now."""
    try:
        parser_of("tree_sitter_javascript", "language")
    except MissingExtraError:
        return False
    return True
