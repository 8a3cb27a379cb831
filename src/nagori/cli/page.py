"""Commands about global memory: the page that is always in a person's prompt."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from nagori.cli.arguments import given_text
from nagori.cli.failures import described
from nagori.cli.help import EXAMPLES
from nagori.cli.memory_view import minute
from nagori.cli.options import Whose
from nagori.cli.output import clean, soft, whole
from nagori.cli.page_draft import Draft, UnsavedError
from nagori.cli.session import NoDatabaseError, Session, session_of
from nagori.errors import ConflictError, InvalidInputError, NagoriError
from nagori.values.memory import Page

if TYPE_CHECKING:  # they take long to import; every other command would wait for them
    from nagori.app import Nagori
    from nagori.values.page import GlobalPage

_EDITOR = "notepad" if sys.platform == "win32" else "vi"

page = typer.Typer(rich_markup_mode="rich", invoke_without_command=True)


@page.callback(epilog=EXAMPLES["page"])
def start(ctx: typer.Context) -> None:
    """Read and write the page that is always in a person's prompt."""
    session = session_of(ctx)
    if ctx.invoked_subcommand is None:
        if session.json:
            raise InvalidInputError("command", session.words("invalid.no_command"))
        typer.echo(ctx.get_help())


@page.command("show")
def show(
    ctx: typer.Context,
    user: Whose = None,
    version: Annotated[
        int | None,
        typer.Option("--version", metavar="N", min=1, help="As it stood at this version."),
    ] = None,
) -> None:
    """Show the page."""
    session = session_of(ctx)
    whose = session.local_user(user)
    found = _read(session, whose) if version is None else _read_old(session, whose, version)
    if session.json:
        session.out.document(found)
    else:
        session.out.say(*page_lines(found, session, whose))


@page.command("append")
def append(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="An entry a line; - reads the pipe.")],
    user: Whose = None,
    section: Annotated[
        str | None,
        typer.Option("--section", metavar="NAME", help="Where it goes; else as it sounds."),
    ] = None,
) -> None:
    """Put entries on the page; what it says already is not put in again."""
    session = session_of(ctx)
    whose = session.local_user(user)
    content = given_text(text, session)

    async def put(n: "Nagori") -> "tuple[GlobalPage, GlobalPage]":
        session.users_zone = await n.time_zone(whose)
        before = await n.global_memory(user=whose)
        after = await n.set_global_memory(content, user=whose, mode="append", section=section)
        return before, after

    before, after = session.run(put, creates=True)
    headline = "page.known" if after.version == before.version else "page.added"
    _tell(session, after, whose, headline, content)


@page.command("edit")
def edit(
    ctx: typer.Context,
    user: Whose = None,
    editor: Annotated[
        str,
        typer.Option(
            "--editor",
            metavar="COMMAND",
            help="What to edit it with; else VISUAL, else EDITOR.",
            envvar=["VISUAL", "EDITOR"],
            show_envvar=False,
            show_default=False,
        ),
    ] = _EDITOR,
) -> None:
    """Rewrite the page in your editor."""
    session = session_of(ctx)
    whose = session.local_user(user)
    before = _read(session, whose)
    draft = Draft(before.text)
    code = draft.edit(editor, aside=session.json)
    if draft.text.strip() == before.text.strip():
        draft.drop()
        _tell_unchanged(session, before, code, editor)
        return
    if code:
        problem = session.words("page.editor", editor=clean(editor), code=code)
        raise UnsavedError(session.words("page.unsaved", problem=problem, file=draft.file))
    after, text = _written(session, draft, before, whose), draft.text
    draft.drop()
    _tell(session, after, whose, "page.changed", text)


@page.command("versions")
def versions(
    ctx: typer.Context,
    user: Whose = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="How many.")] = 20,
    cursor: Annotated[
        str | None, typer.Option("--cursor", metavar="NEXT", help="Where the last page ended.")
    ] = None,
) -> None:
    """List what the page said before, newest first."""
    session = session_of(ctx)
    whose = session.local_user(user)
    found: Page[GlobalPage] = Page([])

    async def read(n: "Nagori") -> "Page[GlobalPage]":
        session.users_zone = await n.time_zone(whose)
        return await n.global_memory_versions(user=whose, limit=limit, cursor=cursor)

    with suppress(NoDatabaseError):
        found = session.run(read)
    if session.json:
        session.out.document(found)
        return
    if not found.items:
        session.out.say(*page_lines(_unwritten(whose), session, whose))
    for one in found:
        session.out.say(_version_line(one, session))
    if found.next:
        options = ["--user", whose, "--limit", str(limit), "--cursor", found.next]
        command = session.command("page", "versions", *options)
        session.out.say("", soft(session.words("more", command=command)))


def page_lines(page: "GlobalPage", session: Session, user: str) -> list[Text]:
    """The page as it is shown, or an invitation when it is empty."""
    words = session.words
    if not page.text:
        example = session.command("page", "append", words("page.example"), "--user", user)
        empty = words("page.empty", user=clean(user))
        return [Text(empty), soft(words("add", command=example))]
    return [Text(whole(page.text)), Text(), soft(*_details(page, session))]


def _read(session: Session, user: str) -> "GlobalPage":
    """The page; an empty one where there is no database yet."""

    async def read(n: "Nagori") -> "GlobalPage":
        session.users_zone = await n.time_zone(user)
        return await n.global_memory(user=user)

    with suppress(NoDatabaseError):
        return session.run(read)
    return _unwritten(user)


def _read_old(session: Session, user: str, version: int) -> "GlobalPage":
    async def read(n: "Nagori") -> "list[GlobalPage]":
        session.users_zone = await n.time_zone(user)
        return list(await n.global_memory_versions(user=user, limit=1, cursor=str(version + 1)))

    for found in session.run(read):
        if found.version == version:
            return found
    command = session.command("page", "versions", "--user", user)
    raise InvalidInputError("version", session.words("page.no_version", n=version, command=command))


def _unwritten(user: str) -> "GlobalPage":
    from nagori.values.page import GlobalPage

    return GlobalPage(f"user:{user}")


def _written(session: Session, draft: Draft, before: "GlobalPage", user: str) -> "GlobalPage":
    """The page with the draft's text; when that can't be stored, it stays in its file."""
    words = session.words

    async def write(n: "Nagori") -> "GlobalPage":
        return await n.set_global_memory(draft.text, user=user, version=before.version)

    try:
        return session.run(write, creates=True)
    except ConflictError as error:
        command = session.command("page", "edit", "--user", user)
        text = words("page.conflict", file=draft.file, command=command)
        raise ConflictError(text) from error
    except NagoriError as error:
        problem = described(error, session)
        raise UnsavedError(words("page.unsaved", problem=problem, file=draft.file)) from error


def _tell_unchanged(session: Session, page: "GlobalPage", code: int, editor: str) -> None:
    if code:
        raise UnsavedError(session.words("page.editor", editor=clean(editor), code=code))
    if session.json:
        session.out.document(page)
    else:
        session.out.say(session.words("page.unchanged"))


def _tell(session: Session, page: "GlobalPage", user: str, headline: str, given: str) -> None:
    from nagori.text.secrets import redact

    if session.json:
        session.out.document(page)
        return
    session.out.say(session.words(headline, user=clean(user)))
    if redact(given).text != given:
        session.out.say(soft(session.words("page.secrets")))
    session.out.say("", *page_lines(page, session, user))


def _version_line(page: "GlobalPage", session: Session) -> Text:
    from nagori.text.entries import entries_of

    first = next((clean(entry.text, most=60) for entry in entries_of(page.text)), "")
    line = Text(f"{page.version:>3}  ")
    count = session.words("count.entries", n=len(entries_of(page.text)))
    return line.append_text(soft(*_details(page, session)[1:], count)).append(f"  {first}")


def _details(page: "GlobalPage", session: Session) -> list[str]:
    words = session.words
    by = words(f"page.by.{page.by}") if words.has(f"page.by.{page.by}") else clean(page.by)
    at = minute(page.updated_at, session.zone) if page.updated_at else ""
    others = words("page.untrusted") if page.trust == "untrusted" else ""
    return [words("page.version", n=page.version), at, by, others]
