"""Parts of zipped documents, read within limits and never unpacked to disk."""

import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import NoReturn
from xml.parsers import expat

from nagori.errors import InvalidInputError

_MOST_FILES = 10_000
_MOST_BYTES = 1_000_000_000
"""Of all files unpacked, as the archive declares them; what is read is counted as well."""
_MOST_PART_BYTES = 120_000_000
_CHUNK = 1 << 18
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_DAMAGED = "the file is damaged or incomplete; save it again from its program"
_DEEPEST = 2000


class Archive:
    """A zip file whose table of contents was checked."""

    def __init__(self, data: bytes) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise InvalidInputError("document", _DAMAGED) from error
        entries = self._zip.infolist()
        if len(entries) > _MOST_FILES:
            raise InvalidInputError("document", f"its archive holds over {_MOST_FILES:,} files")
        if sum(entry.file_size for entry in entries) > _MOST_BYTES:
            raise InvalidInputError("document", "it would be too large when unpacked")
        self.names = [entry.filename for entry in entries]

    def part(self, name: str) -> Iterator[bytes]:
        """The bytes of one file, piece by piece; none when it is not there."""
        count = self.names.count(name)
        if not count:
            return
        if count > 1:
            raise InvalidInputError("document", f"its archive holds {name!r} more than once")
        entry = self._zip.getinfo(name)
        if entry.flag_bits & 1:
            raise InvalidInputError("document", "it has a password; save it without one")
        if entry.compress_type not in _METHODS:
            raise InvalidInputError("document", _DAMAGED)
        size = 0
        try:
            with self._zip.open(entry) as file:
                while chunk := file.read(_CHUNK):
                    size += len(chunk)
                    if size > _MOST_PART_BYTES:
                        raise InvalidInputError("document", "it is too large when unpacked")
                    yield chunk
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
            raise InvalidInputError("document", _DAMAGED) from error


class XmlReader:
    """Goes through XML once; a subclass says what elements and words mean.

    Nothing is looked up or expanded: a file that declares a document type is refused, and with it
    every trick with entities.
    """

    def __init__(self) -> None:
        self._parser = expat.ParserCreate(namespace_separator="}")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._opened
        self._parser.EndElementHandler = self._closed
        self._parser.CharacterDataHandler = self.words
        self._parser.StartDoctypeDeclHandler = _refuse_doctype
        self._depth = 0

    def read(self, chunks: Iterator[bytes]) -> None:
        """Call the methods below for all of it."""
        try:
            chunk = b""
            for chunk in chunks:
                self._parser.Parse(chunk)
            if chunk:  # a part that is not there is no damage
                self._parser.Parse(b"", True)  # noqa: FBT003  # this is the end
        except expat.ExpatError as error:
            raise InvalidInputError("document", _DAMAGED) from error

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins; `tag` is without its namespace."""

    def end(self, tag: str) -> None:
        """An element ends."""

    def words(self, text: str) -> None:
        """Text between tags, perhaps a part of it."""

    def _opened(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise InvalidInputError("document", "its parts are nested too deeply")
        self.start(_local(tag), {_local(name): value for name, value in attributes.items()})

    def _closed(self, tag: str) -> None:
        self._depth -= 1
        self.end(_local(tag))


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _refuse_doctype(*_: object) -> NoReturn:
    raise InvalidInputError("document", "it declares entities, which no Word document does")
