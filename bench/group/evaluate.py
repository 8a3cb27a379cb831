"""How well the shipped numbers tell who replies to whom, and which messages belong together.

python -m bench.group.evaluate FOLDER        (the folder holds irc-dev.jsonl.gz)
"""

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path

from bench.group.measure import contexts, predicted, states
from bench.group.score import ContextScore, context_score, link_score
from bench.group.table import Prepared, prepared
from bench.group.variants import in_turn, nameless, quieter
from nagori.group.model import link_model
from nagori.group.rules import relevances, reply_graph, select

RULED = 50
"""Messages that the rules look back at."""


def windows(rooms: Sequence[Prepared], size: int) -> ContextScore:
    found = [{at: list(range(max(0, at - size), at)) for at in p.room.links} for p in rooms]
    return context_score([p.room for p in rooms], found)


def savings(rooms: Sequence[Prepared], score: ContextScore) -> float:
    """The share of tokens that are saved against the plain window that finds as much."""
    before = windows(rooms, 1)
    for size in range(2, 101):
        now = windows(rooms, size)
        if now.recall_mean >= score.recall_mean:
            part = (score.recall_mean - before.recall_mean) / (now.recall_mean - before.recall_mean)
            tokens = before.tokens + part * (now.tokens - before.tokens)
            return 100 * (1 - score.tokens / tokens)
        before = now
    raise ValueError("no window finds as much")


def by_rules(rooms: Sequence[Prepared]) -> None:
    links: list[dict[int, list[int]]] = []
    chosen: list[dict[int, list[int]]] = []
    for p in rooms:
        graph, place = reply_graph(p.messages), {m.id: at for at, m in enumerate(p.messages)}
        parents = {at: graph[at] for at in p.room.links}
        links.append({at: [at if to is None else to] for at, to in parents.items()})
        found = {
            at: select(relevances(p.messages[max(0, at - RULED) : at + 1])) for at in p.room.links
        }
        chosen.append({at: [place[one.id] for one in some] for at, some in found.items()})
    print("rules:")
    print(f"  links: {link_score([p.room for p in rooms], links)}")
    print(f"  context: {context_score([p.room for p in rooms], chosen)}")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--unlike", action="store_true", help="also on variants of the rooms")
    asked = parser.parse_args()
    rooms = await prepared(asked.folder / "irc-dev.jsonl.gz")
    model = link_model()
    print(f"{model.first.size} + {model.second.size} numbers")
    for size in (10, 20, 50):
        print(f"last {size}: {windows(rooms, size)}")
    by_rules(rooms)
    kinds: dict[str, Sequence[Prepared]] = {"trained": rooms}
    if asked.unlike:
        kinds["quieter"] = quiet = [quieter(p, 0.25, at) for at, p in enumerate(rooms)]
        kinds["nameless"] = [nameless(p) for p in rooms]
        kinds["nameless, quieter"] = [nameless(p) for p in quiet]
        kinds["nameless, in turn"] = [nameless(in_turn(p, at)) for at, p in enumerate(rooms)]
    for name, some in kinds.items():
        for vectors in (True, False):
            told = states(some, model, vectors=vectors)
            score = contexts(some, told, model.threshold, model.starts)
            print(f"{name}, {'with' if vectors else 'without'} vectors:")
            print(f"  links: {link_score([p.room for p in some], predicted(some, told))}")
            print(f"  context: {score}")
            print(f"  {savings(some, score):.1f} % of the tokens saved at the same recall")


if __name__ == "__main__":
    asyncio.run(main())
