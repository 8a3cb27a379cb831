"""Errors as OpenAI's clients read them: `{"error": {message, type, code, param}}`."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import JSONResponse

PATH = "/v1"
_TYPES: Mapping[int, str] = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    409: "conflict_error",
    429: "rate_limit_error",
}
_HOPELESS = frozenset({"model_reply", "store_full", "store_failed", "internal"})
"""Codes after which the same request fails again, although it is not the client's fault."""


def is_openai(path: str) -> bool:
    """Whether errors at this path are told in OpenAI's form."""
    return path == PATH or path.startswith(f"{PATH}/")


def openai_error(
    status: int,
    code: str,
    message: str,
    *,
    param: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    """The response that tells of an error."""
    status = 400 if status == 422 else status  # what OpenAI says of input that it can't use
    told = dict(headers or {})
    if code in _HOPELESS:
        told["X-Should-Retry"] = "false"  # or OpenAI's clients would try twice more
    return JSONResponse(error_body(message, code=code, status=status, param=param), status, told)


def error_body(
    message: str, *, code: str, status: int = 500, param: str | None = None
) -> dict[str, Any]:
    """What an error says, in a response or in the middle of a stream."""
    usual = "invalid_request_error" if status < 500 else "server_error"
    kind = _TYPES.get(status, usual)
    return {"error": {"message": message, "type": kind, "code": code, "param": param}}
