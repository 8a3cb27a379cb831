"""A short guided tour: a small bilingual conversation, a few questions, and why."""

import json
import sys
import time
from dataclasses import replace
from datetime import datetime, timedelta
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import typer
from rich.rule import Rule
from rich.text import Text

from nagori.cli.output import EMBER, SOFT, soft
from nagori.cli.recall_view import degraded_lines, title
from nagori.cli.session import Session, session_of
from nagori.cli.why import explained

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.values.recall import Recall

GROUP = "friends"
_SPACE = "demo"
_PAUSE_S = 1.2
_ITEMS, _MISSES = 1, 2
"""What is shown of an answer: the best, and what was kept out by a rule."""


def demo(ctx: typer.Context) -> None:
    """Show what Nagori does, on a small conversation."""
    session = session_of(ctx)
    session.space = session.space or _SPACE
    script = json.loads((files("nagori.cli") / "demo.json").read_text("utf-8"))
    if session.db:
        _tour(session, script)
        return
    with TemporaryDirectory(prefix="nagori-demo-") as folder:
        session.db = Path(folder) / "demo.db"
        _tour(session, script)


def _tour(session: Session, script: dict[str, Any]) -> None:
    async def ask(n: "Nagori") -> "list[Recall]":
        await _tell_story(n, script)
        return [await _ask(n, question["text"]) for question in script["questions"]]

    answers = session.run(ask, creates=True)
    if session.json:
        counts = {name: len(script[name]) for name in ("messages", "memories")}
        session.out.document({"stored": counts, "answers": answers})
        return
    _show(session, script, answers)


async def _tell_story(n: "Nagori", script: dict[str, Any]) -> None:
    """Store the conversation, with dates over the last weeks; a second time adds nothing."""
    for number, said in enumerate(script["messages"], 1):
        await n.hear(
            "demo",
            said["text"],
            speaker=said["speaker"],
            said_at=_when(said, n),
            group=GROUP,
            external_id=f"demo-message-{number}",
        )
    for number, known in enumerate(script["memories"], 1):
        await n.remember(
            known["text"],
            group=GROUP,
            tag="summary",
            at=_when(known, n),
            external_id=f"demo-memory-{number}",
        )


async def _ask(n: "Nagori", question: str) -> "Recall":
    return await n.recall(
        question, group=GROUP, kinds=("memory", "message"), profile="chat", limit=_ITEMS
    )


def _when(record: dict[str, Any], n: "Nagori") -> datetime:
    from nagori.store.zones import checked_zone

    today = datetime.now(checked_zone(n.settings.time_zone))
    hour, minute = map(int, record["at"].split(":"))
    day = today - timedelta(days=record["days_ago"])
    return day.replace(hour=hour, minute=minute, second=0, microsecond=0)


def _show(session: Session, script: dict[str, Any], answers: "list[Recall]") -> None:
    words, out = session.words, session.out
    out.say(Text(words("demo.hello"), style=f"bold {EMBER}"))
    stored = {name: len(script[name]) for name in ("messages", "memories")}
    out.say(words("demo.stored", **stored), "")
    line = "-" if out.plain else "─"
    for number, (question, found) in enumerate(zip(script["questions"], answers, strict=True), 1):
        _pause()
        name = words("demo.question", n=number, all=len(answers))
        out.show(Rule(Text(name, style=SOFT), style=SOFT, align="left", characters=line))
        out.say(title(found, words), soft(words(f"demo.why.{question['about']}")), "")
        if not found.items:
            out.say(words("nothing_fits"), "")
        out.show(*explained(_shortened(found), words, plain=out.plain, with_ids=False))
        out.say(*degraded_lines(found, words))
    _pause()
    _show_next(session)


def _shortened(found: "Recall") -> "Recall":
    """The answer without what only came too late."""
    missed = [miss for miss in found.near_misses if miss.rule != "limit"]
    return replace(found, near_misses=missed[:_MISSES])


def _show_next(session: Session) -> None:
    words = session.words
    if "--db" in session.given:
        kept = Session(lang=session.lang, given={**session.given, "--space": session.space or ""})
        asked = ["recall", "谁怕打雷？", "--group", GROUP, "--why"]
        tries = [asked, ["list", "--group", GROUP], ["erase", "--group", GROUP]]
        session.out.say(words("demo.next_here", file=session.file))
    else:
        kept = Session(lang=session.lang)
        statement, question = words("example"), words("example_question")
        tries = [
            ["remember", statement, "--user", "me"],
            ["recall", question, "--user", "me", "--why"],
            ["--help"],
        ]
        session.out.say(words("demo.next"))
    session.out.say(*(f"  {kept.command(*parts)}" for parts in tries))


def _pause() -> None:
    """Time to read, for a person at a terminal."""
    if sys.stdout.isatty():
        time.sleep(_PAUSE_S)
