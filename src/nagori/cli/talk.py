"""A chat at the command line: takes lines, asks, and shows what comes."""

import sys
import time
from typing import TYPE_CHECKING, Any

from rich.text import Text

from nagori.cli import chat_commands, chat_consent
from nagori.cli.chat_news import Listener
from nagori.cli.chat_terminal import TerminalView
from nagori.cli.chat_view import JsonView, PipeView, View
from nagori.cli.failures import described
from nagori.cli.output import EMBER, soft
from nagori.cli.session import Session
from nagori.cli.told import Told
from nagori.errors import NagoriError
from nagori.values.event import Proposal
from nagori.values.message import Chat
from nagori.values.scope import Scope

if TYPE_CHECKING:
    from nagori.sync import Nagori

_LAST = 4
"""Messages of a resumed chat that are shown."""
_PATIENCE_S = 15.0
"""How long a message waits for another turn in its chat."""
_LOOK_S = 0.25
_LOOKED_AT = 200
"""Chats among which one about a project is looked for."""


def view_for(session: Session) -> View:
    """The view that fits where this runs."""
    if session.json:
        return JsonView(session)
    if sys.stdin.isatty() and sys.stdout.isatty():
        return TerminalView(session)
    return PipeView(session)


class Talk:
    """A person, a chat, and where it is seen."""

    def __init__(
        self, n: "Nagori", session: Session, user: str, *, project: str | None = None
    ) -> None:
        self.n, self.session, self.user = n, session, user
        self.project = project
        """The key of the one that new chats are about; None for those about none."""
        self.view = view_for(session)
        self.chat_id: str | None = None
        """None until the first message of a new chat."""
        self.turns: list[Told] = []
        self.last: Told | None = None
        """What `/why` is about."""
        self.failed = False

    def greet(self, *, new: bool) -> None:
        """Say how things are, and go on where it was left."""
        words, status = self.session.words, self.n.status
        if isinstance(self.view, TerminalView):
            self.view.notice(Text(words("chat.hello", user=self.user), style=f"bold {EMBER}"))
        if status.models.get("chat") == "extractive":
            self.view.notice(soft(words("chat.no_model")))
        if status.store == "failed":
            command = self.session.command("doctor")
            self.view.notice(words("chat.unsaved", reason=status.reason, command=command))
        elif not new:
            last = self._last()
            if last:
                self.resume(last)
        if self.project and isinstance(self.view, TerminalView):
            self.view.notice(soft(words("chat.about", project=self.project)))
        if self.view.asks and status.store == "ready":
            waiting = len(chat_consent.waiting_for(self))
            if waiting:
                self.view.notice(soft(words("chat.waiting", n=waiting)))

    def listen(self) -> Listener | None:
        """Have a person told what is learned; a script looks for itself."""
        if not isinstance(self.view, TerminalView):
            return None
        return Listener(self.n, Scope(self.n.space, "user", self.user), self.view.learned)

    def go_on(self) -> None:
        """Take lines until there are no more."""
        while (line := self.view.read()) is not None:
            if not line.strip():
                continue
            try:
                if not line.startswith("/"):
                    self._ask(line)
                elif not chat_commands.run(line, self):
                    return
            except NagoriError as error:
                self.failed = not isinstance(self.view, TerminalView)
                text = described(error, self.session)
                self.view.notice(self.session.words("error", text=text))

    def resume(self, chat: Chat) -> None:
        """Go on with a chat; what became of its last answer is said."""
        self.chat_id, self.last = chat.id, None
        messages: list[Any] = self.n.chats.messages(chat.id, _LAST)
        if not messages:
            return
        self.view.resumed(chat, messages)
        if messages[-1].state == "partial":
            self.view.notice(soft(self.session.words("chat.partial")))
        elif messages[-1].role == "user":
            self.view.notice(soft(self.session.words("chat.unanswered")))

    def leave(self) -> None:
        """Let the next message begin a new chat."""
        self.chat_id, self.last = None, None

    def choose(self, question: str) -> str:
        """What a person answers to a question; nothing where there is nobody."""
        if not isinstance(self.view, TerminalView):
            return ""
        self.view.notice(soft(question))
        return (self.view.read() or "").strip()

    def _ask(self, text: str) -> None:
        """One turn. Ctrl-C stops it, and what was said is kept."""
        told = Told(text)
        self.view.begin()
        try:
            self._take_turn(text, told)
        except KeyboardInterrupt:
            if not isinstance(self.view, TerminalView):
                raise  # a script is to end, not to go on with its next question
        finally:
            self.view.end(told)
        self.last = told
        self.turns.append(told)
        self.failed = self.failed or told.error is not None
        chat_consent.settle(self, told.proposals)

    def _take_turn(self, text: str, told: Told) -> None:
        running = self._started(text)
        self.chat_id = running.chat_id
        try:
            self._follow(running, told)
        except KeyboardInterrupt:
            self.n.stop_turn(running.id)
            self._follow(running, told)
            raise

    def _started(self, text: str) -> Any:
        """The turn, after the one before it: what another process said, or lost, comes first."""
        until = time.monotonic() + _PATIENCE_S
        while self._is_being_answered() and time.monotonic() < until:
            time.sleep(_LOOK_S)
        about = self.project if self.chat_id is None else None  # else the chat is what it is
        return self.n.start_turn(self.chat_id, text, user=self.user, project=about)

    def _last(self) -> Chat | None:
        """The chat to go on with: the one used last, of those about the project if there is one."""
        if self.project is None:
            return next(iter(self.n.chats.list(self.user, limit=1)), None)
        found = self.n.chats.list(self.user, limit=_LOOKED_AT)
        return next((chat for chat in found if chat.project == self.project), None)

    def _is_being_answered(self) -> bool:
        if self.chat_id is None or self.n.status.store != "ready":
            return False
        last = self.n.store.turns.of_chat(self.n.space, self.chat_id, limit=1)
        return bool(last) and last[-1].state == "running"

    def _follow(self, running: Any, told: Told) -> None:
        for event in running.read(after=told.number):
            told.take(event, time.monotonic())
            self.view.event(event, told)
            if isinstance(event, Proposal):
                chat_consent.tell(self, event)
