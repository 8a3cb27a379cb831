"""What building a context over 500 candidates costs, through the library.

    python -m bench.group.build

CPU time of the whole process, the store's threads included, since the machine is shared. The new
message is not embedded in the measured part, and nothing is collected (that is written behind the
context, for about a millisecond). `cached`: the room is known to the process.
`uncached`: the process knows nothing and no features are kept, only vectors.
"""

import asyncio
import random
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from bench.speed import mood, row
from nagori import Nagori, Settings
from nagori.values.message import Message

CANDIDATES, SPEAKERS, ROUNDS = 500, 40, 60
_TALK = (
    "wifi router floor restart cake friday plates chocolate deploy build test branch merge review "
    "server disk full log error retry meeting room noon budget report train ticket hotel coffee "
    "网络 路由器 重启 蛋糕 周五 部署 构建 测试 分支 合并 服务器 磁盘 日志 会议 预算 报告"
)
WORDS = _TALK.split()


def lines(count: int, seed: int = 7) -> list[tuple[str, str]]:
    """So many lines of talk between some people, every third one addressed."""
    rng = random.Random(seed)
    told: list[tuple[str, str]] = []
    for _ in range(count):
        speaker = f"person{rng.randrange(SPEAKERS)}"
        text = " ".join(rng.choices(WORDS, k=rng.randrange(4, 14)))
        if told and rng.random() < 0.35:
            text = f"{told[-rng.randrange(1, min(12, len(told) + 1))][0]}: {text}"
        told.append((speaker, text + ("?" if rng.random() < 0.3 else "")))
    return told


async def filled(n: Nagori) -> list[Message]:
    at = datetime(2026, 5, 3, 9, 0, tzinfo=UTC)
    group = n.group("team")
    return [
        await group.hear(text, speaker=speaker, said_at=at + timedelta(seconds=20 * number))
        for number, (speaker, text) in enumerate(lines(CANDIDATES))
    ]


async def cached(n: Nagori, last: datetime) -> list[float]:
    group, took = n.group("team"), list[float]()
    for number, (speaker, text) in enumerate(lines(ROUNDS, seed=9)):
        at = last + timedelta(seconds=20 * (number + 1))
        message = await group.hear(text, speaker=speaker, said_at=at)
        await asyncio.sleep(0.05)  # what hearing queued is done
        before = time.process_time()
        context = await group.context(message)
        took.append((time.process_time() - before) * 1000)
        assert not context.degraded
    return took


async def uncached(n: Nagori, message: Message) -> list[float]:
    took: list[float] = []
    for _ in range(12):
        n.group_desk.rooms.forget()
        await n.store.rooms.keep_features(
            n.space, dict.fromkeys(await ids(n), "{}"), analyser=-1, now=message.said_at
        )
        await asyncio.sleep(0.3)
        before = time.process_time()
        context = await n.group("team").context(message)
        took.append((time.process_time() - before) * 1000)
        assert not context.degraded
        await asyncio.sleep(2.5)  # what was found is kept behind it
    return took


async def ids(n: Nagori) -> list[str]:
    group = n.group("team")
    heard = await n.store.rooms.heard(group.scope, limit=1000, analyser=0, embedder=None)
    return [one.message.id for one in heard]


async def main() -> None:
    mood()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        threadpool_limits(1, user_api="blas")  # as `nagori serve` does
        silent = Settings.model_validate({"group": {"enable_async_data_collection": False}})
        async with Nagori.open(path, settings=silent) as n:
            said = await filled(n)
            while await n.backlog():
                await asyncio.sleep(0.1)
            warm = await n.group("team").context(said[-1])
            print(f"{len(warm.candidates)} candidates told of, {len(warm.messages)} chosen")
            for name, took, limit in (
                ("features cached", await cached(n, said[-1].said_at), 3.0),
                ("uncached, vectors stored", await uncached(n, said[-1]), 40.0),
            ):
                p50, p95 = np.quantile(took, [0.5, 0.95])
                row(f"context of 500, {name}", f"{p50:.2f} ms, p95 {p95:.2f}", f"{limit:g}")


if __name__ == "__main__":
    asyncio.run(main())
