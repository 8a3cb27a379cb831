"""How a chat looks: on a terminal, in a pipe, and as JSON."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Protocol

from rich.status import Status
from rich.text import Text

from nagori.cli.flow import Flow
from nagori.cli.output import EMBER, INDIGO, clean, seen, soft
from nagori.cli.recall_view import note_lines
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

    def end(self, told: Told) -> None:
        """The turn is over."""
        ...


class TerminalView:
    """For a person: streaming, with thinking folded and what was recalled counted."""

    def __init__(self, session: Session) -> None:
        self._session, self._out = session, session.out
        self._noted: set[str] = set()
        self._status: Status | None = None
        self._flow: Flow | None = None
        with suppress(ImportError):  # arrows and history; nothing is written to a file
            import_module("readline")

    def read(self) -> str | None:
        """A line with a prompt before it; Ctrl-C leaves as Ctrl-D does."""
        try:
            return input(f"\n{self._prompt} ")
        except (EOFError, KeyboardInterrupt):
            self._out.say("")
            return None

    def notice(self, *lines: str | Text) -> None:
        """Lines between those of the chat."""
        self._out.say(*lines)

    def resumed(self, chat: Chat, messages: Sequence[Message]) -> None:
        """Its title and the last things that were said."""
        from nagori.cli.memory_view import minute

        words = self._session.words
        at = minute(chat.updated_at, self._session.zone)
        title = words("chat.resumed", title=clean(chat.title or words("chat.untitled"), most=80))
        self._out.say(soft(title, at), "")
        for message in messages:
            mine = message.role == "user"
            line = Text().append(f"{self._mark} ", INDIGO) if mine else Text("  ")
            self._out.say(line.append(clean(message.content, most=300)))

    def begin(self) -> None:
        """Show that something is going on."""
        spinner = "line" if self._out.plain else "dots"
        text = Text(self._session.words("chat.remembering"), style="bright_black")
        self._status = self._out.console.status(text, spinner=spinner)
        self._status.start()

    def event(self, event: Event, told: Told) -> None:
        """Write the answer as it comes; before it, one quiet line of what led to it."""
        if event.type == "thinking" and self._status:
            self._status.update(Text(self._session.words("chat.thinking"), style="bright_black"))
        if event.type == "answer":
            if self._flow is None:
                self._lead_in(told)
                self._flow = Flow(self._write, self._out.console.width)
            self._flow.feed(seen(event.text))
            sys.stdout.flush()

    def end(self, told: Told) -> None:
        """Close the answer; say how it was said, and what was missing."""
        if self._flow is None:
            self._lead_in(told)
        else:
            self._flow.end()
            self._flow = None
        words = self._session.words
        felt = [clean(word, most=40) for word in (told.emotion, told.gesture) if word]
        if felt:
            self._out.say(soft(*felt))
        for note in told.degraded:
            if note not in self._noted:  # once is enough
                self._noted.add(note)
                self._out.say(*note_lines([note], words))
        if told.error:
            self._out.say(Text(failure(told, self._session), style=EMBER))
        elif told.finish_reason in ("stopped", "length", "content_filter"):
            self._out.say(soft(words(f"chat.{told.finish_reason}")))

    @property
    def _mark(self) -> str:
        return ">" if self._out.plain else "›"

    @property
    def _prompt(self) -> str:
        """The mark in colour; line editing must not count the codes as letters."""
        console = self._out.console
        if console.no_color or console.color_system is None:
            return self._mark
        return f"\x01\x1b[34m\x02{self._mark}\x01\x1b[0m\x02"

    def _lead_in(self, told: Told) -> None:
        if self._status:
            self._status.stop()
            self._status = None
        words = self._session.words
        recalled = words("count.memories", n=len(told.items)) if told.items else None
        seconds = max(round(told.thought_s), 1)
        thought = words("chat.thought", n=seconds) if told.thinking.strip() else None
        if recalled or thought:
            self._out.say(soft(recalled, thought))

    def _write(self, text: str) -> None:
        sys.stdout.write(text)


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

    def end(self, told: Told) -> None:
        """End the answer's line; say what went wrong."""
        if told.answer and not told.answer.endswith("\n"):
            sys.stdout.write("\n")
        sys.stdout.flush()
        if told.error:
            self.notice(self._session.words("error", text=failure(told, self._session)))


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
