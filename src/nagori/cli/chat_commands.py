"""What can be typed in a chat besides a message."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from nagori.cli import chat_consent
from nagori.cli.chat_tools import use_lines
from nagori.cli.memory_view import entry, minute, nothing_yet
from nagori.cli.output import SOFT, clean, soft, whole
from nagori.errors import NotFoundError
from nagori.values.message import Chat

if TYPE_CHECKING:
    from nagori.cli.talk import Talk

_MOST = 10
"""Memories or chats in a list."""


def run(line: str, talk: "Talk") -> bool:
    """Do what a line like `/why` says; False when the chat is to end."""
    name, _, rest = line[1:].strip().partition(" ")
    command = COMMANDS.get(name.lower())
    if name.lower() in ("quit", "exit", "q"):
        return False
    if command is None:
        talk.view.notice(talk.session.words("chat.no_command", command=clean(f"/{name}", most=40)))
    else:
        command(talk, rest.strip())
    return True


def _why(talk: "Talk", rest: str) -> None:
    from nagori.cli.recall_view import note_lines, title
    from nagori.cli.why import explained
    from nagori.recall.profile import profile
    from nagori.values.recall import Recall

    del rest
    told, words, out = talk.last, talk.session.words, talk.session.out
    if told is None:
        talk.view.notice(words("chat.nothing_asked"))
        return
    shown = profile("chat", talk.session.settings.recall).shown()
    items = [
        replace(item, why=replace(item.why, rank=rank)) for rank, item in enumerate(told.items, 1)
    ]
    found = Recall(
        told.message, items, settings={"mode": "hybrid", **shown}, zone=talk.session.zone
    )
    out.say(title(found, words), "")
    if not told.items:
        out.say(words("chat.nothing_recalled"))
    out.show(*explained(found, words, plain=out.plain))
    out.say(*note_lines(told.degraded, words))


def _thinking(talk: "Talk", rest: str) -> None:
    del rest
    told = talk.last
    if told is None or not told.thinking.strip():
        talk.view.notice(talk.session.words("chat.nothing_thought"))
    else:
        talk.session.out.say(Text(whole(told.thinking.strip()), style=SOFT))


def _tools(talk: "Talk", rest: str) -> None:
    del rest
    told, words = talk.last, talk.session.words
    if told is None or not told.uses:
        talk.view.notice(words("chat.nothing_used"))
        return
    for use in told.uses:
        talk.session.out.say(*use_lines(use, words))


def _page(talk: "Talk", rest: str) -> None:
    from nagori.cli.page import page_lines

    del rest
    page = talk.n.global_memory(user=talk.user)
    talk.session.out.say(*page_lines(page, talk.session, talk.user))


def _memories(talk: "Talk", rest: str) -> None:
    del rest
    session, named = talk.session, {"user": talk.user}
    page = talk.n.list(user=talk.user, limit=_MOST)
    lines = [line for memory in page for line in entry(memory, session)]
    session.out.say(*(lines or nothing_yet(session, named)))
    if page.next:
        command = session.command("list", "--user", talk.user)
        session.out.say(soft(session.words("more", command=command)))


def _forget(talk: "Talk", rest: str) -> None:
    session = talk.session
    if not rest:
        talk.view.notice(session.words("chat.which_memory"))
        return
    memory = talk.n.get(rest)
    if memory.scope != f"user:{talk.user}":
        raise NotFoundError("memory", rest)
    talk.n.forget(memory.id)
    session.out.say(session.words("forgotten", text=clean(memory.text, most=200)))
    session.out.say(soft(session.words("undo", command=session.command("restore", memory.id))))


def _new(talk: "Talk", rest: str) -> None:
    del rest
    talk.leave()
    talk.view.notice(soft(talk.session.words("chat.new")))


def _chats(talk: "Talk", rest: str) -> None:
    words = talk.session.words
    chats: list[Chat] = list(talk.n.chats.list(talk.user, limit=_MOST))
    if not chats:
        talk.view.notice(words("chat.none"))
        return
    if not rest:
        for number, chat in enumerate(chats, 1):
            talk.session.out.say(_chat_line(number, chat, talk))
        rest = talk.choose(words("chat.which"))
    if not rest:
        return
    if not rest.isdecimal() or not 1 <= int(rest) <= len(chats):
        talk.view.notice(words("chat.no_number", most=len(chats)))
        return
    talk.resume(chats[int(rest) - 1])


def _chat_line(number: int, chat: Chat, talk: "Talk") -> Text:
    session = talk.session
    title = clean(chat.title or session.words("chat.untitled"), most=80)
    here = session.words("chat.here") if chat.id == talk.chat_id else None
    line = Text(f"{number:>2}  {title}  ")
    return line.append_text(soft(minute(chat.updated_at, session.zone), here))


def _help(talk: "Talk", rest: str) -> None:
    del rest
    session = talk.session
    names = {"forget": "/forget ID", "chats": "/chats [N]", "proposals": "/proposals [N]"}
    shown = [(names.get(name, f"/{name}"), name) for name in (*COMMANDS, "quit")]
    width = max(len(text) for text, _ in shown)
    for text, name in shown:
        line = Text(f"  {text:<{width}}  ").append(session.words(f"chat.help.{name}"), SOFT)
        session.out.say(line)
    session.out.say(soft(session.words("chat.help")))


COMMANDS: Mapping[str, Callable[["Talk", str], None]] = {
    "why": _why,
    "thinking": _thinking,
    "tools": _tools,
    "proposals": chat_consent.proposals,
    "memories": _memories,
    "forget": _forget,
    "page": _page,
    "new": _new,
    "chats": _chats,
    "help": _help,
}
