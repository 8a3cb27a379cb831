"""English in the first person as English about the user."""

import re

from nagori.write.sentence_en_dropped import with_subject
from nagori.write.sentence_en_persons import Told, spelled, third_persons
from nagori.write.sentence_en_requests import is_request, question_after, wish, without_please
from nagori.write.sentence_en_verbs import words

_FILLER = re.compile(
    r"(?:(?:(?:oh(?: well)?|ooh|ah|aha|hi(?: there| again)?|hiya|hello(?: there| again)?"
    r"|hey(?: there)?|heya|yo|btw|by the way|ok|okay|um+|uh+|erm?|hm+|anyways?|actually|honestly"
    r"|tbh|to be honest|fyi|lol|lmao|rofl|(?:ha){2,}h?|(?:he){2,}|yeah|yep|yup|yes|also(?! known)"
    r"|i mean|just so you know|so you know|just (?:fyi|to let you know)|for the record"
    r"|for your information|you know what|guess what|the thing is|good (?:morning|afternoon"
    r"|evening)|wow|yay|ugh|omg|oh my god|gosh|damn|welp|sooo*|(?:please )?(?:remember|note"
    r"|keep in mind)(?: that|:)|remember,)(?=[\s,.!:;…—–]|$)|(?:k|well|so|right|look|listen|like"
    r"|sorry|cheers|morning|evening|afternoon|thanks|thank you|thx|nice|great|cool|sure|perfect|and"
    r"|but|no worries|you know|basically)(?=[,.!:;…—–]| -|$)|so(?= (?:\w+['’]s|the|there|it|he|she"
    r"|this|that)\b)|(?:well|so|and|but|because|cos|cuz|(?:it )?turns out(?: that)?)"
    r"(?= (?:i|i['’]\w+|im|ive|my|we|we['’]\w+|our|yeah|basically|anyway|honestly)\b)"
    r")(?:[\s,!:;…—–]|\.(?!\d)|-\s)*)+",
    re.IGNORECASE,
)
_TITLE = re.compile(r"(?:Hey|Hello|Hi|Oh) (?!I\b|My\b|We\b|Our\b)[A-Z]")  # Hey Jude, Hello Kitty
_TRAILER = re.compile(
    r"(?:[\s,]+(?:lol|lmao|haha+|hehe+|xd|:-?\)|:-?D|;-?\)|xx+|tbh|btw|thanks|thank you|thx"
    r"|cheers))+$",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r", (?:you know|you see|trust me|i guess|i suppose|mind you)(?=,|$)", re.IGNORECASE
)
_SEVERAL = re.compile(r"\byou (?:lot|all|guys|two|both)\b|\b(?:both|all) of you\b", re.IGNORECASE)
"""An assistant is one: who speaks so means somebody else."""
_STARTERS = words(
    "both none either the a an this that these those it its it's there he she they his her their"
    " every each all some"
    " any no not one if when while since because before after until although though unless as where"
    " what who why how neither nor so in on at for from with without of to by during over under"
    " into about between so far still just never always only even also however today tomorrow"
    " yesterday tonight now then later soon next last everyone everybody nobody someone people most"
    " many half"
)
_END = re.compile(r"([.!?…]+)(?=\s|$)|\n+")
_ABBREVIATION = re.compile(
    r"\b(?:Dr|Mr|Mrs|Ms|St|Prof|Rev|Sr|Jr|vs|etc|e\.g|i\.e|a\.m|p\.m|approx|No|Mt|Ft|[A-Z])$"
)
_FIRST_WORD = re.compile(r"([^\W\d_]+)(?:['’][a-z]+)?")
_LOOSE_ENDS = " \t\n.!…,;:—–"


def turned(text: str) -> str | None:
    """What an English text says about the user; None if it says nothing in the first person."""
    if _SEVERAL.search(text):
        return None
    told, parts, changed = Told(), list[str](), False
    for body, asks in _sentences(text):
        plain = _ASIDE.sub("", _TRAILER.sub("", _without_fillers(body)))
        plain = plain.lstrip(" ,;:").rstrip(_LOOSE_ENDS)
        if not plain:
            continue
        told.assistant, told.loud = False, plain.isupper()
        said = _question(plain, told) if asks else _statement(plain, told)
        changed = changed or said != plain
        parts.append(closed(_led_in(said)))
    return " ".join(parts) if changed else None


def closed(text: str) -> str:
    """The text with a capital in front and a full stop behind."""
    text = text.rstrip(_LOOSE_ENDS)
    word = _FIRST_WORD.match(text)
    if word and (word[1] in _STARTERS or text.startswith("the user")):
        text = text[0].upper() + text[1:]
    return f"{text}."


def _sentences(text: str) -> list[tuple[str, bool]]:
    """Each sentence without its end, and whether it asks."""
    found: list[tuple[str, bool]] = []
    start = 0
    for end in _END.finditer(text):
        if end[0] == "." and _ABBREVIATION.search(text, start, end.start()):
            continue
        found.append((text[start : end.start()].strip(), "?" in end[0]))
        start = end.end()
    found.append((text[start:].strip(), False))
    return [(re.sub(r"\s+", " ", body), asks) for body, asks in found if body]


def _without_fillers(body: str) -> str:
    filler = _FILLER.match(body)
    return body[filler.end() :] if filler and not _TITLE.match(body) else body


def _question(body: str, told: Told) -> str:
    """A request as a wish; what is known before the question as a statement, the rest quoted."""
    if is_request(body):
        return _statement(body, told)
    if cut := question_after(body):
        known = _statement(body[: cut.start()], told)
        return f"{closed(known)} The user asked: “{cut['asked']}?”"
    return f"The user asked: “{body}?”"


def _statement(body: str, told: Told) -> str:
    body = spelled(body)
    said = without_please(wish(body) or with_subject(body) or body)
    return third_persons(said, told)


def _led_in(said: str) -> str:
    """The sentence behind a capital; a first word that may be a name typed small stays so."""
    first = _FIRST_WORD.match(said)
    if not first or not first[0].islower() or first[1] in _STARTERS or said.startswith("the user"):
        return said
    return f"The user says {said}"
