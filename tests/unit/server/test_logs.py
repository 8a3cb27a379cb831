import json
import logging
from collections.abc import Iterator

import pytest
from starlette.types import Message, Receive, Scope, Send

from nagori.server.logs import RequestLog, to_stderr
from nagori.server.metrics import Metrics

SCOPE: Scope = {"type": "http", "method": "GET", "path": "/private", "headers": []}


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    loggers = [logging.getLogger(name) for name in ("nagori", "uvicorn.error")]
    before = [(logger.handlers, logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, (handlers, propagate, level) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


async def failing(scope: Scope, receive: Receive, send: Send) -> None:
    try:
        {}["RX-4711"]
    except KeyError as error:
        raise ExceptionGroup("RX-4711", [ValueError("RX-4711")]) from error


async def nothing() -> Message:
    raise AssertionError


@pytest.mark.usefixtures("logging_as_before")
@pytest.mark.parametrize("as_json", [True, False])
async def test_an_unforeseen_error_is_logged_with_its_place_and_without_its_words(
    capsys: pytest.CaptureFixture[str], *, as_json: bool
) -> None:
    to_stderr(json=as_json)
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    await RequestLog(failing, metrics=Metrics())(SCOPE, nothing, send)

    assert sent[0]["status"] == 500
    assert json.loads(sent[1]["body"])["code"] == "internal"
    logged = capsys.readouterr().err
    for kind in ("KeyError", "ExceptionGroup", "ValueError"):
        assert kind in logged
    assert "test_logs.py" in logged
    assert "RX-4711" not in logged
    assert "RX-4711" not in str(sent)
    assert "private" not in logged
    if as_json:
        lines = [json.loads(line) for line in logged.splitlines()]
        assert [line["event"] for line in lines] == ["a request failed", "request"]
        assert lines[1]["status"] == 500
        assert {"timestamp", "level", "logger", "request_id", "route", "ms"} <= lines[1].keys()


@pytest.mark.usefixtures("logging_as_before")
def test_what_other_parts_log_has_the_same_form(capsys: pytest.CaptureFixture[str]) -> None:
    to_stderr(json=True)
    try:
        int("RX-4711")
    except ValueError:
        logging.getLogger("nagori.jobs").exception("a job failed")
    logging.getLogger("nagori").debug("not shown")

    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["event"] == "a job failed"
    assert "ValueError" in json.loads(line)["exception"]
    assert "RX-4711" not in line
