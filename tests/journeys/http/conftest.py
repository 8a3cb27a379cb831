"""A real server on loopback over a temporary file, with a model that does as it is told."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest

from nagori import Nagori, Settings
from nagori.llm.build import Models
from nagori.server.serve import listening
from nagori.testing.scripted_model import ScriptedModel

Opening = Callable[..., AbstractAsyncContextManager["Site"]]


@dataclass(frozen=True, slots=True)
class Frame:
    """One event of a stream."""

    id: str | None
    event: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Site:
    """A server, what is behind it, and a client on the same machine without a key."""

    n: Nagori
    address: str
    model: ScriptedModel
    http: httpx2.AsyncClient

    def client(self, **headers: str) -> httpx2.AsyncClient:
        """Another client; `authorization=…` and the like are its headers."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx2.AsyncClient(base_url=self.address, headers=named, timeout=10)

    async def key(self, user: str | None = None, *, space: str = "default", **more: Any) -> str:
        """The secret of a new key."""
        _, secret = await self.n.within(space).keys.add("test", user=user, **more)
        return secret

    @asynccontextmanager
    async def keyed(
        self, user: str | None = None, *, space: str = "default", **more: Any
    ) -> AsyncGenerator[httpx2.AsyncClient]:
        """A client with a new key."""
        secret = await self.key(user, space=space, **more)
        async with self.client(authorization=f"Bearer {secret}") as client:
            yield client


@pytest.fixture
def opening(tmp_path: Path) -> Opening:
    """Opens a site over this test's file; `sections` are sections of the settings."""

    @asynccontextmanager
    async def open(
        model: ScriptedModel | None = None,
        path: Path | None = None,
        *,
        title: ScriptedModel | None = None,
        **sections: Any,
    ) -> AsyncGenerator[Site]:
        made = Settings.model_validate(
            {
                "embedding": {"type": "none"},
                "learn": {"enabled": False},
                **sections,
                "server": {"port": 0, **sections.get("server", {})},
            }
        )
        model = model or ScriptedModel(["Hello there."], repeats=True)
        silent = ScriptedModel(name="silent")
        models = Models(chat=model, decision=silent, summary=silent, title=title or silent)
        where = path or tmp_path / "memory.db"
        async with (
            Nagori.open(where, settings=made, models=models, learns=True) as n,
            listening(n, settings=made) as server,
            httpx2.AsyncClient(base_url=server.address, timeout=10) as http,
        ):
            yield Site(n, server.address, model, http)

    return open


@pytest.fixture
async def site(opening: Opening) -> AsyncIterator[Site]:
    async with opening() as site:
        yield site


@asynccontextmanager
async def streaming(
    http: httpx2.AsyncClient, method: str, path: str, **more: Any
) -> AsyncGenerator[AsyncGenerator[Frame]]:
    """The frames of an event stream, as they come; leaving the block leaves the stream."""
    async with http.stream(method, path, **more) as response:
        assert response.status_code == 200, await response.aread()
        assert response.headers["content-type"].startswith("text/event-stream")
        yield _frames(response)


async def _frames(response: httpx2.Response) -> AsyncGenerator[Frame]:
    fields: dict[str, str] = {}
    async for line in response.aiter_lines():
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif "data" in fields:
            yield Frame(fields.get("id"), fields["event"], json.loads(fields["data"]))
            fields = {}
        else:
            fields = {}


async def say(http: httpx2.AsyncClient, message: str, **more: Any) -> list[Frame]:
    """Every frame of a turn; `headers` are those of the request, the rest is its body."""
    headers = more.pop("headers", None)
    body = {"message": message, **more}
    async with streaming(http, "POST", "/api/chat", json=body, headers=headers) as frames:
        return [frame async for frame in frames]


def text_of(frames: list[Frame]) -> str:
    """The answer as a reader saw it."""
    return "".join(frame.data["text"] for frame in frames if frame.event == "answer")
