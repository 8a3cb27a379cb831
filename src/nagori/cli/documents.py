"""Commands about documents: files and web pages to get answers from."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from nagori.cli.documents_view import ImportBar, entry
from nagori.cli.options import Whose
from nagori.cli.output import clean, soft
from nagori.cli.session import NoDatabaseError, Session, session_of
from nagori.errors import InvalidInputError

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.values.document import Document

documents = typer.Typer(rich_markup_mode="rich", invoke_without_command=True)

DocumentId = Annotated[
    str, typer.Argument(metavar="ID", help="The id that `documents list` shows.")
]

SUFFIXES = frozenset(
    {
        ".pdf", ".md", ".markdown", ".txt", ".text", ".rst", ".html", ".htm", ".xhtml", ".docx",
        ".csv", ".tsv", ".json", ".jsonl",
    }
)  # fmt: skip
"""What is taken from a folder; a file that is named is tried whatever it is called."""


@documents.callback()
def start(ctx: typer.Context) -> None:
    """Add, list and delete the files and web pages that answers may come from."""
    session = session_of(ctx)
    if ctx.invoked_subcommand is None:
        if session.json:
            raise InvalidInputError("command", session.words("invalid.no_command"))
        typer.echo(ctx.get_help())


@documents.command("add")
def add(
    ctx: typer.Context,
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|URL|FOLDER",
            help="PDF, Markdown, text, HTML, DOCX, CSV, JSON, or http(s) addresses.",
        ),
    ],
    user: Whose = None,
) -> None:
    """Import documents; a file that was imported before is read again only if it changed."""
    session = session_of(ctx)
    whose = session.local_user(user)
    wanted = list(_wanted(what))
    if not wanted:
        raise InvalidInputError("file", session.words("documents.no_files"))
    done: list[Document] = []
    refused: list[tuple[str, str]] = []

    async def work(n: "Nagori") -> None:
        for one in wanted:
            bar.begin(one)
            try:
                document = await n.documents.add(one, user=whose)
            except InvalidInputError as error:
                refused.append((one, str(error)))
                continue
            while document.state not in ("ready", "failed"):
                bar.update(document)
                document = await n.documents.moved(document)
            done.append(document)

    with ImportBar(session, len(wanted)) as bar:
        session.run(work, creates=True)
    _tell(session, done, refused)
    if refused or any(document.state == "failed" for document in done):
        raise typer.Exit(1)


@documents.command("list")
def list_(ctx: typer.Context, user: Whose = None) -> None:
    """Show the documents, newest first."""
    session = session_of(ctx)
    whose = session.local_user(user)
    found: Sequence[Document] = []

    async def read(n: "Nagori") -> "Sequence[Document]":
        return (await n.documents.list(user=whose, limit=1000)).items

    with suppress(NoDatabaseError):
        found = session.run(read)
    if session.json:
        session.out.document({"items": list(found), "next": None})
        return
    if not found:
        command = session.command("documents", "add", "guide.pdf")
        session.out.say(session.words("documents.none"))
        session.out.say(soft(session.words("documents.add", command=command)))
    for document in found:
        session.out.say(*entry(document, session))


@documents.command("delete")
def delete(
    ctx: typer.Context,
    id: DocumentId,
    erase: Annotated[
        bool, typer.Option("--erase", help="Destroy it at once, so that nothing brings it back.")
    ] = False,
) -> None:
    """Delete a document; `documents restore` brings it back within 30 days."""
    session = session_of(ctx)

    async def work(n: "Nagori") -> "Document":
        document = await n.documents.get(id)
        if erase:
            await n.documents.erase(id)
            return document
        return await n.documents.delete(id)

    document = session.run(work)
    if session.json:
        session.out.document(document)
        return
    title = clean(document.title)
    if erase:
        session.out.say(session.words("documents.erased", title=title))
        return
    command = session.command("documents", "restore", id)
    session.out.say(session.words("documents.deleted", title=title))
    session.out.say(soft(session.words("documents.restore", command=command)))


@documents.command("restore")
def restore(ctx: typer.Context, id: DocumentId) -> None:
    """Bring back a document that was deleted."""
    session = session_of(ctx)
    document = session.run(lambda n: n.documents.restore(id))
    if session.json:
        session.out.document(document)
    else:
        session.out.say(session.words("documents.restored", title=clean(document.title)))


def _wanted(what: Sequence[str]) -> Iterator[str]:
    """Addresses and files as they are named; of a folder, every file that may be read."""
    for one in what:
        path = Path(one)
        if one.lower().startswith(("http://", "https://")) or not path.is_dir():
            yield one
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                if Path(name).suffix.lower() in SUFFIXES and not name.startswith("."):
                    yield str(Path(folder) / name)


def _tell(session: Session, done: "Sequence[Document]", refused: Sequence[tuple[str, str]]) -> None:
    words, out = session.words, session.out
    if session.json:
        problems = [{"file": file, "problem": problem} for file, problem in refused]
        out.document({"items": list(done), "refused": problems})
        return
    for document in done:
        out.say(*entry(document, session))
    for file, problem in refused:
        out.say(Text(words("documents.refused", file=clean(file), problem=clean(problem))))
    ready = sum(document.state == "ready" for document in done)
    out.say(words("documents.done", n=ready))
