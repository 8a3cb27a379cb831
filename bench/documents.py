"""Whether the right passage of a document is found, and what importing documents costs.

    python -m bench.documents FOLDER            (60 questions over five documents in it)
    python -m bench.documents FOLDER --dev      (104 questions over ten others, to develop with)
    python -m bench.documents --imports FILE…   (importing only)

Which documents, and how to get them, is in bench/README.md; the questions were written before any
of them was asked. Of the 60, those with odd numbers may be looked at (`--misses`), the even ones
not; of those to develop with, all.
"""

import argparse
import asyncio
import re
import resource
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.sets import OWN, lines
from nagori import Nagori
from nagori.values.document import Document
from nagori.values.recall import MODES, Mode

USER = "reader"
LIMIT = 5
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Question:
    id: int
    document: str
    lang: str
    kind: str
    question: str
    marks: list[str]
    """Words that only a passage holds that answers it."""

    @property
    def crosses(self) -> bool:
        """Whether it is asked in another language than the document's."""
        return self.lang == ("en" if self.document in ZH else "zh")

    def rank(self, texts: Sequence[str]) -> int | None:
        """Which of the texts is the first that answers it, from 1."""
        marks = [closed(mark) for mark in self.marks]
        return next(
            (n for n, text in enumerate(texts, 1) if any(m in closed(text) for m in marks)), None
        )


ZH = {
    "debian-reference.zh-cn.pdf", "debmake-doc.zh-cn.pdf", "eeschema.html", "kicad.html",
    "maint-guide.zh-cn.txt", "pcbnew.html",
}  # fmt: skip
PARTS: dict[str, Callable[[Question], bool]] = {
    "all": lambda _: True,
    "odd": lambda q: q.id % 2 == 1,
    "even": lambda q: q.id % 2 == 0,
    "English asked": lambda q: q.lang == "en",
    "Chinese asked": lambda q: q.lang == "zh",
    "other language": lambda q: q.crosses,
}


def closed(text: str) -> str:
    """Without spaces, which depend on how a page was set."""
    return _SPACE.sub("", text)


def questions(*, dev: bool) -> list[Question]:
    name = "document_questions_dev.jsonl" if dev else "document_questions.jsonl"
    return [Question(**line) for line in lines(OWN / name)]


async def imported(n: Nagori, path: Path) -> Document:
    """Import a file and print what it took and what was seen meanwhile."""
    child = resource.getrusage(resource.RUSAGE_CHILDREN)
    watch = asyncio.create_task(reader_peak())
    started, own = time.perf_counter(), time.process_time()
    document = await n.documents.add(path, user=USER)
    seen: list[tuple[str, float]] = [(document.state, document.progress)]
    while document.state not in ("ready", "failed"):
        document = await n.documents.moved(document)
        seen.append((document.state, document.progress))
    took = time.perf_counter() - started
    watch.cancel()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    reading = after.ru_utime + after.ru_stime - child.ru_utime - child.ru_stime
    size = (document.size or 0) / 1e6
    pages = "" if not document.pages else f", {document.pages} pages"
    print(f"{path.name}: {document.state}{f' ({document.error})' if document.error else ''}")
    print(
        f"  {size:.2f} MB{pages}, {document.passages} passages; {took:.1f} s, CPU "
        f"{time.process_time() - own:.1f} s here + {reading:.1f} s reading it"
    )
    print(f"  {took / max(size, 1e-9):.1f} s per MB", end="")
    print(f", {1000 * took / document.pages:.0f} ms per page" if document.pages else "")
    print(f"  seen: {steps(seen)}")
    own_peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    (reader,) = await asyncio.gather(watch)
    print(f"  peak so far: {own_peak:.0f} MB here; {reader / 1024:.0f} MB its reader")
    return document


async def reader_peak() -> int:
    """The most that a process of ours has held, in kB, until it is cancelled.

    What the system tells of a process that is over counts this one's memory from before it became
    another, so it is asked while it runs.
    """
    most = 0
    try:
        while True:
            most = max(most, *map(held, children()), 0)
            await asyncio.sleep(0.02)
    except asyncio.CancelledError:
        return most


def children() -> list[str]:
    tasks = Path("/proc/self/task").iterdir()
    return [pid for task in tasks for pid in told(task / "children").split()]


def held(pid: str) -> int:
    found = re.search(r"VmHWM:\s+(\d+)", told(Path("/proc") / pid / "status"))
    return int(found[1]) if found else 0


def told(path: Path) -> str:
    """What the system tells; nothing of what is over by now."""
    try:
        return path.read_text()
    except OSError:
        return ""


def steps(seen: Sequence[tuple[str, float]]) -> str:
    """The states of an import with how many values of progress each had."""
    told: list[str] = []
    for state in dict.fromkeys(state for state, _ in seen):
        values = [progress for s, progress in seen if s == state]
        told.append(f"{state} {values[0]:.2f}…{values[-1]:.2f} ({len(values)} values)")
    return ", ".join(told)


async def check(n: Nagori, documents: Sequence[Document], asked: Sequence[Question]) -> None:
    """Every mark stands in one passage or two of its document."""
    for document in documents:
        texts: list[str] = []
        cursor = None
        while True:
            page = await n.documents.passages(document.id, limit=1000, cursor=cursor)
            texts += [closed(passage.text) for passage in page.items]
            cursor = page.next
            if cursor is None:
                break
        for q in asked:
            for mark in q.marks if q.document == document.name else ():
                count = sum(closed(mark) in text for text in texts)
                if count not in (1, 2):
                    print(f"question {q.id}: its mark stands in {count} passages")


async def ask(
    n: Nagori, mode: Mode, asked: Sequence[Question], *, shown: Callable[[Question], bool]
) -> None:
    ranks: dict[int, int | None] = {}
    spent: list[float] = []
    for q in asked:
        started = time.process_time()
        found = await n.recall(q.question, user=USER, kinds=["document"], mode=mode, limit=LIMIT)
        spent.append(time.process_time() - started)
        ranks[q.id] = q.rank([item.text for item in found.items])
        if ranks[q.id] is None and shown(q):
            print(f"  {mode} misses {q.id}: {q.question}")
    row: list[str] = []
    for name, belongs in PARTS.items():
        got = [ranks[q.id] for q in asked if belongs(q)]
        first = sum(rank == 1 for rank in got)
        row.append(f"{name} {sum(rank is not None for rank in got)}/{len(got)} (@1 {first})")
    median = 1000 * sorted(spent)[len(spent) // 2]
    print(f"{mode:8s} found@{LIMIT}: {' · '.join(row)}; {median:.1f} ms CPU per search")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--imports", nargs="*", type=Path, default=[], help="files only imported")
    parser.add_argument("--dev", action="store_true", help="the questions to develop with")
    parser.add_argument("--misses", action="store_true", help="show what may be seen of the misses")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        async with Nagori.open(Path(folder) / "documents.db") as n:
            await n.recall("warm", user=USER)
            for path in options.imports:
                await imported(n, path)
        async with Nagori.open(Path(folder) / "asked.db") as n:
            if options.folder is not None:
                asked = questions(dev=options.dev)
                names = dict.fromkeys(q.document for q in asked)
                documents = [await imported(n, options.folder / name) for name in names]
                await check(n, documents, asked)

                def shown(q: Question) -> bool:
                    return options.misses and (options.dev or q.id % 2 == 1)

                for mode in MODES:
                    await ask(n, mode, asked, shown=shown)


if __name__ == "__main__":
    asyncio.run(main())
