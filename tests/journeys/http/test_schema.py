"""Whatever fits the OpenAPI page, and much that does not, is answered as the page says."""

# Schemathesis is typed in part.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUntypedFunctionDecorator=false

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from nagori import Nagori, Settings
from nagori.llm.build import Models
from nagori.server.app import create_app
from nagori.server.serve import listening
from nagori.testing.scripted_model import ScriptedModel
from nagori.wiring import build_store

KEY = "k-1"
SETTINGS = Settings.model_validate(
    {
        "embedding": {"type": "none", "base_url": None, "api_key": None, "model": None},
        # Given, so that what is set in the app does not send anybody elsewhere.
        "models": {"chat": {"type": "auto", "endpoint": None, "api_key": None, "model": None}},
        "server": {
            "port": 0,
            "api_key": KEY,
            "requests_per_minute": 1_000_000,
            "max_body_bytes": 100_000_000,  # or that is what it finds first
        },
    }
)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]


def page() -> dict[str, Any]:
    """The OpenAPI page; nothing is opened for it. The user is always the same: see below."""
    n = Nagori(build_store(Path("never-opened.db"), SETTINGS), None, settings=SETTINGS)
    made = create_app(n, settings=SETTINGS).openapi()
    for operations in made["paths"].values():
        for operation in operations.values():
            taken = operation.get("parameters", [])
            operation["parameters"] = [one for one in taken if one["name"] != "Nagori-User"]
    return made


# The feed never ends, and takes nothing but headers: test_operation.py reads it.
# A file is bytes: nothing that is sent as one violates that.
schema = (
    schemathesis.openapi.from_dict(page())
    .exclude(path="/api/events")
    .exclude(path=["/api/documents", "/api/import"], method="POST")
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server is that runs in a thread of its own, since the calls block."""
    told: list[str] = []
    listens, over = threading.Event(), threading.Event()
    path = tmp_path_factory.mktemp("schema") / "memory.db"

    async def serve() -> None:
        model = ScriptedModel(["Hello there."], repeats=True)
        models = Models(chat=model, decision=model, summary=model, title=model)
        async with (
            Nagori.open(path, settings=SETTINGS, models=models) as n,
            listening(n, settings=SETTINGS) as server,
        ):
            await n.remember("Carla likes tea", user="carla")
            told.append(server.address)
            listens.set()
            await asyncio.to_thread(over.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert listens.wait(30)
    yield told[0]
    over.set()
    thread.join(30)
    assert not thread.is_alive()


@schema.parametrize()
@settings(max_examples=8)
def test_every_route_answers_as_described(case: schemathesis.Case[Any], address: str) -> None:
    headers = {"Authorization": f"Bearer {KEY}", "Nagori-User": "carla"}

    case.call_and_validate(base_url=address, headers=headers, checks=CHECKS, timeout=30)
