"""Looking into a project by its tools, by name and arguments, with a note of what was shown."""

import asyncio
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

from nagori.errors import InvalidInputError, UserError
from nagori.learn.code.source import lines_of
from nagori.learn.folder import Folder
from nagori.learn.seen import Seen
from nagori.learn.shown import Shown
from nagori.learn.symbols import SymbolIndex
from nagori.learn.tools import (
    find_symbol,
    git_blame,
    git_log,
    grep,
    list_files,
    read_file,
    references,
)
from nagori.text.tokens import estimate_tokens
from nagori.values.learning import ToolCallStep

_TOOLS: Mapping[str, Callable[..., Shown]] = MappingProxyType(
    {
        "list_files": list_files,
        "read_file": read_file,
        "grep": grep,
        "find_symbol": find_symbol,
        "references": references,
        "git_log": git_log,
        "git_blame": git_blame,
    }
)
_INDEXED = ("find_symbol", "references")
_LONGEST_ARGUMENT = 1000
_SUMMARY = 200
_LINES = 150
"""Of a file, when it is not said how many are wanted."""
_MOST_SHOWN = 12_000
"""Characters of one result; who wants more asks for other lines."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What came of a look."""

    step: ToolCallStep
    text: str
    """What was shown, or what went wrong."""


class Looking:
    """Uses tools in one folder; `seen` grows with what they show."""

    def __init__(self, folder: Folder, index: SymbolIndex | None = None) -> None:
        self.seen = Seen()
        self.folder = folder
        self._index = index

    async def look(
        self,
        tool: str,
        given: Mapping[str, object],
        *,
        now: datetime,
        room: int | None = None,
    ) -> Looked:
        """Use a tool. Never raises for what a model may get wrong: an error is told as well.

        What takes more tokens than there is `room` for is not shown.
        """
        try:
            arguments = _checked(tool, given)
        except InvalidInputError as error:
            step = ToolCallStep(_told(tool), _texts(given), f"not run: {error}", now)
            return Looked(step, f"error: {error}")
        shown = await asyncio.to_thread(self._use, tool, arguments, room)
        told = f"error: {shown.error}" if shown.error else shown.text
        step = ToolCallStep(tool, _texts(arguments), _summary(shown), now)
        return Looked(step, told)

    def _use(self, tool: str, arguments: Mapping[str, object], room: int | None) -> Shown:
        bound = {"index": self._index} if tool in _INDEXED else {}
        if tool == "read_file" and "end" not in arguments:
            start = arguments.get("start", 1)
            end = start + _LINES - 1 if isinstance(start, int) else _LINES
            arguments = {**arguments, "end": max(end, 1)}
        shown = _TOOLS[tool](self.folder, **arguments, **bound)
        too_long = room is not None and estimate_tokens(shown.text) > room
        if too_long or len(shown.text) > _MOST_SHOWN:
            return Shown("", "that is too much to be shown at once: ask for less")
        return self._noted(shown)

    def _noted(self, shown: Shown) -> Shown:
        """The result, once its lines are noted; a file that is gone by now was not shown."""
        texts: dict[str, list[str]] = {}
        for one in shown.seen:
            try:
                if one.path not in texts:
                    texts[one.path] = lines_of(self.folder.text(one.path).text)
            except UserError:
                return replace(shown, text="", error="the file went away meanwhile", seen=())
        for one in shown.seen:
            self.seen.add(one.path, one.span, texts[one.path])
        return shown


def tools_in_words() -> str:
    """What a model is told of the tools."""
    return "\n".join(_in_words(name, tool) for name, tool in _TOOLS.items())


def _in_words(name: str, tool: Callable[..., Shown]) -> str:
    first, _, rest = (inspect.getdoc(tool) or "").partition("\n")
    about = "; ".join(line.strip() for line in rest.splitlines() if line.strip())
    return f"- {name}({', '.join(_parameters(tool))}): {first} {about}"


def _parameters(tool: Callable[..., Shown]) -> dict[str, inspect.Parameter]:
    """What may be given to a tool, but for the folder and the index."""
    _, *rest = inspect.signature(tool).parameters.values()
    return {one.name: one for one in rest if one.kind is not inspect.Parameter.KEYWORD_ONLY}


def _checked(tool: str, given: Mapping[str, object]) -> dict[str, object]:
    """The arguments as the tool takes them; numbers may come as texts."""
    if tool not in _TOOLS:
        raise InvalidInputError("tool", f"no such tool; there are: {', '.join(_TOOLS)}, done")
    known = _parameters(_TOOLS[tool])
    arguments: dict[str, object] = {}
    for name, value in given.items():
        if name not in known:
            raise InvalidInputError(_told(name), f"no such argument; there are: {', '.join(known)}")
        if value is not None:
            arguments[name] = _value(name, value, is_number="int" in str(known[name].annotation))
    for name, parameter in known.items():
        if parameter.default is inspect.Parameter.empty and name not in arguments:
            raise InvalidInputError(name, "is missing")
    return arguments


def _value(name: str, value: object, *, is_number: bool) -> object:
    if is_number:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise InvalidInputError(name, "give a whole number")
        try:
            return int(value)
        except ValueError:
            raise InvalidInputError(name, "give a whole number") from None
    if not isinstance(value, str) or len(value) > _LONGEST_ARGUMENT:
        raise InvalidInputError(name, f"give a text of at most {_LONGEST_ARGUMENT} characters")
    return value


def _texts(arguments: Mapping[str, object]) -> dict[str, str]:
    return {_told(str(name)): str(value)[:_LONGEST_ARGUMENT] for name, value in arguments.items()}


def _told(name: str) -> str:
    return name[:60]


def _summary(shown: Shown) -> str:
    if shown.error:
        return f"error: {shown.error}"[:_SUMMARY]
    first = shown.text.partition("\n")[0][:_SUMMARY]
    count = shown.text.count("\n")
    if shown.seen and count == sum(one.span.last - one.span.first + 1 for one in shown.seen):
        return first  # which says how many lines it heads
    return f"{first} (and {count} more {'line' if count == 1 else 'lines'})" if count else first
