"""Where a OneBot program's reports come in."""

from collections import Counter
from datetime import timedelta

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from nagori.bots.bot import Bot
from nagori.bots.errors import UnreadableError
from nagori.bots.onebot.events import read
from nagori.bots.onebot.signature import SIGNATURE, is_genuine
from nagori.bots.seen import Recent
from nagori.bots.webhook import Refused, webhook
from nagori.values.times import Clock, utc_now

_FRESH = timedelta(minutes=5)
_MOST_REPORTS = 100_000


class OneBotWebhook:
    """Lets in what the OneBot program reported, once, and answers it before it is looked at."""

    def __init__(self, bot: Bot, secret: str, *, clock: Clock = utc_now) -> None:
        self._bot, self._secret, self._clock = bot, secret, clock
        self._seen: Recent[None] = Recent(_MOST_REPORTS)
        self.counts: Counter[str] = Counter()

    def app(self, path: str) -> Starlette:
        """The app to be served."""
        return webhook(path, self.take, self.counts)

    async def take(self, request: Request, body: bytes) -> Response:
        """Answer one request; raises `Refused` for what the program did not send."""
        if not is_genuine(request.headers.get(SIGNATURE, ""), body, self._secret):
            raise Refused(401, "forged")
        try:
            report = read(body)
        except UnreadableError:
            raise Refused(400, "unreadable") from None
        if report.incoming is None:
            self.counts["ignored"] += 1
            return Response(status_code=204)
        if abs(self._clock() - report.at) > _FRESH:
            raise Refused(401, "late")
        if report.key in self._seen:
            self.counts["repeated"] += 1
        elif self._bot.take(report.incoming):
            self._seen.put(report.key, None)
            self.counts["accepted"] += 1
        else:
            raise Refused(503, "full")
        return Response(status_code=204)
