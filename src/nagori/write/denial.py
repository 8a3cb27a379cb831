"""Whether a statement is a known one with a “not” in it: 对青霉素不过敏 after 对青霉素过敏."""

import re

from nagori.text.terms import stem

_CLAUSES = re.compile(r"[,.;!?，。；！？]+")
_TOKENS = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+|[\u4e00-\u9fff]")
# 不 within a word that means something else is no denial: 不错, 不但, 差不多.
_NEVER = re.compile(r"不再|[不没](?!错|但|过是|管|仅|如|同|久|少|多|得不|只)|没有|(?<!从)未")
_NOT = frozenset(["not", "never", "no", "longer", "dont", "cannot"])
_SHORT_NOT = re.compile(r"(\w+)n't$")
_HELPING = frozenset(
    ["do", "does", "did", "any", "more", "anymore", "at", "all", "after", "now", "again"]
)
_PARTICLES = frozenset("了的过啊呀呢吧啦也还真又再")
_HEAR_SAY = re.compile(r"^(?:the user said|用户说)[:：]")
_FEWEST = 3  # words or characters that the two must share


def is_denied(new: str, old: str) -> bool:
    """Whether a clause of `new` is all of `old`, and one of the two is negated, the other not."""
    known, negated = _bare(old)
    if len(known) < _FEWEST:
        return False
    clauses = [clause for clause in _CLAUSES.split(new) if clause.strip()]
    return any((known, not negated) == _bare(clause) for clause in clauses)


def _bare(text: str) -> tuple[tuple[str, ...], bool]:
    """The words without what denies them or only colours them, and whether they are denied."""
    plain = _HEAR_SAY.sub("", text.lower().replace("’", "'").strip())
    said, negations = _NEVER.subn("", plain)
    words: list[str] = []
    for word in _TOKENS.findall(said):
        short = _SHORT_NOT.match(word)
        if short or word in _NOT:
            negations += word != "longer"
        kept = (short[1] if short else word) if word not in _NOT else ""
        kept = {"ca": "can", "wo": "will"}.get(kept, kept)
        if kept and kept not in _HELPING and kept not in _PARTICLES:
            words.append(stem(kept))
    return tuple(words), negations % 2 == 1
