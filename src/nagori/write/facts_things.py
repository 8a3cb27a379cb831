"""The things that a statement names, each with its kind: the piano is an instrument.

Two statements of one topic with one thing say the same, most often; with two things of one kind,
one of them changed, or there are two. A kind tells what is talked about even where no word does.
"""

import re
from collections.abc import Iterable, Mapping

from nagori.write import topics_en_things, topics_zh_things

Thing = tuple[str, str]
"""A kind and a thing."""


def things(lower: str) -> frozenset[Thing]:
    """What a lower-case text names, of whatever kind is known."""
    found: set[Thing] = set()
    for run in _RUN.findall(lower):
        found.update(_in_run(run))
    words = _WORD.findall(lower)
    if words:
        found.update(_in_words(words))
    return frozenset(found)


def clashes(one: frozenset[Thing], other: frozenset[Thing]) -> frozenset[str]:
    """The kinds of which two statements name different things and none in common."""
    kinds = {kind for kind, _ in one} & {kind for kind, _ in other}
    return frozenset(kinds - {kind for kind, _ in one & other})


def _in_run(run: str) -> Iterable[Thing]:
    """The longest words first, none inside another."""
    start = 0
    while start < len(run):
        for size in range(min(_LONGEST_ZH, len(run) - start), 0, -1):
            known = _ZH.get(run[start : start + size])
            if known:
                yield from known
                start += size
                break
        else:
            start += 1


def _in_words(words: list[str]) -> Iterable[Thing]:
    start = 0
    while start < len(words):
        for size in range(min(_LONGEST_EN, len(words) - start), 0, -1):
            phrase = " ".join(words[start : start + size])
            known = _EN.get(phrase) or _EN.get(phrase.removesuffix("'s").removesuffix("s"))
            if known:
                yield from known
                start += size
                break
        else:
            start += 1


def _table(kinds: Mapping[str, str]) -> dict[str, tuple[Thing, ...]]:
    found: dict[str, tuple[Thing, ...]] = {}
    for kind, groups in kinds.items():
        for group in groups.split():
            names = [name.replace("_", " ") for name in group.split("=")]
            for name in names:
                found[name] = (*found.get(name, ()), (kind, names[0]))
    return found


_ZH, _EN = _table(topics_zh_things.THINGS), _table(topics_en_things.THINGS)
_LONGEST_ZH = max(map(len, _ZH))
_LONGEST_EN = max(name.count(" ") + 1 for name in _EN)
# Names in Latin letters stand in Chinese without spaces: 用notion记笔记.
_RUN = re.compile("[a-z0-9]*[\u3400-\u9fff][\u3400-\u9fffa-z0-9]*")
_WORD = re.compile(r"[a-zà-ÿ][a-zà-ÿ0-9&+'\-]*")
