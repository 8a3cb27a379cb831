"""One line for each request: what was asked for and how it went, never with which words."""

import logging
import sys
import time
from typing import Any

import structlog
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nagori.server.errors import internal
from nagori.server.metrics import Metrics
from nagori.server.traces import place_of_error
from nagori.values.ids import new_id
from nagori.values.times import utc_now

_OURS = ("nagori", "uvicorn.error")
_UNKNOWN = "unmatched"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def to_stderr(*, json: bool, level: int = logging.INFO) -> None:
    """Write the logs of the server to standard error, as JSON or for people to read."""
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    rendered = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if json
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                place_of_error,
                rendered,
            ],
        )
    )
    for name in _OURS:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level if name == "nagori" else logging.WARNING)


class RequestLog:
    """Names, times, counts and logs every request; the border where unforeseen errors end."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics
        self._log = structlog.wrap_logger(
            logging.getLogger("nagori.server.requests"),
            processors=[
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
            ],
            wrapper_class=structlog.stdlib.BoundLogger,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request and note how it went."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        id, began, status = new_id(utc_now()), time.perf_counter(), 0

        async def named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-ID"] = id
            await send(message)

        try:
            await self._app(scope, receive, named)
        except Exception:  # noqa: BLE001  # a border: the caller gets a plain answer, the log all
            self._log.exception("a request failed", request_id=id, route=_route(scope))
            if not status:
                await internal(scope["path"])(scope, receive, named)
        finally:
            self._note(scope, id, status, time.perf_counter() - began)

    def _note(self, scope: Scope, id: str, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "OTHER"
        route = _route(scope)
        self._metrics.requests.labels(method, route, str(status)).inc()
        self._metrics.seconds.labels(method, route).observe(seconds)
        self._log.info(
            "request",
            request_id=id,
            method=method,
            route=route,
            status=status,
            ms=round(seconds * 1000, 1),
        )


def _route(scope: Scope) -> str:
    """The template of the path: the path itself may hold what a caller wrote."""
    return getattr(scope.get("route"), "path", _UNKNOWN)
