"""The labels of the map: topics, and the words that stand out in a small part of it."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from nagori.recall.places import Places
from nagori.recall.topics import topics
from nagori.text.terms import content
from nagori.values.star import Cluster

_CELL = 0.14
"""Side of the squares in which words are counted; they lie still, so labels don't wander."""
_FEWEST = 6
"""Memories of a square that are enough to speak of what they share."""
_READ = 24
"""Memories of a square that are read, at the most."""
_SAID_BY = 3
_SHARE = 0.16
"""Of the memories read in a square, how many have to say a word."""
_STANDS_OUT = 5.0
"""How many times as frequent a word is in the square as on the whole map."""
_MOST = 120
_LONGEST = 24
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]+")
_FILLS = frozenset(
    "其叫个这那的了是在有和很都也就还不没一二两三几我你他她它们儿么吗呢吧啊真特别次种些点为被把让从到会能要想说做"
)
"""Characters that hold sentences together: a run with one of them is seldom a name of anything."""
_WHOLE = 0.7
"""A longer run that is said nearly as often as a part of it is the whole word."""


def clusters(places: Places, texts: Sequence[str]) -> list[Cluster]:
    """Topics with their memories, then words that stand out; each the largest first."""
    return [*_topics(places), *_words(places, texts)]


def _topics(places: Places) -> list[Cluster]:
    """Those of which there is more than a chance memory, where their memories lie."""
    counts = np.bincount(places.topic[places.topic >= 0], minlength=len(topics()))
    enough = 1 if len(places.topic) < 40 else 2 if len(places.topic) < 200 else 3
    found: list[Cluster] = []
    for number, topic in enumerate(topics()):
        if counts[number] >= enough:
            mine = places.topic == number
            x, y = float(np.median(places.x[mine])), float(np.median(places.y[mine]))
            found.append(Cluster(topic.id, 0, topic.en, topic.zh, x, y, int(counts[number])))
    return sorted(found, key=lambda cluster: (-cluster.count, cluster.id))


def _words(places: Places, texts: Sequence[str]) -> list[Cluster]:
    cells = _cells(places)
    read = {cell: _some(rows) for cell, rows in cells.items()}
    said = {cell: [_said_in(texts[row]) for row in rows] for cell, rows in read.items()}
    overall = Counter(word for many in said.values() for words in many for word in words)
    total = sum(map(len, said.values()))
    found: list[Cluster] = []
    used: set[str] = set()
    for cell, rows in sorted(cells.items(), key=lambda item: (-len(item[1]), item[0])):
        word = _telling(said[cell], overall, total, used)
        if word is None or len(found) == _MOST:
            continue
        used.add(word)
        label = _as_written(word, (texts[row] for row in read[cell]))
        at = np.array(
            [row for row, words in zip(read[cell], said[cell], strict=True) if word in words]
        )
        x, y = float(np.median(places.x[at])), float(np.median(places.y[at]))
        found.append(Cluster(f"{cell[0]}:{cell[1]}", 1, label, label, x, y, len(rows)))
    return found


def _cells(places: Places) -> dict[tuple[int, int], NDArray[np.intp]]:
    """Rows by square, of squares that hold enough."""
    square = np.floor(np.stack([places.x, places.y], axis=1) / _CELL).astype(np.int64)
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for row, (across, down) in enumerate(square.tolist()):
        found[across, down].append(row)
    return {cell: np.array(rows, np.intp) for cell, rows in found.items() if len(rows) >= _FEWEST}


def _some(rows: NDArray[np.intp]) -> list[int]:
    """A few rows, evenly from old to new."""
    if len(rows) <= _READ:
        return rows.tolist()
    return rows[np.linspace(0, len(rows) - 1, _READ).astype(np.intp)].tolist()


def _said_in(text: str) -> set[str]:
    """What might be a label: words of spaced scripts, short runs of the others."""
    found: set[str] = set()
    for piece in content(text[:240]):
        if _UNSPACED.fullmatch(piece):
            for size in (2, 3, 4):
                runs = (piece[at : at + size] for at in range(len(piece) - size + 1))
                found.update(run for run in runs if _FILLS.isdisjoint(run))
        elif 2 < len(piece) <= _LONGEST and piece.isalpha():
            found.add(piece)
    return found


def _telling(
    said: Sequence[set[str]], overall: Counter[str], total: int, used: set[str]
) -> str | None:
    """The word that many memories here share and few elsewhere say."""
    here = Counter(word for words in said for word in words)
    best: tuple[float, str] | None = None
    for word, count in here.items():
        if count < max(_SAID_BY, _SHARE * len(said)):
            continue
        elsewhere = (overall[word] - count + 1) / (total - len(said) + 1)
        lift = count / len(said) / elsewhere
        if lift >= _STANDS_OUT:
            best = max(best or (0.0, ""), (count * float(np.log(lift)), word))
    if best is None:
        return None
    word = best[1]
    longer = [w for w, count in here.items() if word in w and count >= _WHOLE * here[word]]
    if _UNSPACED.match(word):
        word = max(longer, key=lambda w: (len(w), here[w], w))
    return None if word in used else word


def _as_written(word: str, texts: Iterable[str]) -> str:
    """The word in the letters in which it is written most often."""
    pattern = re.compile(re.escape(word), re.IGNORECASE)
    forms = Counter(found for text in texts for found in pattern.findall(text))
    return max(forms, key=lambda form: (forms[form], form), default=word)
