"""Tools as one turn may use them."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from nagori.agent.tool import AgentTool, Result, ToolSet, canonical
from nagori.config import AgentSettings
from nagori.errors import InvalidInputError, NagoriError
from nagori.values.prompt import Call
from nagori.values.proposal import CallPlace

log = logging.getLogger("nagori.agent")

_UNREAD = "the call can't be read: write one JSON object with name and arguments"

Propose = Callable[[str, str], Awaitable[str]]
"""Keeps a call, by its tool and arguments, until a person consents; gives the proposal's id."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call that was not run: it waits for a person's consent."""

    proposal: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Toolbox:
    """Tools, bound to one turn."""

    tools: ToolSet
    bound: object
    propose: Propose

    async def use(self, call: Call, *, untrusted: bool) -> Result | Waiting:
        """What comes of a call; in an untrusted turn one that changes or sends only waits."""
        tool = self.tools.find(call.name)
        if untrusted and tool is not None and tool.kind != "read":
            return await self._ask_first(tool, call.arguments)
        return await self.run(call.name, call.arguments)

    async def run(self, name: str, arguments: str) -> Result:
        """What a tool gives back. Never raises: what can't be called is an error, too."""
        tool = self.tools.find(name)
        if tool is None:
            known = ", ".join(self.tools.names)
            return Result("", f"no such tool; there are: {known}" if name else _UNREAD)
        try:
            given = tool.parse(arguments)
        except InvalidInputError as error:
            return Result("", str(error))
        return await tool.run(self.bound, given)

    async def _ask_first(self, tool: AgentTool, arguments: str) -> Result | Waiting:
        try:
            given = canonical(tool.parse(arguments))
            return Waiting(await self.propose(tool.name, given), given)
        except InvalidInputError as error:
            return Result("", str(error))
        except NagoriError as error:
            log.warning("a person could not be asked for consent: %s", error)
            return Result("", "the user has to consent, but can't be asked at the moment")


@dataclass(frozen=True, slots=True)
class AgentKit:
    """What turns need to let a model use tools."""

    settings: AgentSettings
    bind: Callable[[CallPlace], Toolbox]
    """The tools of a turn."""
    plain_models: set[str]
    """Names of models that were found to refuse tools; it grows."""
