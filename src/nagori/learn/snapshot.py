"""A snapshot: the files of a folder as a scan found them, for citing lines of them."""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence

from nagori.errors import ConflictError, NotFoundError
from nagori.learn.citing import hash_of
from nagori.learn.code.source import lines_of
from nagori.learn.folder import Folder
from nagori.learn.texts import decoded
from nagori.values.learning import Lines
from nagori.values.project import ProjectFile

_MOST_FILES = 400
"""Files whose lines are kept at hand."""


class Snapshot:
    """Cites lines as they were scanned: a file that changed meanwhile is refused, not misquoted."""

    def __init__(self, folder: Folder, files: Mapping[str, ProjectFile]) -> None:
        self._folder, self._files = folder, files
        self._read: OrderedDict[str, Sequence[str]] = OrderedDict()

    def cite(self, path: str, start: int, end: int, *, commit: str | None = None) -> Lines:
        """The lines; raises a `UserError` when the file is no longer what was scanned."""
        lines = self.lines(path)
        end = min(end, len(lines))
        return Lines(path, start, end, hash_of(lines[start - 1 : end]), commit)

    def text(self, path: str) -> str:
        """What the file says; raises a `UserError` when it is no longer what was scanned."""
        file = self._files.get(path)
        if file is None:
            raise NotFoundError("file", path)
        data = self._folder.read(path).data
        if hashlib.sha256(data).hexdigest() != file.hash:
            raise ConflictError(f"{path} changed while it was read")
        return decoded(data).text

    def lines(self, path: str) -> Sequence[str]:
        """The lines of the file; raises as `text` does."""
        known = self._read.get(path)
        if known is None:
            known = self._read[path] = lines_of(self.text(path))
            if len(self._read) > _MOST_FILES:
                self._read.popitem(last=False)
        else:
            self._read.move_to_end(path)
        return known
