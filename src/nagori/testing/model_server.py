"""A language model on loopback that plays OpenAI, Gemini and Anthropic, and misbehaves on request.

It runs in threads of its own, so that blocking tests and other processes can use it too.
"""

import json
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self, get_args

from pydantic import SecretStr

from nagori.config import ModelSettings
from nagori.testing.http_provider import Request
from nagori.testing.model_wire import Body, ModelAnswer, Wire, wire_for

ModelFault = Literal[
    "refused", "hang", "slow", "rate_limit", "server_error", "unauthorized", "broken_json",
    "wrong_schema", "empty", "huge", "cut", "bad_utf8",
]  # fmt: skip
MODEL_FAULTS: tuple[ModelFault, ...] = get_args(ModelFault)


@dataclass(frozen=True, slots=True)
class ModelRefusal:
    """An answer that finds something wrong with the request."""

    problem: str
    status: int = 400


Said = str | ModelAnswer | ModelRefusal
Answering = Said | Callable[[Body], Said]

SECRET = "sk-very-secret-0123456789"  # noqa: S105 - it opens nothing
_PATHS = {"openai": "/v1", "ollama": "", "gemini": "/v1beta", "anthropic": ""}
_HUGE_BYTES = 17 * 1024 * 1024
# JSON, but neither what a schema asks for nor a reply of any provider.
_UNASKED = '{"unexpected": ["shape"]}'
_WRONG_SHAPE = b'{"choices": "none", "candidates": 7, "content": {}, "type": 1, "delta": []}'


@dataclass(frozen=True, slots=True)
class Departure:
    """A client that closed its connection before the answer was whole."""

    request: Request
    at: float
    """By `time.monotonic()`."""
    sent: int
    """Stream events that it had been sent."""


class ModelServer:
    """`with ModelServer() as server:` serves at `server.url` until the end of the block.

    `answer` is what the model says: a text, a `ModelAnswer`, a `ModelRefusal`, or a function from
    the request's body to one of them. `fault` is what goes wrong with every request until it is
    None again; `answer_next` and `fail_next` are for one request each. What came in is in
    `requests`, who left before the end in `departures`. `hold` stops all streams after their first
    event until `release`.
    """

    def __init__(self, answer: Answering = "Hello.") -> None:
        self.answer: Answering = answer
        self.requests: list[Request] = []
        self.departures: list[Departure] = []
        self.clients: set[str] = set()
        """Connections that requests came by, as host and port."""
        self.pause_s = 0.0
        """Between the events of a stream."""
        self.slow_s = 0.3
        """Before each event, or before the whole reply, of the fault `slow`."""
        self.retry_after_s = 30.0
        """What the fault `rate_limit` asks for."""
        self.streaming = 0
        """Streams that are being sent now."""
        self._fault: ModelFault | None = None
        self._faults: deque[ModelFault] = deque()
        self._answers: deque[Answering] = deque()
        self._news = threading.Condition()
        self._going = threading.Event()
        self._going.set()
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
    def fault(self) -> ModelFault | None:
        """What goes wrong with every request, until it is set to None."""
        return self._fault

    @fault.setter
    def fault(self, fault: ModelFault | None) -> None:
        self._fault = fault
        if fault == "refused":
            self._stop_listening()
        elif self._server is None:
            self._listen()

    def fail_next(self, faults: Iterable[ModelFault]) -> None:
        """One fault for each of the next requests; a refusal can't be counted as one."""
        planned = list(faults)
        if "refused" in planned or not set(planned) <= set(MODEL_FAULTS):
            raise ValueError(planned)
        self._faults.extend(planned)

    def answer_next(self, answers: Iterable[Answering]) -> None:
        """One answer for each of the next requests; then `answer` is given again."""
        self._answers.extend(answers)

    def hold(self) -> None:
        """Let streams send their first event, and no more until `release`."""
        self._going.clear()

    def release(self) -> None:
        """Let streams go on."""
        self._going.set()

    def wait_for(self, condition: Callable[[Self], bool], *, within_s: float = 5.0) -> bool:
        """Whether it becomes true in time; blocks, so call it by `asyncio.to_thread`."""
        with self._news:
            return self._news.wait_for(lambda: condition(self), within_s)

    # What follows is called by the handlers, in their threads.

    def take(
        self, request: Request, client: str
    ) -> tuple[ModelFault | None, ModelAnswer | ModelRefusal]:
        """Note a request and say how it is to be answered."""
        with self._news:
            self.clients.add(client)
            self.requests.append(request)
            fault = self._faults.popleft() if self._faults else self._fault
            said = self._answers.popleft() if self._answers else self.answer
            self._news.notify_all()
        said = said(request.body) if callable(said) else said
        return fault, ModelAnswer(said) if isinstance(said, str) else said

    def note_departure(self, request: Request, sent: int) -> None:
        """The client is gone."""
        with self._news:
            self.departures.append(Departure(request, time.monotonic(), sent))
            self._news.notify_all()

    def count_stream(self, change: int) -> None:
        """One more stream, or one less."""
        with self._news:
            self.streaming += change
            self._news.notify_all()

    @property
    def held(self) -> bool:
        """Whether streams stand still."""
        return not self._going.is_set() and not self.over

    @property
    def over(self) -> bool:
        """Whether the block has ended."""
        return self._over.is_set()

    def _listen(self) -> None:
        self._server = _Server(self, self._port)
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def _stop_listening(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server.hang_up()
            self._server = None


def settings_for(server: ModelServer, kind: str = "openai", **fields: object) -> ModelSettings:
    """Settings of a model of this kind (also `ollama`) that is played by the server."""
    given = {"type": kind, "endpoint": server.url + _PATHS[kind], "model": "loopback"}
    return ModelSettings.model_validate({**given, "api_key": SecretStr(SECRET), **fields})


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, model: ModelServer, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.model = model
        self._connections: set[socket.socket] = set()

    def hang_up(self) -> None:
        """Close what is still open: a client would go on using its connection."""
        for connection in list(self._connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # it is closed already

    def process_request(self, request: Any, client_address: Any) -> None:
        self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._connections.discard(request)
        super().shutdown_request(request)


class _LeftError(Exception):
    """The client closed the connection."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride] - the only one it serves
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def handle(self) -> None:
        try:
            super().handle()
        except ConnectionError:
            self.close_connection = True  # gone between two requests

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.path, headers, json.loads(sent))
        wire = wire_for(self.path)
        if wire is None:
            self._send(b'{"error": {"message": "no such path"}}', 404)
            return
        fault, answer = self.server.model.take(request, f"{self.client_address}")
        self._sent = 0
        try:
            self._respond(wire, request, fault, answer)
        except (_LeftError, ConnectionError):
            self.close_connection = True
            if not self.server.model.over:
                self.server.model.note_departure(request, self._sent)

    def _respond(
        self,
        wire: Wire,
        request: Request,
        fault: ModelFault | None,
        answer: ModelAnswer | ModelRefusal,
    ) -> None:
        if fault == "hang":
            self._wait(60.0)
            self.close_connection = True
        elif fault in _REFUSALS:
            wait = {"Retry-After": f"{self.server.model.retry_after_s:g}"}
            headers = wait if fault == "rate_limit" else {}
            self._send(_refusal(request), _REFUSALS[fault], headers)
        elif fault == "wrong_schema" and wire.asks_schema(request.body):
            self._answer(wire, request, None, ModelAnswer(_UNASKED))
        elif isinstance(answer, ModelRefusal):
            body = {"error": {"message": answer.problem}}
            self._send(json.dumps(body).encode(), answer.status)
        else:
            self._answer(wire, request, fault, answer)

    def _answer(
        self, wire: Wire, request: Request, fault: ModelFault | None, answer: ModelAnswer
    ) -> None:
        if wire.streams(self.path, request.body):
            self.server.model.count_stream(+1)
            try:
                self._stream(list(wire.frames(answer, request.body)), fault)
            finally:
                self.server.model.count_stream(-1)
            return
        if fault == "slow":
            self._wait(self.server.model.slow_s)
        body = json.dumps(wire.whole(answer, request.body)).encode()
        if fault == "cut":
            self._send(body[: len(body) // 2], length=len(body))
            self.close_connection = True
            return
        self._send(_spoilt(body, fault))

    def _send(
        self,
        body: bytes,
        status: int = 200,
        headers: dict[str, str] | None = None,
        *,
        length: int | None = None,
    ) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, frames: list[str], fault: ModelFault | None) -> None:
        model = self.server.model
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for frame in _spoilt_frames(frames, fault):
            if fault == "slow":
                self._wait(model.slow_s)
            elif self._sent:
                self._wait(model.pause_s)
            while self._sent and model.held:
                self._wait(0.02)
            self.wfile.write(b"%x\r\n%s\r\n" % (len(frame), frame))
            self._sent += 1
        if fault == "cut":
            self.close_connection = True
            return
        self.wfile.write(b"0\r\n\r\n")

    def _wait(self, seconds: float) -> None:
        """Let time pass, unless the client leaves or the block ends."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and not self.server.model.over:
            self.connection.settimeout(min(left, 0.2))
            try:
                if not self.connection.recv(1, socket.MSG_PEEK):
                    raise _LeftError
                time.sleep(min(left, 0.01))  # it sent something more: still there
            except TimeoutError:
                continue
            finally:
                self.connection.settimeout(None)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: tests read `requests`."""


_REFUSALS = {"rate_limit": 429, "server_error": 503, "unauthorized": 401}


def _refusal(request: Request) -> bytes:
    """Repeats the key, as some providers do."""
    given = ("authorization", "x-api-key", "x-goog-api-key")
    keys = " ".join(request.headers[name] for name in given if name in request.headers)
    return json.dumps({"error": {"message": f"Incorrect API key provided: {keys}"}}).encode()


def _spoilt(body: bytes, fault: ModelFault | None) -> bytes:
    match fault:
        case "broken_json":
            return body[: len(body) // 2]
        case "wrong_schema":
            return _WRONG_SHAPE
        case "empty":
            return b""
        case "huge":
            return b" " * _HUGE_BYTES
        case "bad_utf8":
            return body[:-1] + b', "more": "\xff\xfe"}'
        case _:
            return body


def _spoilt_frames(frames: list[str], fault: ModelFault | None) -> Iterator[bytes]:
    """The first half comes as it should, so that a part of the answer is there when it breaks."""
    good = [frame.encode() for frame in frames]
    half = good[: len(good) // 2]
    match fault:
        case "empty":
            return
        case "cut":
            yield from half
        case "broken_json":
            yield from [*half, b'data: {"choices": [\n\n']
        case "wrong_schema":
            yield b"data: " + _WRONG_SHAPE + b"\n\n"
        case "huge":
            yield b"data: "
            for _ in range(_HUGE_BYTES // 65_536):
                yield b" " * 65_536
        case "bad_utf8":
            yield from [*half, b'data: {"choices": "\xff\xfe"}\n\n']
        case _:
            yield from good
