"""Outlines of a project's files as they were kept last."""

import asyncio
from collections.abc import Mapping, Sequence

from nagori.learn.code.outline import Outline
from nagori.learn.kept import read
from nagori.store.port import Store
from nagori.values.scope import Scope


async def known_outlines(
    store: Store, scope: Scope, paths: Sequence[str] | None = None
) -> list[Outline]:
    """The outlines of these files, or of all, by path."""
    kept = await store.projects.outlines(scope, paths)
    return await asyncio.to_thread(_read, kept)


def _read(kept: Mapping[str, str]) -> list[Outline]:
    found = (read(kept[path]) for path in sorted(kept))
    return [outline for outline in found if outline is not None]
