"""A project's folder: the only way to its files, for reading, and never out of it."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from nagori.errors import ForbiddenError, InvalidInputError, NotFoundError
from nagori.learn.doors import BY_DESCRIPTOR, Door, Entry, door_of
from nagori.learn.place import Parts, checked_path, joined, problem_of
from nagori.learn.secret_files import SECRET, is_private_key, secret_reason
from nagori.learn.texts import HEAD, Text, decoded, has_binary_name, is_binary

MOST_BYTES = 2_000_000
"""Of one file, in one read."""
MOST_ENTRIES = 20_000
"""Of one folder, in one listing."""

_NO_PROJECTS = ("/proc/", "/sys/", "/dev/")


@dataclass(frozen=True, slots=True)
class FileBytes:
    """The beginning of a file, or all of it, and what the file was like when it was read."""

    path: str
    data: bytes
    size: int
    mtime_ns: int

    @property
    def is_cut(self) -> bool:
        """Whether the file goes on after the data."""
        return self.size > len(self.data)


@dataclass(frozen=True, slots=True)
class Listing:
    """What a folder holds, by name."""

    entries: tuple[Entry, ...]
    is_cut: bool = False


class Folder:
    """Reads files below one folder: no links, no devices, no secrets, nothing outside.

    Every path is checked as text, then walked name by name, so that neither what it says nor a
    folder that becomes a link meanwhile leads elsewhere. A hard link is a file of the folder: it
    can't be told from one. What is refused raises a `UserError` that says why.
    """

    def __init__(self, root: Path | str, *, by_descriptor: bool = BY_DESCRIPTOR) -> None:
        try:
            self.root = Path(root).resolve(strict=True)
            is_folder = self.root.is_dir()
        except (OSError, ValueError, RuntimeError):
            raise NotFoundError("folder", str(root)) from None
        if not is_folder:
            raise InvalidInputError("path", "is no folder; give the folder of a project")
        where = f"{self.root.as_posix()}/"
        if self.root.parent == self.root or where.startswith(_NO_PROJECTS):
            raise InvalidInputError("path", "is part of the system; give the folder of a project")
        self._door: Door = door_of(self.root, by_descriptor=by_descriptor)

    def entry(self, path: str) -> Entry:
        """What lies there: its kind, size and time; its content is not touched."""
        parts = allowed(path)
        return Entry("", "folder", 0, 0) if not parts else self._door.entry(parts)

    def list(self, path: str = ".", *, most: int = MOST_ENTRIES) -> Listing:
        """What the folder holds, sorted by name; also what must not be read, but never opened."""
        entries = self._door.entries(allowed(path), most=most + 1)
        entries.sort(key=lambda entry: entry.name)
        return Listing(tuple(entries[:most]), is_cut=len(entries) > most)

    @contextmanager
    def opened(self, path: str) -> Generator[tuple[BinaryIO, os.stat_result]]:
        """A regular file, open for reading, and what it is like."""
        parts = allowed(path)
        if not parts:
            raise InvalidInputError("path", "is a folder; list_files shows what it holds")
        descriptor, found = self._door.open(parts)
        with os.fdopen(descriptor, "rb") as file:
            head = file.read(HEAD)
            if is_private_key(decoded(head).text):
                raise ForbiddenError(f"{joined(parts)} is left out: it {SECRET}")
            file.seek(0)
            yield file, found

    def read(self, path: str, *, most: int = MOST_BYTES) -> FileBytes:
        """The bytes of a file, up to so many."""
        with self.opened(path) as (file, found):
            data = file.read(most)
            # What grows meanwhile is taken for what it has become.
            size = max(found.st_size, len(data))
            return FileBytes(joined(checked_path(path)), data, size, found.st_mtime_ns)

    def text(self, path: str, *, most: int = MOST_BYTES) -> Text:
        """What a file says, up to so many bytes; `InvalidInputError` if it is no text."""
        parts = allowed(path)
        if has_binary_name(path):
            # Asked first, so that a name alone doesn't make a file exist.
            self.entry(path)
            raise InvalidInputError("path", f"{joined(parts)} is a binary file, no text")
        data = self.read(path, most=most).data
        if is_binary(data):
            raise InvalidInputError("path", f"{joined(parts)} is a binary file, no text")
        return decoded(data)

    def git_excludes(self) -> str:
        """What `.git/info/exclude` says; empty when there is none."""
        try:
            descriptor, _ = self._door.open((".git", "info", "exclude"))
        except (NotFoundError, ForbiddenError):
            return ""
        with os.fdopen(descriptor, "rb") as file:
            return decoded(file.read(MOST_BYTES)).text

    def has_git(self) -> bool:
        """Whether the folder is a git repository of its own, all of which lies within it."""
        return self.git_problem() is None

    def git_problem(self) -> str | None:
        """Why git is not asked here: no repository, or one that borrows from elsewhere."""
        return _git_problem(self._door)


def allowed(path: str) -> Parts:
    """The names of the path; raises for one that leads out, or to what is never read."""
    parts = checked_path(path)
    if reason := secret_reason(parts):
        raise ForbiddenError(f"{joined(parts)} is left out: it {reason}")
    return parts


def left_out(parts: Parts, entry: Entry) -> str | None:
    """Why something that was found in a folder is not read; None when it may be."""
    if problem_of(entry.name):
        return "its name can't be used as a path"
    if reason := secret_reason(parts):
        return reason
    if entry.kind == "link":
        return "is a link"
    if entry.kind == "other":
        return "is no regular file"
    return None


_NO_GIT = "this folder has no git repository of its own"
_LINKED = "its git repository uses files outside of the folder"
_GIT_FOLDERS: tuple[Parts, ...] = (
    (".git",),
    (".git", "objects"),
    (".git", "objects", "info"),
    (".git", "objects", "pack"),
    (".git", "refs"),
    (".git", "refs", "heads"),
    (".git", "refs", "tags"),
    (".git", "refs", "remotes"),
)
_ELSEWHERE: frozenset[Parts] = frozenset(
    {
        (".git", "commondir"),
        (".git", "gitdir"),
        (".git", "objects", "info", "alternates"),
        (".git", "objects", "info", "http-alternates"),
    }
)
"""Files in which a repository names another one."""


def _git_problem(door: Door) -> str | None:
    try:
        if door.entry((".git",)).kind != "folder":
            return _NO_GIT
    except NotFoundError:
        return _NO_GIT
    for parts in _GIT_FOLDERS:
        try:
            entries = door.entries(parts, most=MOST_ENTRIES)
        except NotFoundError:
            continue
        except ForbiddenError:
            return _LINKED
        if any(e.kind == "link" or (*parts, e.name.casefold()) in _ELSEWHERE for e in entries):
            return _LINKED
    return None
