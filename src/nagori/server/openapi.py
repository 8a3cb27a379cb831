"""The OpenAPI page: what routes say of themselves, and what is true of all of them."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from nagori.server.errors import MEDIA_TYPE, Problem
from nagori.server.openai.errors import is_openai
from nagori.values.event import Event

_REF = "#/components/schemas/{model}"
_SCHEMES = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
}
_ALWAYS = {
    "400": "The body can't be read.",
    "408": "The request did not come in time.",
    "413": "The request is too large.",
    "422": "What was given can't be used.",
    "429": "Too many requests in a minute.",
    "500": "An error of ours.",
}
_SIGNED = {
    "401": "No key, or one that is not known.",
    "403": "The caller may not do this.",
    "404": "No such thing, or not the caller's.",
    "409": "It contradicts what is there.",
    "503": "The store or a model is out of service.",
    "507": "No room left on the disk.",
}
_TOLD: dict[str, TypeAdapter[Any]] = {
    "Problem": TypeAdapter(Problem),
    "Event": TypeAdapter[Event](Event),
}
"""What no route returns, but all send: errors, and what happens in a turn."""
_OPEN = ("/livez", "/readyz")
_FEED = "/api/events"
_FRAME = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "event": {"type": "string"},
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"$ref": _REF.format(model="Event")},
        },
    },
    "required": ["event", "data"],
}
"""One frame of a turn."""


def describe(app: FastAPI) -> None:
    """Make the app tell of its errors and keys, too."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _built(app)
        return app.openapi_schema

    app.openapi = openapi


def _built(app: FastAPI) -> dict[str, Any]:
    page = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    for path, operations in page["paths"].items():
        for operation in operations.values():
            _complete(operation, path)
    components: dict[str, Any] = page.setdefault("components", {})
    schemas: dict[str, Any] = components.setdefault("schemas", {})
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    for name, told in _TOLD.items():
        schema = told.json_schema(ref_template=_REF, mode="serialization")
        schemas |= {**schema.pop("$defs", {}), name: schema, **schemas}
    components["securitySchemes"] = _SCHEMES
    return page


def _complete(operation: dict[str, Any], path: str) -> None:
    if path not in _OPEN:
        # On this machine no key is needed, so the empty requirement is one of them.
        operation["security"] = [{}, *({name: []} for name in _SCHEMES)]
    if is_openai(path):  # its errors have OpenAI's form, and are described there
        return
    responses = operation["responses"]
    stream = responses.get("200", {}).get("content", {}).get("text/event-stream")
    if stream is not None and path != _FEED:
        stream["itemSchema"] = _FRAME
    problems = _ALWAYS if path in _OPEN else {**_ALWAYS, **_SIGNED}
    for status, description in problems.items():
        known = responses.get(status)
        if known is None or status == "422":
            schema = {"$ref": _REF.format(model="Problem")}
            content = {MEDIA_TYPE: {"schema": schema}}
            responses[status] = {"description": description, "content": content}
