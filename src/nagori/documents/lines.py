"""Lines of running text put together again, and headings that only their words give away."""

import re

CJK = "\u2e80-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uff60\U00020000-\U0003ffff"
_BETWEEN_CJK = re.compile(rf"(?<=[{CJK}])[^\S\n]*\n\s*(?=[{CJK}])")
_SPACE = re.compile(r"\s+")
_WIDE = re.compile(f"[{CJK}]")
_HYPHENATED = re.compile(r"[^\W\d_]-$")
BULLET = re.compile(
    r"^\s*(?:[-*+–]\s+|[•‣◦▪●○■□·]\s*|\(?\d{1,3}[.)]\s+|\d{1,3}、|[（(][一二三四五六七八九十]{1,3}[）)])\S"
)
_CHAPTER_ZH = re.compile(
    r"^第\s*[〇零一二三四五六七八九十百千两\d]{1,7}\s*([编篇部卷章回节節])(?:[\s　:：、]|$)"
)
_CHAPTER_EN = re.compile(
    r"^(part|book|chapter|appendix)\s+(?:\d{1,3}|[ivxlc]{1,7}|[a-h])\b(?:\s*[.:—–-]|\s|$)",
    re.IGNORECASE,
)
_SECTION = re.compile(r"^(?:\d{1,2}|[A-Z])((?:\.\d{1,3}){1,4})\.?[^\S\n]+[^\W\d]")
_ENDS_SENTENCE = re.compile(r"[。！？；，、,;!?]$|[a-z]\.$")
_LONGEST_HEADING = 60


def flow(text: str) -> str:
    """Running text on one line: a line break in Chinese is nothing, elsewhere a space."""
    return _SPACE.sub(" ", _BETWEEN_CJK.sub("", text)).strip()


def width(line: str) -> int:
    """How wide a line stands on a page, in Latin letters."""
    return len(line) if line.isascii() else len(line) + len(_WIDE.findall(line))


def joined(above: str, below: str) -> str:
    """Two lines of one paragraph as one; a word parted by a hyphen is whole again."""
    if not above or not below:
        return above + below
    if _HYPHENATED.search(above) and below[0].islower():
        return above[:-1] + below
    if _WIDE.match(above[-1]) and _WIDE.match(below[0]):
        return above + below
    return f"{above} {below}"


def heading_level(line: str) -> int | None:
    """The level of a line that calls itself a chapter or a part; None for all others."""
    line = line.strip()
    if width(line) > _LONGEST_HEADING or _ENDS_SENTENCE.search(line):
        return None
    if found := _CHAPTER_ZH.match(line):
        return {"章": 2, "回": 2, "节": 3, "節": 3}.get(found[1], 1)
    if found := _CHAPTER_EN.match(line):
        return 1 if found[1].lower() in {"part", "book"} else 2
    return None


def section_level(line: str) -> int | None:
    """The level of a numbered title such as `4.2. Snapping` that stands alone; else None."""
    found = _SECTION.match(line)
    if found is None or width(line) > _LONGEST_HEADING or _ENDS_SENTENCE.search(line):
        return None
    return min(found[1].count(".") + 2, 6)
