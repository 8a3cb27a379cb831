"""Memorising on a terminal: what would be kept of a chat, and how far it has come."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nagori.cli.output import EMBER, SOFT, clean, soft
from nagori.cli.session import Session
from nagori.cli.words import Words
from nagori.values.transcript import Considered, Progress, Transcript, Unread

_MOST = 300
"""Characters of a message; the JSON has the rest."""
_SHOWN = 10
"""Places that can't be read; the JSON has all."""


def previewed(
    chat: Transcript, considered: Sequence[Considered], words: Words, *, user: str, plain: bool
) -> list[RenderableType]:
    """The user's messages in a table: kept or not, what of it, and why."""
    rows = [one for one in considered if one.keep or one.line.speaker == user]
    if not rows:
        return []
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=SOFT, expand=True)
    table.add_column("", no_wrap=True)
    table.add_column(words("memorize.col.message"), ratio=1, overflow="fold")
    table.add_column(words("memorize.col.kept"), ratio=1, overflow="fold")
    before = None
    for one in rows:
        # A message of which several things are kept has a row for each.
        message = "" if one.line.id == before else clean(one.line.text, most=_MOST)
        table.add_row(_mark(one, plain=plain), Text(message), _kept(one, words))
        before = one.line.id
    title = Text(clean(chat.title or words("chat.untitled"), most=_MOST), style="bold")
    return [title, table, ""]


def _mark(one: Considered, *, plain: bool) -> Text:
    if not one.keep:
        return Text("-", style=SOFT)
    return Text("+" if plain else "✓", style=EMBER)


def _kept(one: Considered, words: Words) -> RenderableType:
    reason = clean(one.reason, most=_MOST)
    if not one.keep:
        return soft(words("memorize.not", reason=reason))
    return Group(Text(clean(one.sentence or one.line.text, most=_MOST)), soft(reason))


def unread_lines(unread: Sequence[Unread], words: Words) -> list[Text]:
    """What in the files can't be read, the first of it with the place."""
    if not unread:
        return []
    lines = [Text(words("memorize.unread", n=len(unread)))]
    for bad in unread[:_SHOWN]:
        told = words("line", line=bad.line, problem=clean(bad.problem, most=_MOST))
        lines.append(Text(f"  {clean(bad.file)}, {told}"))
    if len(unread) > _SHOWN:
        lines.append(soft(f"  {words('and_more', n=len(unread) - _SHOWN)}"))
    return lines


class Bar:
    """A bar on standard error, when a person watches."""

    def __init__(self, session: Session, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as Bars

        console = Console(stderr=True)
        self._bar = Bars(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[made]}"),
            console=console,
            transient=True,
            disable=session.json or not console.is_terminal,
        )
        self._words = session.words
        self._task = self._bar.add_task(self._words("memorize.going"), total=total, made="")
        self.last = Progress(0, total, 0)

    def update(self, progress: Progress) -> None:
        """Show how many messages are done, and what came of them."""
        self.last = progress
        made = self._words("count.memories", n=progress.remembered)
        self._bar.update(self._task, completed=progress.done, total=progress.total, made=made)

    def begin(self, name: str) -> None:
        """Go on to the next part."""
        self._bar.reset(self._task, total=None, description=self._words(name), made="")

    def count(self, done: int, total: int | None) -> None:
        """Show how much of a part is done, and of how much."""
        self._bar.update(self._task, completed=done, total=total)

    def __enter__(self) -> "Bar":
        self._bar.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._bar.stop()
