"""Where a file of a project may lie: relative names, in the one form that every system reads alike.

Nothing here touches the disk, so what is refused here says nothing about what exists.
"""

import re
import sys
import unicodedata

from nagori.errors import InvalidInputError

Parts = tuple[str, ...]
"""The names on the way from the project's folder; empty for the folder itself."""

_LONGEST_PATH = 1024
_LONGEST_NAME = 255
_DEEPEST = 64
_DRIVE = re.compile(r"[A-Za-z]:")
# Invisible, unprintable or half characters: a name with them reads like another one.
_HIDDEN_KINDS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{name}{number}" for name in ("com", "lpt") for number in "0123456789¹²³"}
)


def checked_path(path: str, *, is_windows: bool = sys.platform == "win32") -> Parts:
    """The names that a relative path consists of; `InvalidInputError` for every other kind."""
    if len(path) > _LONGEST_PATH:
        raise _no(f"is longer than {_LONGEST_PATH} characters")
    if path.startswith(("/", "\\")):
        raise _no("must be relative to the project's folder, such as src/main.py")
    if path.startswith("~"):
        raise _no("must be relative to the project's folder; ~ is not expanded")
    if _DRIVE.match(path):
        raise _no("must be relative to the project's folder, without a drive")
    if "//" in path:
        raise _no("has two slashes in a row; write one between names")
    names = tuple(name for name in path.removesuffix("/").split("/") if name not in {"", "."})
    if len(names) > _DEEPEST:
        raise _no(f"is deeper than {_DEEPEST} folders")
    for name in names:
        if problem := problem_of(name, is_windows=is_windows):
            raise _no(problem)
    return names


def problem_of(name: str, *, is_windows: bool = sys.platform == "win32") -> str | None:
    """Why a file of this name is never opened; None when it may be."""
    if name == "..":
        return "leads out of the project's folder; .. is not allowed"
    if "/" in name or "\\" in name:
        return "holds a backslash; write / between names"
    if ":" in name:
        return "holds a colon, which not every system takes for part of a name"
    if len(name.encode("utf-8", "surrogatepass")) > _LONGEST_NAME:
        return f"has a name of more than {_LONGEST_NAME} bytes"
    if not name.isascii() or not name.isprintable():
        if any(unicodedata.category(c) in _HIDDEN_KINDS for c in name):
            return "holds characters that can't be seen"
        plain = unicodedata.normalize("NFKC", name)
        if plain in {".", ".."} or any(c in plain for c in "/\\:"):
            return "holds characters that look like dots, slashes or colons"
    if is_windows:
        if name.rstrip(". ") != name:
            return "has a name that ends with a dot or a space"
        if folded(name).partition(".")[0].rstrip() in _DEVICES:
            return "is the name of a device"
    return None


def folded(name: str) -> str:
    """The name as the most lenient file system compares it."""
    return unicodedata.normalize("NFKC", name).casefold().rstrip(". ")


def joined(parts: Parts) -> str:
    """The path as tools show it."""
    return "/".join(parts) or "."


def _no(problem: str) -> InvalidInputError:
    return InvalidInputError("path", problem)
