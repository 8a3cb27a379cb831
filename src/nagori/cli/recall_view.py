"""How a recall looks on a terminal, without its why."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from nagori.cli.memory_view import day
from nagori.cli.output import clean, soft
from nagori.cli.words import Words

if TYPE_CHECKING:
    from nagori.values.recall import Recall, Recalled

_MOST = 300

_WAITING = re.compile(r"embedding: (\d+) of (\d+) passages wait")
_NONE = "embedding: none is set up"


def title(found: "Recall", words: Words) -> Text:
    """What was asked."""
    return Text(words("title", query=clean(found.query, most=200)), style="bold")


def items_short(found: "Recall", words: Words) -> list[Text]:
    """The items as a list, best first."""
    width = len(str(len(found.items)))
    lines: list[Text] = []
    for rank, item in enumerate(found.items, 1):
        lines.append(Text(f"{rank:>{width}}  ").append(clean(item.text, most=_MOST)))
        rest = soft(*details(item, found, words), f"{item.score:.2f}", item.id)
        lines.append(Text(" " * (width + 2)).append_text(rest))
    return lines


def details(item: "Recalled", found: "Recall", words: Words) -> list[str]:
    """What kind of thing an item is, who said it, and when."""
    kind = words("message") if item.kind == "message" else item.tag or item.kind
    parts = [kind, item.speaker or "", day(item.at, found.zone)]
    return [clean(part) for part in parts if part]


def degraded_lines(found: "Recall", words: Words) -> list[Text]:
    """What had to be left out, in plain words."""
    return note_lines(found.degraded, words)


def note_lines(notes: Sequence[str], words: Words) -> list[Text]:
    """Notes on what had to be left out, in plain words."""
    return [soft(_plainly(note, words)) for note in notes]


def _plainly(note: str, words: Words) -> str:
    waiting = _WAITING.match(note)
    if waiting:
        return words("degraded.waiting", n=int(waiting[1]), all=int(waiting[2]))
    if note.startswith(_NONE):
        return words("degraded.none")
    what, _, why = note.partition(": ")
    return words("degraded.failed", why=clean(why)) if what == "embedding" else clean(note)
