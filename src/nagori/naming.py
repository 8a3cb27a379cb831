"""Which scope a caller means by user, group, project and chat."""

from nagori.errors import InvalidInputError
from nagori.text.rules import checked_id
from nagori.values.scope import Scope, ScopeKind


def named_scopes(
    space: str,
    *,
    user: str | None = None,
    group: str | None = None,
    project: str | None = None,
    chat: str | None = None,
) -> list[Scope]:
    """Every scope that was named."""
    given: tuple[tuple[ScopeKind, str | None], ...] = (
        ("user", user),
        ("group", group),
        ("project", project),
        ("chat", chat),
    )
    return [Scope(space, kind, checked_id(id, kind)) for kind, id in given if id is not None]


def one_scope(
    space: str,
    *,
    user: str | None = None,
    group: str | None = None,
    project: str | None = None,
    chat: str | None = None,
) -> Scope:
    """The scope that a write goes to: `chat` counts when it stands alone, nothing is `global`."""
    owners = named_scopes(space, user=user, group=group, project=project)
    if len(owners) > 1:
        names = " and ".join(scope.kind for scope in owners)
        raise InvalidInputError("scope", f"{names} are given; a memory belongs to one of them")
    if owners:
        if chat is not None:
            checked_id(chat, "chat")
        return owners[0]
    chats = named_scopes(space, chat=chat)
    return chats[0] if chats else Scope(space, "global")
