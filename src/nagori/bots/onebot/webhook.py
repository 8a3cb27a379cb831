"""Where a OneBot program's reports come in over HTTP."""

from datetime import timedelta

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from nagori.bots.errors import UnreadableError
from nagori.bots.onebot.events import read
from nagori.bots.onebot.reports import Reports
from nagori.bots.onebot.signature import SIGNATURE, is_genuine
from nagori.bots.webhook import Refused, webhook
from nagori.values.times import Clock, utc_now

_FRESH = timedelta(minutes=5)


class OneBotWebhook:
    """Lets in what the OneBot program reported, and answers it before it is looked at."""

    def __init__(self, reports: Reports, secret: str, *, clock: Clock = utc_now) -> None:
        self._reports, self._secret, self._clock = reports, secret, clock

    def app(self, path: str) -> Starlette:
        """The app to be served."""
        return webhook(path, self.take, self._reports.counts)

    async def take(self, request: Request, body: bytes) -> Response:
        """Answer one request; raises `Refused` for what the program did not send."""
        if not is_genuine(request.headers.get(SIGNATURE, ""), body, self._secret):
            raise Refused(401, "forged")
        try:
            report = read(body)
        except UnreadableError:
            raise Refused(400, "unreadable") from None
        if report.incoming is not None and abs(self._clock() - report.at) > _FRESH:
            raise Refused(401, "late")
        if not self._reports.take(report):
            raise Refused(503, "full")
        return Response(status_code=204)
