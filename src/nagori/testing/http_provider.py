"""A provider on loopback that plays OpenAI, Gemini and Ollama, and misbehaves on request.

It runs in threads of its own, so that blocking tests and other processes can use it too.
"""

import json
import re
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self, get_args

from nagori.testing.embedders import hashed_vector

Fault = Literal[
    "refused", "hang", "slow", "rate_limit", "server_error", "unauthorized", "broken_json",
    "wrong_shape", "empty", "huge", "cut", "bad_utf8", "wrong_dims", "nan", "redirect",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Request:
    """What a client sent."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """What is sent back; `length` lies about the size when it is set."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict[str, str])
    length: int | None = None


Vectorise = Callable[[str], list[float]]
Route = Callable[[Request, Vectorise], object]


def _openai(request: Request, vectorise: Vectorise) -> object:
    items = [
        {"object": "embedding", "index": index, "embedding": vectorise(text)}
        for index, text in enumerate(request.body["input"])
    ]
    # Backwards, because the order is not promised.
    return {"object": "list", "model": request.body["model"], "data": items[::-1]}


def _gemini_one(request: Request, vectorise: Vectorise) -> object:
    # A real query's vector differs from a passage's.
    task = "" if request.body["taskType"] == "RETRIEVAL_DOCUMENT" else " query"
    return {"embedding": {"values": vectorise(request.body["content"]["parts"][0]["text"] + task)}}


def _gemini_many(request: Request, vectorise: Vectorise) -> object:
    ones = [replace(request, body=one) for one in request.body["requests"]]
    found: list[Any] = [_gemini_one(one, vectorise) for one in ones]
    return {"embeddings": [one["embedding"] for one in found]}


def _ollama(request: Request, vectorise: Vectorise) -> object:
    return {"embeddings": [vectorise(text) for text in request.body["input"]]}


ROUTES: tuple[tuple[re.Pattern[str], Route], ...] = (
    (re.compile(r"/v1/embeddings"), _openai),
    (re.compile(r"/v1beta/models/[^/:]+:embedContent"), _gemini_one),
    (re.compile(r"/v1beta/models/[^/:]+:batchEmbedContents"), _gemini_many),
    (re.compile(r"/api/embed"), _ollama),
)

# A fault that is only another reply: from the right one to the wrong one.
_WRONG: dict[str, Callable[[Reply], Reply]] = {
    "server_error": lambda _: Reply(b"oops", 503),
    "unauthorized": lambda _: Reply(b'{"error": {"message": "no such key"}}', 401),
    "broken_json": lambda good: replace(good, body=good.body[: len(good.body) // 2]),
    "wrong_shape": lambda _: Reply(b'{"data": "none", "embeddings": [{"values": {}}, 7]}'),
    "empty": lambda _: Reply(),
    "huge": lambda _: Reply(b" " * (65 * 1024 * 1024)),
    "cut": lambda good: replace(good, length=len(good.body) + 1000),
    "bad_utf8": lambda _: Reply(b'{"data": "\xff\xfe"}'),
    "redirect": lambda _: Reply(status=307, headers={"Location": "/elsewhere"}),
}


class HttpProvider:
    """`with HttpProvider() as provider:` serves at `provider.url` until the end of the block."""

    def __init__(self, *, dims: int = 32) -> None:
        self.dims = dims
        self.requests: list[Request] = []
        self.faults: deque[Fault] = deque()
        self.slow_s = 0.3
        self.retry_after_s = 30.0
        """What the fault `rate_limit` asks for."""
        self._fault: Fault | None = None
        self._over = threading.Event()
        self._server: _Server | None = None
        self._port = 0

    def __enter__(self) -> Self:
        self._listen()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._stop_listening()

    @property
    def url(self) -> str:
        """Where it listens, without a path."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def fault(self) -> Fault | None:
        """What goes wrong with every request, until it is set to None."""
        return self._fault

    @fault.setter
    def fault(self, fault: Fault | None) -> None:
        self._fault = fault
        if fault == "refused":
            self._stop_listening()
        elif self._server is None:
            self._listen()

    def fail_next(self, faults: Iterable[Fault]) -> None:
        """One fault for each of the next requests; a refusal can't be counted as one."""
        planned = list(faults)
        if "refused" in planned or not set(planned) <= set(get_args(Fault)):
            raise ValueError(planned)
        self.faults.extend(planned)

    def answer(self, request: Request) -> Reply:
        """The reply to one request, right or wrong."""
        self.requests.append(request)
        fault = self.faults.popleft() if self.faults else self._fault
        if fault in {"hang", "slow"}:
            self._over.wait(60 if fault == "hang" else self.slow_s)
        if fault == "rate_limit":
            return Reply(b"{}", 429, {"Retry-After": f"{self.retry_after_s:g}"})
        good = self._right(request, fault)
        return _WRONG[fault](good) if fault in _WRONG else good

    def _right(self, request: Request, fault: Fault | None) -> Reply:
        for pattern, route in ROUTES:
            if pattern.fullmatch(request.path):
                made = route(request, lambda text: self._vector(text, fault))
                return Reply(json.dumps(made).encode())
        return Reply(b'{"error": "no such path"}', 404)

    def _vector(self, text: str, fault: Fault | None) -> list[float]:
        dims = self.dims + 1 if fault == "wrong_dims" else self.dims
        # Not of length 1, as with some providers.
        vector = [2.0 * float(number) for number in hashed_vector(text, dims)]
        return [float("nan"), *vector[1:]] if fault == "nan" else vector

    def _listen(self) -> None:
        self._server = _Server(self, self._port)
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def _stop_listening(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, provider: HttpProvider, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.provider = provider


class _Handler(BaseHTTPRequestHandler):
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride] - the only one it serves

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        headers = {name.lower(): value for name, value in self.headers.items()}
        reply = self.server.provider.answer(Request(self.path, headers, json.loads(sent)))
        try:
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            length = len(reply.body) if reply.length is None else reply.length
            self.send_header("Content-Length", str(length))
            self.end_headers()
            self.wfile.write(reply.body)
        except ConnectionError:
            # The client gave up, as it does with half of the faults.
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: tests read `requests`."""
