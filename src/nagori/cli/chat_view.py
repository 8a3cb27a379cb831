"""Where a chat is seen: what every view does, in a pipe and as JSON; see also chat_terminal."""

import sys
from collections.abc import Sequence
from typing import Protocol

from rich.text import Text

from nagori.cli.output import clean, seen
from nagori.cli.session import Session
from nagori.cli.told import Told
from nagori.values.event import Event
from nagori.values.message import Chat, Message


class View(Protocol):
    """Where a chat is seen."""

    def read(self) -> str | None:
        """The next line that was typed; None when there are no more."""
        ...

    def notice(self, *lines: str | Text) -> None:
        """Something about the chat that is no part of it."""
        ...

    def resumed(self, chat: Chat, messages: Sequence[Message]) -> None:
        """A chat that is gone on with."""
        ...

    def begin(self) -> None:
        """A turn begins."""
        ...

    def event(self, event: Event, told: Told) -> None:
        """Something happened in the turn."""
        ...

    def proposed(self, lines: Sequence[Text]) -> None:
        """A tool call came up in the turn that waits for consent."""
        ...

    def end(self, told: Told) -> None:
        """The turn is over."""
        ...

    @property
    def asks(self) -> bool:
        """Whether a person is there who can be asked."""
        ...

    def consent(self, question: str) -> bool | None:
        """What the person says; None when it is left open."""
        ...


class PipeView:
    """For a script: a question a line in, an answer out; everything else goes to stderr."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._noted: set[str] = set()

    def read(self) -> str | None:
        """The next line of standard input."""
        line = sys.stdin.buffer.readline()
        return line.decode("utf-8-sig", "replace").rstrip("\r\n") if line else None

    def notice(self, *lines: str | Text) -> None:
        """Lines beside the answers."""
        for line in lines:
            sys.stderr.write(f"{line}\n")

    def resumed(self, chat: Chat, messages: Sequence[Message]) -> None:
        """Nothing: a script knows what it asked."""

    def begin(self) -> None:
        """Nothing to show."""

    def event(self, event: Event, told: Told) -> None:
        """The answer as it comes."""
        del told
        if event.type == "answer":
            sys.stdout.write(seen(event.text))
            sys.stdout.flush()

    def proposed(self, lines: Sequence[Text]) -> None:
        """Nothing inside an answer: what waits is said after it."""

    def end(self, told: Told) -> None:
        """End the answer's line; say what went wrong."""
        if told.answer and not told.answer.endswith("\n"):
            sys.stdout.write("\n")
        sys.stdout.flush()
        if told.error:
            self.notice(self._session.words("error", text=failure(told, self._session)))

    @property
    def asks(self) -> bool:
        """A script is not asked: it is no person."""
        return False

    def consent(self, question: str) -> bool | None:
        """Nobody said anything."""
        del question


class JsonView(PipeView):
    """For a program: questions in, one document at the end."""

    def event(self, event: Event, told: Told) -> None:
        """Nothing before the end."""

    def end(self, told: Told) -> None:
        """Nothing before the end."""

    def notice(self, *lines: str | Text) -> None:
        """Nothing beside the document."""


def failure(told: Told, session: Session) -> str:
    """What went wrong with an answer, and that nothing of the question is lost."""
    detail = clean(told.error.detail, most=300) if told.error else ""
    return session.words("chat.failed", detail=detail)
