"""Cited lines on a terminal: `path:start-end`, as editors and terminals open them."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from nagori.cli.output import EMBER, clean
from nagori.cli.words import Words
from nagori.values.learning import CheckedLines, CitedState, Lines

MOST = 8
"""Places that are shown of one record or answer, unless all are asked for."""
_NEAR = 2
"""Lines with at most one between them are shown as one place."""
_STALE: frozenset[CitedState] = frozenset({"changed", "gone"})


def place(lines: Lines) -> str:
    """Where lines stand: `src/kinds.py:3-6`, `src/kinds.py:3`."""
    path = clean(lines.path)
    return f"{path}:{lines.start}" + (f"-{lines.end}" if lines.end > lines.start else "")


def cited_lines(
    cited: Sequence[CheckedLines], words: Words, *, most: int | None = MOST, indent: str = "  "
) -> list[Text]:
    """Each place on a line, with what became of it; neighbours are one, stale ones come first."""
    merged = _merged(cited)
    shown = merged[:most]
    lines = [Text(indent).append_text(_told(one, words)) for one in shown]
    if len(merged) > len(shown):
        lines.append(Text(indent + words("record.more", n=len(merged) - len(shown))))
    return lines


def unchecked(lines: Iterable[Lines]) -> list[CheckedLines]:
    """Lines of which it is not known what became of them, as if they stood as they did."""
    return [CheckedLines(one, "unchanged") for one in lines]


def is_stale(cited: Iterable[CheckedLines]) -> bool:
    """Whether any of them is no longer as it was."""
    return any(one.state in _STALE for one in cited)


def _told(one: CheckedLines, words: Words) -> Text:
    told = Text(place(one.lines))
    if one.state in _STALE:
        return told.append(f"  {words(f'cited.{one.state}')}", EMBER)
    if one.state == "moved" and one.now is not None:
        return Text(place(one.now)).append(
            f"  {words('cited.moved', was=place(one.lines))}", "bright_black"
        )
    return told


def _merged(cited: Sequence[CheckedLines]) -> list[CheckedLines]:
    """Each place once, in the order of files as they were cited; lines side by side are one."""
    files = {path: i for i, path in enumerate(dict.fromkeys(one.lines.path for one in cited))}
    ordered = sorted(
        dict.fromkeys(cited),
        key=lambda one: (one.state not in _STALE, files[one.lines.path], one.lines.start),
    )
    found: list[CheckedLines] = []
    for one in ordered:
        last = found[-1] if found else None
        if last is not None and _joins(last, one):
            found[-1] = CheckedLines(_through(last.lines, one.lines), "unchanged")
        else:
            found.append(one)
    return found


def _joins(last: CheckedLines, one: CheckedLines) -> bool:
    return (
        last.state == one.state == "unchanged"
        and last.lines.path == one.lines.path
        and one.lines.start <= last.lines.end + _NEAR
    )


def _through(first: Lines, last: Lines) -> Lines:
    return Lines(first.path, first.start, max(first.end, last.end), "", first.commit)
