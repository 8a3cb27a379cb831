"""The line that a person types at in a chat, and news that come while it waits."""

import sys
from contextlib import suppress
from importlib import import_module
from threading import Lock
from typing import Any

from nagori.cli.output import Output, soft
from nagori.cli.words import Words

_YES = ("y", "yes", "是", "好", "可以")
_NO = ("", "n", "no", "否", "不", "不要")
_ERASE_LINE = "\r\x1b[K"


class Prompt:
    """Reads what is typed. News never wait for a line, nor come into one that is being typed."""

    def __init__(self, out: Output, words: Words) -> None:
        self._out, self._words = out, words
        self._news: list[str] = []
        self._lock = Lock()
        """Over the news, and over the screen while the prompt waits."""
        self._takes_news = self._waits = False
        self._editor: Any = None
        with suppress(ImportError):  # arrows and history; nothing is written to a file
            self._editor = import_module("readline")
            self._editor.set_pre_input_hook(self._is_drawn)

    @property
    def mark(self) -> str:
        """What stands before the line."""
        return ">" if self._out.plain else "›"

    def read(self) -> str | None:
        """A line with the mark before it; None for Ctrl-C as for Ctrl-D."""
        self._tell_news()
        self._takes_news = True
        try:
            return input(f"\n{self._coloured} ")
        except (EOFError, KeyboardInterrupt):
            self._out.say("")
            return None
        finally:
            with self._lock:
                self._takes_news = self._waits = False
            self._tell_news()

    def yes_or_no(self, question: str) -> bool | None:
        """The answer to a question; Enter is no, and None is for Ctrl-C and Ctrl-D."""
        _drop_typed_ahead()
        while True:
            self._out.say("", question)
            try:
                said = input(f"y/N {self._coloured} ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                self._out.say("")
                return None
            if said in (*_YES, *_NO):
                return said in _YES
            self._out.say(soft(self._words("chat.yes_or_no")))

    def take_news(self, text: str) -> None:
        """Tell something in a quiet line: now if nothing is being typed, else after the line.

        Another thread calls this, while the prompt waits or an answer comes.
        """
        with self._lock:
            self._news.append(text)
            if not self._waits or self._editor.get_line_buffer():
                return
            sys.stdout.write(_ERASE_LINE)
            self._tell()
            sys.stdout.write(f"\n{self._coloured} ".translate({1: None, 2: None}))
            sys.stdout.flush()

    @property
    def _coloured(self) -> str:
        """The mark in colour; line editing must not count the codes as letters."""
        console = self._out.console
        if console.no_color or console.color_system is None:
            return self.mark
        return f"\x01\x1b[34m\x02{self.mark}\x01\x1b[0m\x02"

    def _tell_news(self) -> None:
        with self._lock:
            self._tell()

    def _tell(self) -> None:
        if self._news:
            self._out.say(soft(self._words("chat.learned", what=" · ".join(self._news))))
            self._news.clear()

    def _is_drawn(self) -> None:
        """Called when the prompt stands there, before the first key."""
        with self._lock:
            self._waits = self._takes_news and not self._out.console.is_dumb_terminal


def _drop_typed_ahead() -> None:
    """Forget keys that were pressed before a question was there: they are no answer to it."""
    with suppress(ImportError, OSError):  # not on every system, and not on every terminal
        termios = import_module("termios")
        with suppress(termios.error):
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
