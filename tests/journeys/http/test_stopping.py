"""How a server stops: turns keep what they said, streams end, the store is closed."""

import asyncio
import json
import logging
import signal
import sys
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.journeys.http.conftest import Frame, Opening, Site, streaming

from nagori import Nagori, Settings
from nagori.testing.scripted_model import ScriptedModel
from nagori.values.prompt import TextPiece

PROCESS = """
import asyncio, sys
from nagori import Nagori, Settings
from nagori.llm.build import Models
from nagori.server.serve import listening
from nagori.testing.scripted_model import ScriptedModel
from nagori.values.prompt import TextPiece

async def main():
    model = ScriptedModel([[TextPiece("Green "), TextPiece("tea.")]], gate=asyncio.Event())
    settings = Settings.model_validate({"embedding": {"type": "none"}, "server": {"port": 0}})
    models = Models(chat=model, decision=model, summary=model, title=model)
    async with Nagori.open(sys.argv[1], settings=settings, models=models) as n:
        async with listening(n, settings=settings) as server:
            print(server.address, flush=True)
            await server.stopped()
    print("closed", flush=True)

asyncio.run(main())
"""


async def test_when_a_server_stops_its_streams_end_and_turns_keep_what_they_said(
    opening: Opening, tmp_path: Path
) -> None:
    model = ScriptedModel([[TextPiece("Green "), TextPiece("tea.")]], gate=asyncio.Event())
    async with httpx2.AsyncClient(timeout=10) as http:
        async with opening(model) as site:
            turn = asyncio.create_task(read(http, site, "POST", "/api/chat", said=True))
            feed = asyncio.create_task(read(http, site, "GET", "/api/events"))
            await said_something(site)
        began = time.monotonic()
        frames = await turn
        await feed
        assert time.monotonic() - began < 2

    assert frames[-1].event == "done"
    assert frames[-1].data["finish_reason"] == "stopped"
    async with Nagori.open(tmp_path / "memory.db", settings=Settings()) as n:
        messages = await n.chats.messages(frames[0].data["chat_id"])
        assert [(m.content, m.state) for m in messages] == [("hi", "final"), ("Green", "partial")]


async def read(
    http: httpx2.AsyncClient, site: Site, method: str, path: str, *, said: bool = False
) -> list[Frame]:
    body = {"message": "hi"} if said else None
    async with streaming(http, method, site.address + path, json=body) as frames:
        return [frame async for frame in frames]


async def said_something(site: Site) -> None:
    until = time.monotonic() + 5
    while not site.model.asked:
        assert time.monotonic() < until
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.2)


@pytest.mark.parametrize("which", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_stops_a_process_in_good_order(
    tmp_path: Path, which: signal.Signals
) -> None:
    path = tmp_path / "memory.db"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PROCESS, str(path), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    address = (await process.stdout.readline()).decode().strip()
    async with httpx2.AsyncClient(base_url=address, timeout=10) as http:
        body = {"message": "hi"}
        async with streaming(http, "POST", "/api/chat", json=body) as frames:
            started = await anext(frames)
            async for frame in frames:
                if frame.event == "answer":
                    break
            process.send_signal(which)
            rest = [frame async for frame in frames]
    told, _ = await asyncio.wait_for(process.communicate(), 10)

    assert rest[-1].data["finish_reason"] == "stopped"
    assert told.decode().split() == ["closed"]
    assert process.returncode == 0
    async with Nagori.open(path) as n:
        messages = await n.chats.messages(started.data["chat_id"])
        assert [m.state for m in messages] == ["final", "partial"]


async def test_the_log_has_a_line_for_each_request_without_its_words(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    secret = await site.key("carla")
    with caplog.at_level(logging.DEBUG, logger="nagori"):
        await site.http.post("/api/memories", json={"text": "the parcel RX-4711"})
        await site.http.get("/api/chats", params={"query": "RX-4711"})
        await site.http.get("/api/chats/RX-4711", headers={"X-API-Key": secret})
        await site.http.get("/api/chats", headers={"X-API-Key": "nagori_RX-4711"})

    lines: list[Any] = [r.msg for r in caplog.records if r.name == "nagori.server.requests"]
    assert [(line["route"], line["status"]) for line in lines] == [
        ("/api/memories", 201),
        ("/api/chats", 200),
        ("/api/chats/{chat_id}", 404),
        ("/api/chats", 401),
    ]
    everything = "\n".join(json.dumps(r.__dict__, default=str) for r in caplog.records)
    assert "RX-4711" not in everything
    assert secret not in everything
