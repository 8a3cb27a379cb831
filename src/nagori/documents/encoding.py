"""Bytes into text, in the encodings that files in Chinese and English come in."""

import re

from nagori.documents.sniff import UNDERSTOOD
from nagori.errors import InvalidInputError
from nagori.text.encodings import beyond_ascii, is_chinese, mark_of

_CONTROL = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]")
_SAMPLE = 200_000
_GB = {"gb2312", "gbk", "gb18030", "gb_2312-80", "cp936", "x-gbk"}

DAMAGED = "some characters could not be read and were replaced"


def decode(data: bytes, declared: str | None = None) -> tuple[str, list[str]]:
    """The text and what a person should know about it; raises when it is no text at all."""
    if found := mark_of(data):
        mark, encoding = found
        return _checked(data[len(mark) :], encoding)
    zeros = data[:4000].count(0)
    if zeros > len(data[:4000]) // 4:  # every second byte of Latin text in UTF-16
        at_even = data[:4000:2].count(0)
        return _checked(data, "utf-16-be" if at_even > zeros // 2 else "utf-16-le")
    if declared and (known := _known(declared)) and (text := _strictly(data, known)) is not None:
        return _readable(text), []
    if (text := _strictly(data, "utf-8")) is not None:
        return _readable(text), []
    return _guessed(data)


def _guessed(data: bytes) -> tuple[str, list[str]]:
    """No valid UTF-8: a damaged one, Chinese in GB18030, or Western European."""
    damaged = data.decode("utf-8", "replace")
    sample = damaged[:_SAMPLE]
    if sample.count("\ufffd") * 10 <= beyond_ascii(sample):
        return _readable(damaged), [DAMAGED]
    chinese = data.decode("gb18030", "replace")
    if is_chinese(chinese[:_SAMPLE]):
        return _readable(chinese), [DAMAGED] if "\ufffd" in chinese else []
    return _readable(data.decode("cp1252", "replace")), []


def _checked(data: bytes, encoding: str) -> tuple[str, list[str]]:
    text = _strictly(data, encoding)
    if text is not None:
        return _readable(text), []
    return _readable(data.decode(encoding, "replace")), [DAMAGED]


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _known(declared: str) -> str | None:
    """The encoding that was named, when it is one of text."""
    name = declared.strip().strip("\"'").lower()
    if name in _GB:
        return "gb18030"
    try:
        b"x".decode(name)
    except (LookupError, ValueError):  # unknown, or none of text
        return None
    return name


def _readable(text: str) -> str:
    """The text, unless it is mostly what no text has."""
    sample = text[:_SAMPLE]
    odd = len(_CONTROL.findall(sample)) + sample.count("\0")
    if odd * 10 > len(sample):
        raise InvalidInputError("document", f"it is neither text nor a known kind. {UNDERSTOOD}")
    return text
