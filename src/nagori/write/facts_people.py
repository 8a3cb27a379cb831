"""Whom a statement is about: the user, somebody of the user's, or nobody in particular."""

import re

from nagori.write import facts_en, facts_zh
from nagori.write.lexicon import lexicons

USER = "user"


EN = "|".join(facts_en.PEOPLE.values())
_ZH = "|".join(facts_zh.PEOPLE.values())
_OF_USER = r"(?:my|our|the user's|user's|their)"
_BETWEEN = "(?:家里?|的|最好|那个|大|小|亲|新|前|直属|妻|外|二|三)*"
_OTHER = re.compile(
    rf"(?<![a-z]){_OF_USER} (?:[\w']+ ){{0,2}}?(?P<en>{EN})(?![a-z-])(?! and (?:i|me|the user)\b)"
    r"|(?:^|[.,;!?] )(?:the |our )?(?P<bare>mum|mom|dad|gran|grandma|grandpa|nan|granny|grandad"
    r"|cat|dog|kids|baby|youngest|eldest|boss|flatmate)(?![a-z])"
    rf"|(?:我们?|用户|咱们?){_BETWEEN}(?P<zh>{_ZH})"
    rf"|(?:^|[，。！,;；]|给|帮)(?:新|家里的?|邻居家的?)?(?P<lead>{facts_zh.LEADING})"
)
_GIVEN = re.compile(
    r"\b(?:bought|got|gave|gifted|ordered|booked|getting|buying)"
    rf" {_OF_USER} (?P<en>{EN})(?![a-z'-])"
    rf"|[给帮替](?:我们?|用户)?的?(?P<zh>{_ZH})(?:买|订|送|换|报|选|配|挑)"
)
_MYSELF = re.compile(
    r"(?<![a-z])(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'll|me|us|myself|(?:the )?user(?!'s)|they)"
    rf"(?![a-z'])|(?:我们?|用户|咱们?)(?!{_BETWEEN}(?:{_ZH}))"
)
_MINE = re.compile(r"\b(?:my|our|mine|the user's|user's)\b|我|用户")
# A person after a verb and before none is not the one spoken of: "dinner with my brother".
_OBJECT = re.compile(
    r"(?: (?:an?|the|at|on|in|for|with|to|every|and|again|this|next|last)\b|[.,!?;]|$)"
)
_SAID = re.compile(
    r"[a-z']+ [a-z']+[^.,;!?，。！]*[.,;!?，。！]"
    r"|(?![^，。！,]*[错对正误])[\u4e00-\u9fffa-z0-9]{4,}[，。！,]"
)
_PREDICATE = re.compile(r"(?:\b(?:is|was|'s|are)|是) ?$")
_CLAUSE = re.compile(r"(?:^|[.,;!?:] |\b(?:and|but|so|because|that|btw|oh|well|then|now|today) )$")


def mentioned(lower: str) -> frozenset[str]:
    """Everyone in a lower-case statement."""
    people = {
        who
        for language in lexicons(lower)
        for who, pattern in language.people.items()
        if pattern.search(lower)
    }
    return frozenset(people | {USER} if _MYSELF.search(lower) else people)


def subject_of(lower: str, mentions: frozenset[str]) -> str:
    """The one a statement is about; "" when nobody is named."""
    given = _GIVEN.search(lower)
    if given:
        return _who(given)
    myself = _MYSELF.search(lower) if USER in mentions else None
    for other in _OTHER.finditer(lower):
        if myself and myself.start() < other.start():
            break
        if _leads(other, lower):
            return _who(other)
    return USER if myself or _MINE.search(lower) else ""


def _leads(other: re.Match[str], lower: str) -> bool:
    """Whether a person is spoken of: in the first clause that says anything, before a verb."""
    begin = other.start(other.lastgroup or 0)
    if _SAID.match(lower, 0, begin) or _PREDICATE.search(lower, 0, other.start()):
        return False
    return (
        not _OBJECT.match(lower, other.end()) or _CLAUSE.search(lower, 0, other.start()) is not None
    )


def same_person(one: str, other: str) -> bool:
    """Whether two may be one: a sister is an older sister, nobody in particular is the user."""
    one, other = one or USER, other or USER
    if one == other or one.split(":")[0] == other or other.split(":")[0] == one:
        return True
    return "kids" in (one, other) and {one, other} <= _CHILDREN


_CHILDREN = frozenset({"kids", "son", "daughter"})


def _who(match: re.Match[str]) -> str:
    group = match.lastgroup or 0
    word, (begin, end) = match[group], match.span(group)
    known = (
        who
        for language in lexicons(word)
        for who, pattern in language.people.items()
        if pattern.fullmatch(match.string, begin, end)
    )
    return next(known, word)
