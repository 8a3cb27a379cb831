"""A OneBot program as a bot's platform."""

from typing import Any

from pydantic import BaseModel, ValidationError

from nagori.bots.calls import tried
from nagori.bots.errors import PlatformError, PlatformRefusedError, UnsentError
from nagori.bots.onebot.calls import Calls
from nagori.bots.onebot.events import GROUP, PEOPLE, PRIVATE
from nagori.bots.port import Incoming

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

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self.me, self.called = "", ""

    async def open(self) -> None:
        """Learn who the bot is; a wrong address or token is told of here."""
        data = await tried(lambda: self._call("get_login_info", {}))
        if not self.meet(f"{PEOPLE}{data.get('user_id')}"):
            raise PlatformRefusedError(_NAME, "another account logged in: start the bot anew")
        self.called = str(data.get("nickname") or "")

    def meet(self, account: str) -> bool:
        """Whether this is the bot's account; the first one that is met is."""
        self.me = self.me or account
        return self.me == account

    async def send(
        self, to: str, text: str, *, reply_to: str | None = None, in_thread: bool = False
    ) -> str:
        """Send a message; tried again only if it did not go: it must not be sent twice."""
        del in_thread  # there are none
        message: list[dict[str, object]] = [{"type": "text", "data": {"text": text}}]
        if reply_to is not None:
            message.insert(0, {"type": "reply", "data": {"id": reply_to.removeprefix(PEOPLE)}})
        if to.startswith(GROUP):
            action, whom = "send_group_msg", {"group_id": int(to.removeprefix(GROUP))}
        else:
            action, whom = "send_private_msg", {"user_id": int(to.removeprefix(PRIVATE))}
        data = await tried(lambda: self._call(action, {**whom, "message": message}), on=UnsentError)
        return f"{PEOPLE}{data.get('message_id')}"

    async def update(self, handle: str, text: str) -> None:
        """Never asked for: see `edits`."""
        del handle, text
        raise PlatformRefusedError(_NAME, "messages can't be changed")

    async def name_of(self, incoming: Incoming) -> str | None:
        """Reports say what people are called."""
        return incoming.name

    async def _call(self, action: str, params: dict[str, Any]) -> dict[str, Any]:
        try:
            told = _Reply.model_validate(await self._calls.call(action, params))
        except ValidationError as error:
            raise PlatformError(_NAME, f"the reply to {action} lacks what was asked for") from error
        if told.status == "failed" or told.retcode not in (0, 1):
            problem = f"{action} was refused ({told.retcode})"
            raise PlatformRefusedError(_NAME, problem, number=told.retcode)
        return told.data or {}
