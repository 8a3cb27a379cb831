"""Tools that look at the project of a chat: they read below its folder, and change nothing.

Each is bound to the folder of the project that the chat is attached to: no tool takes a project, so
none can reach another one. What they show are other people's words.
"""

import asyncio
import inspect
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from nagori.agent.tool import AgentTool, Result, ToolSet, tool_of
from nagori.agent.trust import UNTRUSTED
from nagori.face.agent_tools import GROUP_TOOLS, TOOLS, WITHOUT_DOCUMENTS, Bound
from nagori.learn import tools
from nagori.learn.folder import Folder
from nagori.learn.shown import Shown
from nagori.values.proposal import CallPlace
from nagori.values.scope import Scope

_GONE = "the project's folder is not there at the moment"


def looking(tool: Callable[..., Shown]) -> AgentTool:
    """A tool of a folder as one of a turn; it runs in a thread, since it waits for the disk."""

    @wraps(tool)
    async def look(bound: Bound, **arguments: Any) -> Result:
        place = bound.place
        if place.project is None or place.folder is None:
            return Result("", _GONE)
        shown = await asyncio.to_thread(partial(_shown, tool, place.folder, arguments))
        project = Scope(place.scope.space, "project", place.project)
        return Result(shown.text, shown.error, trust=UNTRUSTED, ids=(project.key,))

    signature = inspect.signature(tool)
    given = [p for p in signature.parameters.values() if p.kind is not p.KEYWORD_ONLY]
    look.__signature__ = signature.replace(parameters=given)  # pyright: ignore[reportAttributeAccessIssue]  # what `inspect` looks for
    return tool_of(look, "read")


def _shown(tool: Callable[..., Shown], folder: str, arguments: dict[str, Any]) -> Shown:
    # Opened anew each time: the folder may be moved while the model thinks.
    return tool(Folder(folder), **arguments)


PROJECT_TOOLS = (
    looking(tools.list_files),
    looking(tools.read_file),
    looking(tools.grep),
    looking(tools.find_symbol),
    looking(tools.references),
    looking(tools.git_log),
    looking(tools.git_blame),
)
_IN_PROJECT = TOOLS.joined(PROJECT_TOOLS)
_IN_PROJECT_WITHOUT_DOCUMENTS = _IN_PROJECT.offering(without="search_documents")


def tools_for(place: CallPlace) -> ToolSet:
    """What a turn at this place offers."""
    if place.scope.kind == "group":
        return GROUP_TOOLS
    if place.project is not None and place.folder is not None:
        return _IN_PROJECT if place.has_documents else _IN_PROJECT_WITHOUT_DOCUMENTS
    return TOOLS if place.has_documents else WITHOUT_DOCUMENTS
