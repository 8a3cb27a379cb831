"""Records judged together with others of the same file. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from nagori.recall.candidate import Candidate

OTHERS = (0.3, 0.09)
"""Shares of the second and third record of a file: a file that much speaks for is more likely."""
ASIDE, TOLD = 0.8, 0.85
"""What a file keeps that only checks others or tells what changed when, and what a document keeps:
questions about a project are mostly about its code, of which documents speak in the same words."""

_WHOLE = 1 + sum(OTHERS)
_DOCUMENTS = (".md", ".mdx", ".markdown", ".rst", ".txt", ".adoc", ".asciidoc")
_ASIDE = re.compile(
    r"(^|/)(tests?|testing|__tests__|spec|benchmarks?)/|(^|/)(test_[^/]*|[^/]*_test|conftest)\.\w+$"
    r"|(^|/)(changelog|changes|history|news|release[-_]?notes|releases?/[^/]*)(\.\w+)?$",
    re.IGNORECASE,
)


def by_file(found: Sequence[Candidate]) -> list[Candidate]:
    """The best record of each file, the likeliest file first, and then the second ones.

    None is dropped. A record stands for the file that it cites first.
    """
    held: dict[tuple[str, str], list[Candidate]] = {}
    for c in found:
        held.setdefault((c.found.scope, _file(c)), []).append(c)
    firsts = [_judged(file, of_file) for (_, file), of_file in held.items()]
    firsts.sort(key=lambda c: (-c.why.final, c.id))
    least = firsts[-1].why.final if firsts else 0.0
    rest = [
        replace(c, why=replace(c.why, final=min(c.why.final / _WHOLE, least)))
        for of_file in held.values()
        for c in of_file[1:]
    ]
    rest.sort(key=lambda c: (-c.why.relevance, c.id))
    return [*firsts, *rest]


def _judged(file: str, of_file: Sequence[Candidate]) -> Candidate:
    """The best of a file's records, with what the others add."""
    best, *others = of_file
    added = sum(share * c.why.final for share, c in zip(OTHERS, others, strict=False))
    final = (best.why.final + added) / _WHOLE * _share(file)
    return replace(best, why=replace(best.why, neighbours=round(added, 4), final=round(final, 5)))


def _share(file: str) -> float:
    if _ASIDE.search(file):
        return ASIDE
    return TOLD if file.lower().endswith(_DOCUMENTS) else 1.0


def _file(c: Candidate) -> str:
    sources = c.found.sources
    return sources[0].ref if sources else c.id
