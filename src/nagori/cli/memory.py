"""Commands about memories."""

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nagori.cli.arguments import given_metadata, given_tags, given_text, given_time
from nagori.cli.memory_view import entry, page_lines, story
from nagori.cli.options import (
    ABOUT,
    Chat,
    Emotion,
    Group,
    MemoryId,
    Metadata,
    Project,
    TagOption,
    Tags,
    User,
)
from nagori.cli.output import clean, soft
from nagori.cli.session import NoDatabaseError, Session, scope_options, session_of
from nagori.errors import InvalidInputError
from nagori.values.memory import Change, Memory, Page

if TYPE_CHECKING:
    from nagori.app import Nagori


def remember(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The statement; - reads the pipe.")],
    user: User = None,
    group: Group = None,
    project: Project = None,
    chat: Chat = None,
    tag: TagOption = None,
    emotion: Emotion = None,
    bot: Annotated[
        str | None,
        typer.Option("--bot", metavar="ID", help="Whose knowledge it is.", rich_help_panel=ABOUT),
    ] = None,
    external_id: Annotated[
        str | None,
        typer.Option(
            "--external-id",
            metavar="ID",
            help="Your own id; the same one never counts twice.",
            rich_help_panel=ABOUT,
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at", metavar="TIME", help="When it was said, if not now.", rich_help_panel=ABOUT
        ),
    ] = None,
    metadata: Metadata = None,
) -> None:
    """Keep a statement; the same one again only counts."""
    session = session_of(ctx)
    statement = given_text(text, session)
    said_at = given_time(at, session, "at")
    more = given_metadata(metadata, session)
    memory = session.run(
        lambda n: n.remember(
            statement,
            user=user,
            group=group,
            project=project,
            chat=chat,
            tag=tag or "manual",
            emotion=emotion,
            bot=bot,
            external_id=external_id,
            at=said_at,
            metadata=more,
        ),
        creates=True,
    )
    whom = session.words.whom(memory.scope)
    again = memory.times_said > 1
    headline = session.words(
        "remembered_again" if again else "remembered", whom=whom, n=memory.times_said
    )
    _tell(session, memory, headline)


def list_(
    ctx: typer.Context,
    user: User = None,
    group: Group = None,
    project: Project = None,
    chat: Chat = None,
    tag: Tags = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="How many.")] = 20,
    cursor: Annotated[
        str | None, typer.Option("--cursor", metavar="NEXT", help="Where the last page ended.")
    ] = None,
) -> None:
    """Show memories, newest first."""
    session = session_of(ctx)
    named: dict[str, Any] = {"user": user, "group": group, "project": project, "chat": chat}
    tags = given_tags(tag)
    page: Page[Memory] = Page([])

    async def read(n: "Nagori") -> Page[Memory]:
        session.users_zone = await n.time_zone(user)
        return await n.list(**named, tags=tags, limit=limit, cursor=cursor)

    with suppress(NoDatabaseError):
        page = session.run(read)
    if session.json:
        session.out.document(page)
        return
    session.out.say(*page_lines(page, session, named, tagged=bool(tag)))
    if page.next:
        options = [*scope_options(named), *(word for t in tag or () for word in ("--tag", t))]
        command = session.command("list", *options, "--limit", str(limit), "--cursor", page.next)
        session.out.say("", soft(session.words("more", command=command)))


def show(ctx: typer.Context, id: MemoryId) -> None:
    """Show a memory with where it comes from and what happened to it."""
    session = session_of(ctx)

    async def look(n: "Nagori") -> tuple[Memory, list[Change]]:
        memory = await n.get(id)
        kind, _, owner = memory.scope.partition(":")
        session.users_zone = await n.time_zone(owner if kind == "user" else None)
        return memory, await n.history(id)

    memory, history = session.run(look)
    if session.json:
        from pydantic_core import to_jsonable_python

        session.out.document({**to_jsonable_python(memory), "history": history})
    else:
        session.out.say(*story(memory, history, session))


def edit(
    ctx: typer.Context,
    id: MemoryId,
    text: Annotated[
        str | None, typer.Option("--text", metavar="TEXT", help="The new text; - reads the pipe.")
    ] = None,
    tag: TagOption = None,
    emotion: Emotion = None,
    metadata: Metadata = None,
) -> None:
    """Change a memory; what it was stays in its history."""
    session = session_of(ctx)
    if text is None and tag is None and emotion is None and not metadata:
        raise InvalidInputError("edit", session.words("invalid.nothing"))
    new = None if text is None else given_text(text, session)
    more = given_metadata(metadata, session)
    memory = session.run(lambda n: n.edit(id, text=new, tag=tag, emotion=emotion, metadata=more))
    _tell(session, memory, session.words("changed"))


def forget(ctx: typer.Context, id: MemoryId) -> None:
    """Stop showing a memory; `restore` undoes it."""
    session = session_of(ctx)

    async def retire(n: "Nagori") -> Memory:
        await n.forget(id)
        return await n.get(id)

    memory = session.run(retire)
    if session.json:
        session.out.document(memory)
        return
    session.out.say(session.words("forgotten", text=clean(memory.text, most=200)))
    session.out.say(soft(session.words("undo", command=session.command("restore", id))))


def restore(ctx: typer.Context, id: MemoryId) -> None:
    """Show a forgotten memory again."""
    session = session_of(ctx)
    memory = session.run(lambda n: n.restore(id))
    _tell(session, memory, session.words("restored"))


def _tell(session: Session, memory: Memory, headline: str) -> None:
    if session.json:
        session.out.document(memory)
        return
    session.out.say(headline, *entry(memory, session))
    if memory.degraded:
        session.out.say(soft(session.words("vector_follows")))
