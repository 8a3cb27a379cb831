"""What the vectors of any text have in common, per embedder: the data behind recall/data/*.npy.

    python -m bench.background ../shared/data

The mean vector of everyday English and of everyday Chinese, averaged, so that both weigh the same.
"""

import argparse
import asyncio
import random
from pathlib import Path

import numpy as np

from bench.sets import lines
from nagori.embed.local import LocalEmbedder

SETS = {"en": ("locomo-dev", "realmem-dev"), "zh": ("memdaily-zh-dev", "teamchat-zh")}
SAMPLE = 500


def sample(folder: Path, name: str) -> list[str]:
    texts = [
        m["text"]
        for record in lines(folder / f"{name}.jsonl.gz")
        for m in record.get("messages", [record])
        if m.get("text")
    ]
    return random.Random(0).sample(texts, min(SAMPLE, len(texts)))


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, default=Path("src/nagori/recall/data/usem3.npy"))
    options = parser.parse_args()
    embedder = LocalEmbedder()
    means: list[np.ndarray] = []
    for names in SETS.values():
        vectors = [
            await embedder.embed([t[:1000] for t in sample(options.folder, name)]) for name in names
        ]
        means.append(np.mean([v.mean(axis=0) for v in vectors], axis=0))
    await embedder.close()
    background = np.mean(means, axis=0).astype(np.float32)
    np.save(options.out, background)
    print(f"{options.out}: {len(background)} numbers, length {np.linalg.norm(background):.3f}")


if __name__ == "__main__":
    asyncio.run(main())
