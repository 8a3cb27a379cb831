"""A statement about the user as the user would say it: that is what its vector is made of.

“The user” stands in every such statement and tells none from another, yet it moves their vectors:
beside “The user weighs 96 kilos”, a plain “The user is tall” came nearer than “The user said:
“down to 88””. The words alone are nearer to questions, too, which people ask in the first person.
Grammar does not matter here ("I lives"), only meaning does.
"""

import re

FRAMED = re.compile("(?:The user said: |用户说：|ユーザーの発言：|사용자의 말: )“(.*)”", re.DOTALL)
"""Words of the user that could not be turned into a statement."""

_TURNED = (
    (re.compile(r"\bthe user and others\b", re.IGNORECASE), "we"),
    (re.compile(r"\bthe user[’']s\b", re.IGNORECASE), "my"),
    (re.compile(r"\bthe user\b", re.IGNORECASE), "I"),
    (re.compile("用户的?"), "我"),
)
_END = ".。"


def as_spoken(statement: str) -> str:
    """The statement in the first person, without a frame; a text about nobody stays as it is."""
    framed = FRAMED.fullmatch(statement)
    if framed:
        return framed[1] or statement
    spoken = statement
    for pattern, words in _TURNED:
        spoken = pattern.sub(words, spoken)
    return spoken if spoken == statement else spoken.rstrip(_END) or statement
