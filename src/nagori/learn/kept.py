"""Outlines as they are kept, so that a file is looked into only when it changed."""

from pydantic import TypeAdapter, ValidationError

from nagori.learn.code.outline import Outline

_OUTLINE = TypeAdapter(Outline)


def written(outline: Outline) -> str:
    """The outline as text."""
    return _OUTLINE.dump_json(outline, exclude_defaults=True).decode()


def read(text: str) -> Outline | None:
    """The outline again; None for one that was written otherwise than today."""
    try:
        return _OUTLINE.validate_json(text)
    except ValidationError:
        return None
