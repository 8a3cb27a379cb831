"""Lines of a file without the secrets in them; each stays where it stands."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from nagori.learn.code.hidden import masked
from nagori.text.secrets import redact

REMOVED = "[removed: private key]"
_GONE = "[removed]"

_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY")
# A line of a key: quotes, comment signs and joints around letters and digits, or a header.
_KEY_LINE = re.compile(
    r"""[\s"'#/*+\\;,()>|-]*(?:[A-Za-z0-9+/=]{4,}|(?:Proc-Type|DEK-Info|Comment|Version):.*)?"""
    r"""(?:\\[nr])*[\s"'+\\;,()|]*"""
)
_LONGEST_KEY = 400
_AROUND = 4
"""A name may stand some lines before the secret that it names."""
_LONGEST_LINE = 20_000


def redacted_lines(lines: Sequence[str], first: int, last: int) -> list[str]:
    """The lines from one number to another, counted from 1, as many as asked for."""
    start, end = max(first - 1 - _AROUND, 0), min(last + _AROUND, len(lines))
    # A key is known by its first line, which may stand far above.
    hidden = _key_lines(lines, start, end)
    around = [
        REMOVED if number in hidden else masked(lines[number][:_LONGEST_LINE])
        for number in range(start, end)
    ]
    clean = _redacted(around)
    return clean[first - 1 - start : last - start]


def _key_lines(lines: Sequence[str], start: int, end: int) -> set[int]:
    """Which lines hold the inside of a private key."""
    found: set[int] = set()
    at = max(start - _LONGEST_KEY, 0)
    while at < end:
        if "PRIVATE KEY" not in lines[at] or not _BEGIN.search(lines[at]):
            at += 1
            continue
        at += 1
        last = min(at + _LONGEST_KEY, len(lines))
        while at < last and _KEY_LINE.fullmatch(lines[at][:_LONGEST_LINE]):
            found.add(at)
            at += 1
    return found


def _redacted(lines: list[str]) -> list[str]:
    text = "\n".join(lines)
    clean = redact(text).text
    if clean is text:
        return lines
    after = clean.split("\n")
    return after if len(after) == len(lines) else _aligned(lines, after)


def _aligned(before: list[str], after: list[str]) -> list[str]:
    """What is left after redaction, with a mark for each line that went with a secret."""
    out: list[str] = []
    for _, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        kept = after[c:d]
        missing = (b - a) - len(kept)
        out += [*kept, *[_GONE] * missing] if missing >= 0 else kept[: b - a]
    return out
