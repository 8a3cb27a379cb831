"""Words that people who write software use for one another, in English and Chinese."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Glossary:
    """Which words may stand for which; all of them as they are written, in lower case."""

    groups: Sequence[Sequence[str]]
    """English words that mean nearly the same; the plainest first."""
    of_word: Mapping[str, Sequence[int]]
    """The groups that an English word is in."""
    of_phrase: Mapping[str, Sequence[int]]
    """The groups that a Chinese word stands for."""
    longest: int
    """Characters of the longest Chinese word."""

    def phrases(self, run: str) -> Iterator[str]:
        """The Chinese words in a run of characters, the longest that fits at each place."""
        at = 0
        while at < len(run):
            for length in range(min(self.longest, len(run) - at), 1, -1):
                if run[at : at + length] in self.of_phrase:
                    yield run[at : at + length]
                    at += length
                    break
            else:
                at += 1


@cache
def glossary() -> Glossary:
    """The glossary that comes with the package."""
    text = (files("nagori.text") / "data" / "glossary.txt").read_text("utf-8")
    groups: list[list[str]] = []
    of_word: dict[str, list[int]] = {}
    of_phrase: dict[str, list[int]] = {}
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        english, _, chinese = line.partition("|")
        for word in english.split():
            of_word.setdefault(word, []).append(len(groups))
        for phrase in chinese.split():
            of_phrase.setdefault(phrase, []).append(len(groups))
        groups.append(english.split())
    return Glossary(groups, of_word, of_phrase, max(map(len, of_phrase)))
