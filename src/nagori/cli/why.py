"""Why these memories: bars for meaning, words and recency, and what nearly made it."""

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nagori.cli.output import EMBER, GOLD, INDIGO, SOFT, clean, soft
from nagori.cli.recall_view import details
from nagori.cli.words import Words
from nagori.values.memory import TAGS

if TYPE_CHECKING:
    from nagori.values.recall import Recall, Recalled

_CELLS = 8
"""Width of a bar."""
_MOST = 500
_NOTABLE = 0.05
"""From here on it is worth telling that neighbours helped."""


def explained(
    found: "Recall", words: Words, *, plain: bool, with_ids: bool = True
) -> list[RenderableType]:
    """The items in a table, then the near misses; `plain` draws with ASCII alone."""
    parts: list[RenderableType] = []
    if found.items:
        parts.append(_chosen(found, words, plain=plain, with_ids=with_ids))
        if not found.settings["decays"]:
            parts.append(soft(words("no_decay")))
        parts.append("")
    if found.near_misses:
        parts += [Text(words("near_misses")), _missed(found, words), ""]
    return parts


def _chosen(found: "Recall", words: Words, *, plain: bool, with_ids: bool) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=SOFT, expand=True)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column(words("col.score"), no_wrap=True)
    for name in ("meaning", "words", "recent"):
        table.add_column(words(f"col.{name}"), no_wrap=True, min_width=_CELLS)
    table.add_column("", ratio=1, overflow="fold")
    for item in found.items:
        why = item.why
        table.add_row(
            str(why.rank),
            f"{item.score:.2f}",
            _bar(why.similarity, EMBER, plain=plain),
            _bar(why.lexical, INDIGO, plain=plain),
            _bar(_freshness(item, found), GOLD, plain=plain),
            _told(item, found, words, with_id=with_ids),
        )
    return table


def _told(item: "Recalled", found: "Recall", words: Words, *, with_id: bool) -> Group:
    helped = [
        words("near_match") if item.why.neighbours > _NOTABLE else None,
        words("asked_time") if item.why.when > 1 else None,
    ]
    text = Text(clean(item.text, most=_MOST))
    return Group(text, soft(*details(item, found, words), *helped, item.id if with_id else None))


def _bar(value: float | None, colour: str, *, plain: bool) -> Text:
    """A bar with its number below; a dash where there is nothing to measure."""
    if value is None:
        return Text("-", style=SOFT)
    full, empty = ("#", ".") if plain else ("█", "·")
    cells = round(min(max(value, 0.0), 1.0) * _CELLS)
    bar = Text(full * cells, style=colour).append(empty * (_CELLS - cells), SOFT)
    return bar.append(f"\n{value:.2f}", SOFT)


def _freshness(item: "Recalled", found: "Recall") -> float | None:
    """How recent it is, 1 for now: decay without the floor that keeps old facts alive."""
    if not found.settings["decays"]:
        return None
    floor = 0.0 if found.settings["mode"] == "vector" else float(found.settings["decay_floor"])
    return 1.0 if floor >= 1 else max((item.why.decay - floor) / (1 - floor), 0.0)


def _missed(found: "Recall", words: Words) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False, expand=True)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    table.add_column(justify="right", no_wrap=True)
    for miss in found.near_misses:
        rule = "own_words" if miss.rule == "tag" and _lacks_own_words(found) else miss.rule
        text = Text(clean(miss.text, most=_MOST))
        table.add_row(Text(f"   {miss.score:.2f}", SOFT), text, Text(words(f"rule.{rule}"), SOFT))
    return table


def _lacks_own_words(found: "Recall") -> bool:
    """Whether the assistant's own words are all that the tags leave out."""
    return set(TAGS) - set(found.settings["tags"]) == {"ai_output"}
