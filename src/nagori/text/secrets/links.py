"""How a value follows the name of a secret: by a colon, by words, by nothing."""

import re
from collections.abc import Iterator
from typing import Literal

Link = Literal["given", "said", "weak", "bare"]
"""How sure it is that a value follows, surest first."""

_ABOUT = (
    r"(?: everywhere|\s?[(（][^()（）\n]{1,30}[)）]|, [^,\n]{1,30},"
    r"| (?:for|to|of|on|at|in|from|that|which|i|we|he|she|they) (?:[^\n.,:;!?=]|\.(?=\w)){1,60}?)?"
)
_Links = tuple[tuple[Link, re.Pattern[str]], ...]
# How a value follows its name, best first: "password: …", "password is …", "password to …".
_LINKS: _Links = (
    ("given", re.compile(r"[\"'`*_\])}\\]{0,4}(?:\s{0,2}[:：=]{1,2}>?|>)")),
    (
        "said",
        re.compile(
            rf"{_ABOUT}(?:['’]s| (?:is|was|are|will be|must be|should be|used to be|became))"
            r"(?: (?:now|still|just|simply|always|currently|actually|also|probably|literally|again"
            r"|not|no longer|either|called|the word|(?:set|changed|reset) to)){0,3}(?![a-z])"
            r"\s?[:：]?",
            re.IGNORECASE,
        ),
    ),
    (
        "given",
        re.compile(
            r"\s?(?:[（(][^()（）\n]{1,16}[)）])?[一-鿿]{0,6}?"
            r"(?:(?<![学學器锁鎖箱不])[是为為叫即]|成(?!功)了?|[给給]了?你?)[:： ]?"
        ),
    ),
    ("given", re.compile(rf"{_ABOUT}\s?[:：=]", re.IGNORECASE)),
    ("weak", re.compile(r" (?:(?:set|changed|reset|updated) )?(?:to|from|into|as|being) (?:be )?")),
    ("weak", re.compile(r"\s{0,2}(?:[-—]{1,2} |->|→|\||>)")),
    ("bare", re.compile(r"[，, ]?[一-鿿]{0,6}?是[一-鿿]{0,6}")),
    ("bare", re.compile(r"(?<=[^\x00-\x7f])|[\"'`*]{0,3}(?:[ \n]|(?<=[\"'`]))")),
)
_OPENING = re.compile(
    r"[*_~]{0,3}[ \t]{0,8}(?:\r?\n[ \t>]{0,8}){0,3}(?:```[a-z]{0,10}\r?\n[ \t]{0,8})?[*_~]{0,3}\\?"
)


def links(text: str, at: int) -> Iterator[tuple[Link, int]]:
    """The ways in which a value may follow a name, and where it would begin."""
    for link, pattern in _LINKS:
        if m := pattern.match(text, at):
            opening = _OPENING.match(text, m.end())
            start = opening.end() if opening else m.end()
            if not (m[0].endswith("=") and "\n" in text[m.end() : start]):  # an empty setting
                yield link, start
