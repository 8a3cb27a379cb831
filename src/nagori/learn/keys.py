"""What a project is called, and which one a path belongs to."""

import re
from collections.abc import Collection, Iterable
from pathlib import Path, PurePath

from nagori.errors import InvalidInputError
from nagori.text.rules import checked_id
from nagori.values.project import Project

_LONGEST = 60
_NOT_PLAIN = re.compile(r"[^\w.-]+")


def checked_key(key: object) -> str:
    """A key that a person gives; it can't be taken for a path."""
    plain = checked_id(key, "key")
    if "/" in plain or "\\" in plain or plain in {".", ".."} or plain.startswith("~"):
        raise InvalidInputError("key", "give a plain name, without slashes")
    return plain


def key_for(folder: PurePath, taken: Collection[str]) -> str:
    """A key for a new project: its folder's name, with a number if another has it."""
    plain = _NOT_PLAIN.sub("-", folder.name.lower()).strip("-._")[:_LONGEST] or "project"
    key, number = plain, 1
    while key in taken:
        number += 1
        key = f"{plain}-{number}"
    return key


def looks_like_path(name: str | PurePath) -> bool:
    """Whether a name can only be a path."""
    if isinstance(name, PurePath):
        return True
    return "/" in name or "\\" in name or name in {".", ".."} or name.startswith("~")


def resolved(path: str | PurePath) -> Path:
    """The path without links and detours; `InvalidInputError` for what can't be one."""
    try:
        return Path(path).expanduser().resolve()
    except (OSError, ValueError, RuntimeError):
        raise InvalidInputError("path", "give the path of a folder") from None


def project_at(path: PurePath, projects: Iterable[Project]) -> Project | None:
    """The project whose folder it is, or whose folder holds it: the nearest one."""
    holding = [one for one in projects if path.is_relative_to(one.path)]
    return max(holding, key=lambda one: len(PurePath(one.path).parts), default=None)
