"""A bar for work that takes a while."""

from typing import Any

from nagori.cli.session import Session


class Progress:
    """A bar on standard error, when a person watches."""

    def __init__(self, session: Session) -> None:
        from rich import progress
        from rich.console import Console

        console = Console(stderr=True)
        self._bar = progress.Progress(
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            console=console,
            transient=True,
            disable=session.json or not console.is_terminal,
        )
        self._words = session.words
        self._task = self._bar.add_task(self._words("importing"), total=None)

    def begin(self, name: str) -> None:
        """Go on to the next part."""
        self._bar.reset(self._task, total=None, description=self._words(name))

    def update(self, done: int, total: int | None) -> None:
        """Show how much is done, and of how much."""
        self._bar.update(self._task, completed=done, total=total)

    def __enter__(self) -> "Progress":
        self._bar.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._bar.stop()
