"""Nagori's own folder in a project, `.nagori`: written safely, whatever lies there already.

A project's folder may hold anything, also links that lead elsewhere. Each name on the way is
opened relative to the folder before it and never followed as a link; a file is written beside its
place, made durable, and takes the place by its name. So a write never leaves the folder, and a
reader sees the old file or the new one.
"""

import errno
import os
import re
import secrets
import stat
import time
from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from nagori.errors import ForbiddenError, NotFoundError, UserError
from nagori.learn.doors import BY_DESCRIPTOR, Entry, door_of
from nagori.learn.place import Parts, joined

OWN = ".nagori"
MOST_FILES = 200_000
"""Of all that lies there; the rest is not looked at."""

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_FLAGS = ("O_CLOEXEC", "O_NOFOLLOW", "O_BINARY", "O_NOINHERIT")
_FILE = _NEW | sum(getattr(os, name, 0) for name in _FLAGS)
_FOLDER = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NOFOLLOW", "O_DIRECTORY")
)
_PART = re.compile(r"\.nagori-[0-9a-f]{16}\.part")
_OLD_PART_S = 3600
"""What is written for so long was left behind by a process that ended."""
_DEEPEST = 64
_NOWHERE = frozenset(
    {errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EDQUOT, errno.EIO}
)
"""Failures that the next file would meet, too."""


class NotWritableError(ForbiddenError):
    """Nothing can be written there at all: it is read-only, or full."""


class CopyFiles:
    """Files below `.nagori`, each named by its names from there on; blocking.

    What can't be done raises a `UserError` that says why, in words for a person.
    """

    def __init__(self, root: Path, *, by_descriptor: bool = BY_DESCRIPTOR) -> None:
        self._root, self._by_descriptor = root, by_descriptor
        self._door = door_of(root, by_descriptor=by_descriptor)
        found = root.stat()
        self._identity = (found.st_dev, found.st_ino)
        self.problems: list[str] = []
        """What could not be written, since something else is in its place."""

    def read(self, parts: Parts, *, most: int) -> bytes | None:
        """What a file holds; None when there is none. A longer one is refused."""
        try:
            descriptor, found = self._door.open((OWN, *parts))
        except NotFoundError:
            return None
        with os.fdopen(descriptor, "rb") as file:
            data = b"" if found.st_size > most else file.read(most + 1)
        if found.st_size > most or len(data) > most:
            raise ForbiddenError(f"{_name(parts)} is larger than {most:,} bytes, and is not read")
        return data

    def files(self, parts: Parts = ()) -> Iterator[Parts]:
        """Every regular file below a folder, in the order of names; links are passed over."""
        waiting, given = [parts], 0
        while waiting:
            here = waiting.pop()
            for entry in sorted(self._entries(here), key=lambda one: one.name):
                below = (*here, entry.name)
                if entry.kind == "folder" and len(below) < _DEEPEST:
                    waiting.append(below)
                elif entry.kind == "file" and given < MOST_FILES and not _PART.match(entry.name):
                    given += 1
                    yield below

    def put(self, files: Mapping[Parts, bytes]) -> list[Parts]:
        """Write those that are not as they should be; which they were.

        What is in the way of one stops none of the others: `problems` tells.
        """
        by_folder: dict[Parts, dict[str, bytes]] = defaultdict(dict)
        for parts, data in files.items():
            if not self._holds(parts, data):
                by_folder[parts[:-1]][parts[-1]] = data
        written: list[Parts] = []
        for folder, changed in by_folder.items():
            with self._noting(), self._folder(folder, make=True) as here:
                for name, data in changed.items():
                    with self._noting(), _told((*folder, name)):
                        here.put(name, data)
                        written.append((*folder, name))
                here.sync()
        return written

    def remove(self, parts: Parts) -> bool:
        """Delete a file, and folders that are empty then; False if it was no regular file."""
        try:
            with self._folder(parts[:-1], make=False) as here, _told(parts):
                if not here.remove(parts[-1]):
                    return False
        except NotFoundError:
            return False
        self.prune(parts[:-1])
        return True

    def prune(self, parts: Parts) -> None:
        """Delete the folder and those above it as far as they are empty, `.nagori` too."""
        way = (OWN, *parts)
        with suppress(UserError, OSError):
            for depth in range(len(way) - 1, -1, -1):
                with self._folder(way[1:depth], make=False, own=depth > 0) as here:
                    here.remove_folder(way[depth])

    def sweep(self, *, older_s: int = _OLD_PART_S) -> None:
        """Delete what writers left behind that ended before they were done."""
        oldest = time.time_ns() - older_s * 1_000_000_000
        waiting: list[Parts] = [()]
        while waiting:
            here = waiting.pop()
            for entry in self._entries(here):
                if entry.kind == "folder" and len(here) < _DEEPEST:
                    waiting.append((*here, entry.name))
                elif _PART.fullmatch(entry.name) and entry.mtime_ns < oldest:
                    self.remove((*here, entry.name))

    def _entries(self, parts: Parts) -> list[Entry]:
        try:
            return self._door.entries((OWN, *parts), most=MOST_FILES)
        except NotFoundError:
            return []

    def _holds(self, parts: Parts, data: bytes) -> bool:
        try:
            return self.read(parts, most=len(data)) == data
        except UserError:  # longer, or no file
            return False

    @contextmanager
    def _noting(self) -> Generator[None]:
        try:
            yield
        except NotWritableError:
            raise
        except UserError as error:
            self.problems.append(str(error))

    @contextmanager
    def _folder(self, parts: Parts, *, make: bool, own: bool = True) -> Generator["_Here"]:
        """An open folder below `.nagori`, made with those above it if it is missing."""
        way = (OWN, *parts) if own else ()
        opened = (
            self._opened(way, make=make) if self._by_descriptor else self._named(way, make=make)
        )
        with opened as here:
            yield here

    @contextmanager
    def _opened(self, way: Parts, *, make: bool) -> Generator["_Here"]:
        with _told(()):
            here = os.open(self._root, _FOLDER)
        try:
            found = os.fstat(here)
            if (found.st_dev, found.st_ino) != self._identity:
                raise ForbiddenError("the project's folder was replaced by another; open it again")
            for at, name in enumerate(way):
                with _told(way[1 : at + 1]):
                    if make:
                        with suppress(FileExistsError):
                            os.mkdir(name, dir_fd=here)
                    below = os.open(name, _FOLDER, dir_fd=here)
                os.close(here)
                here = below
            yield _Here(here, None)
        finally:
            os.close(here)

    @contextmanager
    def _named(self, way: Parts, *, make: bool) -> Generator["_Here"]:
        """Where names can't be opened relative to a folder: looked at before and after."""
        path = self._root.joinpath(*way)
        if make:
            for at in range(len(way)):
                self._check_way(way[:at])
                with _told(way[1 : at + 1]), suppress(FileExistsError):
                    self._root.joinpath(*way[: at + 1]).mkdir()
        self._check_way(way)
        yield _Here(None, path)
        self._check_way(way)

    def _check_way(self, way: Parts) -> None:
        path = self._root
        for at, name in enumerate(way):
            path = path / name
            with _told(way[1 : at + 1]):
                found = path.lstat()
            reparse = getattr(found, "st_file_attributes", 0) & 0x400  # Windows: links, junctions
            if not stat.S_ISDIR(found.st_mode) or reparse:
                raise ForbiddenError(f"{_name(way[1 : at + 1])} is a link or no folder")


class _Here:
    """An open folder: by its descriptor, or else by its path."""

    def __init__(self, descriptor: int | None, path: Path | None) -> None:
        self._descriptor, self._path = descriptor, path

    def put(self, name: str, data: bytes) -> None:
        """Write a file beside its place, and let it take the place when it is durable."""
        part = f".nagori-{secrets.token_hex(8)}.part"
        descriptor = os.open(self._at(part), _FILE, 0o666, dir_fd=self._descriptor)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            # A link in the place is replaced, not followed.
            os.replace(
                self._at(part),
                self._at(name),
                src_dir_fd=self._descriptor,
                dst_dir_fd=self._descriptor,
            )
        except BaseException:
            with suppress(OSError):
                os.unlink(self._at(part), dir_fd=self._descriptor)
            raise

    def remove(self, name: str) -> bool:
        """Delete a regular file."""
        found = os.stat(self._at(name), dir_fd=self._descriptor, follow_symlinks=False)
        if not stat.S_ISREG(found.st_mode):
            return False
        os.unlink(self._at(name), dir_fd=self._descriptor)
        return True

    def remove_folder(self, name: str) -> None:
        """Delete a folder; the system refuses it while it holds something."""
        os.rmdir(self._at(name), dir_fd=self._descriptor)

    def sync(self) -> None:
        """Make new names durable."""
        if self._descriptor is not None:
            with suppress(OSError):  # some file systems can't
                os.fsync(self._descriptor)

    def _at(self, name: str) -> str:
        return name if self._path is None else str(self._path / name)


def _name(parts: Parts) -> str:
    return joined((OWN, *parts))


@contextmanager
def _told(parts: Parts) -> Generator[None]:
    """Failures of the system in our words."""
    try:
        yield
    except FileNotFoundError:
        raise NotFoundError("file or folder", _name(parts)) from None
    except OSError as error:
        if error.errno in {errno.ELOOP, errno.EMLINK, errno.ENOTDIR}:
            raise ForbiddenError(f"{_name(parts)} is a link or no folder") from None
        why = os.strerror(error.errno) if error.errno is not None else "the system refuses it"
        kind = NotWritableError if error.errno in _NOWHERE else ForbiddenError
        raise kind(f"{_name(parts)} can't be written: {why}") from None
