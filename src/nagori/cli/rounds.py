"""Rounds of learning while a person watches: each phase and step on a line, as it comes."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from nagori.cli.output import EMBER, clean, soft
from nagori.cli.session import Session
from nagori.values.learning import LearningRecord, ToolCallStep
from nagori.values.learning_round import LearningRound
from nagori.values.scope import Scope

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.face.project import ProjectFace

_LOOK_S = 0.2
_MOST = 200


class Watch:
    """Tells what is new about a round each time it is looked at."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._told: set[str] = set()
        self._steps = 0

    def look(self, round: LearningRound) -> None:
        """Tell what was not told yet."""
        words = self._session.words
        if round.question:
            question = clean(round.question, most=_MOST)
            self._once("question", words("round.question", question=question))
        for step in round.steps[self._steps :]:
            self._say(words("round.step", tool=_tool(step), result=_result(step)))
        self._steps = max(self._steps, len(round.steps))
        if round.phase == "SUMMARIZING":
            self._once("summary", words("round.summarising"))

    def ended(self, round: LearningRound, learned: Sequence[LearningRecord] = ()) -> None:
        """Tell how it ended, and what was learned."""
        self.look(round)
        words = self._session.words
        spent = words("round.spent", n=round.tokens) if round.tokens else None
        for record in learned:
            answer = clean(record.answer, most=2 * _MOST)
            if not self._session.json:
                self._session.out.say(Text("  ").append(words("round.done", answer=answer)))
        if round.state == "done" and round.record_ids:
            self._say(*round.record_ids, spent)
        elif round.state == "done":
            self._say(words("round.empty"), spent)
        else:
            error = clean(round.error or "", most=_MOST)
            key = "round.failed" if round.state == "failed" else "round.given_up"
            if not self._session.json:
                self._session.out.say(Text("  ").append(words(key, error=error), EMBER))

    def _once(self, what: str, line: str) -> None:
        if what not in self._told:
            self._told.add(what)
            self._say(line)

    def _say(self, *parts: str | None) -> None:
        if not self._session.json:
            self._session.out.say(Text("  ").append_text(soft(*parts)))


async def learn_rounds(
    n: "Nagori", project: "ProjectFace", count: int, session: Session
) -> list[LearningRound]:
    """Do so many rounds one after the other, or as many as there is something to learn in."""
    words = session.words
    scope = await project.scope()
    done: list[LearningRound] = []
    for number in range(1, count + 1):
        if not session.json:
            session.out.say(words("round.begins", number=number, all=count))
        round = await _watched(n, project, scope, Watch(session))
        if round is None:
            if not session.json:
                session.out.say(soft(await _why_none(project, session)))
            break
        done.append(round)
    return done


async def _watched(
    n: "Nagori", project: "ProjectFace", scope: Scope, watch: Watch
) -> LearningRound | None:
    """One round, told as it goes; None when there is none to do."""
    task = asyncio.create_task(project.learn_round())
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=_LOOK_S)
            running = None if task.done() else await n.store.rounds.running(scope)
            if running is not None:
                watch.look(running)
    finally:
        if not task.done():  # stopped: the round gives back what it holds
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
    round = task.result()
    if round is not None:
        ids = round.record_ids
        watch.ended(round, await n.store.records.get(scope, ids) if ids else ())
    return round


def _tool(step: ToolCallStep) -> str:
    """The tool and what it was given, unless what it found names that, too."""
    values = [value for value in step.parameters.values() if value]
    given = "" if values and values[0] in step.result_summary else " ".join(values)
    return clean(f"{step.tool_name} {given}", most=100)


def _result(step: ToolCallStep) -> str:
    return clean(step.result_summary, most=100)


async def _why_none(project: "ProjectFace", session: Session) -> str:
    """Why there is no round to do."""
    words, key = session.words, (await project.scope()).id
    last = (await project.rounds(limit=1)).items
    if last and last[0].state == "running":
        return words("round.none.running")
    if not await project.gaps(limit=1):
        return words("round.none.known")
    command = session.command("project", "budget", key)
    return words("round.none.spent", command=command)
