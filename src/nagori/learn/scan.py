"""A scan: which files a project has, what they are like, and what changed since the last one."""

import hashlib
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from nagori.errors import UserError
from nagori.learn.folder import Folder
from nagori.learn.languages import is_generated, is_lock_file, language_of
from nagori.learn.texts import decoded, has_binary_name, is_binary
from nagori.learn.walk import Found, walk
from nagori.values.project import ProjectFile, Skipped

Progress = Callable[[int, int], None]
"""Hears how many files were looked at, of how many."""

ANALYSED_BYTES = 1_000_000
"""A larger file is known but not analysed."""
HASHED_BYTES = 16_000_000
"""Of a larger file only its size and time are known."""

_CHUNK = 1 << 18
# A file that changed so shortly before it was read may change again at the same time stamp.
_SETTLED_NS = 2_000_000_000


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file or folder that was not read."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Scan:
    """The files of a project, by path and in its order, and how they differ from before."""

    files: Mapping[str, ProjectFile]
    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    unchanged: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    read: int
    """How many files had to be read."""
    fingerprint: str
    """The same for the same paths and contents, and for no others."""


def scan(
    folder: Folder,
    before: Mapping[str, ProjectFile] | None = None,
    *,
    progress: Progress | None = None,
    clock: Callable[[], int] = time.time_ns,
) -> Scan:
    """The files of the folder; one with the size and time it had before is not read again."""
    before = before or {}
    found = list(walk(folder))
    wanted = sorted((f for f in found if f.kind == "file" and not f.left_out), key=_path)
    left_out = [LeftOut(f.path, f.left_out) for f in found if f.left_out]
    files: dict[str, ProjectFile] = {}
    read = 0
    for number, file in enumerate(wanted, 1):
        known = before.get(file.path)
        if known is not None and _is_same(known, file):
            files[file.path] = known
        else:
            read += 1
            try:
                files[file.path] = _read(folder, file, clock())
            except UserError as error:  # a key inside, gone, or not to be opened
                left_out.append(LeftOut(file.path, str(error)))
        if progress is not None:
            progress(number, len(wanted))
    return _compared(files, before, tuple(sorted(left_out, key=_path)), read)


def fingerprint_of(files: Mapping[str, ProjectFile]) -> str:
    """A digest of all paths and contents."""
    digest = hashlib.sha256()
    for path in sorted(files):
        file = files[path]
        content = file.hash or f"{file.size}:{file.mtime_ns}"
        digest.update(f"{path}\0{content}\n".encode())
    return digest.hexdigest()


def _path(of: Found | LeftOut) -> str:
    return of.path


def _is_same(known: ProjectFile, found: Found) -> bool:
    return (
        known.size == found.size
        and known.mtime_ns == found.mtime_ns
        and known.read_ns - known.mtime_ns > _SETTLED_NS
    )


def _read(folder: Folder, found: Found, now: int) -> ProjectFile:
    with folder.opened(found.path) as (file, status):
        if status.st_size > ANALYSED_BYTES:
            digest = _digest(file) if status.st_size <= HASHED_BYTES else ""
            skipped: Skipped = "binary" if has_binary_name(found.path) else "large"
            return _scanned(found, status, digest, None, 0, skipped, now)
        data = file.read(ANALYSED_BYTES + 1)
    digest = hashlib.sha256(data).hexdigest()
    if has_binary_name(found.path) or is_binary(data):
        return _scanned(found, status, digest, None, 0, "binary", now)
    text = decoded(data).text
    language = language_of(found.path, text[:200])
    skipped_text: Skipped | None = None
    if is_lock_file(found.path):
        skipped_text = "data"
    elif is_generated(found.path, text, language):
        skipped_text = "generated"
    return _scanned(found, status, digest, language, _line_count(text), skipped_text, now)


def _scanned(
    found: Found,
    status: os.stat_result,
    digest: str,
    language: str | None,
    lines: int,
    skipped: Skipped | None,
    now: int,
) -> ProjectFile:
    return ProjectFile(
        found.path, status.st_size, status.st_mtime_ns, digest, language, lines, skipped, now
    )


def _digest(file: BinaryIO) -> str:
    digest = hashlib.sha256()
    left = HASHED_BYTES
    while left > 0 and (chunk := file.read(min(_CHUNK, left))):
        digest.update(chunk)
        left -= len(chunk)
    return digest.hexdigest()


def _line_count(text: str) -> int:
    """Lines as an editor counts them."""
    ends = text.count("\n")
    if "\r" in text:
        ends += text.count("\r") - text.count("\r\n")
    return ends + (text != "" and not text.endswith(("\n", "\r")))


def _compared(
    files: dict[str, ProjectFile],
    before: Mapping[str, ProjectFile],
    left_out: tuple[LeftOut, ...],
    read: int,
) -> Scan:
    added = tuple(path for path in files if path not in before)
    kept = [path for path in files if path in before]
    changed = tuple(path for path in kept if _content(files[path]) != _content(before[path]))
    is_changed = set(changed)
    return Scan(
        files=files,
        added=added,
        changed=changed,
        removed=tuple(sorted(path for path in before if path not in files)),
        unchanged=tuple(path for path in kept if path not in is_changed),
        left_out=left_out,
        read=read,
        fingerprint=fingerprint_of(files),
    )


def _content(file: ProjectFile) -> tuple[object, ...]:
    return (file.hash,) if file.hash else (file.size, file.mtime_ns)
