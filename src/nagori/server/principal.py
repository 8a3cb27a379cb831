"""Who asks: built once for each request, at the edge."""

import hmac
from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends, Header, Request

from nagori.errors import ForbiddenError, InvalidInputError
from nagori.server.errors import UnauthorizedError
from nagori.server.local import came_through_a_proxy, is_loopback, refusal
from nagori.server.openai.errors import is_openai
from nagori.server.openai.local import local_bearer
from nagori.server.state import State, state_of
from nagori.text.rules import MAX_ID_LENGTH, checked_id
from nagori.values.key import Principal

SERVER_KEY = "server"
"""The id of the key in the settings, beside those of the store."""
_USER = "Nagori-User"
_KNOWN = "nagori.principal"


async def principal_of(request: Request) -> Principal:
    """Who the request is from and what they may do; raises for who may not come in."""
    known: Principal | None = request.scope.get(_KNOWN)
    if known is None:
        known = await _recognised(request, state_of(request))
        request.scope[_KNOWN] = known
    return known


async def principal(
    request: Request,
    nagori_user: Annotated[
        str | None,
        Header(
            alias=_USER,
            max_length=1000,
            description="The user to act for, with a key of the whole space.",
        ),
    ] = None,
) -> Principal:
    """The same, as routes depend on it."""
    del nagori_user  # read with its bytes, since ids may be of any script
    return await principal_of(request)


def secret_of(headers: Mapping[str, str]) -> str | None:
    """The key that a request brings along; None when it brings none."""
    authorization = headers.get("authorization")
    if authorization is None:
        return headers.get("x-api-key")
    scheme, _, secret = authorization.partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


def runs_the_server(who: Principal) -> bool:
    """Whether somebody may see what concerns all spaces: the local user, the server's own key."""
    return who.key_id in (None, SERVER_KEY)


async def _recognised(request: Request, state: State) -> Principal:
    secret = secret_of(request.headers)
    user = _named_user(request)
    if secret is not None and _is_the_servers(secret, state):
        return Principal(state.n.space, user, key_id=SERVER_KEY)
    if secret is None or (is_openai(request.url.path) and local_bearer(secret)):
        return _local(request, state, user)
    key = await state.n.keys.authenticate(secret)
    if key is None:
        raise UnauthorizedError("this key is not known here")
    if key.user is not None and user not in (None, key.user):
        raise ForbiddenError("this key is bound to another user than the one named")
    return Principal(
        key.space,
        key.user if key.user is not None else user,
        read_only=key.read_only,
        key_id=key.id,
        bound=key.user is not None,
    )


def _is_the_servers(secret: str, state: State) -> bool:
    key = state.settings.server.api_key
    mine = key.get_secret_value() if key else ""
    return bool(mine) and hmac.compare_digest(mine.encode(), secret.encode())


def _local(request: Request, state: State, user: str | None) -> Principal:
    server = state.settings.server
    host = request.client.host if request.client else ""
    if not is_loopback(host) or came_through_a_proxy(request.headers):
        raise UnauthorizedError("give a key: Authorization: Bearer KEY")
    problem = refusal(request.headers, server.allowed_hosts)
    if problem is not None:
        raise ForbiddenError(problem)
    if user not in (None, server.local_user):
        raise ForbiddenError("without a key you are the local user: make one with `nagori keys`")
    return Principal(state.n.space, server.local_user, bound=True)


def _named_user(request: Request) -> str | None:
    named = request.headers.get(_USER)
    if named is None:
        return None
    try:
        user = named.encode("latin-1").decode("utf-8")
    except UnicodeError as error:
        raise InvalidInputError(_USER, "give it as UTF-8") from error
    return checked_id(user[: MAX_ID_LENGTH + 1], _USER)


Signed = Annotated[Principal, Depends(principal)]
"""Anybody who may come in."""
