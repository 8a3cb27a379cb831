"""Whom words are about that name nobody: whoever was spoken of before them.

我女儿上初三。在学校住校 does not say that the speaker lives at school. This goes by where in a
clause somebody stands; the subject that `facts` reads is whoever close to the user is in it.
"""

import re
from typing import Literal

from nagori.write.worth_asking import after_fillers
from nagori.write.worth_parts import Clause, Token, read
from nagori.write.worth_words import meaning

Whose = Literal["own", "other", ""]

_NOTHING: frozenset[str] = frozenset()
_NEAR, _FIRST = 5, 2  # words of a clause, among which "I" and another subject stand
_LAST = 400  # characters; whom they are about is said shortly before
_SPEAKER = frozenset(["i", "we", "my", "me"])
_CLOSE = frozenset(["kin", "pet", "friend"])
_WHEN = frozenset(["date", "past_time", "future_time", "number", "moment", "habit"])
_OTHERS = _CLOSE | {"they", "my"}
_YOU = re.compile(r"\byou(?:'re|'ve|'ll|'d)?\b|[你您](?!的)", re.IGNORECASE)
_WHO = re.compile(
    r"(?i:\b(?:he|she|they|him|her|his|their|them|who)\b)|[他她它谁]"
    r"|\b[Hh]ow(?:['’]?s| is) (?:[Oo]ld )?[A-Z]"
)
_QUESTION = re.compile(r"[^.!?。！？\n]+[.!?。！？\s]*$")


def names_nobody(words: str) -> bool:
    """Whether words begin with a clause in which nobody is named, nor their speaker."""
    clauses = read(words).clauses
    if not clauses:
        return True
    begins = after_fillers(clauses[0])[0].classes | clauses[0].tokens[0].classes
    if "it" in begins or clauses[0].classes & _SPEAKER:
        return False
    return not _of_clause(clauses[0])


def leaves_out_speaker(words: str) -> bool:
    """Whether their speaker is nowhere in words, nor whom they speak to."""
    return not any(c.classes & (_SPEAKER | {"you"}) for c in read(words).clauses)


def leans(words: str) -> bool:
    """Whether words begin with a pronoun for somebody named before: "She's seventy", 他退休了."""
    clauses = read(words).clauses
    return bool(clauses) and "they" in after_fillers(clauses[0])[0].classes


def names_somebody(words: str) -> bool:
    """Whether somebody but the speaker is in words, whom a pronoun may mean."""
    for clause in read(words).clauses:
        if any(_classes(t) & (_CLOSE | {"they"}) or _is_name(t) for t in clause.tokens):
            return True
    return False


def spoken_of(earlier: str) -> Whose:
    """Whom a speaker's words were about in the end."""
    for clause in reversed(read(earlier[-_LAST:]).clauses):
        if not clause.quoted and (whose := _of_clause(clause)):
            return whose
    return ""


def asked_about(question: str) -> Whose:
    """Whether somebody asked another about themselves ("own"), or about a third person."""
    last = _QUESTION.search(question[-_LAST:].rstrip())
    if last is None:
        return ""
    clauses = read(last[0]).clauses
    close = any(_classes(t) & _CLOSE for c in clauses for t in c.tokens)
    named = close or _WHO.search(last[0]) is not None
    # "How is your sister?" is not about who is asked, "How do you like her?" is.
    addressed = _YOU.search(_YOURS.sub("", last[0])) is not None
    return "own" if addressed else "other" if named else ""


_YOURS = re.compile(
    r"\b(?:do|did) you (?:know|think|hear)\b|\byours?\b"
    "|[你您]们?家?的?(?=[妈爸爷奶姥哥姐弟妹儿女闺孩娃老媳岳婆公叔舅姨姑婶嫂侄孙同朋男女狗猫])",
    re.IGNORECASE,
)


def _of_clause(clause: Clause) -> Whose:
    tokens = [t for t in after_fillers(clause) if not t.classes & _WHEN]
    for number, token in enumerate(tokens[:_NEAR]):
        if token.classes & {"i", "we"}:
            following = _classes(tokens[number + 1]) if number + 1 < len(tokens) else _NOTHING
            return "other" if following & _CLOSE else "own"
        # Further on somebody is met, called or helped.
        if number < _FIRST and _classes(token) & _OTHERS:
            return "other"
        if number == 0 and _is_name(token):
            return "other"
    return ""


def _classes(token: Token) -> frozenset[str]:
    """The classes of a word, also where it owns something or is something: "mum's"."""
    return token.classes or meaning(token.word.removesuffix("'s")).classes


def _is_name(token: Token) -> bool:
    """Whether a capital may be more than that of a sentence: no verb stands there without an I."""
    return token.capital and not _classes(token) and not token.word.endswith(("ing", "ed", "ly"))
