"""What a message of a group is, as far as it can be told from itself: computed once and kept."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from nagori.group.line import Line
from nagori.group.roster import Roster
from nagori.text.terms import content, query_terms

VERSION = 1
"""Kept with what is cached; raise it when the answers change."""

Kind = Literal["question", "answer", "discussion", "notification", "casual"]

_KEYWORDS = 12
_ASKS_AT_HEAD = re.compile(
    r"(?:so |and |but |ok |hi |hello )?(?:how|what|where|when|why|who|which|is|are|does|do|did|"
    r"can|could|would|should|has|have|anyone|anybody|any)\b",
    re.IGNORECASE,
)
_ASKS_ZH = re.compile(
    r"？|[吗嘛呢]\s*[。~～!！…]*$|什么|怎么|怎样|如何|为什么|为何|哪[里儿个些位]|谁|多少|多久|几点|是否|有没有|能不能|"
    r"可不可以|要不要|是不是|请问"
)
_GREETS = re.compile(
    r"^\W*(?:hi|hey|hello|yo|hiya|howdy|greetings|good (?:morning|evening|afternoon|day)|morning|"
    r"大家好|各位|你好|您好|早上好|早安|早|晚上好|晚安|哈喽|嗨)(?:\b|[^a-z]|$)",
    re.IGNORECASE,
)
_THANKS = ("thank", "thx", "cheers")
_THANKS_ZH = re.compile("谢谢|感谢|多谢|谢了|辛苦")
_REPLIES = re.compile(
    r"^\W*(?:yes|yeah|yep|yup|ya|no|nope|nah|ok|okay|k|sure|right|true|exactly|correct|oh|ah|hmm+|"
    r"i see|got it|lol|haha|heh|well|but|because|so|and|then|it|that|that's|thats|"
    r"好的?|是的?|对|嗯|行|可以|不是|不|没|没有|收到|明白|了解|同意|哈哈|那|但是?|因为|所以|然后)(?:\b|[^a-z]|$)",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"\s*[!/][a-zA-Z]")
_NOTICE = re.compile(
    r"^\s*(?:[@＠](?:all|everyone|所有人|全体成员)|[\[【]?(?:通知|公告|提醒)|(?:notice|announcement)\b)",
    re.IGNORECASE,
)
_CASUAL_WORDS = 3


@dataclass(frozen=True, slots=True)
class Analysed:
    """A message with what its own words and the platform tell about it."""

    id: str
    speaker: str
    at: float
    reply_to: str | None
    """As the platform says, or a person; itself when it is said to start a conversation."""
    addressee: str | None
    """Whom it speaks to."""
    mentions: tuple[str, ...]
    """Everybody it names, the addressee first."""
    kind: Kind
    keywords: tuple[str, ...]
    terms: tuple[int, ...]
    """The hashed words that say what it is about."""
    words: int
    marks: tuple[bool, ...]
    """One for each of `MARKS`."""
    is_system: bool


MARKS = ("asks", "greets", "thanks", "replies", "links", "commands", "stranger", "exclaims")
"""Small signs in a message's words, in English and Chinese; extras, not the backbone."""


def analyse(line: Line, roster: Roster) -> Analysed:
    """What can be told of a message from itself and from the names known before it."""
    named = roster.find(line.text)
    said = named.rest
    mentions = _mentions(line, named.addressee, named.others)
    addressee = named.addressee or (mentions[0] if line.mentions and mentions else None)
    addressee = None if addressee == line.speaker else addressee
    plain = said.isascii()
    asks = "?" in said or _ASKS_AT_HEAD.match(said) is not None
    asks = asks or (not plain and _ASKS_ZH.search(said) is not None)
    greets = _GREETS.match(said) is not None
    lowered = said.lower()
    thanks = any(word in lowered for word in _THANKS)
    thanks = thanks or (not plain and _THANKS_ZH.search(said) is not None)
    pieces = content(said)
    terms = _terms(pieces) if pieces else tuple(query_terms(said).tolist())
    words = len(said.split()) + (0 if plain else len(terms))
    return Analysed(
        id=line.id,
        speaker=line.speaker,
        at=line.at,
        reply_to=line.reply_to,
        addressee=addressee,
        mentions=mentions,
        kind=_kind(
            line,
            asks=asks,
            small=greets or thanks or words <= _CASUAL_WORDS,
            directed=addressee is not None or line.reply_to is not None,
        ),
        keywords=tuple(dict.fromkeys(pieces))[:_KEYWORDS],
        terms=terms,
        words=words,
        marks=(
            asks,
            greets,
            thanks,
            _REPLIES.match(said) is not None,
            "://" in said or "www." in lowered,
            _COMMAND.match(said) is not None,
            named.stranger,
            said.rstrip().endswith(("!", "！")),
        ),
        is_system=line.is_system,
    )


def _terms(pieces: list[str]) -> tuple[int, ...]:
    """Each term of the pieces once."""
    return tuple(dict.fromkeys(term for piece in pieces for term in _terms_of(piece)))


@lru_cache(maxsize=16_384)
def _terms_of(piece: str) -> tuple[int, ...]:
    """The terms of one word, which comes again and again in a group."""
    return tuple(query_terms(piece).tolist())


def _mentions(line: Line, addressee: str | None, others: tuple[str, ...]) -> tuple[str, ...]:
    """The addressee, then whom the platform names, then who is named in the text; never itself."""
    first = (addressee,) if addressee is not None else ()
    return tuple(
        who for who in dict.fromkeys((*first, *line.mentions, *others)) if who != line.speaker
    )


def _kind(line: Line, *, asks: bool, small: bool, directed: bool) -> Kind:
    if line.is_system or _NOTICE.match(line.text):
        return "notification"
    if asks:
        return "question"
    if small and not directed:
        return "casual"
    return "answer" if directed else "discussion"
