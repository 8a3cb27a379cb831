"""Fifty chats that stream at once, and fifty clients that vanish.

    python -m bench.streams

The server is a process of its own, the model another; it says each asker's own words back, so that
a broken or mixed stream shows. The model's first piece comes at once, so the time to a chat's first
piece is ours.
"""

import asyncio
import json
import multiprocessing
import os
import re
import statistics
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

import httpx2

from bench.speed import mood, row
from nagori.testing.model_server import ModelServer
from nagori.testing.model_wire import Body

CHATS, WORDS, PAUSE_S, UNREAD_S = 50, 20, 0.3, 2.0
APART_S = 0.1
"""Between two starts: the first still streams when the last has begun."""


def model_process(pipe: Connection) -> None:
    def answer(body: Body) -> str:
        name = body["messages"][-1]["content"].split()[-1]
        return " ".join(f"{name}-{number}" for number in range(WORDS))

    with ModelServer(answer) as server:
        server.pause_s = PAUSE_S
        pipe.send(server.url)
        pipe.recv()


async def one(http: httpx2.AsyncClient, name: str, wait_s: float = 0.0) -> tuple[float, str]:
    """Seconds to the first piece of the answer, and the whole of it."""
    await asyncio.sleep(wait_s)
    started, first, said, event = time.perf_counter(), 0.0, "", ""
    request = http.stream("POST", "/api/chat", json={"message": f"say my name {name}"})
    async with request as response:
        assert response.status_code == 200, await response.aread()
        async for line in response.aiter_lines():
            if line.startswith("event: "):
                event = line[7:]
            elif line.startswith("data: ") and event == "answer":
                first = first or time.perf_counter() - started
                said += json.loads(line[6:])["text"]
    return first, said


async def vanish(http: httpx2.AsyncClient, name: str) -> None:
    async with http.stream(
        "POST", "/api/chat", json={"message": f"say my name {name}"}
    ) as response:
        async for line in response.aiter_lines():
            if line.startswith("event: answer"):
                return


async def running(http: httpx2.AsyncClient) -> int:
    return (await http.get("/api/stats")).json()["turns_running"]


def memory_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(http: httpx2.AsyncClient, pid: int) -> None:
    for number in range(3):
        await one(http, f"warm{number}")
    alone = statistics.median([(await one(http, f"alone{n}"))[0] for n in range(3)])
    for what, apart in (("50 at once", APART_S), ("50 that start in one instant", 0.0)):
        done = await asyncio.gather(*(one(http, f"chat{n}", n * apart) for n in range(CHATS)))
        right = [" ".join(f"chat{n}-{k}" for k in range(WORDS)) for n in range(CHATS)]
        broken = sum(said.strip() != wanted for (_, said), wanted in zip(done, right, strict=True))
        row(f"streams broken or mixed, {what}", str(broken), "0")
        p95 = statistics.quantiles([first for first, _ in done], n=20)[-1]
        # The model's own first piece comes at once: its pauses are between the others.
        row(f"first piece, p95, {what}", f"{p95 * 1000:.0f} ms", "300 ms")
    row("the same for one chat alone", f"{alone * 1000:.0f} ms", "-")
    before = memory_mb(pid)
    await asyncio.gather(*(vanish(http, f"gone{n}") for n in range(CHATS)))
    left = time.perf_counter()
    await asyncio.sleep(UNREAD_S)
    while await running(http) and time.perf_counter() - left < 30:
        await asyncio.sleep(0.1)
    took = time.perf_counter() - left - UNREAD_S
    row("turns of 50 clients that vanished end after the grace time", f"{took:.1f} s", "5 s")
    row("memory of the server then / before", f"{memory_mb(pid) / before:.2f} ×", "1.1 ×")


async def main() -> None:
    mood()
    ours, theirs = multiprocessing.Pipe()
    model = multiprocessing.get_context("spawn").Process(target=model_process, args=(theirs,))
    model.start()
    url = ours.recv()
    with tempfile.TemporaryDirectory() as folder:
        env = {
            **os.environ,  # noqa: TID251  # for a process of our own
            "NAGORI_MODELS__CHAT__TYPE": "openai",
            "NAGORI_MODELS__CHAT__ENDPOINT": f"{url}/v1",
            "NAGORI_MODELS__CHAT__MODEL": "loopback",
            "NAGORI_MODELS__TITLE__TYPE": "extractive",
            "NAGORI_MODELS__SUMMARY__TYPE": "extractive",
            "NAGORI_CHAT__UNREAD_S": str(UNREAD_S),
            "NAGORI_SERVER__REQUESTS_PER_MINUTE": "100000",
        }
        command = ["-m", "nagori.cli.main", "--db", f"{folder}/a.db", "serve", "--port", "0"]
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, stdout=-1, stderr=-3, env=env
        )
        assert process.stdout is not None
        address = ""
        while not address:
            line = (await process.stdout.readline()).decode()
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            address = found[0] if found else ""
        limits = httpx2.Limits(max_connections=200)
        async with httpx2.AsyncClient(base_url=address, timeout=60, limits=limits) as http:
            await measure(http, process.pid)
        process.terminate()
        await process.wait()
    ours.send(None)
    model.join()


if __name__ == "__main__":
    asyncio.run(main())
