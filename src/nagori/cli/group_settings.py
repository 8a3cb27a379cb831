"""Commands about what holds in groups: in one alone or in all, and one step back."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nagori.cli.output import soft
from nagori.cli.session import Session, session_of
from nagori.errors import InvalidInputError

if TYPE_CHECKING:
    from nagori.app import Nagori

OneGroup = Annotated[
    str | None,
    typer.Argument(metavar="GROUP", help="The platform's id of the group; or give --all."),
]
All = Annotated[bool, typer.Option("--all", help="For all groups of the space, not for one.")]


def settings(
    ctx: typer.Context,
    id: OneGroup = None,
    everywhere: All = False,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Set one for this group alone."),
    ] = None,
    unset: Annotated[
        list[str] | None, typer.Option("--unset", metavar="NAME", help="Take one back.")
    ] = None,
) -> None:
    """Show what holds in a group; what is set for it alone is marked."""
    session = session_of(ctx)
    _check_one(session, id, everywhere=everywhere)
    changes = {**given_settings(set_ or ()), **dict.fromkeys(unset or ())}

    async def work(n: "Nagori") -> tuple[dict[str, Any], dict[str, Any]]:
        if changes:
            await (n.all_groups if id is None else n.group(id)).set_settings(changes)
        return await _read(n, id)

    _show(session, id, *session.run(work, creates=bool(changes)))


def undo(ctx: typer.Context, id: OneGroup = None, everywhere: All = False) -> None:
    """Take back the last change of settings; again, the one before it."""
    session = session_of(ctx)
    _check_one(session, id, everywhere=everywhere)

    async def work(n: "Nagori") -> tuple[dict[str, Any], dict[str, Any]]:
        await (n.all_groups if id is None else n.group(id)).undo_settings()
        return await _read(n, id)

    _show(session, id, *session.run(work))


def given_settings(pairs: Sequence[str]) -> dict[str, Any]:
    """Names and values; a value is JSON, or else a text."""
    given: dict[str, Any] = {}
    for pair in pairs:
        name, mark, text = pair.partition("=")
        if not mark:
            raise InvalidInputError("set", f"give NAME=VALUE, not {pair!r}")
        try:
            given[name.strip()] = json.loads(text)
        except ValueError:
            given[name.strip()] = text
    return given


def _check_one(session: Session, id: str | None, *, everywhere: bool) -> None:
    if (id is None) != everywhere:
        raise InvalidInputError("group", session.words("invalid.group"))


async def _read(n: "Nagori", id: str | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """What holds, and what of it is set just there."""
    holds = await (n.all_groups if id is None else n.group(id)).settings()
    return holds.model_dump(mode="json"), dict(await n.store.groups.settings(n.space, id))


def _show(session: Session, id: str | None, holds: dict[str, Any], own: dict[str, Any]) -> None:
    if session.json:
        session.out.document({"settings": holds, "own": own})
        return
    for name, value in holds.items():
        mark = " *" if name in own else ""
        session.out.say(f"{name} = {json.dumps(value, ensure_ascii=False)}{mark}")
    session.out.say(soft(session.words("group.own_all" if id is None else "group.own")))
