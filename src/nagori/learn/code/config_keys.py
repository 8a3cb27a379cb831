"""Keys of configuration files with the lines they stand on: YAML, TOML, INI, properties, JSON.

No value is interpreted: each is the text of its line, which is what can be cited. Pure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nagori.learn.code.source import Source, one_line

MOST_KEYS = 4000
_DEEPEST = 40
"""Levels of nesting; what is below is data."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key with its value; an item of a list has a path that ends with `[]`."""

    path: str
    value: str
    line: int
    remark: str | None = None
    """The comment behind it."""
    around: tuple[int, ...] = ()
    """Lines that name what it stands in."""


# ── YAML ──

_YAML = re.compile(
    r"""(\s*)((?:-\s+)*)(?:(["']?)([^\s:#"'\[\]{},&*!|>%@-][^:#"'\n]*?|<<)\3\s*:(?:\s+(.*))?$)?"""
)
_BLOCK = re.compile(r"[|>][+-]?\d?(?:\s+#.*)?$")
_REMARK = re.compile(r"""^((?:[^#"']|"[^"]*"|'[^']*'|(?<=\S)#)*?)(?:(?:^|\s)#\s*(.*))?$""")


def yaml_keys(source: Source) -> Iterator[Key]:
    """The keys of a YAML file; text blocks and what they hold are passed over."""
    open_: list[tuple[int, str, int]] = []
    below: int | None = None
    for number, line in enumerate(source.lines, 1):
        text = line.expandtabs(2)
        indent = len(text) - len(text.lstrip())
        if below is not None and (indent > below or not text.strip()):
            continue
        below = None
        if not text.strip() or text.lstrip().startswith("#") or text.startswith(("---", "...")):
            continue
        found = _YAML.match(text)
        if found is None:
            continue
        indent = len(found[1])
        while open_ and _is_over(open_[-1], indent, is_item=bool(found[2])):
            open_.pop()
        for _ in range(found[2].count("-")):
            open_.append((indent, "[]", number))
            indent += 2
        if found[4] is None:
            if found[2]:
                value, remark = _parted(text.strip().lstrip("- "))
                if value:
                    yield Key(_path(open_), value, number, remark, _lines(open_, number))
            continue
        if open_ and open_[-1][0] == indent and open_[-1][1] != "[]":
            open_.pop()
        value, remark = _parted(found[5] or "")
        open_.append((indent, found[4].strip(), number))
        if _BLOCK.match(value):
            below, value = indent, ""
        yield Key(_path(open_), value, number, remark, _lines(open_, number))


def _is_over(last: tuple[int, str, int], indent: int, *, is_item: bool) -> bool:
    """Whether what is open ends before a line with that indent; a list may stand below its key."""
    return last[0] > indent or (last[0] == indent and (not is_item or last[1] == "[]"))


def _path(open_: list[tuple[int, str, int]]) -> str:
    joined = ".".join(name for _, name, _ in open_)
    return joined.replace(".[]", "[]")


def _lines(open_: list[tuple[int, str, int]], own: int) -> tuple[int, ...]:
    """The lines that name what is open, but for the key's own."""
    return tuple(line for _, name, line in open_ if name != "[]" and line != own)


def _parted(text: str) -> tuple[str, str | None]:
    """A value and the comment behind it."""
    found = _REMARK.match(text[:2000]) if "#" in text else None
    if found is None:
        return one_line(text), None
    return one_line(found[1]), one_line(found[2]) if found[2] else None


# ── TOML ──

_SECTION = re.compile(r"\s*\[\[?\s*([^\]\[]+?)\s*\]\]?\s*(?:#.*)?$")
_PAIR = re.compile(
    r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*(.*)$"""
)
_ITEM = re.compile(r""""(?:[^"\\]|\\.)*"|'[^']*'|#.*|[\[\]{}]|[^\s,\[\]{}"'#]+""")


def toml_keys(source: Source) -> Iterator[Key]:
    """The keys of a TOML file, and each item of its lists."""
    section = ""
    around: tuple[int, ...] = ()
    lines = source.lines
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if found := _SECTION.match(line):
            section = _plain(found[1])
            around = (at,)
            yield Key(section, "", at)
        elif not line.lstrip().startswith("#") and (found := _PAIR.match(line)):
            path = f"{section}.{_plain(found[1])}" if section else _plain(found[1])
            value = found[2]
            if value.startswith(('"""', "'''")):
                start, quote = at, value[:3]
                if value.count(quote) < 2:
                    while at < len(lines) and quote not in lines[at]:
                        at += 1
                    at += 1
                yield Key(path, one_line(value.strip(quote)), start, None, around)
            elif value.startswith("["):
                yield Key(path, "", at)
                items, at = _items(lines, at, value)
                yield from (Key(f"{path}[]", text, n, None, around) for text, n in items)
            else:
                value, remark = _parted(value)
                yield Key(path, value, at, remark, around)


def _items(lines: list[str], at: int, text: str) -> tuple[list[tuple[str, int]], int]:
    """The items of a list that begins on line `at`, with their lines, and where it ends."""
    found: list[tuple[str, int]] = []
    open_: list[str] = []
    tables = 0
    while True:
        for piece in _ITEM.findall(text):
            if piece in ("[", "{"):
                open_.append(piece)
                tables += piece == "{"
            elif piece in ("]", "}"):
                if open_:
                    tables -= open_.pop() == "{"
            elif piece.startswith("#"):
                break
            elif not tables:
                found.append((one_line(piece), at))
        if not open_ or at >= len(lines):
            return found, at
        text = lines[at]
        at += 1


def _plain(name: str) -> str:
    return re.sub(r"\s*\.\s*", ".", name.replace('"', "").replace("'", ""))


# ── INI and properties ──

_INI = re.compile(r"\s*([^\s=:#;\[][^=:]*?)\s*[=:]\s?(.*)$")


def ini_keys(source: Source) -> Iterator[Key]:
    """The keys of an INI file; further lines of a value are its items."""
    section, key = "", ""
    around: tuple[int, ...] = ()
    for number, line in enumerate(source.lines, 1):
        if found := re.match(r"\[([^\]]+)\]", line):
            section, key, around = found[1].strip(), "", (number,)
            yield Key(section, "", number)
        elif not line.strip() or line.lstrip().startswith(("#", ";")):
            continue
        elif key and line[0].isspace():
            yield Key(f"{key}[]", one_line(line), number, None, around)
        elif found := _INI.match(line):
            key = f"{section}.{found[1]}" if section else found[1]
            yield Key(key, one_line(found[2]), number, None, around)


def properties_keys(source: Source) -> Iterator[Key]:
    """The keys of a Java properties file."""
    goes_on = False
    for number, line in enumerate(source.lines, 1):
        was, goes_on = goes_on, line.endswith("\\")
        if was or not line.strip() or line.lstrip().startswith(("#", "!")):
            continue
        if found := _INI.match(line):
            yield Key(found[1], one_line(found[2].rstrip("\\")), number)


# ── JSON ──

_JSON = re.compile(
    r'"((?:[^"\\\n]|\\.)*)"(\s*:)?|[{}\[\],]|//[^\n]*|/\*.*?\*/|\n|[^\s{}\[\],"/]+', re.DOTALL
)


def json_keys(source: Source) -> Iterator[Key]:
    """The keys of a JSON file, with or without comments, and each plain item of its lists."""
    line = 1
    open_: list[str] = []
    named: list[int] = []
    key, at = "", 1
    for found in _JSON.finditer(source.text):
        piece = found[0]
        if piece in "{[":
            open_.append(key + ("[]" if piece == "[" else ""))
            named.append(at if key else 0)
            key = ""
        elif piece in "}]":
            if open_:
                open_.pop()
                named.pop()
            key = ""
        elif found[2] is not None:
            key, at = found[1], line
        elif piece not in ",\n" and not piece.startswith(("//", "/*")) and len(open_) < _DEEPEST:
            value = found[1] if found[1] is not None else piece
            path = ".".join(part for part in (*open_, key) if part)
            own = line + piece.count("\n")
            around = tuple(number for number in named if number not in (0, own))
            yield Key(path, one_line(value), own, None, around)
            key = ""
        line += piece.count("\n")
