"""Commands about what is known of a group: summaries, and what members said of themselves."""

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from nagori.cli.memory_view import entry
from nagori.cli.output import soft
from nagori.cli.session import NoDatabaseError, session_of
from nagori.errors import InvalidInputError

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.values.knowledge import Member, MemberProfile
    from nagori.values.memory import Memory

GroupId = Annotated[str, typer.Argument(metavar="GROUP", help="The platform's id of the group.")]


def summaries(
    ctx: typer.Context,
    id: GroupId,
    now: Annotated[
        bool, typer.Option("--now", help="Summarise what was said since the last one first.")
    ] = False,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, max=200, help="At most so many.")
    ] = 10,
) -> None:
    """Show summaries of what was said in a group, newest first."""
    session = session_of(ctx)

    async def work(n: "Nagori") -> "list[Memory]":
        if now:
            await n.group(id).summarise()
        return list(await n.group(id).summaries(limit))

    found: list[Memory] = []
    with suppress(NoDatabaseError):
        found = session.run(work)
    if session.json:
        session.out.document({"items": found, "next": None})
        return
    for memory in found:
        session.out.say(*entry(memory, session))
    if not found:
        command = session.command("group", "settings", id, "--set", "enable_summaries=true")
        session.out.say(session.words("group.no_summaries"))
        session.out.say(soft(session.words("group.turn_on", command=command)))


def members(
    ctx: typer.Context,
    id: GroupId,
    speaker: Annotated[
        str | None, typer.Argument(metavar="SPEAKER", help="One of them, by their speaker id.")
    ] = None,
    forget: Annotated[
        bool, typer.Option("--forget", help="Stop showing what is known of them.")
    ] = False,
    erase: Annotated[
        bool, typer.Option("--erase", help="Destroy what is known of them; there is no undo.")
    ] = False,
) -> None:
    """Show the members of whom something is known in a group, or what is known of one."""
    session = session_of(ctx)
    if (forget or erase) and speaker is None:
        raise InvalidInputError("speaker", session.words("invalid.speaker"))
    if speaker is None:
        _show_members(ctx, id)
    elif forget or erase:
        count = session.run(lambda n: n.group(id).forget_member(speaker, erase=erase))
        if session.json:
            session.out.document({"memories": count})
        else:
            session.out.say(session.words("group.erased" if erase else "group.forgotten", n=count))
    else:
        _show_one(ctx, id, speaker)


def _show_members(ctx: typer.Context, id: str) -> None:
    session = session_of(ctx)
    found: list[Member] = []
    with suppress(NoDatabaseError):
        found = session.run(lambda n: n.group(id).profiles())
    if session.json:
        session.out.document({"items": found, "next": None})
        return
    for member in found:
        session.out.say(f"{member.name} ({member.speaker})")
        session.out.say(soft(session.words("group.known", n=member.memories)))
    if not found:
        command = session.command("group", "settings", id, "--set", "enable_member_profiles=true")
        session.out.say(session.words("group.no_members"))
        session.out.say(soft(session.words("group.turn_on", command=command)))


def _show_one(ctx: typer.Context, id: str, speaker: str) -> None:
    session = session_of(ctx)
    profile: MemberProfile = session.run(lambda n: n.group(id).profile(speaker))
    if session.json:
        session.out.document(profile)
        return
    for memory in profile.memories:
        session.out.say(*entry(memory, session))
