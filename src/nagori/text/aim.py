"""What kind of thing a query is after, as far as its wording tells.

A question about somebody is far more often answered from memory than one about the world, and small
talk never is, though every chat is full of passages that look like it.
"""

import re
import unicodedata
from enum import StrEnum

from nagori.text.terms import has_content


class Aim(StrEnum):
    """What kind of thing a query is after."""

    SMALL_TALK = "small_talk"
    """Greetings, thanks, laughter: nothing to look for."""
    OPEN = "open"
    """No hint: the world, a task, or something remembered."""
    NAMED = "named"
    """Names somebody or something."""
    PERSON = "person"
    """Speaks of a person: I, my, she, 我, 他."""


_PERSON = re.compile(
    r"\b(?:i|my|mine|myself|we|our|ours|he|his|him|she|her|hers|they|their|theirs|them)\b"
    # "Write me a poem" asks for work, not for a memory of me.
    r"|(?<![帮给死让教替为])我|咱|他|她|用户",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"(?<=[a-z0-9,;:)] )"  # a capital that does not begin a sentence
    r"(?!(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b)[A-Z][a-z]+"
)
_SMALL_TALK = re.compile(
    r"\b(?:how (?:are|have) you(?: been| doing)?|how(?:'s| is) it going|what'?s up"
    r"|good (?:morning|afternoon|evening|night|day)|have a (?:good|nice|great) \w+|never mind"
    r"|forget it|no (?:problem|worries|way)|you'?re welcome|see you|see ya|take care|thank you"
    r"|thanks|thx|cheers|sorry|wow|yay|ugh|lol|lmao|(?:ha){2,}h?|(?:he){2,}|cool|nice|great|good"
    r"|perfect|awesome|amazing|wonderful|sure|right|exactly|yeah|yep|yup|nope|bye|goodbye|bored"
    r"|boring|funny|hilarious|tired|today|tonight|tomorrow|later|now)\b"
    r"|早上好|早安|上午好|中午好|下午好|晚上好|晚安|你好|您好|大家好|谢谢|多谢|感谢|辛苦|再见|拜拜"
    r"|回头见|明天见|[哈呵嘿嘻嗯哦噢唉哎]+|好的|好吧|行吧|没事|没关系|不客气|不好意思|抱歉|算了|无聊"
    r"|好笑|笑死我?|今天|最近|心情|怎么样|吃饭|吃了|在吗|在不在|帮大忙|厉害|真棒|棒|太|真|好|累|困"
)


def aim_of(query: str) -> Aim:
    """The kind of thing a query is after; `OPEN` when its wording does not tell."""
    text = unicodedata.normalize("NFKC", query).replace("’", "'")
    folded = text.casefold()
    if _SMALL_TALK.search(folded) and not has_content(_SMALL_TALK.sub(" ", folded)):
        return Aim.SMALL_TALK
    if _PERSON.search(text):
        return Aim.PERSON
    return Aim.NAMED if _NAME.search(text) else Aim.OPEN
