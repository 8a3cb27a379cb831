"""Events of a Feishu that come in fast: how many are taken, how quickly, and whether all are heard.

    python -m bench.lark [EVENTS_PER_SECOND] [SECONDS]

The bot is a process of its own, Feishu another; both are on this machine's two cores. Events are
sealed and signed, from many groups; each fiftieth is for the bot, which answers without a model.
"""

import asyncio
import json
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

import httpx2

from bench.speed import mood, row
from nagori import Nagori, Settings
from nagori.testing.feishu_server import (
    APP_ID,
    APP_SECRET,
    BOT,
    ENCRYPT_KEY,
    VERIFICATION_TOKEN,
    FeishuServer,
    message_event,
    sealed,
    signed,
)

GROUPS, EVERY = 10, 50
WITHIN_S = 3.0
"""How long the platform waits for an answer before it sends an event again."""


def feishu_process(pipe: Connection) -> None:
    with FeishuServer() as feishu:
        pipe.send(feishu.url)
        pipe.recv()
        pipe.send(len(feishu.cards))


def event(number: int) -> tuple[bytes, dict[str, str]]:
    chat, speaker = f"oc_{number % GROUPS}", f"ou_{number % 37}"
    if number % EVERY:
        text, mentions = f"we meet in room {number} after lunch, bring the plan", None
    else:
        text, mentions = f"@Nagori where is plan {number}?", {BOT: "Nagori"}
    made = message_event(text, id=f"{number}", speaker=speaker, chat=chat, mentions=mentions)
    return signed(sealed(made))


async def push(http: httpx2.AsyncClient, url: str, number: int, wait_s: float) -> tuple[int, float]:
    """Status and seconds of one event, sent at its time."""
    await asyncio.sleep(wait_s)
    content, headers = event(number)
    began = time.perf_counter()
    response = await http.post(url, content=content, headers=headers)
    return response.status_code, time.perf_counter() - began


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(url: str, pid: int, rate: int, seconds: int) -> int:
    limits = httpx2.Limits(max_connections=100)
    async with httpx2.AsyncClient(timeout=30, limits=limits) as http:
        for number in range(1, GROUPS):
            await push(http, url, 10_000_000 + number, 0)
        used, began = cpu_s(pid), time.perf_counter()
        sent = rate * seconds
        done = await asyncio.gather(*(push(http, url, n, n / rate) for n in range(sent)))
        took = time.perf_counter() - began
    good = sum(status == 200 for status, _ in done)
    times = sorted(seconds for _, seconds in done)
    row(f"events of {rate}/s for {seconds} s that were taken", f"{good / sent:.1%}", "100 %")
    row("events a second, as they were answered", f"{good / took:.0f}", f"{rate * 0.97:.0f}")
    row("answer to the platform, median", f"{statistics.median(times) * 1000:.1f} ms", "-")
    row("answer to the platform, p99", f"{times[int(sent * 0.99)] * 1000:.1f} ms", "1000 ms")
    row(
        "answer to the platform, slowest", f"{times[-1] * 1000:.0f} ms", f"{WITHIN_S * 1000:.0f} ms"
    )
    row("CPU of the bot for each event", f"{(cpu_s(pid) - used) / sent * 1000:.1f} ms", "-")
    return sent + GROUPS - 1


async def heard(file: str, *, of: int) -> None:
    async with Nagori.open(file, settings=Settings.model_validate(NOTHING)) as n:
        found = 0
        for group in range(GROUPS):
            said = await n.store.chats.messages(n.space, f"oc_{group}", limit=1_000_000)
            found += sum(message.role == "user" for message in said)
    row("messages that were heard after a stop", f"{found / of:.1%}", "100 %")


NOTHING = {"embedding": {"type": "none"}, "models": {"chat": {"type": "extractive"}}}


async def main(rate: int, seconds: int) -> None:
    mood()
    ours, theirs = multiprocessing.Pipe()
    spawned = multiprocessing.get_context("spawn")
    feishu = spawned.Process(target=feishu_process, args=(theirs,))
    feishu.start()
    base_url = ours.recv()
    with tempfile.TemporaryDirectory() as folder:
        env = {
            **os.environ,  # noqa: TID251  # for a process of our own
            "NAGORI_BOTS__LARK__APP_ID": APP_ID,
            "NAGORI_BOTS__LARK__APP_SECRET": APP_SECRET,
            "NAGORI_BOTS__LARK__ENCRYPT_KEY": ENCRYPT_KEY,
            "NAGORI_BOTS__LARK__VERIFICATION_TOKEN": VERIFICATION_TOKEN,
            "NAGORI_BOTS__LARK__BASE_URL": base_url,
            "NAGORI_BOTS__STOP_S": "60",
        }
        file = f"{folder}/a.db"
        command = ["-m", "nagori.cli.main", "--json", "--db", file, "bots", "lark", "--port", "0"]
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, stdout=-1, stderr=-3, env=env
        )
        assert process.stdout is not None
        told = await process.stdout.readuntil(b"}")
        sent = await measure(json.loads(told)["url"], process.pid, rate, seconds)
        began = time.perf_counter()
        process.terminate()
        await process.wait()
        row("what waited is done after", f"{time.perf_counter() - began:.1f} s", "-")
        await heard(file, of=sent)
    ours.send(None)
    row("answers that were sent", str(ours.recv()), str(-(-rate * seconds // EVERY)))
    feishu.join()


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    asyncio.run(main(*(given + [100, 20][len(given) :])))
