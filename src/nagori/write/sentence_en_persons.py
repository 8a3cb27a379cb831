"""I, we and you of an English sentence as the user, others and the assistant."""

import re
from dataclasses import dataclass

from nagori.write.sentence_en_verbs import (
    ADVERB,
    AFTER_BEING,
    AFTER_VERB_ENDS,
    ENDS_WORD,
    NO_VERB,
    NOT_IN_WORD,
    VERBS,
    coordinated,
    in_full,
    third,
    words,
)

_PERSONS = words("i we it you he she they")
_LOOSE = re.compile(
    rf"{NOT_IN_WORD}(?:[iI]m|[iI]ve|weve|youre|youve"
    r"|id(?= (?:rather|like|love|prefer|say|be|have|go|take|never)\b)"
    rf"|ill(?= (?:be|have|go|get|do|take|need|see|try|never)\b)){ENDS_WORD}"
)
_SUBJECT = re.compile(
    rf"{NOT_IN_WORD}(?P<who>[Ii]|[Ww]e|WE|[Yy]ou|YOU)(?:['’](?P<short>m|ve|ll|d|re|M|VE|LL|D|RE))?"
    rf"{ENDS_WORD}(?P<adverbs>(?: {ADVERB}|, [^,.;:?!]{{1,30}},)*)"
    rf"(?: (?P<verb>[A-Za-z]+(?:['’][tT])?){ENDS_WORD})?"
)
_OBJECT = re.compile(
    rf"{NOT_IN_WORD}(?P<word>me|my|mine|myself|us|our|ours|ourselves|you|your|yours"
    rf"|yourself){ENDS_WORD}",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"([\w'’-]+)(\W*)$")
_INVERTED = {"am": "is", "do": "does", "have": "has", "don't": "doesn't", "haven't": "hasn't"}
_INVERTERS = words("can could will would should may might must did was had shall were didn't")
_HAS_VERB = re.compile(r"\b(?:I|we|you|they|he|she)(?: \w+ly)? [\w'’]+ $")
_COUNTED = words("war type phase part chapter volume stage level tier class grade")
_YOU_ACT = words(
    "and but if when whenever that because as so while until unless what how why where which before"
    " after think says say hope wish know said once than or like since whatever can could would"
    " will should do did"
)
_ONE = re.compile(
    r"(?: can tell| never know|['’]d think| would think| wouldn['’]t believe| can imagine"
    r"| can['’]t)\b"
)
_NAMES_AND = re.compile(
    r"(?:^|[,;] |\b(?:and|but|when|because|that|so|if) )(?P<other>(?:(?:my|our|the|his"
    r"|her) )?[\w'’-]+(?: [\w'’-]+){0,3}) and $",
    re.IGNORECASE,
)
_WITH_ME = re.compile(
    r"(?:^|(?<=\W))(?:me|myself|I) and (?=(?:my|the|our|[A-Z])\b|[A-Z])", re.IGNORECASE
)


@dataclass(slots=True)
class Told:
    """Who has been spoken of so far."""

    group: bool = False
    """The user together with others, in an earlier or in this sentence."""
    assistant: bool = False
    """The assistant, in this sentence."""
    loud: bool = False
    """This sentence is written in capitals."""


def spelled(body: str) -> str:
    """The sentence with the apostrophes that a quick writer leaves out: "im", "ive"."""
    return _LOOSE.sub(lambda m: _with_apostrophe(m[0]), body)


def third_persons(said: str, told: Told) -> str:
    """The sentence about the user, others and the assistant; `told` learns who is in it."""
    told.group = told.group or bool(_WITH_ME.search(said))
    said = _WITH_ME.sub("the user and ", said)
    told.assistant = "the assistant" in said
    return _objects(_subjects(said, told), told)


def _with_apostrophe(word: str) -> str:
    for short in ("m", "ve", "d", "ll", "re"):
        if word.lower().endswith(short) and len(word) > len(short):
            return f"{word[: -len(short)]}'{short}"
    return word


def _subjects(sentence: str, told: Told) -> str:
    """The sentence with I, we and you as third persons, and their verbs in agreement."""
    out, at = "", 0
    ends: re.Pattern[str] | None = None  # only a verb in the present has one
    for match in _SUBJECT.finditer(sentence):
        gap = sentence[at : match.start()]
        out += coordinated(gap, sentence, ends)
        at, ends = match.end(), None
        who = match["who"].lower()
        if _is_name(match, "who", loud=told.loud) or (who == "you" and not _you_acts(match)):
            out += match[0]
        elif who == "we":
            out += _group(told) + _plural(match)
        elif who == "i" and _is_numeral(match):
            out += match[0]
        elif who == "i" and _is_joined(match):
            told.group = True
            out += "the user" + _plural(match)
        else:
            out, said, ends = _single(match, out, told)
            out += said
    return out + coordinated(sentence[at:], sentence, ends)


def _single(match: re.Match[str], out: str, told: Told) -> tuple[str, str, re.Pattern[str] | None]:
    """What stood before, the user or the assistant with a verb, and how far a present reaches."""
    who, verb = match["who"].lower(), match["verb"] or ""
    name = "the user" if who == "i" else "the assistant"
    if who == "you" and _ONE.match(match.string, match.end("who")):
        name = "one"
    told.assistant = told.assistant or who == "you"
    tail = f"{match['adverbs']}{' ' + verb if verb else ''}"
    if match["short"]:
        short = match["short"].lower()
        full = in_full(short, verb, {"m": "is", "re": "is", "ve": "has", "ll": "will"})
        return out, f"{name} {full}{tail}", AFTER_BEING if short == "m" else None
    before = _BEFORE.search(out)
    if before and before[2] == " " and not out.endswith(("user ", "assistant ")):
        last = before[1].lower().replace("’", "'")
        if last in _INVERTED and not _took_verb(match):
            return f"{out[: before.start(1)]}{_INVERTED[last]} ", name + tail, None
        if last in _INVERTERS and not _took_verb(match):
            return out, name + tail, None
    if not verb or (verb[0].isupper() and not verb.isupper()) or verb.lower() in NO_VERB:
        return out, name + tail, None
    new = third(verb, match.string)
    if name == "one":
        new = verb
    elif who == "you" and verb.lower() == "were":
        new = "was"
    present = new != verb and not new.endswith("n't")
    reach = AFTER_BEING if new == "is" else AFTER_VERB_ENDS
    return out, f"{name}{match['adverbs']} {new}", reach if present else None


def _took_verb(match: re.Match[str]) -> bool:
    """Whether the word before belongs to an earlier subject: "what I have I share"."""
    return bool(_HAS_VERB.search(match.string, 0, match.start()))


def _plural(match: re.Match[str]) -> str:
    verb, short = match["verb"] or "", (match["short"] or "").lower()
    full = in_full(short, verb, {"re": "are", "ve": "have", "ll": "will", "m": "am"})
    tail = f"{match['adverbs']} {verb}" if verb else match["adverbs"]
    return f" {full}{tail}" if short else tail


def _group(told: Told) -> str:
    known, told.group = told.group, True
    return "they" if known else "the user and others"


def _objects(sentence: str, told: Told) -> str:
    """The sentence with the other forms of I, we and you as third persons."""
    acts = re.search(r"\bthe user\b(?!['’])", sentence, re.IGNORECASE)
    knows_user = acts.start() if acts else len(sentence)

    def replaced(match: re.Match[str]) -> str:
        if _is_name(match, "word", loud=told.loud):
            return match[0]
        before = _BEFORE.search(sentence, max(0, match.start() - 40), match.start())
        last = before[1].lower() if before else ""
        return _form(match["word"].lower(), last, told, after=match.start() > knows_user)

    return _OBJECT.sub(replaced, sentence)


def _form(word: str, last: str, told: Told, *, after: bool) -> str:
    match word:
        case "my":
            return "their" if after else "the user's"
        case "me":
            return "the user"
        case "mine":
            return word if last in ("a", "the", "gold", "coal", "salt", "data") else "the user's"
        case "myself":
            return "themselves"
        case "our":
            return "their" if told.group or after else "the user's"
        case "ours":
            return "theirs"
        case "ourselves":
            return "themselves"
        case "us":
            return "them" if told.group else "the user and others"
        case "your":
            return "its" if told.assistant else "the assistant's"
        case "yours":
            return "the assistant's"
        case "yourself":
            return "itself"
        case _:
            return "the assistant"


def _is_name(match: re.Match[str], group: str, *, loud: bool) -> bool:
    """Whether a capital inside a sentence makes it part of a name: My Neighbor Totoro."""
    word, text = match[group], match.string
    if word == "I" or word.islower():
        return False
    if word.isupper():  # of those, a country and an illness are written so
        return word in ("US", "ME") and not loud
    before = text[: match.start()].rstrip(" (")
    return bool(before) and before[-1] not in ".!?:;—–-,"


def _you_acts(match: re.Match[str]) -> bool:
    before = _BEFORE.search(match.string, 0, match.start())
    return (
        not before
        or "," in before[2]
        or before[1].lower() in _YOU_ACT
        or bool(_ONE.match(match.string, match.end("who")))
    )


def _is_numeral(match: re.Match[str]) -> bool:
    before = _BEFORE.search(match.string, 0, match.start())
    return (
        bool(before)
        and not match["short"]
        and before[1].lower() in _COUNTED
        and before[1][0].isupper()
    )


def _is_joined(match: re.Match[str]) -> bool:
    """Whether "and I" joins two people and not two clauses."""
    others = _NAMES_AND.search(match.string, 0, match.start())
    if not others:
        return False
    return not any(_tells_a_clause(w.replace("’", "'")) for w in others["other"].split())


def _tells_a_clause(word: str) -> bool:
    """Whether a word of "X and I" makes X a clause. With a capital it is a name: Drew, Will."""
    stem = word.partition("'")[0]
    is_verb = word.islower() and (stem in VERBS or word.endswith("ed"))
    return is_verb or stem.lower() in _PERSONS or word.endswith("'s") or word.isdecimal()
