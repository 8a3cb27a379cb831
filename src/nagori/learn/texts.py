"""Bytes of a project's file as text: what is binary is told by its name or by its first bytes."""

import codecs
from dataclasses import dataclass
from pathlib import PurePosixPath

from nagori.text.encodings import is_chinese, mark_of

HEAD = 8192
"""So many bytes tell whether a file is text."""

_BINARY = frozenset((
    ".7z", ".a", ".avi", ".avif", ".bin", ".bmp", ".bz2", ".class", ".dat", ".db", ".dll", ".dmg",
    ".doc", ".docx", ".dylib", ".eot", ".exe", ".flac", ".gif", ".gz", ".h5", ".heic", ".ico",
    ".icns", ".iso", ".jar", ".jpeg", ".jpg", ".lz4", ".mkv", ".mo", ".mov", ".mp3", ".mp4",
    ".npy", ".npz", ".o", ".obj", ".odt", ".ogg", ".onnx", ".otf", ".parquet", ".pdf", ".pickle",
    ".pkl", ".png", ".ppt", ".pptx", ".psd", ".pt", ".pyc", ".pyd", ".pyo", ".rar", ".safetensors",
    ".so", ".sqlite", ".sqlite3", ".tar", ".tgz", ".tif", ".tiff", ".ttf", ".war", ".wasm", ".wav",
    ".webm", ".webp", ".whl", ".woff", ".woff2", ".xls", ".xlsx", ".xz", ".zip", ".zst",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Text:
    """What a file says, and the encoding that was taken for it."""

    text: str
    encoding: str
    is_guess: bool = False
    """No mark and no valid UTF-8: some characters may be others in truth."""


def has_binary_name(path: str) -> bool:
    """Whether files that are called so hold no text."""
    return PurePosixPath(path).suffix.lower() in _BINARY


def is_binary(head: bytes) -> bool:
    """Whether a file that begins so holds no text."""
    head = head[:HEAD]
    return b"\0" in head and mark_of(head) is None


def decoded(data: bytes) -> Text:
    """The text of the bytes, without a byte order mark; a character cut off at the end is lost."""
    if found := mark_of(data):
        mark, encoding = found
        return Text(data[len(mark) :].decode(encoding, "replace"), encoding)
    if (text := _strictly(data, "utf-8")) is not None:
        return Text(text, "utf-8")
    chinese = _strictly(data, "gb18030")
    if chinese is not None and is_chinese(chinese):
        return Text(chinese, "gb18030", is_guess=True)
    return Text(data.decode("latin-1"), "latin-1", is_guess=True)


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return codecs.getincrementaldecoder(encoding)("strict").decode(data)
    except UnicodeDecodeError:
        return None
