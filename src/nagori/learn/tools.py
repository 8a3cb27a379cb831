"""Tools to look at a project: they read below its folder, and change and run nothing.

Each gives back text with paths and line numbers, without secrets and no longer than a model can
read; what can't be done is told in the result. The first line of each docstring and its lines
`name: text` are what a model is told.
"""

from collections.abc import Sequence
from functools import partial

from nagori.errors import InvalidInputError, UserError
from nagori.learn.code.outline import Span
from nagori.learn.code.source import lines_of
from nagori.learn.folder import Folder, allowed
from nagori.learn.git import blame_of, log_of
from nagori.learn.place import joined
from nagori.learn.redacted import redacted_lines
from nagori.learn.rules import Rules
from nagori.learn.searching import Hit, Hits, matches, texts_below, words
from nagori.learn.shown import FileLines, Shown, fitting, numbered, shortened, telling
from nagori.learn.symbols import Place, SymbolIndex, definition_rank
from nagori.learn.walk import Found, check_ignored, walk
from nagori.text.secrets import redact

MOST_ENTRIES = 400
MOST_LINES = 400
MOST_HITS = 200
MOST_COMMITS = 100
MOST_BLAMED = 200
_DEEPEST = 20
_LONGEST_NAME = 200
_CANDIDATES = 1000
_HEAD_LINES = 12


@telling
def list_files(folder: Folder, path: str = ".", depth: int = 2) -> Shown:
    """Show which files and folders lie in a folder of the project.

    path: the folder, relative to the project's
    depth: how many levels of folders to show, from 1
    """
    _check_range("depth", depth, 1, _DEEPEST)
    found: list[Found] = []
    is_cut = False
    for entry in walk(folder, path, depth=depth):
        if len(found) == MOST_ENTRIES:
            is_cut = True
            break
        found.append(entry)
    lines = [_listed(entry) for entry in found]
    if not lines:
        return Shown(f"{joined(allowed(path))} is empty")
    if is_cut:
        lines.append(f"… more than {MOST_ENTRIES}; give a deeper path or a smaller depth")
    return Shown("\n".join(lines), is_cut=is_cut)


@telling
def read_file(folder: Folder, path: str, start: int = 1, end: int | None = None) -> Shown:
    """Show lines of a file with their numbers.

    path: the file, relative to the project's folder
    start: the first line, from 1
    end: the last line; without it, as many as can be shown
    """
    parts = allowed(path)
    _check_range("start", start, 1)
    if end is not None:
        _check_range("end", end, start)
    check_ignored(Rules(folder), parts, is_folder=False)
    text = folder.text(path)
    lines = lines_of(text.text)
    if start > max(len(lines), 1):
        raise InvalidInputError("start", f"the file has only {len(lines)} lines")
    last = min(len(lines), start + MOST_LINES - 1, end or len(lines))
    shown = numbered(redacted_lines(lines, start, last), start)
    shown = shown[: fitting(shown)]
    last = start + len(shown) - 1
    name = joined(parts)
    notes = [f"{name}: lines {start} to {last} of {len(lines)}" if shown else f"{name} is empty"]
    if text.is_guess:
        notes.append(f"(no UTF-8: read as {text.encoding}, some characters may be wrong)")
    is_cut = last < (end or len(lines)) and last < len(lines)
    if is_cut:
        shown.append(f"… goes on; read from line {last + 1}")
    seen = (FileLines(name, Span(start, last)),) if last >= start else ()
    return Shown("\n".join([*notes, *shown]), seen=seen, is_cut=is_cut)


@telling
def grep(
    folder: Folder, pattern: str, path: str = ".", glob: str | None = None, limit: int = 50
) -> Shown:
    """Show the lines that match a regular expression of Python.

    pattern: the expression, matched within single lines; (?i) at its start ignores case
    path: the folder or file to look in; generated files are only looked at when named
    glob: which files, such as *.py or src/**/*.ts
    limit: how many lines at most
    """
    _check_range("limit", limit, 1, MOST_HITS)
    if glob is not None and not 0 < len(glob) <= _LONGEST_NAME:
        raise InvalidInputError("glob", f"give 1 to {_LONGEST_NAME} characters")
    return _shown_hits(matches(texts_below(folder, path, glob), pattern, most=limit))


@telling
def find_symbol(
    folder: Folder, name: str, limit: int = 20, *, index: SymbolIndex | None = None
) -> Shown:
    """Show where a class, function, constant or type is defined.

    name: its name, plain or dotted
    limit: how many places at most
    """
    _check_name(name)
    _check_range("limit", limit, 1, MOST_HITS)
    if index is not None and (places := index.definitions(name)):
        return _shown_places(folder, places, limit)
    plain = name.rpartition(".")[2]
    rank = partial(definition_rank, name=plain)
    hits = words(
        texts_below(folder, "."), plain, most=_CANDIDATES, keep=lambda line: rank(line) < 2
    )
    if not hits.found:
        return Shown("no line defines it; references shows where it is used")
    best = sorted(hits.found, key=lambda hit: rank(hit.text))
    more = f"there are more than {limit}" if len(best) > limit else hits.stopped
    return _shown_hits(Hits(tuple(best[:limit]), more))


@telling
def references(
    folder: Folder, name: str, limit: int = 50, *, index: SymbolIndex | None = None
) -> Shown:
    """Show where a name is used.

    name: its name, plain or dotted
    limit: how many lines at most
    """
    _check_name(name)
    _check_range("limit", limit, 1, MOST_HITS)
    if index is not None and (places := index.references(name)):
        return _shown_places(folder, places, limit)
    plain = name.rpartition(".")[2]
    rank = partial(definition_rank, name=plain)
    texts = texts_below(folder, ".")
    return _shown_hits(words(texts, plain, most=limit, keep=lambda line: rank(line) > 0))


@telling
def git_log(folder: Folder, path: str | None = None, limit: int = 20) -> Shown:
    """Show the last commits, newest first.

    path: only those that touched this file or folder
    limit: how many at most
    """
    _check_range("limit", limit, 1, MOST_COMMITS)
    commits = log_of(folder, path or ".", limit=limit)
    if not commits:
        return Shown("no commit touched it")
    lines = [f"{c.id[:12]} {c.at:%Y-%m-%d} {c.author}: {c.subject}" for c in commits]
    return Shown(redact("\n".join(shortened(line) for line in lines)).text)


@telling
def git_blame(folder: Folder, path: str, start: int = 1, end: int | None = None) -> Shown:
    """Show which commit each line of a file comes from.

    path: the file, relative to the project's folder
    start: the first line, from 1
    end: the last line; without it, as many as can be shown
    """
    parts = allowed(path)
    _check_range("start", start, 1)
    if end is not None:
        _check_range("end", end, start)
    check_ignored(Rules(folder), parts, is_folder=False)
    lines = lines_of(folder.text(path).text)
    last = min(start + MOST_BLAMED - 1, end or len(lines), max(len(lines), start))
    blame = blame_of(folder, path, Span(start, last))
    # What the last commit said is not shown: only the file itself is known to be without secrets.
    texts = redacted_lines(lines, start, blame.span.last) if blame.is_current else []
    told = [
        f"{number:>6}  {c.id[:12]} {c.at:%Y-%m-%d} {redact(f'{c.author}: {c.subject}').text}"
        for number, c in enumerate(blame.commits, start)
    ]
    if not blame.is_current:
        note = "the file has changed since the last commit; these are that commit's lines"
        return Shown("\n".join([note, *map(shortened, told)]))
    rows = [f"{shortened(a)}  | {shortened(b)}" for a, b in zip(told, texts, strict=False)]
    rows = rows[: fitting(rows)]
    seen = (FileLines(joined(parts), Span(start, start + len(rows) - 1)),) if rows else ()
    is_cut = start + len(rows) - 1 < (end or len(lines))
    return Shown("\n".join(rows), seen=seen, is_cut=is_cut)


def _listed(found: Found) -> str:
    path = found.path + ("/" if found.kind == "folder" else "")
    if found.left_out:
        return f"{path}  (left out: {found.left_out})"
    return path if found.kind == "folder" else f"{path}  {found.size} bytes"


def _shown_hits(hits: Hits) -> Shown:
    if not hits.found:
        return Shown(f"no line found; {hits.stopped}" if hits.stopped else "no line found")
    lines = [f"{hit.path}:{hit.line}: {shortened(hit.text)}" for hit in hits.found]
    count = fitting(lines)
    seen = tuple(_seen(hit) for hit in hits.found[:count])
    stopped = hits.stopped if count == len(lines) else "they are too long to be shown all"
    more = [f"… not all: {stopped}"] if stopped else []
    return Shown("\n".join([*lines[:count], *more]), seen=seen, is_cut=bool(stopped))


def _seen(hit: Hit) -> FileLines:
    return FileLines(hit.path, Span(hit.line, hit.line))


def _shown_places(folder: Folder, places: Sequence[Place], limit: int) -> Shown:
    rules = Rules(folder)
    texts: dict[str, list[str] | None] = {}
    out: list[str] = []
    seen: list[FileLines] = []
    for place in places[:limit]:
        if place.path not in texts:
            texts[place.path] = _lines_if_any(folder, rules, place.path)
        lines = texts[place.path]
        last = min(place.span.last, place.span.first + _HEAD_LINES - 1, len(lines or ()))
        if lines is None or last < place.span.first:
            out.append(f"{place.path}:{place.span.first}: {place.what} (no longer there)")
            continue
        shown = numbered(redacted_lines(lines, place.span.first, last), place.span.first)
        if fitting([*out, *shown]) < len(out) + len(shown):
            return Shown("\n".join([*out, "… not all"]), seen=tuple(seen), is_cut=True)
        out += [f"{place.path}:{place.span.first}: {place.what}", *shown]
        seen.append(FileLines(place.path, Span(place.span.first, last)))
    if len(places) > limit:
        out.append(f"… not all: there are more than {limit}")
    return Shown("\n".join(out), seen=tuple(seen), is_cut=len(places) > limit)


def _lines_if_any(folder: Folder, rules: Rules, path: str) -> list[str] | None:
    try:
        check_ignored(rules, allowed(path), is_folder=False)
        return lines_of(folder.text(path).text)
    except UserError:
        return None


def _check_name(name: str) -> None:
    if not 0 < len(name) <= _LONGEST_NAME or not all(
        part.replace("$", "_").isidentifier() for part in name.split(".")
    ):
        raise InvalidInputError("name", "give one name, such as Order or Order.total")


def _check_range(field: str, value: int, least: int, most: int | None = None) -> None:
    if value < least or (most is not None and value > most):
        ends = f"at least {least}" if most is None else f"from {least} to {most}"
        raise InvalidInputError(field, f"give a number, {ends}")
