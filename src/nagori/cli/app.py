"""The `nagori` command: its global options, its commands, and how a run ends."""

import errno
import logging
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from nagori import __version__
from nagori.cli import (
    ask,
    chat,
    demo,
    doctor,
    erase,
    learn,
    mcp,
    memorize,
    memory,
    recall,
    serve,
    transfer,
    user,
    worker,
)
from nagori.cli.arguments import hoisted
from nagori.cli.bots import bots
from nagori.cli.documents import documents
from nagori.cli.failures import FAILED, INTERRUPTED, described, exit_code, tell
from nagori.cli.group import group
from nagori.cli.help import EPILOG, EXAMPLES, translate
from nagori.cli.keys import keys
from nagori.cli.page import page
from nagori.cli.project import project
from nagori.cli.session import Session, session_of
from nagori.cli.words import lang_of
from nagori.errors import InvalidInputError, NagoriError

REMEMBER, CARE, START = "Remember and recall", "Take care of it", "Get started"
TALK, KNOW = "Talk and serve", "Know a project"


class _Commands(TyperGroup):
    """Lets global options stand anywhere, and knows the language before anything is shown."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        session = ctx.ensure_object(Session)
        session.json = "--json" in args
        front, rest = hoisted(args)
        session.json = "--json" in front
        session.lang = self._lang(ctx, front)
        translate(self, session.lang)
        return super().parse_args(ctx, front + rest)

    def _lang(self, ctx: Any, front: Sequence[str]) -> Any:
        if "--lang" in front:
            return lang_of(front[front.index("--lang") + 1])
        option = next(param for param in self.params if param.name == "lang")
        return lang_of(option.resolve_envvar_value(ctx))


app = typer.Typer(
    cls=_Commands,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def start(
    ctx: typer.Context,
    db: Annotated[
        Path | None, typer.Option("--db", metavar="FILE", help="The database; else nagori.db here.")
    ] = None,
    space: Annotated[
        str | None, typer.Option("--space", metavar="NAME", help="Whose data, if it holds several.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            metavar="en|zh",
            help="The language of answers; else that of the system.",
            envvar=["NAGORI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"],
            show_envvar=False,
        ),
    ] = None,
    version: Annotated[bool, typer.Option("--version", help="Tell the version.")] = False,
) -> None:
    """Memory for conversations: what was said is kept, found again, and every answer says why."""
    del as_json, lang  # they were needed before anything else: see _Commands
    session = session_of(ctx)
    session.db, session.space = db, space
    named = {"--db": str(db) if db else None, "--space": space}
    session.given = {name: value for name, value in named.items() if value}
    if version:
        if session.json:
            session.out.document({"version": __version__})
        else:
            session.out.say(f"nagori {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        if session.json:
            raise InvalidInputError("command", session.words("invalid.no_command"))
        typer.echo(ctx.get_help())


for panel, commands in (
    (TALK, (chat.chat, serve.serve, worker.worker, mcp.mcp)),
    (REMEMBER, (memory.remember, recall.recall, memory.list_, memory.show, memory.edit)),
    (REMEMBER, (memorize.memorize,)),
    (KNOW, (learn.learn, ask.ask)),
    (CARE, (memory.forget, memory.restore, erase.erase, transfer.import_, transfer.export)),
    (CARE, (user.user, doctor.doctor)),
    (START, (demo.demo,)),
):
    for command in commands:
        name = command.__name__.rstrip("_")
        app.command(name, rich_help_panel=panel, epilog=EXAMPLES.get(name))(command)
app.add_typer(bots, name="bots", rich_help_panel=TALK)
app.add_typer(keys, name="keys", rich_help_panel=TALK)
app.add_typer(page, name="page", rich_help_panel=REMEMBER)
app.add_typer(documents, name="documents", rich_help_panel=REMEMBER)
app.add_typer(group, name="group", rich_help_panel=TALK)
app.add_typer(project, name="project", rich_help_panel=KNOW)


def run(args: Sequence[str]) -> int:
    """Run a command; the exit code. Whatever goes wrong on purpose is told in one line."""
    logging.getLogger("nagori").addHandler(logging.NullHandler())  # errors are told once, below
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows a ?
    session = Session()
    try:
        code = get_command(app).main(
            list(args), prog_name="nagori", standalone_mode=False, obj=session
        )
        sys.stdout.flush()
    except NagoriError as error:
        tell(error.code, described(error, session), session)
        return exit_code(error)
    except typer.TyperException as error:
        problem = error.format_message().rstrip(".") + "."
        text = session.words("error.usage", problem=problem, command=_help_of(error))
        tell("wrong_use", text, session)
        return error.exit_code
    except typer.Abort:
        return INTERRUPTED
    except OSError as error:
        if error.errno == errno.EPIPE:  # whoever read has read enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return FAILED
        text = session.words("error.file", file=error.filename or "", problem=error.strerror)
        tell("file", text, session)
        return FAILED
    return code if isinstance(code, int) else 0


def _help_of(error: typer.TyperException) -> str:
    ctx = getattr(error, "ctx", None)
    path = "nagori" if ctx is None else ctx.command_path
    return f"{path} --help"
