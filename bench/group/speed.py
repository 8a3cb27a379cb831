"""What telling the conversation of a message costs, in CPU time.

python -m bench.group.speed FOLDER        (the folder holds irc-dev.jsonl.gz)
"""

import argparse
import asyncio
import time
from pathlib import Path

import numpy as np

from bench.group.table import prepared
from bench.speed import mood
from nagori.group.analysis import Analysed, analyse
from nagori.group.choose import choose
from nagori.group.links import LinkState
from nagori.group.roster import Roster

CANDIDATES = 500


def p95(times: list[float]) -> str:
    return (
        f"p50 {np.percentile(times, 50) * 1e3:.2f} ms, p95 {np.percentile(times, 95) * 1e3:.2f} ms"
    )


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    rooms = await prepared(parser.parse_args().folder / "irc-dev.jsonl.gz")
    cached: list[float] = []
    uncached: list[float] = []
    analysing: list[float] = []
    for p in rooms:
        vectors = [row.astype(np.float32) for row in p.vectors]
        state = LinkState()
        state.extend(p.messages[:CANDIDATES], vectors[:CANDIDATES])
        for at in range(CANDIDATES, p.last):
            start = time.process_time()
            state.extend([p.messages[at]], [vectors[at]])
            choose(state, p.messages[at].id)
            cached.append(time.process_time() - start)
        for last in range(CANDIDATES, p.last, 40):
            roster = Roster()
            start = time.process_time()
            messages: list[Analysed] = []
            for line in p.room.lines[last - CANDIDATES : last + 1]:
                messages.append(analyse(line, roster))
                roster.hear(line.speaker, line.name)
            analysing.append(time.process_time() - start)
            state = LinkState()
            state.extend(messages, vectors[last - CANDIDATES : last + 1])
            choose(state, messages[-1].id)
            uncached.append(time.process_time() - start)
    mood()
    print(f"cached: {p95(cached)}")
    print(f"uncached: {p95(uncached)}, of it the analysis {p95(analysing)}")


if __name__ == "__main__":
    asyncio.run(main())
