"""What recall and remembering cost, in CPU time, with limits in the same run.

    python -m bench.speed                      (a minute or two)
    python -m bench.speed --beside 1000000     (also beside a million other passages)
    python -m bench.speed --texts FILE…        (vector arm on embeddings of real texts)

"Without embedding": the query's vector is given, so that recall itself is measured.
"""

import argparse
import asyncio
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from bench.sets import lines
from nagori import Nagori, Settings, Source
from nagori.embed.port import TextKind
from nagori.store.index.rows import Row
from nagori.store.index.scope_index import ScopeIndex, Version
from nagori.values.scope import Scope
from nagori.wiring import build_store
from nagori.write.remember import Statement

DIMS = 512
WORDS = re.split(
    " ",
    "tea coffee garden Porto nurse dog bicycle train violin winter market sister museum river "
    "bread chess marathon island letter camera 上海 花生 过敏 工作 妹妹 钢琴 周末 爬山 医院 学校",
)


class Instant:
    """An embedder that costs nothing: the same random direction for the same text."""

    name = "instant"
    fingerprint = "instant"
    dims = DIMS

    def __init__(self) -> None:
        self._known: dict[str, NDArray[np.float32]] = {}

    async def embed(self, texts: Sequence[str], kind: TextKind = "passage") -> NDArray[np.float32]:
        if kind == "query" and texts[0] in self._known:
            return self._known[texts[0]]
        rows = [np.random.default_rng(abs(hash(t)) % 2**32) for t in texts]
        vectors = np.stack([r.standard_normal(DIMS, dtype=np.float32) for r in rows])
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        if kind == "query":
            self._known[texts[0]] = vectors
        return vectors

    async def close(self) -> None:
        pass


@asynccontextmanager
async def opened(path: Path, *, embeds: bool = True):
    store = build_store(path, Settings())
    await store.open()
    try:
        yield Nagori(store, Instant() if embeds else None)  # pyright: ignore[reportArgumentType]
    finally:
        await store.close()


def statements(user: str, count: int, seed: int = 0) -> list[Statement]:
    rng = np.random.default_rng(seed)
    scope = Scope("default", "user", user)
    start = datetime(2026, 1, 1, tzinfo=UTC)
    made: list[Statement] = []
    for number in range(count):
        words = " ".join(rng.choice(WORDS, 9))
        at = start + timedelta(minutes=number)
        text = f"{words} {user} {seed * 1_000_000 + number}"
        made.append(Statement(text, scope, "manual", at, Source("statement", user, at)))
    return made


async def fill(n: Nagori, user: str, count: int, seed: int = 0) -> None:
    rows = statements(user, count, seed)
    for start in range(0, count, 1000):
        await n.remember_all(rows[start : start + 1000])


async def cpu_ms(call: Callable[[], Awaitable[object]], times: int) -> float:
    """CPU time of a call in the best of many blocks: what else the machine does only adds to it.

    With pauses, since its speed changes from second to second.
    """
    await call()
    blocks: list[float] = []
    for _ in range(times // 10):
        started = time.process_time()
        for _ in range(10):
            await call()
        blocks.append((time.process_time() - started) / 10)
        await asyncio.sleep(0.02)
    return min(blocks) * 1000


def mood() -> None:
    """How fast the machine is at this moment, told by plain Python."""
    costs: list[float] = []
    for _ in range(40):
        started = time.process_time()
        kept: dict[int, str] = {}
        for number in range(20_000):
            kept[number % 97] = f"{number}x"
        costs.append(time.process_time() - started)
    print(f"the machine now: 20,000 dictionary writes in {min(costs) * 1000:.2f} ms", flush=True)


def row(what: str, got: str, limit: str) -> None:
    print(f"{what:58s} {got:>22s}   limit {limit}", flush=True)


QUERIES = ("where is the violin from the museum?", "我妹妹周末在哪里工作？")


async def asked(n: Nagori, user: str) -> float:
    """CPU time of a recall, averaged over a query in each language."""
    costs = [await cpu_ms(lambda q=q: n.recall(q, user=user, profile="chat"), 600) for q in QUERIES]
    return statistics.mean(costs)


async def whole_recall(folder: Path, beside: int) -> None:
    async with opened(folder / "recall.db") as n:
        await fill(n, "small", 1000, 1)
        await fill(n, "large", 10_000, 2)
        row("whole recall, hybrid, 1k passages, CPU", f"{await asked(n, 'small'):.2f} ms", "1.5 ms")
        row("whole recall, hybrid, 10k passages, CPU", f"{await asked(n, 'large'):.2f} ms", "4 ms")
    if not beside:
        return
    async with opened(folder / "crowd.db") as n:
        await fill(n, "small", 1000, 1)
    async with opened(folder / "crowd.db", embeds=False) as n:
        started = time.perf_counter()
        for part in range(0, beside, 100_000):
            await fill(n, f"other{part}", min(100_000, beside - part), part)
            print(
                f"  … {part + 100_000:,} others, {time.perf_counter() - started:.0f} s", flush=True
            )
    async with opened(folder / "recall.db") as few, opened(folder / "crowd.db") as many:
        near: list[float] = []
        far: list[float] = []
        for _ in range(5):  # in turns, since the machine's mood changes
            near.append(await asked(few, "small"))
            far.append(await asked(many, "small"))
    got = f"{min(far) / min(near):.2f} ×"
    row(f"the same 1k beside {beside:,} others / beside 10k", got, "1.3 ×")


def vector_arm(texts: Sequence[Path], count: int = 100_000) -> None:
    if texts:
        matrix, queries = real_vectors(texts, count)
    else:
        rng = np.random.default_rng(3)
        matrix = rng.standard_normal((count, DIMS), dtype=np.float32)
        matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
        queries = matrix[:20] + 0.02 * rng.standard_normal((20, DIMS), dtype=np.float32)
    nothing, whole = np.empty(0, np.intp), 1.0
    for size, sketch_from in ((1000, 2**40), (len(matrix), 2**40), (len(matrix), 10_000)):
        index = ScopeIndex("memory", neighbour_micros=0, sketch_from=sketch_from)
        index.take([_row(i, v) for i, v in enumerate(matrix[:size])], Version(0, 1))
        exact = [np.vecdot(matrix[:size], q) for q in queries]
        cost = _cpu(lambda q: index.cosines(q, None, nothing), queries)
        with threadpool_limits(1, user_api="blas"):  # several threads would count as CPU time
            bound = _cpu(lambda q: matrix[:size] @ q, queries)
        if size == 1000:
            row("vector arm, 1k, CPU", f"{cost:.3f} ms", "0.5 ms")
        elif sketch_from > size:
            row(f"vector arm, {size:,} exact / numpy's product", f"{cost / bound:.2f} ×", "1.2 ×")
            whole = cost
        else:
            hits = [
                len(
                    set(np.argsort(-e)[:20])
                    & set(np.argsort(-index.cosines(q, None, nothing))[:20])
                )
                for e, q in zip(exact, queries, strict=True)
            ]
            row(f"vector arm, {size:,} sketch / exact", f"{cost / whole:.2f} ×", "0.25 ×")
            if texts:  # random directions have no neighbours to find
                row("  recall@20 of the sketch", f"{sum(hits) / (20 * len(hits)):.4f}", "0.99")


def real_vectors(
    texts: Sequence[Path], count: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    from nagori.embed.local import LocalEmbedder

    found = dict.fromkeys(
        m["text"]
        for path in texts
        for record in lines(path)
        for m in record.get("messages", [record])
        if m.get("text") and not m.get("system")
    )
    kept = list(found)[: count + 100]
    cache = Path(tempfile.gettempdir()) / f"nagori-bench-{len(kept)}.npy"
    if not cache.exists():
        print(f"  … embedding {len(kept):,} texts, once", flush=True)
        embedder = LocalEmbedder()

        async def embed() -> NDArray[np.float32]:
            parts = [
                await embedder.embed([t[:500] for t in kept[start : start + 256]])
                for start in range(0, len(kept), 256)
            ]
            await embedder.close()
            return np.concatenate(parts)

        np.save(cache, asyncio.run(embed()))
    vectors = np.load(cache)
    return np.ascontiguousarray(vectors[100:]), np.ascontiguousarray(vectors[:100])


def _row(number: int, vector: NDArray[np.float32]) -> Row:
    return Row(number, number, 3, 0, None, None, 0, None, None, number, 0, 0, b"", vector.tobytes())


def _cpu(call: Callable[[NDArray[np.float32]], object], queries: NDArray[np.float32]) -> float:
    call(queries[0])
    costs: list[float] = []
    for q in queries:
        started = time.process_time()
        call(q)
        costs.append(time.process_time() - started)
    return statistics.median(costs) * 1000


async def writing(folder: Path) -> None:
    async with opened(folder / "writes.db", embeds=False) as n:
        texts = iter(s.text for s in statements("carla", 2000, 7))
        await fill(n, "carla", 1000, 8)
        cost = await cpu_ms(lambda: n.remember(next(texts), user="carla"), 1000)
        row("durable add, without embedding, CPU", f"{cost:.3f} ms", "0.5 ms")
        rows = statements("bulk", 60_000, 9)
        rate = 0.0
        for block in range(0, len(rows), 5000):
            started = time.process_time()
            for start in range(block, block + 5000, 1000):
                await n.remember_all(rows[start : start + 1000], embeds_later=True)
            rate = max(rate, 5000 / (time.process_time() - started))
        row("bulk add, without embedding", f"{rate:,.0f} / CPU s", "10,000 / CPU s")


def starting(folder: Path) -> None:
    db = ["--db", str(folder / "cold.db")]
    nagori = [sys.executable, "-m", "nagori.cli.main"]
    subprocess.run(
        [*nagori, *db, "remember", "I live in Porto", "--user", "u"],
        check=True,
        capture_output=True,
    )
    for what, command, limit in (
        ("import nagori, CPU", [sys.executable, "-c", "import nagori"], "0.3 s"),
        ("nagori --help, CPU", [*nagori, "--help"], "0.5 s"),
        ("nagori recall, cold, CPU", [*nagori, *db, "recall", "where?", "--user", "u"], "2.5 s"),
    ):
        row(what, f"{_child_cpu(command, folder):.2f} s", limit)


def _child_cpu(command: Sequence[str], folder: Path) -> float:
    """CPU time of a command whose modules are compiled already, as they are once it has run."""
    import resource

    cached = [command[0], "-X", f"pycache_prefix={folder / 'pyc'}", *command[1:]]
    costs: list[float] = []
    for _ in range(4):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(cached, check=True, capture_output=True, env={})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        costs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(costs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", type=int, default=0)
    parser.add_argument("--texts", nargs="*", type=Path, default=[])
    parser.add_argument(
        "--only", choices=["starting", "recall", "vectors", "writing"], default=None
    )
    options = parser.parse_args()
    mood()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.only in (None, "recall"):
            asyncio.run(whole_recall(folder, options.beside))
        if options.only in (None, "vectors"):
            vector_arm(options.texts)
        if options.only in (None, "writing"):
            asyncio.run(writing(folder))
        if options.only in (None, "starting"):
            starting(folder)


if __name__ == "__main__":
    main()
