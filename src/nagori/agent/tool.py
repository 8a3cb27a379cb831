"""A tool: a typed function that a model may call.

What the model is told of it comes from its signature and docstring: the first line says what it
does, and lines `name: text` say what its parameters are. The first parameter is what the tool is
bound to, such as a turn; a model neither sees nor chooses it.
"""

import inspect
import json
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from nagori.errors import InvalidInputError, NagoriError, UserError
from nagori.values.citation import Citation
from nagori.values.memory import Trust
from nagori.values.prompt import Tool

log = logging.getLogger("nagori.agent")

ToolKind = Literal["read", "write", "egress"]
"""Looks at data, changes data, or sends something away."""

_TYPES: Mapping[type, str] = {str: "string", int: "integer", bool: "boolean"}
_ABOUT = re.compile(r"^\s*(\w+): (\S.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool gives back: text, or an error that the model can act on."""

    text: str
    error: str | None = None
    trust: Trust = "own"
    """`untrusted` when the text holds words of anybody but the user."""
    ids: tuple[str, ...] = ()
    """Memories, messages and documents that the text repeats, and what the call made."""
    citations: tuple[Citation, ...] = ()
    """Where in documents it stands, in its order."""


ToolFunction = Callable[..., Awaitable[Result]]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a tool, as a model may give it."""

    type: type
    choices: tuple[str, ...] = ()
    """The texts that may be given; empty when any may."""
    needed: bool = True

    def check(self, name: str, value: object) -> None:
        """Raise `InvalidInputError` for a value of the wrong type."""
        if type(value) is not self.type:
            raise InvalidInputError(name, f"give a value of type {_TYPES[self.type]}")
        if self.choices and value not in self.choices:
            raise InvalidInputError(name, f"give one of {', '.join(self.choices)}")


@dataclass(frozen=True, slots=True)
class AgentTool:
    """A function that a model may call, with everything that the model is told of it."""

    tool: Tool
    kind: ToolKind
    function: ToolFunction
    parameters: Mapping[str, Parameter]

    @property
    def name(self) -> str:
        """What the model calls it."""
        return self.tool.name

    def parse(self, arguments: str) -> dict[str, object]:
        """The arguments that a model wrote as JSON; `InvalidInputError` if they can't be used."""
        try:
            given: object = json.loads(arguments or "{}")
        except (ValueError, RecursionError):
            raise InvalidInputError("arguments", "write one JSON object") from None
        if not isinstance(given, dict):
            raise InvalidInputError("arguments", "write one JSON object")
        values = cast("dict[str, object]", given)
        for name in values:
            if name not in self.parameters:
                known = ", ".join(self.parameters) or "none"
                raise InvalidInputError(name, f"no such parameter; there are: {known}")
        return {
            name: values[name]
            for name, parameter in self.parameters.items()
            if _is_given(name, parameter, values)
        }

    async def run(self, bound: object, arguments: Mapping[str, object]) -> Result:
        """What the function gives back. Never raises: an error is a result, too."""
        try:
            return await self.function(bound, **arguments)
        except UserError as error:
            return Result("", str(error))
        except NagoriError as error:
            log.warning("the tool %s could not do it: %s", self.name, error)
            return Result("", "it can't be done at the moment")
        except Exception:  # the border of a tool call: logged and told, and the turn goes on
            log.exception("the tool %s failed because of an error of ours", self.name)
            return Result("", "an error of ours")


class ToolSet:
    """Tools by their names; what models are told of them is worked out once."""

    def __init__(self, tools: Sequence[AgentTool]) -> None:
        self._by_name = {tool.name: tool for tool in tools}
        self.offered: tuple[Tool, ...] = tuple(tool.tool for tool in tools)

    def offering(self, *, without: str) -> "ToolSet":
        """The same tools, but one that is of no use now is not offered; it still answers."""
        other = copy(self)
        other.offered = tuple(tool for tool in self.offered if tool.name != without)
        return other

    def joined(self, more: Sequence[AgentTool]) -> "ToolSet":
        """These tools, and behind them the others."""
        return ToolSet([*self._by_name.values(), *more])

    def find(self, name: str) -> AgentTool | None:
        """The tool of this name, if there is one."""
        return self._by_name.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        """What can be called."""
        return tuple(self._by_name)


def tool_of(function: ToolFunction, kind: ToolKind) -> AgentTool:
    """A function as a tool; `TypeError` for a parameter that no model could give."""
    hints = get_type_hints(function)
    _, *own = inspect.signature(function).parameters.values()
    parameters = {p.name: _parameter(p, hints[p.name]) for p in own}
    doc = inspect.getdoc(function) or ""
    about = {name: text for name, text in _ABOUT.findall(doc) if name in parameters}
    properties = {p.name: _property(p, parameters[p.name], about.get(p.name)) for p in own}
    schema: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "required": [name for name, parameter in parameters.items() if parameter.needed],
        "additionalProperties": False,
    }
    name = getattr(function, "__name__", "")
    return AgentTool(Tool(name, doc.partition("\n")[0], schema), kind, function, parameters)


def canonical(arguments: Mapping[str, object]) -> str:
    """The arguments as JSON that is the same for the same values."""
    return json.dumps(arguments, ensure_ascii=False, sort_keys=True)


def _is_given(name: str, parameter: Parameter, values: Mapping[str, object]) -> bool:
    """Whether there is a value, which then fits; null is none."""
    value = values.get(name)
    if value is None:
        if parameter.needed:
            raise InvalidInputError(name, "is missing")
        return False
    parameter.check(name, value)
    return True


def _parameter(parameter: inspect.Parameter, hint: Any) -> Parameter:
    needed = parameter.default is inspect.Parameter.empty
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    plain = [kind for kind in kinds if kind is not NoneType]
    if len(plain) == 1:
        (kind,) = plain
        choices = get_args(kind) if get_origin(kind) is Literal else ()
        if choices and all(isinstance(choice, str) for choice in choices):
            return Parameter(str, choices, needed)
        if kind in _TYPES:
            return Parameter(kind, (), needed)
    raise TypeError(f"{parameter.name}: a tool takes str, int, bool and Literal, not {hint!r}")


def _property(given: inspect.Parameter, parameter: Parameter, about: str | None) -> dict[str, Any]:
    told: dict[str, Any] = {"type": _TYPES[parameter.type]}
    if parameter.choices:
        told["enum"] = list(parameter.choices)
    if about:
        told["description"] = about
    if not parameter.needed and given.default is not None:
        told["default"] = given.default
    return told
