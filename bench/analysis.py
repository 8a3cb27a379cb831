"""What the analysis of real projects costs, and how much it has to say.

python -m bench.analysis FOLDER…
"""

import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench.speed import mood, row
from nagori.learn.analysing import Analyser, Parts, Report
from nagori.learn.folder import Folder
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW
from nagori.values.scope import Scope

MOST_SECONDS = 60.0
"""CPU that the analysis of 100,000 lines may take."""
MOST_AGAIN = 3.0
"""CPU of a second run in which nothing changed."""
LEAST_RECORDS = 100.0
"""For 10,000 lines."""


async def measure(root: Path, where: Path) -> None:
    """Analyse a folder twice in a fresh store, and print what it cost."""
    store = SqliteStore(where / "memory.db")
    await store.open()
    scope = Scope("default", "project", "measured")
    await store.projects.register(scope, str(root), now=NOW)
    analyser = Analyser(Parts(store, embedder=HASHED, clock=lambda: NOW, chunk_size=300))
    first, took = await _timed(analyser, scope, root)
    lines = first.project.lines
    row("files", f"{first.files}", "-")
    row("lines", f"{lines}", "-")
    row("CPU", f"{took:.1f} s", "-")
    row("CPU for 100,000 lines", f"{took / lines * 1e5:.1f} s", f"{MOST_SECONDS:.0f} s")
    row("records", f"{first.records}", "-")
    row("records for 10,000 lines", f"{first.records / lines * 1e4:.0f}", f"{LEAST_RECORDS:.0f}")
    _, again = await _timed(analyser, scope, root)
    row("second run", f"{again:.2f} s", f"{MOST_AGAIN:.0f} s")
    claims = await store.records.claims(scope)
    kinds = Counter(claim.partition(":")[0] for claim in claims)
    print("  " + ", ".join(f"{kind} {count}" for kind, count in kinds.most_common()))
    await store.close()


async def _timed(analyser: Analyser, scope: Scope, root: Path) -> tuple[Report, float]:
    """The report, and the CPU seconds of all threads that it took."""
    began = time.process_time()
    report = await analyser.analyse(scope, Folder(root))
    return report, time.process_time() - began


def main() -> None:
    """Measure each folder in a store of its own."""
    mood()
    for name in sys.argv[1:]:
        root = Path(name).resolve()
        print(f"\n{root.name}")
        with tempfile.TemporaryDirectory() as where:
            asyncio.run(measure(root, Path(where)))


if __name__ == "__main__":
    main()
