"""Whether a question about a project finds the right file, by its records and by its raw files.

    python -m bench.projects FOLDER [PROJECT…] [--split dev|held|both] [--no-vectors] [--misses]

FOLDER holds the trees that bench/README.md names. The questions were written before there was
anything to search with; only those of `dev` may be looked at (`--misses`). A question is answered
when one of its files is the first that one of the five records cites; for raw files, when it is
among the five that BM25 puts first.
"""

import argparse
import asyncio
import math
import re
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.sets import OWN, lines
from nagori.config import RecallSettings
from nagori.embed.local import LocalEmbedder
from nagori.embed.port import Embedder
from nagori.jobs.embedding import embedding_job
from nagori.learn.analysing import Analyser, Parts
from nagori.learn.folder import Folder
from nagori.learn.scan import scan
from nagori.learn.search import Searcher, SearchParts
from nagori.store.port import EMBED_JOB
from nagori.store.sqlite.store import SqliteStore
from nagori.text.terms import query_terms, terms
from nagori.values.recall import Mode
from nagori.values.scope import Scope

TREES = {
    "nagori": "nagori",
    "starlette": "starlette-1.10.0",
    "httpx2": "httpx2-2.16.0",
    "django": "django-5.2.19",
}
ASKED = "project_questions.jsonl"
"""Must not be part of what is searched."""
LIMIT = 5
_LEASE = timedelta(hours=6)
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Question:
    project: str
    number: int
    kind: str
    language: str
    question: str
    files: list[str]
    lines: list[list[int]]
    split: str


@dataclass
class Tally:
    """How many questions each way of looking answers."""

    asked: int = 0
    right: Counter[str] = field(default_factory=Counter[str])
    missed_raw: int = 0
    found_of_missed: Counter[str] = field(default_factory=Counter[str])
    misses: list[Question] = field(default_factory=list[Question])

    def count(self, question: Question, *, raw: bool, right: dict[str, bool]) -> None:
        self.asked += 1
        self.missed_raw += not raw
        for way, is_right in {"raw": raw, **right}.items():
            self.right[way] += is_right
            self.found_of_missed[way] += is_right and not raw
        if not right["hybrid"]:
            self.misses.append(question)

    def shown(self) -> str:
        told = [
            f"{way} {100 * self.right[way] / self.asked:.1f} %"
            + (
                f" (of {self.missed_raw} missed: {self.found_of_missed[way]})"
                if way != "raw"
                else ""
            )
            for way in ("hybrid", "lexical", "vector", "raw")
            if way in self.right
        ]
        return " · ".join(told)


class Raw:
    """BM25 over whole files, with identifiers taken apart: what a plain search would find."""

    def __init__(self, texts: Sequence[str], k1: float = 1.2, b: float = 0.75) -> None:
        self._k1, self._count = k1, len(texts)
        held: dict[int, list[tuple[int, int]]] = defaultdict(list)
        lengths = np.zeros(len(texts))
        for row, text in enumerate(texts):
            found, counts = np.unique(terms(_apart(text)), return_counts=True)
            lengths[row] = counts.sum()
            for term, count in zip(found.tolist(), counts.tolist(), strict=True):
                held[term].append((row, count))
        self._held = held
        self._norms = k1 * (1 - b + b * lengths / lengths.mean())

    def best(self, query: str) -> list[int]:
        scores: NDArray[np.float64] = np.zeros(self._count)
        for term in query_terms(_apart(query)).tolist():
            hits = self._held.get(term, [])
            idf = math.log(1 + (self._count - len(hits) + 0.5) / (len(hits) + 0.5))
            for row, count in hits:
                scores[row] += idf * count * (self._k1 + 1) / (count + self._norms[row])
        return np.argsort(-scores, kind="stable")[:LIMIT].tolist()


def _apart(text: str) -> str:
    names = {name for name in _NAME.findall(text) if _HUMPS.search(name)}
    return f"{text} {' '.join(_HUMPS.sub(' ', name) for name in sorted(names))}"


async def measure(
    project: str, root: Path, questions: Sequence[Question], where: Path, *, vectors: bool
) -> dict[str, Tally]:
    """Learn a tree and ask everything about it."""
    folder = Folder(root)
    store = SqliteStore(where / f"{project}.db")
    await store.open()
    scope = Scope("bench", "project", project)
    await store.projects.register(scope, str(root), now=now())
    embedder: Embedder | None = LocalEmbedder() if vectors else None
    fingerprint = embedder.fingerprint if embedder else None
    began = time.process_time()
    report = await Analyser(Parts(store, fingerprint, now, 300)).analyse(scope, folder)
    learned = time.process_time() - began
    if embedder is not None:
        job = await store.jobs.claim([EMBED_JOB], now=now(), lease=_LEASE)
        if job is not None:
            await embedding_job(store, embedder, now)(job)
    ready = time.process_time() - began - learned
    print(f"{project}: {report.records} records in {learned:.0f} s CPU, vectors {ready:.0f} s")
    searcher = Searcher(SearchParts(store, embedder, now, RecallSettings()))
    names = [path for path, file in scan(folder, {}).files.items() if file.is_analysed]
    raw = Raw([f"{name} {folder.text(name).text}" for name in names])
    modes: list[Mode] = ["hybrid", "lexical", "vector"] if embedder else ["hybrid"]
    tallies: dict[str, Tally] = defaultdict(Tally)
    for one in questions:
        by_raw = bool({names[row] for row in raw.best(one.question)} & {*one.files})
        right: dict[str, bool] = {}
        for mode in modes:
            found = await searcher.search(scope, one.question, folder=folder, mode=mode)
            files = {item.record.citations[0].path for item in found.items}
            right[mode] = bool(files & {*one.files})
        tallies[one.split].count(one, raw=by_raw, right=right)
    await store.close()
    return tallies


def now() -> datetime:
    return datetime.now(UTC)


async def run(arguments: argparse.Namespace) -> None:
    asked = [Question(**row) for row in lines(OWN / ASKED)]
    wanted = {"dev", "held"} if arguments.split == "both" else {arguments.split}
    together: dict[str, Tally] = defaultdict(Tally)
    for project in arguments.projects or TREES:
        root = arguments.folder / TREES[project]
        if next(root.rglob(ASKED), None) is not None:
            raise SystemExit(f"{root} holds the questions themselves: take {ASKED} out of it")
        mine = [one for one in asked if one.project == project and one.split in wanted]
        with tempfile.TemporaryDirectory() as where:
            found = await measure(project, root, mine, Path(where), vectors=arguments.vectors)
        for split, tally in sorted(found.items()):
            print(f"  {split:5} {tally.shown()}", flush=True)
            together[split].asked += tally.asked
            together[split].right.update(tally.right)
            together[split].missed_raw += tally.missed_raw
            together[split].found_of_missed.update(tally.found_of_missed)
            if arguments.misses and split == "dev":
                for one in tally.misses:
                    print(f"    {one.number:3} {one.question} {one.files}")
    for split, tally in sorted(together.items()):
        print(f"all   {split:5} {tally.shown()}")


def main() -> None:
    """Ask about the trees that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("projects", nargs="*", choices=[*TREES, []])
    parser.add_argument("--split", choices=("dev", "held", "both"), default="dev")
    parser.add_argument("--no-vectors", dest="vectors", action="store_false")
    parser.add_argument("--misses", action="store_true")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
