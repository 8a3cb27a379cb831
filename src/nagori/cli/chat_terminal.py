"""How a chat looks on a terminal."""

import sys
from collections.abc import Sequence

from rich.status import Status
from rich.text import Text

from nagori.cli.chat_prompt import Prompt
from nagori.cli.chat_tools import use_line
from nagori.cli.chat_view import failure
from nagori.cli.flow import Flow
from nagori.cli.output import EMBER, INDIGO, SOFT, clean, seen, soft
from nagori.cli.recall_view import note_lines
from nagori.cli.session import Session
from nagori.cli.told import Told
from nagori.values.event import Event
from nagori.values.memory import Memory
from nagori.values.message import Chat, Message


class TerminalView:
    """For a person: streaming, with thinking folded, tools in a line, recalled things counted."""

    def __init__(self, session: Session) -> None:
        self._session, self._out = session, session.out
        self._prompt = Prompt(self._out, session.words)
        self._noted: set[str] = set()
        self._status: Status | None = None
        self._flow: Flow | None = None
        self._led_in = False

    def read(self) -> str | None:
        """A line with a prompt before it; Ctrl-C leaves as Ctrl-D does."""
        return self._prompt.read()

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
            line = Text().append(f"{self._prompt.mark} ", INDIGO) if mine else Text("  ")
            self._out.say(line.append(clean(message.content, most=300)))

    def begin(self) -> None:
        """Show that something is going on."""
        self._led_in = False
        self._spin("chat.remembering")

    def event(self, event: Event, told: Told) -> None:
        """Write the answer as it comes; quiet lines say what led to it."""
        if event.type == "thinking" and self._flow is None:
            self._spin("chat.thinking")
        elif event.type == "tool_call":
            self._pause()
            self._spin("chat.using")
        elif event.type == "tool_result":
            if told.uses and told.uses[-1].proposal is None:
                self._out.say(use_line(told.uses[-1], self._session.words))
        elif event.type == "answer":
            self._answer(event.text, told)

    def proposed(self, lines: Sequence[Text]) -> None:
        """All of it, at once: what is asked for is never folded."""
        self._pause()
        self._out.say(*lines)

    def end(self, told: Told) -> None:
        """Close the answer; say how it was said, and what was missing."""
        self._pause()
        self._lead_in(told)
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
    def asks(self) -> bool:
        """There is somebody."""
        return True

    def consent(self, question: str) -> bool | None:
        """What they say to a question of yes or no."""
        return self._prompt.yes_or_no(question)

    def learned(self, memory: Memory) -> None:
        """Tell of a new memory when it disturbs nobody; the prompt never waits for it."""
        self._prompt.take_news(clean(memory.text, most=200))

    def _answer(self, text: str, told: Told) -> None:
        if self._flow is None:
            text = text.lstrip("\n") if self._led_in else text  # what follows a tool is said anew
            if not text:
                return
            self._pause()
            self._lead_in(told)
            self._flow = Flow(self._write, self._out.console.width)
        self._flow.feed(seen(text))
        sys.stdout.flush()

    def _spin(self, phrase: str) -> None:
        """Say what is going on, in a line that goes away."""
        text = Text(self._session.words(phrase), style=SOFT)
        if self._status is None:
            spinner = "line" if self._out.plain else "dots"
            self._status = self._out.console.status(text, spinner=spinner)
            self._status.start()
        else:
            self._status.update(text)

    def _pause(self) -> None:
        """End the line that is being written, or go on without the one that goes away."""
        if self._flow is not None:
            self._flow.end()
            self._flow = None
        if self._status is not None:
            self._status.stop()
            self._status = None

    def _lead_in(self, told: Told) -> None:
        """One quiet line, once, of what the answer rests on."""
        if self._led_in:
            return
        self._led_in = True
        words = self._session.words
        recalled = words("count.memories", n=len(told.items)) if told.items else None
        seconds = max(round(told.thought_s), 1)
        thought = words("chat.thought", n=seconds) if told.thinking.strip() else None
        used = words("chat.used") if told.uses else None
        if recalled or thought or used:
            self._out.say(soft(recalled, thought, used))

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
