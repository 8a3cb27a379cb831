"""Exploring: a model looks into a project's files until it has seen enough to answer a question."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nagori.learn.asking import MOST_WRITTEN, Asker, BudgetSpentError
from nagori.learn.looking import Looking, tools_in_words
from nagori.prompts import LEARN_EXPLORE_PROMPT, fill, without_marks
from nagori.text.tokens import estimate_tokens
from nagori.values.learning import ToolCallStep
from nagori.values.prompt import PromptMessage
from nagori.values.times import Clock

_ACTION: Mapping[str, Any] = {
    "type": "object",
    "properties": {"tool": {"type": "string"}, "arguments": {"type": "object"}},
    "required": ["tool"],
}
_DONE = "done"
_MARK = "shown"
_MOST_FILES = 30
_MOST_REPEATS = 2
_LEAST = 200
"""Tokens of a result that may still tell something."""
_AGAIN = "error: this is the same call as before, so it was not run"

Noted = Callable[[ToolCallStep], Awaitable[None]]
"""Keeps a step, before the next one."""


@dataclass(frozen=True, slots=True)
class Exploration:
    """What is looked for, and what was looked at before: a process may have ended in between."""

    question: str
    files: Sequence[str]
    """To begin with."""
    steps: Sequence[ToolCallStep]
    most_steps: int


async def explore(
    wanted: Exploration, looking: Looking, asker: Asker, *, clock: Clock, noted: Noted
) -> list[PromptMessage]:
    """The talk in which the model used tools; what they showed is in `looking.seen`.

    It ends when the model has seen enough, or at a limit: steps, tokens, time, calls that repeat.
    """
    talk = [
        PromptMessage("system", fill(LEARN_EXPLORE_PROMPT, tools=tools_in_words()), "persona"),
        PromptMessage("user", _task(wanted)),
    ]
    called: set[tuple[str, str]] = set()
    for step in wanted.steps:
        called.add(_key(step.tool_name, step.parameters))
        looked = await looking.look(step.tool_name, step.parameters, now=step.timestamp)
        talk += _told(step.tool_name, step.parameters, looked.text)
    steps, repeats = len(wanted.steps), 0
    while steps < wanted.most_steps and not asker.is_late and _room(talk, asker) > _LEAST:
        try:
            action = await asker.ask(talk, _ACTION)
        except BudgetSpentError:
            break
        tool, given = action["tool"], action.get("arguments", {})
        if tool == _DONE:
            break
        if _key(tool, given) in called:
            repeats += 1
            if repeats > _MOST_REPEATS:
                break
            talk += _told(tool, given, _AGAIN)
            continue
        called.add(_key(tool, given))
        looked = await looking.look(tool, given, now=clock(), room=_room(talk, asker))
        steps += 1
        talk += _told(tool, given, looked.text)
        await noted(looked.step)
    return talk


def _task(wanted: Exploration) -> str:
    files = "\n".join(without_marks(path, _MARK) for path in wanted.files[:_MOST_FILES])
    begin = f"\n\nFiles to begin with:\n{files}" if files else ""
    return f"The question: {wanted.question}{begin}"


def _told(tool: str, given: Mapping[str, object], text: str) -> list[PromptMessage]:
    call = json.dumps({"tool": tool, "arguments": dict(given)}, ensure_ascii=False)
    shown = f"<{_MARK}>\n{without_marks(text, _MARK)}\n</{_MARK}>"
    return [PromptMessage("assistant", call), PromptMessage("user", shown)]


def _key(tool: str, given: Mapping[str, object]) -> tuple[str, str]:
    return tool, json.dumps({name: str(given[name]) for name in sorted(given)})


def _room(talk: Sequence[PromptMessage], asker: Asker) -> int:
    """Tokens for one more result, if the answer is still to be written after it.

    All that was said before is read again with each call: for the next step, and for the answer.
    """
    held = sum(estimate_tokens(message.content) for message in talk)
    return (asker.purse.left - MOST_WRITTEN) // 2 - held - MOST_WRITTEN
