"""Several processes write and read one file at once.

    python -m bench.processes [--seconds 20] [--processes 5]

Each process remembers facts of its own and one that all share, recalls what it has just written,
and at the end compares its caches with a fresh look at the file.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.speed import opened
from nagori import Nagori, StoreBusyError

SHARED = "Everyone here likes jasmine tea"


async def work(path: Path, name: str, seconds: float) -> None:
    written, busy, blind, said, longest = 0, 0, 0, 0, 0.0
    until = time.monotonic() + seconds
    async with opened(path) as n:
        while time.monotonic() < until:
            text = f"{name} saw the number {written} written on a door"
            started = time.monotonic()
            try:
                await n.remember(text, user="all")
                written += 1
                if written % 5 == 0:
                    await n.remember(SHARED, user="all")
                    said += 1
            except StoreBusyError:
                busy += 1
                continue
            finally:
                longest = max(longest, time.monotonic() - started)
            if written % 10 == 0:
                asked = f"which door has the number {written - 1} that {name} saw?"
                found = await n.recall(asked, user="all", limit=10)
                blind += all(item.text != text for item in found.items)
        print("done", flush=True)
        await asyncio.to_thread(sys.stdin.readline)  # until the others are done too
        before = await look(n)
        n._store.passages.forget_caches()  # pyright: ignore[reportPrivateUsage]
        same = before == await look(n)
    print(json.dumps({"written": written, "said": said, "busy": busy, "blind": blind,
                      "longest": longest, "same": same}))  # fmt: skip


async def look(n: Nagori) -> list[tuple[str, float]]:
    """What a query sees, to the last digit; asked at a fixed time, so that only the file counts."""
    found = await n.recall("which number is on the door of p1?", user="all", limit=50)
    return [(item.id, item.score) for item in found.items]


async def check(path: Path, reports: list[dict[str, float]]) -> None:
    async with opened(path) as n:
        count, cursor, times_said = 0, None, 0
        while True:
            page = await n.list(user="all", limit=1000, cursor=cursor)
            count += sum(m.text != SHARED for m in page)
            times_said += sum(m.times_said for m in page if m.text == SHARED)
            cursor = page.next
            if cursor is None:
                break
    written = sum(int(r["written"]) for r in reports)
    said = sum(int(r["said"]) for r in reports)
    print(f"written {written:,}, found {count:,}: lost {written - count}   limit 0")
    print(f"shared fact said {said:,} times, times_said {times_said:,}")
    print(f"busy errors {sum(int(r['busy']) for r in reports)}   limit 0")
    print(f"own writes not seen at once {sum(int(r['blind']) for r in reports)}   limit 0")
    print(f"longest wait {max(r['longest'] for r in reports):.2f} s   limit 2 s")
    print(f"caches right in {sum(bool(r['same']) for r in reports)} of {len(reports)} processes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--processes", type=int, default=5)
    parser.add_argument("--work", nargs=2, default=None, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        asyncio.run(work(Path(options.work[0]), options.work[1], options.seconds))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "shared.db"
        command = [sys.executable, "-m", "bench.processes", "--seconds", str(options.seconds)]
        children = [
            subprocess.Popen(
                [*command, "--work", str(path), f"p{i}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            for i in range(options.processes)
        ]
        for child in children:
            child.stdout.readline()  # type: ignore[union-attr]
        reports = [json.loads(child.communicate(b"\n")[0]) for child in children]
        asyncio.run(check(path, reports))


if __name__ == "__main__":
    main()
