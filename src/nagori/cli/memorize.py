"""The command that remembers what matters from chats held elsewhere."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nagori.cli.backlog import wait_for_vectors
from nagori.cli.memorize_view import Bar, previewed, unread_lines
from nagori.cli.options import Whose
from nagori.cli.output import soft
from nagori.cli.session import NoDatabaseError, Session, session_of
from nagori.values.transcript import Considered, Progress, Transcript, Unread

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.values.outcome import Outcome


def memorize(
    ctx: typer.Context,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="Messages in JSON, one a line, or an export of ChatGPT or Claude, zipped or not.",
            exists=True,
            dir_okay=False,
            readable=True,
        ),
    ],
    user: Whose = None,
    speaker: Annotated[
        str | None,
        typer.Option(
            "--speaker", metavar="NAME", help="What the file calls this person, if several speak."
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would be kept, and why.")
    ] = False,
) -> None:
    """Remember what matters from transcripts; safe to run twice."""
    session = session_of(ctx)
    whose = session.local_user(user)
    found = _read(files, whose, speaker, zone=_zone(session, whose))
    if dry_run:
        named = ["--user", whose, *(("--speaker", speaker) if speaker else ())]
        command = session.command("memorize", *map(str, files), *named)
        _show(session, found, _preview(session, found, whose), command)
    else:
        _tell(session, found, *_memorise(session, found, whose))
    if found.unread:
        raise typer.Exit(1)


@dataclass(frozen=True, slots=True)
class Found:
    """What the files hold, and what in them can't be read."""

    user: str
    chats: Sequence[Transcript]
    unread: Sequence[Unread]

    @property
    def messages(self) -> int:
        """How many were read."""
        return sum(len(chat.messages) for chat in self.chats)


def _zone(session: Session, user: str) -> tzinfo:
    """The zone of times in the files that name none."""
    with suppress(NoDatabaseError):
        return session.run(lambda n: n.time_zone(user))
    return session.zone


def _read(files: Sequence[Path], user: str, speaker: str | None, *, zone: tzinfo) -> Found:
    """Everything in the files: a wrong one is told before anything is stored."""
    from nagori.write.transcripts import claimed, read_transcripts

    chats: list[Transcript] = []
    unread: list[Unread] = []
    for file in files:
        for found in read_transcripts(file, zone=zone):
            if isinstance(found, Transcript):
                chats.append(found)
            else:
                unread.append(found)
    return Found(user, claimed(chats, user=user, speaker=speaker), unread)


def _preview(session: Session, found: Found, user: str) -> list[list[Considered]]:
    """What would be kept of each chat; it leaves nothing behind, not even a database."""

    async def look(n: "Nagori") -> list[list[Considered]]:
        return [await n.preview_memorizing(chat.messages, user=user) for chat in found.chats]

    with suppress(NoDatabaseError):
        return session.run(look)
    with TemporaryDirectory(prefix="nagori-preview-") as folder:
        return replace(session, db=Path(folder) / "preview.db").run(look, creates=True)


def _memorise(session: Session, found: Found, user: str) -> "tuple[Progress, Outcome | None]":
    """How far it came, and what came of it; nothing when there was nothing to read."""
    if not found.chats:
        return Progress(0, 0, 0), None
    bar = Bar(session, found.messages)

    async def take_in(n: "Nagori") -> "Outcome":
        outcome = await n.memorize_transcript(found.chats, user=user, on_progress=bar.update)
        bar.begin("embedding")
        await wait_for_vectors(n, session, bar.count)
        return outcome

    try:
        with bar:
            outcome = session.run(take_in, creates=True)
    except KeyboardInterrupt:
        if not session.json:
            sys.stderr.write(session.words("memorize.stopped") + "\n")
        raise
    return bar.last, outcome


def _show(
    session: Session, found: Found, considered: Sequence[Sequence[Considered]], command: str
) -> None:
    words, out = session.words, session.out
    kept = sum(len({one.line.id for one in chat if one.keep}) for chat in considered)
    if session.json:
        rows = [
            {"chat": chat.id, **_plain(one)}
            for chat, ones in zip(found.chats, considered, strict=True)
            for one in ones
        ]
        counts = {"chats": len(found.chats), "messages": found.messages, "kept": kept}
        out.document({**counts, "considered": rows, "unread": found.unread})
        return
    for chat, ones in zip(found.chats, considered, strict=True):
        out.show(*previewed(chat, ones, words, user=found.user, plain=out.plain))
    out.say(words("memorize.would", n=found.messages, kept=kept))
    out.say(*unread_lines(found.unread, words))
    if kept:
        out.say(soft(words("memorize.do", command=command)))


def _plain(one: Considered) -> dict[str, Any]:
    line = one.line
    return {
        "id": line.id,
        "role": line.role,
        "speaker": line.speaker,
        "text": line.text,
        "at": line.at,
        "keep": one.keep,
        "sentence": one.sentence,
        "reason": one.reason,
    }


def _tell(session: Session, found: Found, progress: Progress, outcome: "Outcome | None") -> None:
    words, out = session.words, session.out
    degraded = list(dict.fromkeys(outcome.degraded)) if outcome else []
    if session.json:
        counts = {"chats": len(found.chats), "messages": found.messages}
        remembered = {"remembered": progress.remembered, "degraded": degraded}
        out.document({**counts, **remembered, "unread": found.unread})
        return
    if outcome is None:
        out.say(words("memorize.nothing"))
    else:
        chats = words("count.chats", n=len(found.chats))
        messages = words("count.messages", n=found.messages)
        memories = words("count.memories", n=progress.remembered)
        out.say(words("memorize.done", chats=chats, messages=messages, memories=memories))
        out.say(*(soft(why) for why in degraded))
        command = session.command("list", "--user", found.user)
        out.say(soft(words("memorize.see", command=command)))
    out.say(*unread_lines(found.unread, words))
