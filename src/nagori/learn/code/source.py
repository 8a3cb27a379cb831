"""A file's text as lines, and pieces of it by line and column."""

import re
from dataclasses import dataclass

from nagori.learn.code.outline import Doc, Span, Todo

MOST_CHARACTERS = 2_000_000
"""A longer file is known by its lines only."""
MOST_VALUE = 400
MOST_SIGNATURE = 400
MOST_DOC = 1200
MOST_TODOS = 200

_SPACE = re.compile(r"\s+")
_TODO = re.compile(r"(?:#|//|/\*|\*|--|<!--|;|\.\.)[^\S\n]*@?(TODO|FIXME|XXX|HACK)\b[:\s-]*(.*)")
_DIRECTIVE = re.compile(
    r"(?:type:|noqa|pragma|pyright|pylint|mypy|fmt:|isort|nosec|ruff:|eslint|tslint|prettier"
    r"|@ts-|nolint|go:|!|-\*-|vim?:|coding[:=]|region\b|endregion\b)",
    re.IGNORECASE,
)
_RULE = re.compile(r"[\s\-=*#~_/─━═]*$")
_CODE = re.compile(
    r"[\w.\[\]\"']{1,80}\s*(?::\s*[\w\[\], .|]{1,80})?\s*[-+*/|&]?=(?:\s|$)"
    r"|(?:def|class|import|from|return|if|for|while|elif|try|with|raise)\b[^#]{0,120}[:(\[{]$"
    r"|@?[\w.]{1,80}\([^()]{0,120}\)[;,]?$|[}\])]+[;,]?$|[\"'][^\"']{0,80}[\"'],?$"
)
"""A statement that was put aside rather than words."""


def normal(text: str) -> str:
    """The text with plain line ends and without a byte order mark, as lines are counted."""
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def lines_of(text: str) -> list[str]:
    """The lines as an editor counts them: a form feed does not end one."""
    lines = normal(text).split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def one_line(text: str, most: int = MOST_VALUE) -> str:
    """The text on one line, cut where it gets long."""
    text = _SPACE.sub(" ", text).strip() if "\n" in text or "  " in text else text.strip()
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def paragraph(lines: list[str], first: int, last: int) -> tuple[int, int]:
    """First and last line of the first paragraph between two lines, both counted from 1."""
    start = first
    while start < last and not lines[start - 1].strip():
        start += 1
    end = start
    while end < last and lines[end].strip():
        end += 1
    return start, end


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a file, with its lines."""

    path: str
    text: str
    """With plain line ends."""
    lines: list[str]

    @classmethod
    def of(cls, path: str, text: str) -> "Source":
        """The text as it is outlined."""
        text = normal(text)
        return cls(path, text, lines_of(text))

    def whole(self) -> Span:
        """From the first line to the last."""
        return Span(1, max(len(self.lines), 1))

    def line(self, number: int) -> str:
        """The line of that number, from 1; empty outside the file."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def comment_above(self, line: int, mark: str) -> Doc | None:
        """The comment that stands directly above a line and begins as far to the right."""
        indent = _indent(self.line(line))
        first = line
        while first > 1:
            above = self.line(first - 1)
            if not above.lstrip().startswith(mark) or _indent(above) != indent:
                break
            first -= 1
        return self.comment(first, line - 1, mark)

    def comment(self, first: int, last: int, mark: str) -> Doc | None:
        """What the comment lines say, without what only tools read; None when nothing is left."""
        while first <= last and not _says(self.line(first), mark):
            first += 1
        end = first
        while end < last and _says(self.line(end + 1), mark):
            end += 1
        if first > last or _CODE.match(bare_comment(self.line(first), mark)):
            return None
        words = [bare_comment(self.line(number), mark) for number in range(first, end + 1)]
        return Doc(one_line(" ".join(words), MOST_DOC), Span(first, end))

    def todos(self) -> tuple[Todo, ...]:
        """Remarks that something is still to be done."""
        found: list[Todo] = []
        for number, line in enumerate(self.lines, 1):
            if ("TODO" in line or "FIXME" in line or "XXX" in line or "HACK" in line) and (
                mark := _TODO.search(line)
            ):
                words = mark[2].strip().removesuffix("*/").removesuffix("-->").strip()
                found.append(Todo(mark[1], one_line(words), number))
                if len(found) == MOST_TODOS:
                    break
        return tuple(found)


def bare_comment(line: str, mark: str) -> str:
    """The words of a comment's line."""
    text = line.strip()
    while text.startswith(mark):
        text = text.removeprefix(mark)
    return text.lstrip(":!").strip()


def _says(line: str, mark: str) -> bool:
    """Whether a comment's line holds words for a person."""
    text = bare_comment(line, mark)
    return bool(text) and not _DIRECTIVE.match(text) and not _RULE.match(text)


def is_directive(comment: str) -> bool:
    """Whether a comment is for a tool, or only a line to part sections."""
    return bool(_DIRECTIVE.match(comment) or _RULE.match(comment))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
