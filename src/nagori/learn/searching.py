"""Looking for text in a project's files: by a regular expression, or for a word."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from nagori.errors import InvalidInputError, UserError
from nagori.learn.code.source import lines_of
from nagori.learn.folder import Folder, allowed
from nagori.learn.ignore import patterns_of
from nagori.learn.languages import is_generated, language_of
from nagori.learn.redacted import redacted_lines
from nagori.learn.rules import Rules
from nagori.learn.texts import has_binary_name
from nagori.learn.walk import check_ignored, walk

SECONDS = 10.0
"""A pattern that takes longer is stopped; what it found until then is told."""

_FILE_BYTES = 1_000_000
_ALL_CHARACTERS = 40_000_000
_LONGEST_PATTERN = 500


@dataclass(frozen=True, slots=True)
class Hit:
    """A line that matches, without secrets."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Hits:
    """Lines that match, in the order of files and lines."""

    found: tuple[Hit, ...]
    stopped: str | None = None
    """Why there may be more than these; None when these are all."""


def texts_below(folder: Folder, path: str, glob: str | None = None) -> Iterator[tuple[str, str]]:
    """The path and the text of each file there, or of the one file that the path names.

    What a program wrote is only looked at when it is named: its lines say nothing to a reader.
    """
    rules = Rules(folder)
    entry = folder.entry(path)
    if entry.kind == "folder":
        wanted = patterns_of(glob.removeprefix("./")) if glob else None
        for found in walk(folder, path, rules=rules):
            if found.kind != "file" or found.left_out or found.size > _FILE_BYTES:
                continue
            if has_binary_name(found.path):
                continue
            if wanted is None or wanted.ignores(found.path, is_folder=False):
                yield from _written(folder, found.path)
        return
    parts = allowed(path)
    check_ignored(rules, parts, is_folder=False)
    yield "/".join(parts), folder.text(path).text


def matches(
    texts: Iterable[tuple[str, str]], pattern: str, *, most: int, seconds: float = SECONDS
) -> Hits:
    """The first lines that match a regular expression; `InvalidInputError` for one that is none."""
    if not 0 < len(pattern) <= _LONGEST_PATTERN:
        raise InvalidInputError("pattern", f"give 1 to {_LONGEST_PATTERN} characters")
    order = {"pattern": pattern, "most": most + 1}
    data, stopped = _packed(order, texts)
    try:
        done = subprocess.run(
            # What lies in the folder that the program was started in is never imported.
            [sys.executable, "-P", "-X", "utf8", "-m", "nagori.learn.matching"],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
        out, is_late = done.stdout, False
    except subprocess.TimeoutExpired as late:
        out, is_late = late.stdout or b"", True
    found, is_done = _heard(out)
    if is_late:
        stopped = (
            f"the pattern took longer than {seconds:g} s; give a simpler one or a narrower path"
        )
    elif not is_done:
        stopped = "the search broke off; give a simpler pattern or a narrower path"
    if len(found) > most:
        stopped = stopped or f"there are more than {most}"
    return Hits(tuple(found[:most]), stopped)


def words(
    texts: Iterable[tuple[str, str]], word: str, *, most: int, keep: Callable[[str], bool]
) -> Hits:
    """The first lines in which the word stands by itself, of those that are to be kept."""
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    found: list[Hit] = []
    for path, text in texts:
        if word not in text:
            continue
        lines = lines_of(text)
        for number, line in enumerate(lines, 1):
            if word not in line or not pattern.search(line) or not keep(line):
                continue
            (clean,) = redacted_lines(lines, number, number)
            if word in clean:
                if len(found) == most:
                    return Hits(tuple(found), f"there are more than {most}")
                found.append(Hit(path, number, clean))
    return Hits(tuple(found))


def _written(folder: Folder, path: str) -> Iterator[tuple[str, str]]:
    try:
        text = folder.text(path, most=_FILE_BYTES).text
    except UserError:  # no text after all, a key, or gone
        return
    if not is_generated(path, text, language_of(path)):
        yield path, text


def _packed(order: object, texts: Iterable[tuple[str, str]]) -> tuple[bytes, str | None]:
    lines, left, stopped = [json.dumps(order)], _ALL_CHARACTERS, None
    for path, text in texts:
        left -= len(text)
        if left < 0:
            stopped = "there is too much text here for one search; give a narrower path"
            break
        lines.append(json.dumps((path, text)))
    return "\n".join(lines).encode(), stopped


def _heard(out: bytes) -> tuple[list[Hit], bool]:
    """What the process said, up to the last whole line, and whether it came to its end."""
    found: list[Hit] = []
    is_done = False
    for line in out.split(b"\n")[:-1]:
        told = json.loads(line)
        if "problem" in told:
            raise InvalidInputError("pattern", f"is no regular expression: {told['problem']}")
        if "done" in told:
            is_done = True
        else:
            found.append(Hit(told["path"], told["line"], told["text"]))
    return found, is_done
