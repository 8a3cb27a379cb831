"""A OneBot program as a bot's platform."""

from typing import Any

from pydantic import BaseModel, ValidationError

from nagori.bots.calls import Caller, tried
from nagori.bots.errors import PlatformError, PlatformRefusedError
from nagori.bots.onebot.events import GROUP, PEOPLE, PRIVATE
from nagori.bots.port import Incoming
from nagori.remote.key import bearer

_NAME = "onebot"


class _Reply(BaseModel):
    status: str
    retcode: int = 0
    data: dict[str, Any] | None = None


class OneBotPlatform:
    """Answers as whole messages that quote the one they are for: they can't be changed later."""

    name = _NAME
    edits = False
    most_characters = 3000

    def __init__(self, caller: Caller, token: str | None) -> None:
        self._caller, self._headers = caller, bearer(token)
        self.me, self.called = "", ""

    async def open(self) -> None:
        """Learn who the bot is; a wrong address or token is told of here."""
        data = await tried(lambda: self._call("get_login_info", {}))
        self.me = f"{PEOPLE}{data.get('user_id')}"
        self.called = str(data.get("nickname") or "")

    async def send(
        self, to: str, text: str, *, reply_to: str | None = None, in_thread: bool = False
    ) -> str:
        """Send a message; not tried again, since that could send it twice."""
        del in_thread  # there are none
        message: list[dict[str, object]] = [{"type": "text", "data": {"text": text}}]
        if reply_to is not None:
            message.insert(0, {"type": "reply", "data": {"id": reply_to.removeprefix(PEOPLE)}})
        if to.startswith(GROUP):
            body = {"group_id": int(to.removeprefix(GROUP)), "message": message}
            data = await self._call("send_group_msg", body)
        else:
            body = {"user_id": int(to.removeprefix(PRIVATE)), "message": message}
            data = await self._call("send_private_msg", body)
        return f"{PEOPLE}{data.get('message_id')}"

    async def update(self, handle: str, text: str) -> None:
        """Never asked for: see `edits`."""
        del handle, text
        raise PlatformRefusedError(_NAME, "messages can't be changed")

    async def name_of(self, incoming: Incoming) -> str | None:
        """Reports say what people are called."""
        return incoming.name

    async def _call(self, action: str, body: dict[str, Any]) -> dict[str, Any]:
        reply = await self._caller.ask("POST", f"/{action}", body, headers=self._headers)
        try:
            told = _Reply.model_validate(reply.body)
        except ValidationError as error:
            problem = f"the reply lacks what was asked for ({reply.status})"
            raise PlatformError(_NAME, problem) from error
        if told.status == "failed" or told.retcode not in (0, 1):
            problem = f"{action} was refused ({told.retcode})"
            raise PlatformRefusedError(_NAME, problem, number=told.retcode)
        return told.data or {}
