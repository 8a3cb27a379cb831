"""Every error as problem+json (RFC 9457), with a status that is decided from its `code`.

What is told is written here or made of the caller's own input rules: no text of messages, no
paths of this machine, no keys.
"""

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from nagori.errors import NagoriError, UserError
from nagori.server.openai.errors import is_openai, openai_error

log = logging.getLogger("nagori.server")

MEDIA_TYPE = "application/problem+json"
STATUS: Mapping[str, int] = {
    "bad_request": 400,
    "invalid_input": 422,
    "not_found": 404,
    "conflict": 409,
    "forbidden": 403,
    "store": 503,
    "store_failed": 503,
    "store_full": 507,
    "store_busy": 503,
    "model": 502,
    "model_unavailable": 503,
    "model_reply": 502,
    "missing_extra": 501,
    "internal": 500,
}
_DETAIL: Mapping[str, str] = {
    "store": "the store could not do it; the server's log says why",
    "store_failed": "memory is out of service: `nagori doctor` says what to do",
    "store_full": "no room left on the disk: reads and deletions still work",
    "store_busy": "the store is busy: try again",
    "model": "a model did not do its part",
    "model_unavailable": "a model is unavailable: try again later",
    "model_reply": "a model's reply could not be used",
    "internal": "something went wrong in the server; its log says what",
}
_RETRY_AFTER_S: Mapping[str, int] = {"store_busy": 1, "model_unavailable": 10}
_CODES: Mapping[int, str] = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    408: "too_slow",
    413: "too_large",
    429: "too_many_requests",
    500: "internal",
    503: "unavailable",
}
_MOST_ERRORS = 20
_LONGEST = 200


class FieldProblem(BaseModel):
    """What is wrong with one field."""

    where: str = Field(description="`body`, `query`, `path` or `header`.")
    field: str
    problem: str


class Problem(BaseModel):
    """An error, as RFC 9457 has it."""

    type: str
    title: str
    status: int
    detail: str
    instance: str = Field(description="The path that was asked for.")
    code: str = Field(description="What happened, in one word, for programs.")
    errors: list[FieldProblem] | None = None


class UnauthorizedError(HTTPException):
    """Nobody that the server knows."""

    def __init__(self, detail: str) -> None:
        super().__init__(401, detail, headers={"WWW-Authenticate": 'Bearer realm="nagori"'})


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    instance: str,
    headers: Mapping[str, str] | None = None,
    errors: Sequence[FieldProblem] = (),
) -> JSONResponse:
    """The response that tells of an error; at OpenAI's paths, in OpenAI's form."""
    if is_openai(instance):
        field = errors[0].field if errors else None
        return openai_error(status, code, detail, param=field, headers=headers)
    told = Problem(
        type=f"urn:nagori:error:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=detail,
        instance=instance,
        code=code,
        errors=list(errors) or None,
    )
    content = told.model_dump(mode="json", exclude_none=True)
    return JSONResponse(content, status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Answer every error of the app's routes with a problem."""
    app.add_exception_handler(NagoriError, _ours)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)


def internal(path: str) -> JSONResponse:
    """The response to what nobody foresaw."""
    return problem(500, "internal", _DETAIL["internal"], instance=path)


def detail_of(error: NagoriError) -> str:
    """What the caller is told of an error of ours."""
    if isinstance(error, UserError):
        return str(error)
    return _DETAIL.get(error.code, _DETAIL["internal"])


async def _ours(request: Request, error: Exception) -> JSONResponse:
    code = error.code if isinstance(error, NagoriError) else "internal"
    status = STATUS.get(code, 500)
    detail = detail_of(error) if isinstance(error, NagoriError) else _DETAIL["internal"]
    if status >= 500:
        log.warning("a request failed: %s", code)
    headers = {"Retry-After": str(_RETRY_AFTER_S[code])} if code in _RETRY_AFTER_S else None
    return problem(status, code, detail, instance=request.url.path, headers=headers)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    found: Sequence[Any] = error.errors() if isinstance(error, RequestValidationError) else ()
    fields = [_field(one["loc"], one["msg"]) for one in found[:_MOST_ERRORS]]
    detail = "; ".join(f"{one.field or one.where}: {one.problem}" for one in fields[:3])
    return problem(422, "invalid_input", detail, instance=request.url.path, errors=fields)


def _field(place: Sequence[object], message: str) -> FieldProblem:
    where, *names = [str(part)[:_LONGEST] for part in place] or ["body"]
    return FieldProblem(where=where, field=".".join(names), problem=message[:_LONGEST])


async def _http(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        return internal(request.url.path)
    code = _CODES.get(error.status_code, "http_error")
    return problem(
        error.status_code,
        code,
        error.detail,
        instance=request.url.path,
        headers=error.headers,
    )
