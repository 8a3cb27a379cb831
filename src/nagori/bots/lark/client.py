"""Calls to Lark and Feishu: a thin client of our own."""

import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast
from uuid import uuid4

from pydantic import BaseModel, Field, ValidationError

from nagori.bots.calls import Caller, Reply, tried
from nagori.bots.errors import PlatformError, PlatformRefusedError, TryLaterError
from nagori.bots.lark.content import card
from nagori.bots.lark.token import Token, Tokens
from nagori.remote.reply import without_secrets

_NAME = "lark"
_MESSAGES = "/open-apis/im/v1/messages"
# Requests, messages of one chat, messages of the app, updates of one message: too many.
_TOO_MANY = {99991400, 230020, 11232, 11233}
_BAD_TOKEN = {99991661, 99991663, 99991664, 99991668, 99991671, 99991677}
_MOST_PAGES = 20

M = TypeVar("M", bound=BaseModel)


class BotInfo(BaseModel):
    """Who the app is as a bot."""

    open_id: str = Field(min_length=1)
    app_name: str = ""


class _TokenReply(BaseModel):
    tenant_access_token: str = Field(min_length=1)
    expire: float = Field(gt=0)


class _Sent(BaseModel):
    message_id: str = Field(min_length=1)


class _Member(BaseModel):
    member_id: str
    name: str = ""


class _Members(BaseModel):
    items: list[_Member] = Field(default_factory=list[_Member])
    has_more: bool = False
    page_token: str = ""


class LarkClient:
    """What a bot asks of the platform. Secrets are in bodies and headers, which are never shown."""

    def __init__(
        self,
        app_id: str,
        app_secret: str,
        base_url: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        deadline_s: float = 10.0,
    ) -> None:
        self.app_id, self._app_secret = app_id, app_secret
        self._caller = Caller(_NAME, base_url, deadline_s=deadline_s)
        self._tokens = Tokens(self._fetch_token, clock)

    async def me(self) -> BotInfo:
        """Who the bot is; a wrong id or secret is told of here."""
        told = await self._call("GET", "/open-apis/bot/v3/info")
        data = told.get("data")
        return _as(BotInfo, told.get("bot") or (_mapping(data).get("bot") if data else None))

    async def send(self, chat_id: str, text: str) -> str:
        """Send a card to a chat; returns the message's id."""
        body = {"receive_id": chat_id, **_card(text)}
        told = await self._call("POST", f"{_MESSAGES}?receive_id_type=chat_id", body)
        return _as(_Sent, told.get("data")).message_id

    async def reply(self, message_id: str, text: str, *, in_thread: bool) -> str:
        """Answer a message with a card; returns the id of the answer."""
        body = {**_card(text), "reply_in_thread": in_thread}
        told = await self._call("POST", f"{_MESSAGES}/{message_id}/reply", body)
        return _as(_Sent, told.get("data")).message_id

    async def update(self, message_id: str, text: str) -> None:
        """Let a card say something else."""
        await self._call("PATCH", f"{_MESSAGES}/{message_id}", {"content": card(text)})

    async def members(self, chat_id: str) -> dict[str, str]:
        """Names of the people in a group, by their ids."""
        found: dict[str, str] = {}
        path = f"/open-apis/im/v1/chats/{chat_id}/members?member_id_type=open_id&page_size=100"
        page = ""
        for _ in range(_MOST_PAGES):
            told = await self._call("GET", path + page)
            members = _as(_Members, told.get("data"))
            found |= {one.member_id: one.name for one in members.items if one.name}
            if not (members.has_more and members.page_token):
                break
            page = f"&page_token={members.page_token}"
        return found

    async def close(self) -> None:
        """Close the connections."""
        await self._caller.close()

    async def _call(
        self, method: str, path: str, body: Mapping[str, object] | None = None
    ) -> dict[str, Any]:
        """The reply's object, after some tries: each has the same uuid, so nothing is sent twice.

        A token that the platform takes no more is renewed on the way.
        """

        async def once() -> dict[str, Any]:
            token = await self._tokens.get()
            bearer = {"authorization": f"Bearer {token}"}
            reply = await self._caller.ask(method, path, body, headers=bearer)
            told = _mapping(reply.body)
            if told.get("code") in _BAD_TOKEN:
                self._tokens.drop(token)
                raise TryLaterError(_NAME, "the token was refused", retry_after=0.0)
            return self._checked(told, reply)

        return await tried(once)

    async def _fetch_token(self) -> Token:
        path = "/open-apis/auth/v3/tenant_access_token/internal"
        body = {"app_id": self.app_id, "app_secret": self._app_secret}
        reply = await self._caller.ask("POST", path, body)
        told = _as(_TokenReply, self._checked(_mapping(reply.body), reply))
        return Token(told.tenant_access_token, told.expire)

    def _checked(self, told: dict[str, Any], reply: Reply) -> dict[str, Any]:
        number = told.get("code")
        if number == 0 and reply.status < 300:
            return told
        if number in _TOO_MANY:
            raise TryLaterError(_NAME, "too many requests", retry_after=reply.retry_after)
        detail = without_secrets(str(told.get("msg") or ""), (self.app_id, self._app_secret))
        problem = f"the request was refused ({reply.status}, {number}): {detail}"
        raise PlatformRefusedError(_NAME, problem, number=number if isinstance(number, int) else 0)


def _card(text: str) -> dict[str, object]:
    return {"msg_type": "interactive", "content": card(text), "uuid": uuid4().hex}


def _mapping(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise PlatformError(_NAME, "the reply is not an object")
    return cast("dict[str, Any]", value)


def _as(shape: type[M], value: object) -> M:
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        raise PlatformError(_NAME, "the reply lacks what was asked for") from error
