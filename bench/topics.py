"""Where the topics of the memory map lie: the data behind recall/data/topics.json and *-topics.npy.

    python -m bench.topics

Topics that mean nearly the same come to lie beside each other, none on top of another. Run it after
the sentences of a topic were changed; the places of everybody's memories change with it.
"""

import argparse
import asyncio
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nagori.embed.local import LocalEmbedder

FOLDER = Path("src/nagori/recall/data")
WIDTH, HEIGHT = 1.05, 0.68
GAP = 0.25
NEIGHBOURS = 6

Array = NDArray[np.float64]


def likeness(vectors: Array, count: int) -> Array:
    centred = vectors - vectors.mean(axis=0)
    centred /= np.linalg.norm(centred, axis=1, keepdims=True)
    means = centred.reshape(count, -1, centred.shape[1]).mean(axis=1)
    means /= np.linalg.norm(means, axis=1, keepdims=True)
    return means @ means.T


def near(distances: Array) -> Array:
    """For each topic, how near the others are, on a scale that leaves each a few neighbours."""
    found = np.zeros_like(distances)
    for at, row in enumerate(distances):
        low, high, weights = 1e-3, 1e3, row
        for _ in range(60):
            sharp = (low * high) ** 0.5
            weights = np.exp(-row * sharp)
            weights[at] = 0
            weights /= weights.sum()
            some = weights[weights > 0]
            many = -(some * np.log(some)).sum() > np.log(NEIGHBOURS)
            low, high = (sharp, high) if many else (low, sharp)
        found[at] = weights
    return (found + found.T) / (2 * len(found))


def embedded(wanted: Array, seed: int) -> tuple[float, Array]:
    """A t-SNE of few points, with how far it is from what is wanted."""
    count = len(wanted)
    places = np.random.default_rng(seed).normal(0, 1e-2, (count, 2))
    speed, has = np.zeros_like(places), wanted
    for step in range(3000):
        apart = places[:, None] - places[None]
        pull = 1 / (1 + (apart**2).sum(axis=-1))
        np.fill_diagonal(pull, 0)
        has = pull / pull.sum()
        force = (wanted * (4 if step < 300 else 1) - has) * pull
        speed = 0.8 * speed - 20 * (force[:, :, None] * apart).sum(axis=1)
        places = places + speed
        places -= places.mean(axis=0)
    some = wanted > 0
    return float((wanted[some] * np.log(wanted[some] / has[some])).sum()), places


def spread(places: Array) -> Array:
    """The same neighbourhoods, none nearer to another than the gap, within an oval."""
    _, _, axes = np.linalg.svd(places - places.mean(axis=0), full_matrices=False)
    places = places @ axes.T
    places = places / places.std(axis=0) * [WIDTH / 2, HEIGHT / 2]
    for _ in range(4000):
        apart = places[:, None] - places[None]
        far = np.sqrt((apart**2).sum(axis=-1)) + 1e-9
        push = np.clip(GAP - far, 0, None)
        np.fill_diagonal(push, 0)
        places = places + 0.1 * (push[:, :, None] * apart / far[:, :, None]).sum(axis=1)
        out = np.sqrt((places[:, :1] / WIDTH) ** 2 + (places[:, 1:] / HEIGHT) ** 2)
        places = np.where(out > 1, places / (1 + 0.05 * (out - 1)), places)
    return places


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    folder: Path = parser.parse_args().folder
    topics = json.loads((folder / "topics.json").read_text(encoding="utf-8"))
    embedder = LocalEmbedder()
    vectors = await embedder.embed([text for topic in topics for text in topic["says"]])
    await embedder.close()
    np.save(folder / "usem3-topics.npy", vectors.astype(np.float16))
    alike = likeness(vectors.astype(np.float64), len(topics))
    wanted = near(np.clip(2 - 2 * alike, 0, None))
    loss, places = min((embedded(wanted, seed) for seed in range(8)), key=lambda found: found[0])
    for topic, (x, y) in zip(topics, spread(places), strict=True):
        topic["x"], topic["y"] = round(float(x), 3), round(float(y), 3)
    lines = ",\n".join(json.dumps(topic, ensure_ascii=False) for topic in topics)
    (folder / "topics.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(topics)} topics, {len(vectors)} sentences, loss {loss:.3f}")


if __name__ == "__main__":
    asyncio.run(main())
