"""A walk through a project's folder: every file in order, and what is left out, with the reason."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from nagori.errors import NotFoundError, UserError
from nagori.learn.doors import Kind
from nagori.learn.folder import Folder, allowed, left_out
from nagori.learn.place import Parts, joined
from nagori.learn.rules import IGNORED, Rules

MOST_FILES = 200_000
_DEEPEST = 60


@dataclass(frozen=True, slots=True)
class Found:
    """A file or folder of a project."""

    path: str
    kind: Kind
    size: int
    mtime_ns: int
    left_out: str | None = None
    """Why it is not read, and nothing below it is looked at; None when it may be read."""

    @property
    def name(self) -> str:
        """The last name of the path; a folder ends with a slash."""
        return self.path.rpartition("/")[2] + ("/" if self.kind == "folder" else "")


def walk(
    folder: Folder, path: str = ".", *, depth: int | None = None, rules: Rules | None = None
) -> Iterator[Found]:
    """Everything below a folder in the order of names, each folder before what it holds.

    Raises a `UserError` when there is no such folder; what vanishes or can't be read on the way is
    told as left out.
    """
    rules = rules or Rules(folder)
    start = allowed(path)
    check_ignored(rules, start, is_folder=True)
    deepest = _DEEPEST if depth is None else min(depth, _DEEPEST)
    waiting: list[Iterator[Found]] = [iter(_below(folder, start, rules))]
    given = 0
    while waiting:
        found = next(waiting[-1], None)
        if found is None:
            waiting.pop()
            continue
        if given == MOST_FILES:
            yield replace(found, left_out=f"is one of more than {MOST_FILES}, and so is the rest")
            return
        given += 1
        if found.kind != "folder" or found.left_out or len(waiting) >= deepest:
            is_too_deep = found.kind == "folder" and len(waiting) == _DEEPEST
            yield replace(found, left_out="lies too deep") if is_too_deep else found
            continue
        try:
            inside = _below(folder, tuple(found.path.split("/")), rules)
        except NotFoundError:
            continue
        except UserError:
            yield replace(found, left_out="can't be read")
            continue
        yield found
        waiting.append(iter(inside))


def check_ignored(rules: Rules, parts: Parts, *, is_folder: bool) -> None:
    """Raise `NotFoundError` for what the project itself leaves out, as if it were not there."""
    if rules.ignores_any(parts, is_folder=is_folder):
        raise NotFoundError("file or folder that is not ignored", joined(parts))


def _below(folder: Folder, parts: Parts, rules: Rules) -> list[Found]:
    entries = folder.list(joined(parts), most=MOST_FILES).entries
    built = rules.enter(parts, (entry.name for entry in entries))
    found: list[Found] = []
    for entry in entries:
        here = (*parts, entry.name)
        reason = left_out(here, entry)
        if reason is None:
            is_folder = entry.kind == "folder"
            if (is_folder and entry.name in built) or rules.ignores(here, is_folder=is_folder):
                reason = IGNORED
        shown = entry.name.encode("utf-8", "backslashreplace").decode()
        path = joined((*parts, shown if shown.isprintable() else ascii(entry.name)[1:-1]))
        found.append(Found(path, entry.kind, entry.size, entry.mtime_ns, reason))
    return found
