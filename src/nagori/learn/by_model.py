"""A round with a model: it asks, looks, and answers; what it says is checked line by line."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nagori.errors import ModelReplyError
from nagori.learn.asking import Asker
from nagori.learn.citing import Checker
from nagori.learn.doing import Doing
from nagori.learn.exploring import Exploration, explore
from nagori.learn.failing import NotLearnedError
from nagori.learn.gaps import files_of, key_of
from nagori.learn.knowing import Knowledge
from nagori.learn.looking import Looking
from nagori.learn.questions import Asked, Refused, Repeats, ask_model, problem_of
from nagori.learn.summarising import Summary, grounded, summarise
from nagori.values.learning import QuestionType
from nagori.values.project import GapType, KnowledgeGap
from nagori.values.times import Clock

_TRIES = 3
"""Questions that the model may think of before a plain one is asked."""
_GAPS = 3
"""Gaps for which a question is looked for in one round."""
USUAL: dict[GapType, QuestionType] = {
    "UNEXPLORED_DIRECTORY": "CODE_STRUCTURE",
    "INCOMPLETE_DOMAIN": "DATA_FLOW",
    "MISSING_DEPENDENCY": "DEPENDENCY",
    "UNDOCUMENTED_PATTERN": "BEST_PRACTICE",
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """A gap with the question that is to close it."""

    gap: KnowledgeGap
    asked: Asked


async def choose(
    known: Knowledge, gaps: Sequence[KnowledgeGap], repeats: Repeats, asker: Asker, clock: Clock
) -> tuple[Chosen | None, list[KnowledgeGap]]:
    """The next question, and the gaps for which there is none that is new."""
    exhausted: list[KnowledgeGap] = []
    for gap in gaps[:_GAPS]:
        asked = await _question(known, gap, repeats, asker, clock)
        if asked is not None:
            return Chosen(gap, asked), exhausted
        exhausted.append(gap)
    return None, exhausted


async def _question(
    known: Knowledge, gap: KnowledgeGap, repeats: Repeats, asker: Asker, clock: Clock
) -> Asked | None:
    files = files_of(known.structure, key_of(gap))
    near = [one.question for one, _ in await repeats.near(gap.suggested_question, now=clock())]
    refused: list[Refused] = []
    for _ in range(_TRIES):
        text, question_type = await ask_model(gap, files, near, refused, asker)
        why = problem_of(text, known.structure.outlines)
        if why is None:
            why, related = await repeats.refusal(text, now=clock())
            if why is None:
                return Asked(text, question_type, related)
        if any(one.text == text for one in refused):
            break  # it says the same again
        refused.append(Refused(text, why))
    why, related = await repeats.refusal(gap.suggested_question, now=clock())
    return None if why else Asked(gap.suggested_question, USUAL[gap.type], related)


async def answer(
    question: str,
    files: Iterable[str],
    doing: Doing,
    looking: Looking,
    asker: Asker,
    *,
    clock: Clock,
    most_steps: int,
    commit: str | None,
) -> Summary:
    """What the files say to a question, as far as they were seen to say so."""
    wanted = Exploration(question, [*files], doing.round.steps, most_steps)
    try:
        talk = await explore(wanted, looking, asker, clock=clock, noted=doing.note)
    except ModelReplyError as error:
        raise NotLearnedError("SELF_EVOLUTION_EXPLORATION", question, str(error)) from error
    if not looking.seen.paths:
        problem = "no line of any file was looked at"
        raise NotLearnedError("SELF_EVOLUTION_EXPLORATION", question, problem)
    await doing.enter("SUMMARIZING")
    try:
        claims, confidence = await summarise(question, talk, asker)
    except ModelReplyError as error:
        raise NotLearnedError("SELF_EVOLUTION_SUMMARY", question, str(error)) from error
    checker = Checker(looking.folder)
    summary = await asyncio.to_thread(
        grounded, claims, confidence, looking.seen, checker, commit=commit
    )
    if not summary.claims:
        problem = f"none of its {len(claims)} claims is shown by lines that were looked at"
        raise NotLearnedError("SELF_EVOLUTION_SUMMARY", question, problem)
    return summary
