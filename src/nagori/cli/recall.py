"""The command that finds again."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from nagori.cli.arguments import given_kinds, given_tags, given_time
from nagori.cli.options import HOW, Chat, Group, Kinds, Mode, ProfileName, Project, Tags, User
from nagori.cli.output import soft
from nagori.cli.recall_view import degraded_lines, items_short, title
from nagori.cli.session import NoDatabaseError, Session, session_of

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.values.recall import Recall


def recall(
    ctx: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="A question, or a few words.")],
    user: User = None,
    group: Group = None,
    project: Project = None,
    chat: Chat = None,
    why: Annotated[bool, typer.Option("--why", help="Explain every choice.")] = False,
    profile: Annotated[
        ProfileName,
        typer.Option(
            "--profile",
            help=(
                "search shows weaker matches too; chat is strict, and prefers what is recent; "
                "project is for what was learned about one."
            ),
            rich_help_panel=HOW,
        ),
    ] = "search",
    mode: Annotated[
        Mode,
        typer.Option("--mode", help="By meaning and words, or by one alone.", rich_help_panel=HOW),
    ] = "hybrid",
    kind: Kinds = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", help="At most so many.", rich_help_panel=HOW),
    ] = None,
    as_of: Annotated[
        str | None,
        typer.Option("--as-of", metavar="TIME", help="What was known then.", rich_help_panel=HOW),
    ] = None,
    tag: Tags = None,
) -> None:
    """Find what answers a question, in either language."""
    session = session_of(ctx)
    kinds, tags = given_kinds(kind), given_tags(tag)
    at = given_time(as_of, session, "as_of", ends=True)
    named: dict[str, Any] = {"user": user, "group": group, "project": project, "chat": chat}

    async def look(n: "Nagori") -> "tuple[Recall, bool]":
        found = await n.recall(
            query,
            **named,
            kinds=kinds,
            tags=tags,
            profile=profile,
            mode=mode,
            limit=limit,
            as_of=at,
        )
        one = {kind: id for kind, id in named.items() if id}
        known = bool(found.items or found.near_misses or len(one) > 1)
        return found, known or bool(len(await n.list(**one, limit=1)))

    try:
        found, known = session.run(look)
    except NoDatabaseError:
        from nagori.values.recall import Recall

        found, known = Recall(query, []), False
    if session.json:
        session.out.document(found)
    else:
        _tell(session, found, named, known=known, why=why)


def _tell(
    session: Session, found: "Recall", named: dict[str, Any], *, known: bool, why: bool
) -> None:
    from nagori.cli.memory_view import nothing_yet
    from nagori.cli.why import explained

    words, out = session.words, session.out
    if not known:
        out.say(*nothing_yet(session, named))
        return
    if why:
        out.say(title(found, words))
        out.say("")
    if not found.items:
        out.say(words("nothing_fits"))
        if found.near_misses and not why:
            out.say(soft(words("see_why")))
        elif not any(named.values()):
            out.say(soft(words("only_global")))
    if why:
        out.show(*explained(found, words, plain=out.plain))
    elif found.items:
        out.say(*items_short(found, words))
    out.say(*degraded_lines(found, words))
    if why:
        took = {"profile": found.settings["name"], "mode": found.settings["mode"]}
        out.say(soft(words("took", ms=round(found.took_ms), **took)))
