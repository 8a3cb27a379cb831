"""Which lines a claim is about: its record is found by their words, beside those of its answer.

Pure, as is what is claimed of files that declare nothing: that they are there, and where.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from nagori.learn.claims.claim import Claim, domain_of, is_aside, is_test, shown
from nagori.learn.code.outline import Outline, Span

_MOST_LINES = 600
"""Of one body; more say nothing new."""
_LONGEST_PLAIN = 3000
_NO_WORDS = ("csv", "json", "xml", "unknown")
_NO_ENDINGS = (".po", ".pot", ".svg", ".lock", ".map", ".min.js", ".min.css")


def plain_claims(outline: Outline) -> Iterator[Claim]:
    """That a file is there which declares nothing, such as a script of a shell."""
    if outline.symbols or outline.doc or outline.headings or is_aside(outline.path):
        return
    if outline.language in _NO_WORDS or outline.path.endswith(_NO_ENDINGS):
        return
    if not 1 < outline.lines <= _LONGEST_PLAIN:
        return
    yield Claim(
        key=f"plain:{outline.path}",
        question=f"What is in `{outline.path}`?",
        question_type="CODE_STRUCTURE",
        answer=f"`{outline.path}` is a file in the language {outline.language}"
        f" with {outline.lines} lines.",
        shown=shown(outline, Span(1, outline.lines)),
        domain=domain_of(outline.path),
        tags=("file",),
    )


def bodies_of(outline: Outline, keys: Collection[str]) -> dict[str, list[int]]:
    """The lines that each of a file's claims is about, by its key; each line is of one alone.

    A line belongs to the innermost thing that something is claimed of, and else to the file.
    """
    path = outline.path
    if is_test(path):
        return {}
    whole = next((key for key in (f"file:{path}", f"plain:{path}") if key in keys), None)
    owners: list[str | None] = [whole] * (outline.lines + 1)
    spans: list[tuple[Span, str]] = [
        (symbol.span, key)
        for symbol in outline.symbols
        for key in (f"class:{path}:{symbol.path}", f"function:{path}:{symbol.path}")
        if key in keys
    ]
    spans += [
        (heading.span, key)
        for heading in outline.headings
        for key in (f"heading:{path}:{heading.text}:{heading.level}",)
        if key in keys
    ]
    for span, key in sorted(spans, key=lambda one: (one[0].first, -one[0].last)):
        for number in range(span.first, min(span.last, outline.lines) + 1):
            owners[number] = key
    bodies: dict[str, list[int]] = {}
    for number, key in enumerate(owners):
        if number and key is not None:
            of_key = bodies.setdefault(key, [])
            if len(of_key) < _MOST_LINES:
                of_key.append(number)
    return bodies


class Bodies:
    """The lines that the claims of a project are about."""

    def __init__(self, outlines: Mapping[str, Outline], keys: Collection[str]) -> None:
        self._outlines, self._keys = outlines, keys
        self._path, self._bodies = "", dict[str, list[int]]()

    def lines(self, claim: Claim, lines_of: Callable[[str], Sequence[str]]) -> list[str]:
        """The lines of a claim; claims of one file come after one another."""
        path = claim.shown[0].path
        outline = self._outlines.get(path)
        if outline is None:
            return []
        if path != self._path:
            self._path, self._bodies = path, bodies_of(outline, self._keys)
        numbers = self._bodies.get(claim.key)
        if not numbers:
            return []
        lines = lines_of(path)
        return [lines[number - 1] for number in numbers if number <= len(lines)]
