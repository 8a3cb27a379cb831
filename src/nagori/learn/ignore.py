"""Patterns of `.gitignore` files, read as git reads them.

A pattern becomes a regular expression over bytes, as git compares bytes. Repetitions that can't
come out differently are atomic, so that no pattern is slow, however many stars it has.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_MOST_PATTERNS = 5000
_LONGEST = 1000
_SPECIAL = frozenset(b"*?[\\")
_CLASSES: dict[bytes, frozenset[int]] = {
    name: frozenset(i for i in range(128) if re.match(rb"[%s]" % inside, bytes([i])))
    for name, inside in {
        b"alnum": b"A-Za-z0-9",
        b"alpha": b"A-Za-z",
        b"blank": rb" \t",
        b"cntrl": rb"\x00-\x1f\x7f",
        b"digit": b"0-9",
        b"graph": b"!-~",
        b"lower": b"a-z",
        b"print": b" -~",
        b"punct": rb"!-/:-@\[-`{-~",
        b"space": rb" \t\n\r\f\v",
        b"upper": b"A-Z",
        b"xdigit": b"0-9A-Fa-f",
    }.items()
}


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line of a `.gitignore` file."""

    regex: re.Pattern[bytes]
    by_name: bool
    """Compared with the last name of a path only; else with the path from the file's folder."""
    is_negated: bool
    folders_only: bool


@dataclass(frozen=True, slots=True)
class Patterns:
    """What one `.gitignore` file says: the last line that fits decides."""

    last_first: tuple[Pattern, ...]

    def ignores(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether the path, relative to the file's folder, is ignored; None when no line fits."""
        whole = path.encode("utf-8", "surrogateescape")
        name = whole.rpartition(b"/")[2]
        for pattern in self.last_first:
            if pattern.folders_only and not is_folder:
                continue
            if pattern.regex.fullmatch(name if pattern.by_name else whole):
                return not pattern.is_negated
        return None


def patterns_of(text: str) -> Patterns:
    """The patterns of a `.gitignore` file; lines that mean nothing are passed over."""
    data = text.removeprefix("\ufeff").encode("utf-8", "surrogateescape")
    lines = (line.removesuffix(b"\r") for line in data.split(b"\n")[:_MOST_PATTERNS])
    found = [pattern for line in lines if (pattern := _pattern(line)) is not None]
    return Patterns(tuple(reversed(found)))


def _pattern(line: bytes) -> Pattern | None:
    if line.startswith(b"#") or len(line) > _LONGEST or b"\0" in line:
        return None
    line = _without_spaces(line)
    is_negated = line.startswith(b"!")
    line = line[1:] if is_negated else line
    folders_only = line.endswith(b"/")
    line = line[:-1] if folders_only else line
    if not line:
        return None
    by_name = b"/" not in line
    if not by_name:
        line = line.removeprefix(b"/")
    source = _regex(line, by_name=by_name)
    if source is None:
        return None
    return Pattern(re.compile(source, re.DOTALL), by_name, is_negated, folders_only)


def _without_spaces(line: bytes) -> bytes:
    """Without the spaces at the end, except one behind a backslash."""
    end, at = len(line), 0
    first_space: int | None = None
    while at < end:
        if line[at : at + 1] == b" ":
            first_space = at if first_space is None else first_space
        else:
            first_space = None
            at += line[at : at + 1] == b"\\"
        at += 1
    return line if first_space is None else line[:first_space]


# ── from a pattern to an expression ──

_ANY_FOLDERS = b"(?:[^/]*+/)*?"
_SOME_FOLDERS = b"(?:[^/]*+/)+?"


@dataclass(slots=True)
class _Stretch:
    """A part of a pattern between two `**`: single characters, parted by `*`."""

    before: bytes
    pieces: list[list[bytes]]

    def source(self, star: bytes, *, is_last: bool) -> bytes:
        first, *rest = (b"".join(piece) for piece in self.pieces)
        # The first place where a piece fits is as good as any later one, as a star follows.
        middle = b"".join(b"(?>%s*?%s)" % (star, piece) for piece in rest[:-1])
        end = star + b"*" + rest[-1] if rest else b""
        whole = self.before + first + middle + end
        return whole if is_last else b"(?>%s)" % whole


def _regex(line: bytes, *, by_name: bool) -> bytes | None:
    """The expression of a pattern; None when nothing can match it."""
    # Git compares what stands before the first special character by itself, and only the rest as
    # a pattern: so `a**/b` has its stars at a beginning.
    fixed = next((i for i, c in enumerate(line) if c in _SPECIAL), len(line))
    stretches = [_Stretch(b"", [[]])]
    ending = b""
    at = fixed
    while at < len(line):
        c = line[at : at + 1]
        if c == b"*":
            start = at
            at += len(line[at:]) - len(line[at:].lstrip(b"*"))
            opens = start == fixed or line[start - 1 : start] == b"/"
            following = line[at:]
            if by_name or at - start == 1 or not opens:
                stretches[-1].pieces.append([])
            elif not following:
                ending = b".*"
            elif following.startswith(b"/"):
                stretches.append(_Stretch(_ANY_FOLDERS, [[]]))
                at += 1
            elif following.startswith(b"\\/"):
                stretches.append(_Stretch(_SOME_FOLDERS, [[]]))
                at += 2
            else:
                stretches[-1].pieces.append([])
            continue
        taken = _single(line, at, by_name=by_name)
        if taken is None:
            return None
        piece, at = taken
        stretches[-1].pieces[-1].append(piece)
    star = b"." if by_name else b"[^/]"
    last = len(stretches) - 1
    body = b"".join(s.source(star, is_last=i == last) for i, s in enumerate(stretches))
    return re.escape(line[:fixed]) + body + ending


def _single(line: bytes, at: int, *, by_name: bool) -> tuple[bytes, int] | None:
    """What matches one character, and where the pattern goes on; None when it is malformed."""
    c = line[at : at + 1]
    if c == b"?":
        return (b"." if by_name else b"[^/]"), at + 1
    if c == b"\\":
        literal = line[at + 1 : at + 2]
        return (re.escape(literal), at + 2) if literal else None
    if c == b"[":
        taken = _class(line, at + 1)
        if taken is None:
            return None
        members, after = taken
        return _one_of(members - {ord("/")}), after
    return re.escape(c), at + 1


def _one_of(members: Iterable[int]) -> bytes:
    inside = b"".join(rb"\x%02x" % member for member in sorted(members))
    return b"[%s]" % inside if inside else b"(?!)"


def _class(line: bytes, at: int) -> tuple[frozenset[int], int] | None:
    """The bytes that a `[…]` stands for, and where the pattern goes on behind it."""
    is_negated = line[at : at + 1] in (b"!", b"^")
    at += is_negated
    members: set[int] = set()
    before: int | None = None
    first = True
    while first or line[at : at + 1] != b"]":
        first = False
        if at >= len(line):
            return None
        if line[at : at + 1] == b"-" and before is not None and line[at + 1 : at + 2] not in b"]":
            upper = _escaped(line, at + 1)
            if upper is None:
                return None
            members.update(range(before, upper[0] + 1))
            before, at = None, upper[1]
        elif line[at : at + 2] == b"[:" and (end := line.find(b"]", at + 2)) != -1:
            if line[at + 2 : end].endswith(b":"):
                known = _CLASSES.get(line[at + 2 : end - 1])
                if known is None:
                    return None
                members |= known
                before, at = None, end + 1
            else:
                members.add(ord("["))
                before, at = ord("["), at + 1
        else:
            taken = _escaped(line, at)
            if taken is None:
                return None
            members.add(taken[0])
            before, at = taken
    found = frozenset(range(1, 256)) - members if is_negated else frozenset(members)
    return found, at + 1


def _escaped(line: bytes, at: int) -> tuple[int, int] | None:
    at += line[at : at + 1] == b"\\"
    return (line[at], at + 1) if at < len(line) else None
