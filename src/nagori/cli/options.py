"""Options that several commands share."""

from typing import Annotated, Literal

import typer

from nagori.values.memory import Tag

WHOSE = "Whose"
ABOUT = "About it"
HOW = "How to look"

Mode = Literal["hybrid", "vector", "lexical"]
Kind = Literal["memory", "message", "page"]
ProfileName = Literal["chat", "search", "project"]


def _whose(name: str, help: str) -> typer.models.OptionInfo:
    return typer.Option(f"--{name}", metavar="ID", help=help, rich_help_panel=WHOSE)


User = Annotated[str | None, _whose("user", "A person.")]
Group = Annotated[str | None, _whose("group", "A group of people.")]
Project = Annotated[str | None, _whose("project", "A project.")]
Chat = Annotated[str | None, _whose("chat", "A chat; beside another, where it was said.")]

TagOption = Annotated[
    Tag | None,
    typer.Option(
        "--tag",
        metavar="TAG",
        help="manual, summary, user_input or ai_output.",
        rich_help_panel=ABOUT,
    ),
]
Tags = Annotated[
    list[str] | None,
    typer.Option(
        "--tag",
        metavar="TAG",
        help="Only manual, summary, user_input or ai_output; may be repeated.",
    ),
]
Kinds = Annotated[
    list[str] | None,
    typer.Option(
        "--kind",
        metavar="KIND",
        help="memory, message or page; may be repeated. Else memories alone.",
        rich_help_panel=HOW,
    ),
]
Emotion = Annotated[
    str | None,
    typer.Option("--emotion", metavar="WORD", help="The feeling in it.", rich_help_panel=ABOUT),
]
Metadata = Annotated[
    list[str] | None,
    typer.Option(
        "--metadata",
        metavar="KEY=VALUE",
        help="Anything else to keep with it; may be repeated.",
        rich_help_panel=ABOUT,
    ),
]
MemoryId = Annotated[str, typer.Argument(metavar="ID", help="The id that `list` shows.")]
Whose = Annotated[
    str | None,
    typer.Option(
        "--user", metavar="ID", help="Whose memory; else that of the setting server.local_user."
    ),
]
ReadOnly = Annotated[bool, typer.Option("--read-only", help="It may read, but not change.")]
