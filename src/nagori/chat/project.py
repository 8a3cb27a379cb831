"""What a turn gets to see of the project that its chat is attached to. Never raises."""

import asyncio
import logging
from dataclasses import replace

from nagori.chat.request import Kit, ProjectView, TurnRequest
from nagori.errors import NagoriError
from nagori.values.recall import Recall
from nagori.values.scope import Scope
from nagori.values.turn import Begun

log = logging.getLogger("nagori.chat")

_PATIENCE_S = 5.0
"""How long a turn waits for what is known of a project, whatever its disk does."""
_NOTHING = ProjectView()


def project_of(request: TurnRequest, begun: Begun) -> str | None:
    """The key of the project that the turn is about; None without one that may be looked into.

    A prompt that a client brings is the client's own, and what is said in a group is for all.
    """
    if request.given is not None or request.group is not None or not request.sees_projects:
        return None
    return begun.chat.project if begun.folder is not None else None


async def look_at(request: TurnRequest, kit: Kit, begun: Begun) -> ProjectView:
    """What is known of the project that has to do with the message."""
    if request.given is not None or request.group is not None:
        return _NOTHING
    wanted = begun.chat.project or request.project
    key = project_of(request, begun)
    if wanted is None or kit.project is None:
        return _NOTHING
    if key is None or begun.folder is None:
        return _without(_reason(request, kit, wanted))
    scope = Scope(request.scope.space, "project", key)
    try:
        async with asyncio.timeout(_PATIENCE_S):
            return await kit.project(scope, begun.folder, request.text)
    except TimeoutError:
        return _without("what is known of it took too long to be found")
    except NagoriError as error:
        return _without(str(error))
    except Exception:  # a border: a chat must never break because a project does
        log.exception("a turn goes on without its project because of an error")
        return _without("an error of ours")


def seen_together(recall: Recall, view: ProjectView) -> Recall:
    """What was recalled with what is known of the project behind it, to be told of."""
    return replace(
        recall,
        items=[*recall.items, *view.items],
        degraded=[
            *recall.degraded,
            *(line for line in view.degraded if line not in recall.degraded),
        ],
    )


def _without(why: str) -> ProjectView:
    return ProjectView(degraded=(f"project: {why}",))


def _reason(request: TurnRequest, kit: Kit, key: str) -> str:
    if not kit.saved:
        return "the store is out of service"
    if not request.sees_projects:
        return f"{key!r} is not for a key that is bound to one user"
    return f"{key!r} is not here any more: attach the chat to another one, or to none"
