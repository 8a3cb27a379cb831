"""Who goes by which name in a group, and where a text names one of them."""

import re
import unicodedata
from dataclasses import dataclass

_WORDS = re.compile(r"[^\s,;:!?，。；：！？、>()（）\"“”]+")
_LATIN = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z][A-Za-z0-9_-]+")
_AT = re.compile(r"[@＠]\s?")
_LED_BY_NAME = re.compile(
    r"\s*(?P<at>[@＠]\s?)?(?P<name>[^\s,:，：@＠]{1,40})\s?(?P<mark>[:,：，])\s*"
)
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_ENDINGS = ".'’…-~～"
_AROUND = ".,;:!?>()\"'’…-~～"
# A shorter name, or one that is an everyday word, is taken for a name only where it must be one:
# at the head of a line with a colon or comma after it, or behind an @.
_SHORT = 3
_EVERYDAY_WORDS = """
    all and any are ask but can did does done else error for from get good got has have hello help
    here how just kernel know like linux look man maybe more need new not now off one only out root
    see some sorry system test thanks that the them then there they this time try two ubuntu use
    user was well what when who why will with work xorg yeah yes you your
"""
_EVERYDAY = frozenset(_EVERYDAY_WORDS.split())


@dataclass(frozen=True, slots=True)
class Named:
    """Whom a text names, and what it says besides."""

    addressee: str | None
    """Whom it speaks to: named at its head, or behind the first @."""
    others: tuple[str, ...]
    """Named elsewhere, in order, without the addressee."""
    rest: str
    """The text without the name at its head."""
    stranger: bool
    """Whether it speaks to somebody of whom nothing is known."""


class Roster:
    """The names of a group's speakers; a name is its latest holder's, a speaker has one."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._words: dict[str, str] = {}
        self._phrases: dict[str, str] = {}

    def hear(self, speaker: str, name: str) -> None:
        """Take note of the name that a speaker goes by now."""
        key = _key(name)
        if not key or (self._names.get(speaker) == key and self._words.get(key) == speaker):
            return
        former = self._names.get(speaker)
        if former is not None and self._words.get(former) == speaker:
            # Who is called by it now is for whoever takes it to say, not for a guess.
            del self._words[former]
            self._phrases.pop(former, None)
        self._names[speaker] = key
        if _UNSPACED.search(key) or " " in key:
            self._phrases[key] = speaker
        self._words[key] = speaker

    def find(self, text: str) -> Named:
        """Whom a text names."""
        addressee, rest, stranger = self._head(text)
        others: dict[str, None] = {}
        if "@" in text or "＠" in text:
            behind = (self._behind(text, match.end()) for match in _AT.finditer(text))
            others = {who: None for who in behind if who is not None}
        if addressee is None and others:
            addressee = next(iter(others))
        for word in self._named(rest):
            if len(word) >= _SHORT and word not in _EVERYDAY:
                others[self._words[word]] = None
        if self._phrases:
            lowered = _key(rest)
            for phrase, who in self._phrases.items():
                if len(phrase) > 1 and phrase in lowered:
                    others[who] = None
        found = tuple(who for who in others if who != addressee)
        return Named(addressee, found, rest, stranger and addressee is None)

    def _named(self, text: str) -> list[str]:
        """The words of a text that are names, in order."""
        words = _words(text)
        bare = [word.strip(_AROUND) for word in words]
        known = self._words.keys()
        # Most messages name nobody: that is seen without looking at each word by itself.
        if known.isdisjoint(words) and known.isdisjoint(bare):
            return []
        both = zip(words, bare, strict=True)
        return [word if word in known else plain for word, plain in both if {word, plain} & known]

    def _head(self, text: str) -> tuple[str | None, str, bool]:
        match = _LED_BY_NAME.match(text)
        if match is None:
            return self._head_without_mark(text)
        who = self._words.get(_key(match["name"]))
        if who is not None:
            return who, text[match.end() :], False
        rest = text[match.end() :]
        stranger = match["mark"] in ":：" and not rest.startswith(("/", ")", "(", "-", "D"))
        return None, text, stranger and not match["name"].isdigit()

    def _head_without_mark(self, text: str) -> tuple[str | None, str, bool]:
        first = text.split(maxsplit=1)
        if not first:
            return None, text, False
        word = first[0].lower()
        who = self._words.get(word.lstrip("@＠").rstrip(".…;>-"))
        if who is None or len(word) < _SHORT or word in _EVERYDAY:
            return None, text, False
        return who, first[1] if len(first) > 1 else "", False

    def _behind(self, text: str, start: int) -> str | None:
        """Who is named from a place on: the longest name that fits."""
        behind = _key(text[start : start + 60])
        fitting = [phrase for phrase in self._phrases if behind.startswith(phrase)]
        match = _WORDS.match(behind)
        word = "" if match is None else match[0].rstrip(_ENDINGS)
        if word in self._words:
            fitting.append(word)
        return self._words[max(fitting, key=len)] if fitting else None


def _words(text: str) -> list[str]:
    """The words that may be names; in a text without spaces, those in Latin letters too."""
    if text.isascii():
        return text.lower().split()
    return [word.lower() for word in (*_WORDS.findall(text), *_LATIN.findall(text))]


def _key(name: str) -> str:
    if name.isascii():
        return name.strip().lower()
    return unicodedata.normalize("NFKC", name).strip().casefold()
