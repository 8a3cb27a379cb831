"""Documents on a terminal."""

from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.text import Text

from nagori.cli.memory_view import day
from nagori.cli.output import clean, soft
from nagori.cli.session import Session

if TYPE_CHECKING:
    from nagori.values.document import Document

_KILO = 1024


def entry(document: "Document", session: Session) -> list[Text]:
    """A document with what is known of it; what failed says why."""
    words = session.words
    if document.state == "failed":
        state = words("documents.failed", problem=clean(document.error or "", most=300))
    elif document.state == "ready":
        state = words("documents.passages", n=document.passages)
    else:
        state = words("documents.going", percent=int(100 * document.progress))
    pages = words("documents.pages", n=document.pages) if document.pages else None
    size = None if document.size is None else size_of(document.size)
    details = soft(state, pages, size, day(document.created_at, session.zone), document.id)
    warnings = [soft(f"  {clean(one, most=300)}") for one in document.metadata.get("warnings", ())]
    return [Text(clean(document.title)), Text("  ").append_text(details), *warnings]


def size_of(size: int) -> str:
    """Bytes as people say them."""
    if size < _KILO:
        return f"{size} B"
    if size < _KILO * _KILO:
        return f"{size / _KILO:.0f} kB"
    return f"{size / _KILO / _KILO:.1f} MB"


class ImportBar:
    """How far an import is, on standard error, when a person watches."""

    def __init__(self, session: Session, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        console = Console(stderr=True)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            console=console,
            transient=True,
            disable=session.json or not console.is_terminal,
        )
        self._words, self._total, self._begun = session.words, total, 0
        self._task = self._bar.add_task("", total=float(total))

    def begin(self, what: str) -> None:
        """The next one is imported."""
        self._begun += 1
        name = clean(what.rstrip("/").rsplit("/", 1)[-1], most=40)
        told = f"{name} ({self._begun}/{self._total})"
        self._bar.update(self._task, description=told, completed=self._begun - 1)

    def update(self, document: "Document") -> None:
        """It is so far."""
        half = document.progress / 2 + (0.5 if document.state == "embedding" else 0.0)
        self._bar.update(self._task, completed=self._begun - 1 + half)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()
