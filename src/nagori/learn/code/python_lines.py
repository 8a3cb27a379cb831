"""Outlines of Python source whose syntax is broken, or of another Python: line by line. Pure."""

import re

from nagori.learn.code.draft import Draft
from nagori.learn.code.hidden import kept, masked
from nagori.learn.code.outline import Import, Outline, Raise, Span, Symbol, SymbolKind
from nagori.learn.code.source import MOST_SIGNATURE, Source, one_line

_DEFINES = re.compile(r"(\s*)(class|def|async\s+def)\s+([^\W\d]\w*)\s*(\([^)]*\))?")
_CONSTANT = re.compile(r"([A-Z][A-Z0-9_]+)\s*(?::[^=]+)?=(?!=)\s*(.+)")
_IMPORT = re.compile(r"\s*import\s+([\w.]+(?:\s*,\s*[\w.]+)*)")
_FROM = re.compile(r"\s*from\s+([\w.]+)\s+import\s+(.*)")
_RAISE = re.compile(r"\s*raise\s+([A-Z][\w.]*)\s*[(,]?\s*(?:[rRuUfF]?([\"'])(.{0,300}?)\2)?")
_TRIPLE = re.compile(r"\"\"\"|'''")


def outline_python_lines(source: Source, language: str, why: str) -> Outline:
    """What the lines of a Python file tell; the outline says that it is no more than that."""
    draft = Draft(source, language, degraded=[why])
    ends = _block_ends(source.lines)
    open_: list[tuple[int, str, str]] = []
    for number, line in _code_lines(source.lines):
        indent = len(line) - len(line.lstrip())
        if line.strip():
            while open_ and open_[-1][0] >= indent:
                open_.pop()
        path = open_[-1][1] if open_ else ""
        if found := _DEFINES.match(line):
            inside = open_[-1][2] if open_ else ""
            name = f"{path}.{found[3]}" if path else found[3]
            is_class = found[2] == "class"
            kind: SymbolKind = (
                "class" if is_class else "method" if inside == "class" else "function"
            )
            draft.symbols.append(_definition(line, number, found[3], name, kind, ends[number]))
            open_.append((indent, name, found[2]))
        elif not path and (found := _CONSTANT.match(line)):
            value = kept(found[1], one_line(found[2]))
            span = Span(number, number)
            text = one_line(masked(line), 200)
            draft.symbols.append(
                Symbol(found[1], found[1], "constant", span, span, number, text, value=value)
            )
        else:
            _other(draft, line, number, path)
    return draft.outline()


def _definition(
    line: str, number: int, name: str, path: str, kind: SymbolKind, last: int
) -> Symbol:
    signature = one_line(masked(line.strip().rstrip(":")), MOST_SIGNATURE)
    span = Span(number, max(last, number))
    return Symbol(name, path, kind, span, Span(number, number), number, signature)


def _other(draft: Draft, line: str, number: int, path: str) -> None:
    span = Span(number, number)
    if found := _FROM.match(line):
        names = re.findall(r"[^\W\d]\w*|\*", found[2].partition("#")[0])
        draft.imports.append(Import(found[1], tuple(n for n in names if n != "as"), span))
    elif found := _IMPORT.match(line):
        draft.imports += [Import(m.strip(), (), span) for m in found[1].split(",")]
    elif found := _RAISE.match(line):
        draft.raises.append(Raise(found[1], found[3] or None, span, number, path))


def _code_lines(lines: list[str]) -> list[tuple[int, str]]:
    """The lines that begin outside of strings over several lines, as far as their quotes tell."""
    found: list[tuple[int, str]] = []
    open_ = ""
    for number, line in enumerate(lines, 1):
        if not open_:
            found.append((number, line.expandtabs()))
        for quote in _TRIPLE.findall(line if '"""' in line or "'''" in line else ""):
            if not open_:
                open_ = quote
            elif quote == open_:
                open_ = ""
    return found


def _block_ends(lines: list[str]) -> list[int]:
    """For each line, counted from 1, the last line of the block that it opens."""
    ends = list(range(len(lines) + 1))
    open_: list[tuple[int, int]] = []
    last = 0
    for number, line in enumerate(lines, 1):
        text = line.expandtabs()
        if not text.strip():
            continue
        indent = len(text) - len(text.lstrip())
        while open_ and open_[-1][0] >= indent:
            ends[open_.pop()[1]] = last
        open_.append((indent, number))
        last = number
    for _, number in open_:
        ends[number] = last
    return ends
