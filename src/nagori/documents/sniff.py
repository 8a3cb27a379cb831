"""What a file is: by its content first, then by its name."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Literal

from nagori.errors import InvalidInputError

DocumentKind = Literal["pdf", "docx", "html", "markdown", "csv", "json", "text"]

UNDERSTOOD = "PDF, DOCX, Markdown, HTML, CSV, JSON and plain text are understood"

_SUFFIXES: dict[str, DocumentKind] = {
    **dict.fromkeys((".md", ".markdown", ".mkd", ".mdown", ".mdx"), "markdown"),
    **dict.fromkeys((".html", ".htm", ".xhtml"), "html"),
    **dict.fromkeys((".csv", ".tsv", ".tab"), "csv"),
    **dict.fromkeys((".json", ".jsonl", ".ndjson"), "json"),
}
_TYPES: dict[str, DocumentKind] = {
    "text/markdown": "markdown",
    "text/x-markdown": "markdown",
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/csv": "csv",
    "text/tab-separated-values": "csv",
    "application/json": "json",
    "application/x-ndjson": "json",
}
_OLD_OFFICE = "an old Office file or one with a password; save it as DOCX without a password"
# How other files begin, and what people call them.
_OTHERS: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"II*\0", "a picture (TIFF)"),
    (b"MM\0*", "a picture (TIFF)"),
    (b"8BPS", "a picture (Photoshop)"),
    (b"MZ", "a Windows program"),
    (b"\x7fELF", "a program"),
    (b"\xcf\xfa\xed\xfe", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"\0asm", "a program"),
    (b"\x1f\x8b", "a gzip archive; unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive; unpack it first"),
    (b"Rar!", "a RAR archive; unpack it first"),
    (b"BZh", "a bzip2 archive; unpack it first"),
    (b"\xfd7zXZ", "an xz archive; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive; unpack it first"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\xd0\xcf\x11\xe0", _OLD_OFFICE),
    (b"ID3", "a sound file"),
    (b"OggS", "a sound file"),
    (b"fLaC", "a sound file"),
    (b"\x1aE\xdf\xa3", "a video"),
)
_PRINTED = ((b"{\\rtf", "RTF; save it as DOCX"), (b"%!PS", "PostScript; save it as PDF"))
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x80-\xff]")
_RIFF = {b"WEBP": "a picture (WebP)", b"AVI ": "a video", b"WAVE": "a sound file"}
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html)\b",
    re.IGNORECASE | re.DOTALL,
)
_ZIPS: tuple[tuple[str, str], ...] = (
    ("xl/", "an Excel workbook; save its sheets as CSV"),
    ("ppt/", "a PowerPoint file; save it as PDF"),
    ("META-INF/container.xml", "an EPUB; convert it to HTML or PDF"),
    ("content.xml", "an OpenDocument file; save it as DOCX or PDF"),
)


def sniff(data: bytes, name: str, media_type: str | None) -> DocumentKind | Literal["zip"]:
    """The kind of a file; `zip` when only its table of contents can tell. Raises for others."""
    head = data[:1024]
    if not data:
        raise InvalidInputError("document", "the file is empty")
    if b"%PDF-" in head:
        return "pdf"
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")):
        return "zip"
    if what := _other(head):
        raise refusal(what)
    if _HTML.match(data[:4096].removeprefix(b"\xef\xbb\xbf")):
        return "html"
    if kind := _SUFFIXES.get(PurePosixPath(name.lower()).suffix):
        return kind
    plain = (media_type or "").partition(";")[0].strip().lower()
    return _TYPES.get(plain, "text")


def what_zip(names: Sequence[str]) -> str:
    """What people call an archive with these files, when it is no DOCX."""
    for start, what in _ZIPS:
        if any(n.startswith(start) for n in names):
            return what
    return "a zip archive; unpack it first"


def refusal(what: str) -> InvalidInputError:
    """The error for a file that is something else."""
    return InvalidInputError("document", f"this is {what}. {UNDERSTOOD}")


def _other(head: bytes) -> str | None:
    for start, what in _PRINTED:
        if head.startswith(start):
            return what
    if not _BINARY.search(head):
        return None  # a text may begin with any letters
    if head[:4] == b"RIFF":
        return _RIFF.get(head[8:12], "a media file")
    if head[4:8] == b"ftyp":
        return "a picture (HEIC or AVIF)" if head[8:11] in {b"hei", b"avi", b"mif"} else "a video"
    if head[:2] == b"BM" and head[6:10] == b"\0\0\0\0":
        return "a picture (BMP)"
    if head[257:262] == b"ustar":
        return "a tar archive; unpack it first"
    return next((what for start, what in _OTHERS if head.startswith(start)), None)
