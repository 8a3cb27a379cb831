"""How well the shipped numbers tell who replies to whom, and which messages belong together.

python -m bench.group.evaluate FOLDER        (the folder holds irc-dev.jsonl.gz)
"""

import argparse
import asyncio
from pathlib import Path

from bench.group.measure import contexts, predicted, states
from bench.group.score import context_score, link_score
from bench.group.table import Prepared, prepared
from bench.group.variants import in_turn, nameless, quieter
from nagori.group.model import link_model


def windows(rooms: list[Prepared], size: int) -> str:
    found = [{at: list(range(max(0, at - size), at)) for at in p.room.links} for p in rooms]
    return str(context_score([p.room for p in rooms], found))


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--file", default="irc-dev.jsonl.gz")
    parser.add_argument(
        "--unlike", action="store_true", help="also on quieter and nameless variants"
    )
    asked = parser.parse_args()
    rooms = await prepared(asked.folder / asked.file)
    model = link_model()
    print(f"{model.first.size} + {model.second.size} numbers")
    for size in (10, 20, 30, 31, 32, 33, 50):
        print(f"last {size}: {windows(rooms, size)}")
    kinds = {"as they are": rooms}
    if asked.unlike:
        kinds["nameless"] = [nameless(p) for p in rooms]
        kinds["quieter"] = [quieter(p, 0.25, at) for at, p in enumerate(rooms)]
        kinds["nameless, quieter"] = [nameless(p) for p in kinds["quieter"]]
        kinds["nameless, in turn"] = [nameless(in_turn(p, at)) for at, p in enumerate(rooms)]
    for name, some in kinds.items():
        for vectors in (True, False):
            told = states(some, model, vectors=vectors)
            print(f"{name}, {'with' if vectors else 'without'} vectors:")
            print(f"  links: {link_score([p.room for p in some], predicted(some, told))}")
            print(f"  context: {contexts(some, told, model.threshold, model.starts)}")


if __name__ == "__main__":
    asyncio.run(main())
