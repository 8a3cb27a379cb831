"""A Feishu on loopback: it takes calls, pushes events as people talk, and misbehaves on request.

It runs in threads of its own, so that blocking tests and other processes can use it too.
"""

import base64
import json
import os
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self

FeishuFault = Literal[
    "rate_limit", "too_many", "server_error", "slow", "hang", "cut", "cut_after", "broken_json",
    "old_token", "refused",
]  # fmt: skip
"""`cut` before a request took effect, `cut_after` when it had."""

APP_ID, APP_SECRET = "cli_loopback", "app-secret-0123456789"
ENCRYPT_KEY, VERIFICATION_TOKEN = "encrypt-key-0123", "verification-token-0123"
BOT = "ou_bot"
_MESSAGES = "/open-apis/im/v1/messages"


@dataclass
class Card:
    """A message of the bot, and everything that it said one after another."""

    id: str
    chat_id: str | None
    reply_to: str | None
    in_thread: bool
    texts: list[str] = field(default_factory=list[str])
    times: list[float] = field(default_factory=list[float])
    """By `time.monotonic()`."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request of the bot."""

    method: str
    path: str
    body: Mapping[str, Any]
    token: str


class FeishuServer:
    """`with FeishuServer() as feishu:` serves at `feishu.url` until the end of the block.

    What the bot sent is in `cards`, every request in `calls`. `fail_next` plans one fault for each
    of the next requests other than those for a token.
    """

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.cards: dict[str, Card] = {}
        self.members = {"ou_ann": "Ann", "ou_bob": "Bob"}
        self.token_expires_s = 7200.0
        self.slow_s = 0.3
        self.tokens = 0
        """How many tokens were given out."""
        self._valid: set[str] = set()
        self._faults: deque[FeishuFault] = deque()
        self._uuids: dict[str, str] = {}
        self._news = threading.Condition()
        self._over = threading.Event()
        self._server = _Server(self)

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        """Where it listens, without a path."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def fail_next(self, faults: Iterable[FeishuFault]) -> None:
        """One fault for each of the next requests."""
        self._faults.extend(faults)

    def revoke_tokens(self) -> None:
        """Take no token any more that was given out so far."""
        with self._news:
            self._valid.clear()

    def wait_for(self, condition: Callable[[Self], bool], *, within_s: float = 8.0) -> bool:
        """Whether it becomes true in time; blocks, so call it by `asyncio.to_thread`."""
        with self._news:
            return self._news.wait_for(lambda: condition(self), within_s)

    # What follows is called by the handlers, in their threads.

    def answer(self, call: Call) -> tuple[int, dict[str, str], object] | None:
        """Status, headers and body of the reply; None cuts the connection."""
        if call.path.endswith("/tenant_access_token/internal"):
            return self._token(call)
        with self._news:
            self.calls.append(call)
            fault = self._faults.popleft() if self._faults else None
            known = call.token in self._valid
            self._news.notify_all()
        if fault in ("slow", "hang"):
            self._over.wait(self.slow_s if fault == "slow" else 60)
        if fault in _REPLIES:
            return _REPLIES[fault]
        if fault == "cut":
            return None
        if not known:
            return 400, {}, {"code": 99991663, "msg": "Invalid access token for authorization."}
        with self._news:
            body = self._done(call)
            self._news.notify_all()
        return None if fault == "cut_after" else (200, {}, body)

    def _token(self, call: Call) -> tuple[int, dict[str, str], object]:
        if (call.body.get("app_id"), call.body.get("app_secret")) != (APP_ID, APP_SECRET):
            problem = f"app secret invalid: {call.body.get('app_secret')}"  # some repeat it
            return 200, {}, {"code": 10014, "msg": problem}
        with self._news:
            self.tokens += 1
            token = f"t-{self.tokens}"
            self._valid.add(token)
        reply = {"code": 0, "tenant_access_token": token, "expire": self.token_expires_s}
        return 200, {}, reply

    def _done(self, call: Call) -> object:
        path = call.path.partition("?")[0]
        if path == "/open-apis/bot/v3/info":
            return {"code": 0, "msg": "ok", "bot": {"open_id": BOT, "app_name": "Nagori"}}
        if path.endswith("/members"):
            items = [{"member_id": id, "name": name} for id, name in self.members.items()]
            return {"code": 0, "data": {"items": items, "has_more": False}}
        reply = re.fullmatch(rf"{_MESSAGES}/([^/]+)/reply", path)
        if call.method == "POST" and (path == _MESSAGES or reply):
            return {"code": 0, "data": {"message_id": self._sent(call, reply and reply[1])}}
        card = self.cards.get(path.removeprefix(f"{_MESSAGES}/"))
        if call.method == "PATCH" and card is not None:
            self._say(card, call)
            return {"code": 0, "data": {}}
        return {"code": 230001, "msg": "no such message"}

    def _sent(self, call: Call, reply_to: str | None) -> str:
        """The card's id; the same uuid again gives the same card."""
        uuid = str(call.body.get("uuid") or len(self.calls))
        if uuid not in self._uuids:
            id = self._uuids[uuid] = f"om_card_{len(self.cards)}"
            in_thread = bool(call.body.get("reply_in_thread"))
            card = Card(id, call.body.get("receive_id"), reply_to, in_thread)
            self.cards[id] = card
            self._say(card, call)
        return self._uuids[uuid]

    def _say(self, card: Card, call: Call) -> None:
        shown = json.loads(call.body["content"])
        card.texts.append(shown["elements"][0]["content"])
        card.times.append(time.monotonic())


_REPLIES: dict[str | None, tuple[int, dict[str, str], object]] = {
    "rate_limit": (429, {"x-ogw-ratelimit-reset": "0.1"}, {"code": 99991400, "msg": "too many"}),
    "too_many": (400, {}, {"code": 230020, "msg": "frequency limit of this chat"}),
    "server_error": (503, {}, "oops"),
    "broken_json": (200, {}, None),
    "old_token": (400, {}, {"code": 99991663, "msg": "Invalid access token for authorization."}),
    "refused": (400, {}, {"code": 230011, "msg": "the message is withdrawn"}),
}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, feishu: FeishuServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.feishu = feishu


class _Handler(BaseHTTPRequestHandler):
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride] - the only one it serves
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def handle(self) -> None:
        try:
            super().handle()
        except ConnectionError:
            self.close_connection = True

    def do_POST(self) -> None:
        self._reply("POST")

    def do_GET(self) -> None:
        self._reply("GET")

    def do_PATCH(self) -> None:
        self._reply("PATCH")

    def _reply(self, method: str) -> None:
        sent = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        call = Call(method, self.path, json.loads(sent) if sent else {}, token)
        reply = self.server.feishu.answer(call)
        if reply is None:
            self.close_connection = True
            return
        status, headers, told = reply
        body = b'{"code": 0, "da' if told is None else json.dumps(told).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: tests read `calls`."""


# events -----------------------------------------------------------------------------------------


def message_event(
    text: str,
    *,
    id: str,
    speaker: str = "ou_ann",
    chat: str = "oc_team",
    mentions: Mapping[str, str] | None = None,
    at: float | None = None,
    **fields: object,
) -> dict[str, Any]:
    """Somebody says something; `mentions` are names by their ids, met in the text as `@name`."""
    named: list[dict[str, Any]] = []
    for number, (who, name) in enumerate((mentions or {}).items(), 1):
        text = text.replace(f"@{name}", f"@_user_{number}")
        named.append({"key": f"@_user_{number}", "id": {"open_id": who}, "name": name})
    message = {
        "message_id": f"om_{id}",
        "chat_id": chat,
        "chat_type": "group",
        "message_type": "text",
        "content": json.dumps({"text": text}, ensure_ascii=False),
        "create_time": str(int((time.time() if at is None else at) * 1000)),
        "mentions": named,
        **fields,
    }
    sender = {"sender_id": {"open_id": speaker}, "sender_type": "user"}
    return event("im.message.receive_v1", id, {"sender": sender, "message": message})


def reaction_event(emoji: str, *, id: str, to: str, speaker: str = "ou_ann") -> dict[str, Any]:
    """Somebody reacts to a message."""
    told = {
        "message_id": to,
        "reaction_type": {"emoji_type": emoji},
        "operator_type": "user",
        "user_id": {"open_id": speaker},
        "action_time": str(int(time.time() * 1000)),
    }
    return event("im.message.reaction.created_v1", id, told)


def event(kind: str, id: str, told: Mapping[str, Any]) -> dict[str, Any]:
    """An event of version 2.0."""
    header = {
        "event_id": f"ev_{id}",
        "event_type": kind,
        "create_time": str(int(time.time() * 1000)),
        "token": VERIFICATION_TOKEN,
        "app_id": APP_ID,
        "tenant_key": "tenant",
    }
    return {"schema": "2.0", "header": header, "event": dict(told)}


def sealed(told: Mapping[str, Any], key: str = ENCRYPT_KEY) -> dict[str, str]:
    """A body that only the key opens; by another library than the one that opens it here."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    text = json.dumps(told).encode()
    padding = 16 - len(text) % 16
    iv = os.urandom(16)
    cipher = Cipher(algorithms.AES(sha256(key.encode()).digest()), modes.CBC(iv)).encryptor()
    closed = cipher.update(text + bytes([padding]) * padding) + cipher.finalize()
    return {"encrypt": base64.b64encode(iv + closed).decode()}


def signed(
    body: Mapping[str, Any], *, key: str = ENCRYPT_KEY, at: float | None = None
) -> tuple[bytes, dict[str, str]]:
    """The bytes of a request with the headers that the platform writes beside them."""
    content = json.dumps(body).encode()
    timestamp, nonce = str(int(time.time() if at is None else at)), os.urandom(8).hex()
    signature = sha256((timestamp + nonce + key).encode() + content).hexdigest()
    headers = {
        "Content-Type": "application/json",
        "X-Lark-Request-Timestamp": timestamp,
        "X-Lark-Request-Nonce": nonce,
        "X-Lark-Signature": signature,
    }
    return content, headers
