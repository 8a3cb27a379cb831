"""Doors: how files below a folder are opened without following a link, whatever happens meanwhile.

Where the system can open a name relative to an open folder, each name on the way is opened so.
Elsewhere the path is opened as a whole, and the system is asked where what was opened lies.
"""

import errno
import os
import stat
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from nagori.errors import ForbiddenError, InvalidInputError, NotFoundError
from nagori.learn.opened import path_of
from nagori.learn.place import Parts, joined

Kind = Literal["file", "folder", "link", "other"]

BY_DESCRIPTOR = (
    {os.open, os.stat} <= os.supports_dir_fd
    and os.scandir in os.supports_fd
    and hasattr(os, "O_NOFOLLOW")
)
"""Whether the system opens names relative to an open folder."""

# By name, since not every system has each of them. A FIFO is not waited for.
_FLAGS = ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_BINARY", "O_NOINHERIT")
_FILE = os.O_RDONLY | sum(getattr(os, name, 0) for name in _FLAGS)
_FOLDER = _FILE | getattr(os, "O_DIRECTORY", 0)
_REPARSE = 0x400  # Windows: links, junctions and other mounts
_LOOKS = 16


@dataclass(frozen=True, slots=True)
class Entry:
    """Something in a folder, without its content."""

    name: str
    kind: Kind
    size: int
    mtime_ns: int


class Door(Protocol):
    """Opens what lies below one folder; raises a `UserError` for what must not be opened."""

    def entry(self, parts: Parts) -> Entry:
        """What lies there; a link is told as one."""
        ...

    def entries(self, parts: Parts, *, most: int) -> list[Entry]:
        """What the folder holds, in no order."""
        ...

    def open(self, parts: Parts) -> tuple[int, os.stat_result]:
        """A descriptor of the regular file, which the caller closes, and what it is like."""
        ...


def door_of(root: Path, *, by_descriptor: bool) -> Door:
    """The way into the folder that the system can keep safe best."""
    return _ByDescriptor(root) if by_descriptor else _ByName(root)


class _ByDescriptor:
    """Opens name after name, each relative to the folder before it; never a link."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._identity = _identity(root.stat())

    def entry(self, parts: Parts) -> Entry:
        with self._folder(parts[:-1]) as above, _told(parts):
            found = os.stat(parts[-1], dir_fd=above, follow_symlinks=False)
            return _entry(parts[-1], found)

    def entries(self, parts: Parts, *, most: int) -> list[Entry]:
        with self._folder(parts) as folder, _told(parts), os.scandir(folder) as found:
            return _entries(found, most)

    def open(self, parts: Parts) -> tuple[int, os.stat_result]:
        with self._folder(parts[:-1]) as above, _told(parts):
            # Looked at first: some devices do something when they are opened.
            _check_kind(os.stat(parts[-1], dir_fd=above, follow_symlinks=False), parts)
            return _regular(os.open(parts[-1], _FILE, dir_fd=above), parts)

    @contextmanager
    def _folder(self, parts: Parts) -> Generator[int]:
        with _told(()):
            here = os.open(self._root, _FOLDER)
        try:
            if _identity(os.fstat(here)) != self._identity:
                raise ForbiddenError("the project's folder was replaced by another; open it again")
            for at, name in enumerate(parts, 1):
                with _told(parts[:at]):
                    below = os.open(name, _FOLDER, dir_fd=here)
                os.close(here)
                here = below
            yield here
        finally:
            os.close(here)


class _ByName:
    """Opens whole paths, and looks before and after whether a link was on the way.

    What is looked at may change between two looks, so the system must also tell where the opened
    file lies. Where it can't, there are many looks: whoever swaps a folder and a link would have
    to do it in step with each of them.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._identity = _identity(root.stat())

    def entry(self, parts: Parts) -> Entry:
        self._check_way(parts[:-1])
        with _told(parts):
            found = self._root.joinpath(*parts).lstat()
        self._check_way(parts[:-1])
        return _entry(parts[-1], found)

    def entries(self, parts: Parts, *, most: int) -> list[Entry]:
        self._check_way(parts)
        with _told(parts), os.scandir(self._root.joinpath(*parts)) as found:
            entries = _entries(found, most)
        self._check_way(parts)
        return entries

    def open(self, parts: Parts) -> tuple[int, os.stat_result]:
        path = self._root.joinpath(*parts)
        self._check_way(parts[:-1])
        with _told(parts):
            _check_kind(path.lstat(), parts)
            descriptor, found = _regular(os.open(path, _FILE), parts)
        try:
            lies = path_of(descriptor)
            _check_place(lies, path, parts)
            for _ in range(_LOOKS if lies is None else 1):
                self._check_way(parts[:-1])
                with _told(parts):
                    seen = path.lstat()
                _check_same(seen, found, parts)
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor, found

    def _check_way(self, parts: Parts) -> None:
        path = self._root
        with _told(()):
            if _identity(path.lstat()) != self._identity:
                raise ForbiddenError("the project's folder was replaced by another; open it again")
        for at, name in enumerate(parts, 1):
            path = path / name
            with _told(parts[:at]):
                kind = _kind(path.lstat())
            if kind == "link":
                raise _link(parts[:at])
            if kind != "folder":
                raise NotFoundError("folder", joined(parts[:at]))


def _regular(descriptor: int, parts: Parts) -> tuple[int, os.stat_result]:
    """The descriptor, if it is one of a regular file; else it is closed."""
    try:
        found = os.fstat(descriptor)
        _check_kind(found, parts)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor, found


def _check_kind(found: os.stat_result, parts: Parts) -> None:
    kind = _kind(found)
    if kind == "link":
        raise _link(parts)
    if kind == "folder":
        raise InvalidInputError(
            "path", f"{joined(parts)} is a folder; list_files shows what it holds"
        )
    if kind == "other":
        raise ForbiddenError(f"{joined(parts)} is no regular file, and is not read")


def _entries(found: Iterable[os.DirEntry[str]], most: int) -> list[Entry]:
    entries: list[Entry] = []
    for item in found:
        if len(entries) == most:
            break
        try:
            entries.append(_entry(item.name, item.stat(follow_symlinks=False)))
        except FileNotFoundError:  # gone since the folder was read
            continue
    return entries


def _entry(name: str, found: os.stat_result) -> Entry:
    return Entry(name, _kind(found), found.st_size, found.st_mtime_ns)


def _kind(found: os.stat_result) -> Kind:
    if stat.S_ISLNK(found.st_mode) or getattr(found, "st_file_attributes", 0) & _REPARSE:
        return "link"
    if stat.S_ISREG(found.st_mode):
        return "file"
    return "folder" if stat.S_ISDIR(found.st_mode) else "other"


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _link(parts: Parts) -> ForbiddenError:
    return ForbiddenError(f"{joined(parts)} is a link; links are not followed")


def _check_same(seen: os.stat_result, opened: os.stat_result, parts: Parts) -> None:
    if _kind(seen) != "file" or not os.path.samestat(seen, opened):
        raise ForbiddenError(f"{joined(parts)} was replaced while it was opened, and is not read")


def _check_place(lies: Path | None, asked: Path, parts: Parts) -> None:
    if lies is not None and lies != asked:
        raise ForbiddenError(f"{joined(parts)} leads elsewhere, and is not read")


@contextmanager
def _told(parts: Parts) -> Generator[None]:
    """Failures of the system in our words: they name the path inside the project, never more."""
    try:
        yield
    except (FileNotFoundError, NotADirectoryError) as error:
        if error.errno == errno.ENOTDIR and parts:
            # The system says so of a link, too, where a folder was asked for.
            raise ForbiddenError(f"{joined(parts)} is a link or no folder") from None
        raise NotFoundError("file or folder", joined(parts)) from None
    except OSError as error:
        if error.errno in {errno.ELOOP, errno.EMLINK}:
            raise _link(parts) from None
        if error.errno in {errno.ENXIO, errno.ENODEV, errno.EOPNOTSUPP}:
            raise ForbiddenError(f"{joined(parts)} is no regular file, and is not read") from None
        raise ForbiddenError(f"{joined(parts)} can't be read: {_why(error)}") from None


def _why(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno is not None else "the system refuses it"
