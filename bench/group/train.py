"""Fits the numbers behind `nagori.group.links` and writes src/nagori/group/data/links.json.

    python -m bench.group.train FOLDER        (the folder holds irc-train.jsonl.gz)

Four of five rooms are fitted on, the fifth chooses the threshold. Three larger networks
teach the second one, which is small enough to be shipped. Beside each room stands a variant of it
that is unlike Ubuntu's channel: with fewer conversations at once, with one after another, without
names called, so that the numbers do not lean on what other groups lack.
"""

import argparse
import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.group.fit import Blinded, Examples, Floats, Plan, fit
from bench.group.measure import STARTS, choose_threshold, predicted, states
from bench.group.score import link_score
from bench.group.table import Prepared, examples, prepared, second_examples
from bench.group.variants import in_turn, nameless, quieter
from nagori.group.model import VERSION, LinkModel
from nagori.group.network import Layer, Network, chances
from nagori.group.pairs import PAIR_FEATURES, SELF_FEATURES
from nagori.group.threads import OWN_FEATURES, THREAD_FEATURES

TARGET = Path("src/nagori/group/data/links.json")
FIRST = Plan(hidden=16, own_hidden=8, epochs=12)
TEACHERS = [Plan(hidden=64, own_hidden=16, epochs=14, seed=seed) for seed in (11, 12, 13)]
SECOND = Plan(hidden=44, own_hidden=12, epochs=32)
TAUGHT = 0.5
"""How much the second network heeds its teachers beside the annotators."""
FIFTH = 5


def split(rooms: Sequence[Prepared]) -> tuple[list[Prepared], list[Prepared]]:
    """The rooms to fit on, and those to choose by."""
    fitted = [p for at, p in enumerate(rooms) if at % FIFTH != FIFTH - 1]
    return fitted, [p for at, p in enumerate(rooms) if at % FIFTH == FIFTH - 1]


def with_variants(rooms: Sequence[Prepared]) -> list[Prepared]:
    found = list(rooms)
    for at, room in enumerate(rooms):
        match at % 5:
            case 0:
                found.append(quieter(room, 0.25, at))
            case 1:
                found.append(nameless(room))
            case 2:
                found.append(nameless(quieter(room, 0.25, at)))
            case 3:
                found.append(nameless(quieter(room, 0.1, at)))
            case _:
                found.append(nameless(in_turn(room, at)) if at % 2 else in_turn(room, at))
    return [room for room in found if room.messages]


def blinded() -> Blinded:
    """How features look when there are no vectors."""
    zero = [PAIR_FEATURES.index(name) for name in ("alike", "alike to others")]
    thread = len(PAIR_FEATURES) + THREAD_FEATURES.index("alike")
    flag = PAIR_FEATURES.index("no vector")
    own_zero, own_flag = SELF_FEATURES.index("most alike"), SELF_FEATURES.index("no vector")

    def blind(x: Floats, a: Floats, which: NDArray[np.bool_]) -> None:
        for feature in (*zero, thread):
            if feature < len(x):
                x[feature][which] = 0
        x[flag][which] = 1
        a[own_zero][which] = 0
        a[own_flag][which] = 1

    return blind


def labelled(found: Examples) -> Examples:
    """Those with a right answer among their candidates."""
    return found.only(np.flatnonzero(found.right.sum(axis=1) > 0.5))


def fitted(found: Examples, plan: Plan, name: str) -> Network:
    start = time.monotonic()

    def tell(epoch: int, loss: float, _: Network) -> None:
        print(
            f"{name} {epoch + 1}/{plan.epochs}: loss {loss:.4f}, {time.monotonic() - start:.0f} s",
            flush=True,
        )

    return fit(found, plan, blinded(), tell)


def taught(found: Examples, teachers: Sequence[Network]) -> Examples:
    """The same with what is right softened by what larger networks take for likely."""
    right = (1 - TAUGHT) * found.right
    for start in range(0, len(found), 2000):
        now = slice(start, start + 2000)
        pairs = np.ascontiguousarray(found.pairs[now].transpose(1, 0, 2)).astype(np.float32)
        alone = np.ascontiguousarray(found.alone[now].T)
        for teacher in teachers:
            likely = chances(teacher.scores(pairs, alone), found.present[now])
            right[now] += TAUGHT / len(teachers) * likely
    return Examples(found.pairs, found.alone, found.present, right)


def written(model: LinkModel) -> str:
    """The model as JSON, one row of numbers a line."""

    def numbers(part: Floats) -> object:
        return (
            [float(f"{x:.4g}") for x in part] if part.ndim == 1 else [numbers(row) for row in part]
        )

    def layer(name: str, of: Layer) -> dict[str, object]:
        parts = {"inner": of.inner, "bias": of.bias, "outer": of.outer, "past": of.past}
        return {f"{name} {key}": numbers(part) for key, part in parts.items()}

    def network(of: Network) -> dict[str, object]:
        return {**layer("pair", of.pair), "around": numbers(of.around), **layer("alone", of.alone)}

    told: Mapping[str, object] = {
        "version": VERSION,
        "threshold": round(model.threshold, 3),
        "starts": round(model.starts, 3),
        "features": {
            "pair": PAIR_FEATURES, "alone": SELF_FEATURES,
            "thread": THREAD_FEATURES, "thread alone": OWN_FEATURES,
        },
        "first": network(model.first),
        "second": network(model.second),
    }  # fmt: skip
    return json.dumps(told).replace("], [", "],\n[").replace(', "', ',\n"') + "\n"


def networks(rooms: Sequence[Prepared]) -> tuple[Network, Network]:
    """The two networks, fitted on some rooms and their variants."""
    some = with_variants(rooms)
    first = fitted(labelled(examples(some)), FIRST, "first")
    again = labelled(second_examples(some, first)[0])
    teachers = [fitted(again, plan, f"teacher {plan.seed}") for plan in TEACHERS]
    return first, fitted(taught(again, teachers), SECOND, "second")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--target", type=Path, default=TARGET)
    asked = parser.parse_args()
    rooms = await prepared(asked.folder / "irc-train.jsonl.gz")
    fitting, choosing = split(rooms)
    first, second = networks(fitting)
    told = states(choosing, LinkModel(first, second, threshold=0.3, starts=STARTS))
    threshold = choose_threshold(choosing, told)
    print("on the rooms to choose by:")
    print(link_score([p.room for p in choosing], predicted(choosing, told)), flush=True)
    model = LinkModel(first, second, threshold, STARTS)
    asked.target.write_text(written(model), encoding="utf-8")
    print(f"{first.size} + {second.size} numbers, threshold {threshold}, starts {STARTS}")


if __name__ == "__main__":
    asyncio.run(main())
