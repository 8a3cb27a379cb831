"""What is known of words, in English and Chinese alike.

In the lists a phrase is written with `_` for its spaces; the longest phrase at a place counts. A
class is about grammar or a field of life, never about one sentence: a new word must help many.
"""

from functools import cache, lru_cache
from typing import NamedTuple

from nagori.write.worth_jest import JEST
from nagori.write.worth_talk import COMMON, TALK
from nagori.write.worth_topics import TOPICS


def word_set(text: str) -> frozenset[str]:
    """The words of a text written with spaces between them."""
    return frozenset(text.split())


# Classes whose words say nothing in particular, however rare.
_EMPTY = word_set(
    "i we my me it you they praise vague thanks laugh feel cheer not more have number none ask "
    "aux say would if past_verb event habit past_time future_time order plan particle"
)
_COMMON_WORDS = word_set(COMMON)
_TOLD = word_set("you vague")


class Meaning(NamedTuple):
    """What a word or phrase is known for."""

    classes: frozenset[str]
    past: bool
    """It tells of the past by its form."""
    specific: float
    """How much it says in particular; a lone Chinese character is half a word."""


@cache
def lexicon() -> dict[str, Meaning]:
    """The meaning of every word and phrase that is known, by its spelling."""
    found: dict[str, set[str]] = {}
    for name, words in (*TOPICS.items(), *TALK.items(), *JEST.items()):
        for word in words.split():
            found.setdefault(word.replace("_", " "), set()).add(name)
    for phrase, names in found.items():
        if " " in phrase and "none" not in names:  # "going to" is also "going" and "to"
            inherited = set[str]().union(*[found.get(word, ()) for word in phrase.split(" ")])
            # "just so you know" is not about who is told it
            names.update(inherited - _TOLD if "keep_mind" in names else inherited)
        elif phrase[-1] == "了" and "none" not in names:  # 辞职了 is also 辞职
            names.update(found.get(phrase[:-1], ()))
    return {word: _meaning(word, frozenset(names)) for word, names in found.items()}


@cache
def seconds() -> dict[str, frozenset[str]]:
    """By the first word of a phrase, the words that may come second."""
    found: dict[str, set[str]] = {}
    for phrase in lexicon():
        first, _, rest = phrase.partition(" ")
        if rest:
            found.setdefault(first, set()).add(rest.partition(" ")[0])
    return {first: frozenset(rest) for first, rest in found.items()}


@cache
def longest_from() -> dict[str, int]:
    """By a Chinese character, how long the longest word is that begins with it."""
    found: dict[str, int] = {}
    for word in lexicon():
        if is_han(word):
            found[word[0]] = max(len(word), found.get(word[0], 1))
    return found


def meaning(word: str) -> Meaning:
    """The meaning of a word, in small letters, or of a phrase."""
    return lexicon().get(word) or _unknown(word)


@lru_cache(maxsize=20_000)
def _unknown(word: str) -> Meaning:
    return _meaning(word, frozenset())


def _meaning(word: str, classes: frozenset[str]) -> Meaning:
    past = "past_verb" in classes or (
        word.endswith("ed") and len(word) > 4 and "praise" not in classes
    )
    if classes & _EMPTY or word in _COMMON_WORDS:
        specific = 0.0
    elif is_han(word):
        specific = 1.0 if len(word) > 1 or classes else 0.5
    else:
        specific = 1.0 if len(word) > 3 else 0.0
    return Meaning(classes, past, specific)


def is_han(word: str) -> bool:
    """Whether a word begins with a Chinese character."""
    return "\u3400" <= word[0] <= "\u9fff"
