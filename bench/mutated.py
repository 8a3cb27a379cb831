"""Are records of changed files told as stale when they are recalled, and only those?

    python -m bench.mutated FOLDER [--count 100]

Works on a copy of the folder: every line of so many cited files is changed, every tenth of these
files is deleted. Then the question of every record is asked.
"""

import argparse
import asyncio
import random
import shutil
import tempfile
from pathlib import Path

from bench.speed import row
from nagori.config import RecallSettings
from nagori.learn.analysing import Analyser, Parts
from nagori.learn.folder import Folder
from nagori.learn.search import Searcher, SearchParts
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import NOW
from nagori.values.scope import Scope

SCOPE = Scope("default", "project", "mutated")
_PAGE = 200


async def measure(root: Path, where: Path, count: int) -> None:
    """Learn the folder, change files of it, and ask everything."""
    store = SqliteStore(where / "memory.db")
    await store.open()
    await store.projects.register(SCOPE, str(root), now=NOW)
    folder = Folder(root)
    await Analyser(Parts(store, None, lambda: NOW, 300)).analyse(SCOPE, folder)
    questions, cited = await everything(store)
    changed = frozenset(random.Random(1).sample(sorted(cited), min(count, len(cited))))
    for number, name in enumerate(sorted(changed)):
        mutate(root / name, gone=number % 10 == 0)
    searcher = Searcher(SearchParts(store, None, lambda: NOW, RecallSettings()))
    flagged: dict[tuple[str, bool], bool] = {}
    for question in questions:
        for item in (await searcher.search(SCOPE, question, folder=folder)).items:
            touched = any(c.path in changed for c in item.record.citations)
            flagged[item.record.id, touched] = item.is_stale
    stale = [told for (_, touched), told in flagged.items() if touched]
    sound = [told for (_, touched), told in flagged.items() if not touched]
    row("files cited, and changed or deleted", f"{len(cited)}, {len(changed)}", "-")
    row("recalled records of these, told as stale", f"{sum(stale)} of {len(stale)}", "all")
    row("other recalled records, told as stale", f"{sum(sound)} of {len(sound)}", "0")
    await store.close()


async def everything(store: SqliteStore) -> tuple[list[str], set[str]]:
    """The questions of all records, and the files that they cite."""
    questions: list[str] = []
    cited: set[str] = set()
    before: str | None = None
    while True:
        page = await store.records.page(SCOPE, limit=_PAGE, before=before)
        questions += [record.question for record in page.items]
        cited |= {c.path for record in page.items for c in record.citations}
        before = page.next
        if before is None:
            return questions, cited


def mutate(path: Path, *, gone: bool) -> None:
    """Delete the file, or change every line of it."""
    if gone:
        path.unlink()
        return
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join(b"changed " + line for line in lines))


def main() -> None:
    """Measure a copy of one folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=100, help="how many files are changed")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as where:
        root = Path(where) / "tree"
        shutil.copytree(given.folder, root, symlinks=True)
        asyncio.run(measure(root, Path(where), given.count))


if __name__ == "__main__":
    main()
