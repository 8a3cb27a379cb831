"""What tells the encoding of a text: its first bytes, or the script that comes out."""

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CHINESE = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
_OTHER = re.compile("[^\x00-\x7f]")


def mark_of(data: bytes) -> tuple[bytes, str] | None:
    """The byte order mark that the bytes begin with, and the encoding that it stands for."""
    return next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), None)


def beyond_ascii(text: str) -> int:
    """How many characters are none of ASCII's."""
    return len(_OTHER.findall(text))


def is_chinese(text: str) -> bool:
    """Whether eight of ten characters beyond ASCII are Chinese: it was read as it was written."""
    return len(_CHINESE.findall(text)) * 10 >= beyond_ascii(text) * 8
