"""Titles of chats: by rule from what was said first, or as a model proposes."""

import re
from urllib.parse import urlsplit

from nagori.chat.fold import is_small_talk, sentences
from nagori.text.normal import is_cjk

RULE_WIDTH = 40
"""Of a title by rule: Latin letters, of which a Chinese character takes two."""
MODEL_WIDTH = 60
"""Of a title by a model, which has chosen its words."""

_READ_CHARS = 4000  # of the message; a title stands in front
_FENCE = re.compile(
    r"^[ \t]*(```|~~~)[^\n]*\n?(.*?)(?:^[ \t]*\1[^\n]*$|\Z)", re.DOTALL | re.MULTILINE
)
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\s+\"[^\"]*\")?\)")
_URL = re.compile(
    r"<?\b(?:https?|ftp)://[^\s<>，。；！？、）】》」]*[^\s<>，。；！？、）】》」.,;:!?)]>?",
    re.IGNORECASE,
)
_LOOSE = re.compile(r"\s+(?=[,.;:!?，。；：！？])")
_LEAD = re.compile(r"^\s*(?:#{1,6}\s+|>+\s*|[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)+")
_EMPHASIS = re.compile(r"(\*\*|__|~~|`+|\*)(?=\S)(.{1,200}?)(?<=\S)\1")
_RULER = re.compile(r"^[\s\-=_*#>`~|:+]*$")

_LABEL = re.compile(
    r"^(?:(?:chat|conversation|suggested)\s+)?(?:title|标题|题目|对话标题|会话标题|聊天标题)\s*[:：]\s*",
    re.IGNORECASE,
)
_PAIRS = (
    '""',
    "''",
    "“”",
    "‘’",
    "「」",
    "『』",
    "《》",
    "〈〉",
    "【】",
    "``",
    "**",
    "__",
    "()",
    "（）",
    "[]",
)
_JOINER = "\u200d"
_TRAILING = " \t.,;:!…。，；：、！~"
_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL | re.IGNORECASE)
_WIDE = re.compile(
    r"[\u1100-\u11ff\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7ff"
    r"\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\U0001f300-\U0003ffff]"
)


def title_by_rule(text: str) -> str:
    """What was said first, in short: its first sentence that is more than a greeting.

    At most 40 Latin letters or 20 Chinese characters, cut after a word; never empty.
    """
    text = text[:_READ_CHARS]
    plain = _plain(_FENCE.sub("\n", text)) or _plain(_FENCE.sub(r"\2", text))
    said = [s for line in plain.splitlines() for s in sentences(line) if _tells(s)]
    telling = next((s for s in said if not is_small_talk(s)), said[0] if said else "")
    if not telling:
        address = _URL.search(text)
        telling = _host(address[0]) if address else ""
    title = " ".join(telling.split()).rstrip(" \t,;:，；：、。.") or " ".join(text.split())
    return _clipped(title, RULE_WIDTH) or "…"


def clean_title(text: str) -> str | None:
    """The title in a model's reply, without what surrounds it; None if there is none in it."""
    lines = [_EMPHASIS.sub(r"\2", line) for line in _THOUGHT.sub("", text).splitlines()]
    lines = [line for line in lines if _tells(line)]
    # "Here is a title:" announces one.
    line = next((line for line in lines if not _bared(line).endswith((":", "："))), "")
    title = _bared(line)
    while (bare := _bared(_LABEL.sub("", title))) != title:
        title = bare
    title = title.rstrip(_TRAILING)
    return _clipped(title, MODEL_WIDTH) if _tells(title) else None


def _plain(text: str) -> str:
    """Without markdown and addresses; a link leaves its words."""
    text = _URL.sub(" ", _LINK.sub(r"\1", text))
    lines = [_LOOSE.sub("", line) for line in text.splitlines() if not _RULER.match(line)]
    return "\n".join(_EMPHASIS.sub(r"\2", _LEAD.sub("", line)).strip() for line in lines)


def _bared(title: str) -> str:
    """Without headings' marks, quotes and brackets around the whole."""
    title = " ".join(_LEAD.sub("", title).split())
    for pair in _PAIRS:
        bare = title.rstrip(_TRAILING)
        if len(bare) > 1 and bare.startswith(pair[0]) and bare.endswith(pair[1]):
            return _bared(bare[1:-1])
    return title


def _tells(text: str) -> bool:
    return any(map(str.isalnum, text))


def _host(address: str) -> str:
    try:
        return (urlsplit(address.strip("<>")).hostname or "").removeprefix("www.")
    except ValueError:  # no address after all, such as http://[
        return ""


def _clipped(title: str, width: int) -> str:
    """The title, or its beginning up to a word's end and an ellipsis."""
    used, fits = 0, 0
    for char in title:
        used += 2 if _WIDE.match(char) else 1
        if used > width - 1:  # room for the ellipsis
            break
        fits += 1
    if fits >= len(title) - 1 and _width(title) <= width:
        return title
    head = title[:fits]
    word = head.rpartition(" ")[0]
    # A word that began in the first half is better cut than left out; Chinese words can be cut.
    if not title[fits : fits + 1].isspace() and len(word) * 2 > fits and not is_cjk(head[-1:]):
        head = word
    return f"{head.rstrip(f'{_TRAILING}{_JOINER}')}…"


def _width(text: str) -> int:
    return len(text) + len(_WIDE.findall(text))
