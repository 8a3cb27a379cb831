"""Commands about trials: other settings for some messages or groups, to see which do better."""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from nagori.cli.group_settings import given_settings
from nagori.cli.output import soft
from nagori.cli.session import NoDatabaseError, session_of
from nagori.cli.trial_view import outcome_lines, trial_line
from nagori.errors import InvalidInputError
from nagori.values.trial import Arm, Trial, TrialOutcome

if TYPE_CHECKING:
    from nagori.app import Nagori

trial = typer.Typer(rich_markup_mode="rich", invoke_without_command=True)

Name = Annotated[str, typer.Argument(metavar="NAME", help="What the trial is called.")]


@trial.callback()
def begin(ctx: typer.Context) -> None:
    """Try other settings on some messages or groups, and see which do better."""
    session = session_of(ctx)
    if ctx.invoked_subcommand is None:
        if session.json:
            raise InvalidInputError("command", session.words("invalid.no_command"))
        typer.echo(ctx.get_help())


@trial.command("list")
def list_(ctx: typer.Context) -> None:
    """Show the trials, those that ended too."""
    session = session_of(ctx)
    found: list[Trial] = []
    with suppress(NoDatabaseError):
        found = session.run(lambda n: n.trials.list())
    if session.json:
        session.out.document({"items": found, "next": None})
        return
    session.out.say(*([trial_line(one, session) for one in found] or [session.words("trial.none")]))


@trial.command("start")
def start(
    ctx: typer.Context,
    name: Name,
    arm: Annotated[
        list[str] | None,
        typer.Option(
            "--arm",
            metavar="NAME:SHARE:SETTING=VALUE,…",
            help="One of the ways to compare, the present one first; repeatable.",
        ),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="The arms, as JSON.")
    ] = None,
    by: Annotated[
        Literal["message", "group"], typer.Option("--by", help="What gets an arm.")
    ] = "message",
) -> None:
    """Start a trial: from now on each message, or each group, gets one of its arms."""
    session = session_of(ctx)
    if bool(arm) == (file is not None):
        raise InvalidInputError("arm", session.words("invalid.arms"))
    arms = [_arm(text) for text in arm or ()] if file is None else _read_arms(file)
    started = session.run(lambda n: n.trials.start(name, arms, by=by), creates=True)
    if session.json:
        session.out.document(started)
        return
    words, command = session.words, session.command("group", "trial", "show", name)
    session.out.say(trial_line(started, session), soft(words("trial.see", command=command)))


@trial.command("show")
def show(ctx: typer.Context, name: Name) -> None:
    """Show how the arms of a trial did, and whether that is more than chance."""
    session = session_of(ctx)

    async def work(n: "Nagori") -> tuple[Trial, TrialOutcome]:
        return await n.trials.get(name), await n.trials.outcome(name)

    found, outcome = session.run(work)
    if session.json:
        session.out.document({"trial": found, "outcome": outcome})
        return
    session.out.say(trial_line(found, session))
    session.out.show(*outcome_lines(outcome, session))
    best = [one for one in outcome.comparisons if one.verdict == "better"]
    if best and found.ended_at is None:
        arm = max(best, key=lambda one: one.difference or 0.0).arm
        command = session.command("group", "trial", "adopt", name, arm)
        session.out.say(soft(session.words("trial.adopt", command=command)))


@trial.command("end")
def end(ctx: typer.Context, name: Name) -> None:
    """End a trial; everything is as it was before it."""
    session = session_of(ctx)
    ended = session.run(lambda n: n.trials.end(name))
    if session.json:
        session.out.document(ended)
    else:
        session.out.say(trial_line(ended, session))


@trial.command("adopt")
def adopt(
    ctx: typer.Context,
    name: Name,
    arm: Annotated[str, typer.Argument(metavar="ARM", help="The arm that is to hold.")],
) -> None:
    """End a trial and let what an arm sets hold in all groups."""
    session = session_of(ctx)
    ended = session.run(lambda n: n.trials.adopt(name, arm))
    if session.json:
        session.out.document(ended)
        return
    words, command = session.words, session.command("group", "undo", "--all")
    session.out.say(trial_line(ended, session), words("trial.adopted", arm=arm))
    session.out.say(soft(words("group.undo", command=command)))


def _arm(text: str) -> Arm:
    """An arm as it is typed: `NAME`, `NAME:SHARE` or `NAME:SHARE:SETTING=VALUE,…`."""
    name, _, rest = text.partition(":")
    share, _, settings = rest.partition(":")
    pairs = [pair for pair in settings.split(",") if pair.strip()]
    return Arm(name, given_settings(pairs), _share(share or 1))


def _read_arms(file: Path) -> Sequence[Arm]:
    """The arms of a JSON file: a list of objects with `name`, and `share` and `settings`."""
    try:
        told: Any = json.loads(file.read_text("utf-8-sig"))
    except ValueError as error:
        raise InvalidInputError("file", f"it is no JSON: {error}") from error
    found: list[Arm] = []
    for one in cast("list[Any]", told) if isinstance(told, list) else [None]:
        fields = cast("dict[str, Any]", one) if isinstance(one, dict) else {}
        name, settings = fields.get("name"), fields.get("settings", {})
        if not isinstance(name, str) or not isinstance(settings, dict):
            raise InvalidInputError("file", 'give a list of {"name", "share", "settings"}')
        found.append(Arm(name, cast("dict[str, Any]", settings), _share(fields.get("share", 1))))
    return found


def _share(told: Any) -> float:
    try:
        return float(told)
    except (TypeError, ValueError) as error:
        raise InvalidInputError("share", f"give a number over 0, not {told!r}") from error
