import json

import httpx2
import pytest
from fastapi import FastAPI

from nagori import errors
from nagori.server.errors import STATUS, install, problem

ERRORS: list[tuple[errors.NagoriError, int]] = [
    (errors.InvalidInputError("text", "it is empty"), 422),
    (errors.NotFoundError("chat", "c1"), 404),
    (errors.ConflictError("a turn is running"), 409),
    (errors.ForbiddenError("no"), 403),
    (errors.StoreFailedError("/home/ada/memory.db is damaged"), 503),
    (errors.StoreFullError("no room on /home/ada"), 507),
    (errors.StoreBusyError("/home/ada is locked"), 503),
    (errors.ModelUnavailableError("openai", "http://10.0.0.1 refused"), 503),
    (errors.ModelReplyError("openai", "http://10.0.0.1 said nonsense"), 502),
    (errors.NagoriError("/home/ada"), 500),
]


def every_code() -> set[str]:
    found = [value for value in vars(errors).values() if isinstance(value, type)]
    return {kind.code for kind in found if issubclass(kind, errors.NagoriError)}


def test_every_code_has_a_status() -> None:
    assert every_code() <= STATUS.keys()


@pytest.mark.parametrize(("error", "status"), ERRORS, ids=lambda value: type(value).__name__)
async def test_each_error_has_its_status_and_says_nothing_of_the_machine(
    error: errors.NagoriError, status: int
) -> None:
    async def fails() -> None:
        raise error

    app = FastAPI()
    app.add_api_route("/x", fails)
    install(app)
    transport = httpx2.ASGITransport(app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as http:
        told = (await http.get("/x")).json()

    assert told["status"] == status
    assert told["code"] == error.code
    assert "/home/ada" not in told["detail"]
    assert "10.0.0.1" not in told["detail"]


def test_a_problem_has_the_five_fields_of_the_standard() -> None:
    response = problem(404, "not_found", "no chat", instance="/api/chats/c1")
    assert json.loads(bytes(response.body)) == {
        "type": "urn:nagori:error:not_found",
        "title": "Not Found",
        "status": 404,
        "detail": "no chat",
        "instance": "/api/chats/c1",
        "code": "not_found",
    }
