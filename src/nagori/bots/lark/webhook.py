"""Where the platform's events come in."""

import hmac
import json
from collections import Counter
from dataclasses import dataclass, field

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from nagori.bots.bot import Bot
from nagori.bots.errors import UnreadableError
from nagori.bots.lark.crypto import Opener
from nagori.bots.lark.events import Delivery, UrlCheck, read
from nagori.bots.lark.signature import is_genuine, is_signed
from nagori.bots.seen import Recent
from nagori.bots.webhook import Refused, webhook
from nagori.values.times import Clock, utc_now

_MOST_EVENTS = 100_000
"""Events that are known again; the platform repeats one for seven hours if it gets no answer."""


@dataclass(frozen=True, slots=True)
class LarkKeys:
    """What tells the platform's events from those of others."""

    app_id: str
    verification_token: str = field(repr=False)
    encrypt_key: str | None = field(default=None, repr=False)


class LarkWebhook:
    """Lets in what the platform sent, once, and answers it before anything is done about it."""

    def __init__(self, bot: Bot, keys: LarkKeys, *, clock: Clock = utc_now) -> None:
        self._bot, self._keys, self._clock = bot, keys, clock
        self._opener = Opener(keys.encrypt_key) if keys.encrypt_key else None
        self._seen: Recent[None] = Recent(_MOST_EVENTS)
        self.counts: Counter[str] = Counter()

    def app(self, path: str) -> Starlette:
        """The app to be served."""
        return webhook(path, self.take, self.counts)

    async def take(self, request: Request, body: bytes) -> Response:
        """Answer one request; raises `Refused` for what the platform did not send."""
        genuine = self._is_genuine(request, body)
        match self._read(body, genuine=genuine):
            case UrlCheck(token, challenge):
                self._check(token)
                self.counts["url_checks"] += 1
                return JSONResponse({"challenge": challenge})
            case Delivery() as delivery:
                if not genuine:
                    raise Refused(401, "forged")
                self._check(delivery.token)
                if delivery.app_id and delivery.app_id != self._keys.app_id:
                    raise Refused(403, "wrong_app")
                self._deliver(delivery)
                return JSONResponse({})

    def _is_genuine(self, request: Request, body: bytes) -> bool:
        """Whether it was signed with our key; without one there are no signatures.

        The check of an address need not be signed, but must not be signed wrongly.
        """
        key = self._keys.encrypt_key
        if key is None:
            return True
        genuine = is_genuine(request.headers, body, key, self._clock())
        if not genuine and is_signed(request.headers):
            raise Refused(401, "forged")
        return genuine

    def _read(self, body: bytes, *, genuine: bool) -> UrlCheck | Delivery:
        try:
            return read(self._opened(body, genuine=genuine))
        except UnreadableError:
            # One answer, whatever is wrong: what was not signed must learn nothing from it.
            raise Refused(400 if genuine else 401, "unreadable" if genuine else "forged") from None

    def _opened(self, body: bytes, *, genuine: bool) -> bytes:
        try:
            told: object = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise UnreadableError("lark", "not JSON") from error
        match told:
            case {"encrypt": str(sealed)} if self._opener is not None:
                return self._opener.open(sealed)
            case _ if genuine:
                return body
            case _:
                raise UnreadableError("lark", "neither sealed nor signed")

    def _check(self, token: str) -> None:
        ours = self._keys.verification_token.encode()
        if not hmac.compare_digest(ours, token.encode("utf-8", "replace")):
            raise Refused(403, "wrong_token")

    def _deliver(self, delivery: Delivery) -> None:
        if delivery.event_id in self._seen:
            self.counts["repeated"] += 1
            return
        self._seen.put(delivery.event_id, None)
        if delivery.incoming is None:
            self.counts["ignored"] += 1
        elif self._bot.take(delivery.incoming):
            self.counts["accepted"] += 1
        else:
            self._seen.drop(delivery.event_id)
            raise Refused(503, "full")  # the platform sends it again
