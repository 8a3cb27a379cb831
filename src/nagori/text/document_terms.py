"""The words that a question to documents looks for: its own, and what the other language says.

A question in Chinese shares no word with a manual in English, so meaning alone would have to find
its passage; with the words of the glossary it is found by both (121 of 134 questions instead of
118, by words alone 90 instead of 82: bench/RESULTS.md). Chinese words that the glossary
knows are also looked for as they are, even where a stop word seems to stand in them (地址, 目的).
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

from nagori.text.glossary import glossary
from nagori.text.terms import query_terms, stem, term
from nagori.text.wording import wording
from nagori.values.passage import Wording

ENGLISH, PLAINEST = 0.7, 3
"""What English words weigh for a Chinese one; only the first few of a group are its meaning."""
CHINESE = 0.5
"""What a Chinese word weighs for an English one, which may have many."""
LENGTH = 0.2
"""How far a passage is held to its length: as any text is that is no code."""

_HAN = re.compile(r"[\u3400-\u9fff]+")
_PAIR = 2


def document_query(text: str) -> Wording:
    """The words that a question to documents looks for, each with those that may stand for it."""
    groups = list(_phrases(text))
    asked = {number for group in groups for number, weight in group.items() if weight == 1.0}
    others = [number for number in query_terms(text).tolist() if number not in asked]
    groups += [{number: 1.0, **_in_chinese().get(number, {})} for number in others]
    return wording(groups, kind="document", length=LENGTH)


def _phrases(text: str) -> Iterator[dict[int, float]]:
    """The Chinese words of a question that the glossary knows, with the English ones."""
    known = glossary()
    runs = _HAN.findall(unicodedata.normalize("NFKC", text))
    for phrase in dict.fromkeys(phrase for run in runs for phrase in known.phrases(run)):
        group = {term(phrase[at : at + _PAIR]): 1.0 for at in range(len(phrase) - 1)}
        for place in known.of_phrase[phrase]:
            for word in known.groups[place][:PLAINEST]:
                group.setdefault(term(stem(word)), ENGLISH)
        yield group


@cache
def _in_chinese() -> Mapping[int, Mapping[int, float]]:
    """By the term of an English word those of Chinese ones: such as a single pair stands for."""
    known = glossary()
    phrases_of: dict[int, list[str]] = {}
    for phrase, places in known.of_phrase.items():
        for place in places:
            phrases_of.setdefault(place, []).append(phrase)
    found: dict[int, dict[int, float]] = {}
    for word, places in known.of_word.items():
        group = found.setdefault(term(stem(word)), {})
        for place in places:
            group |= {term(p): CHINESE for p in phrases_of.get(place, ()) if len(p) == _PAIR}
    return found
