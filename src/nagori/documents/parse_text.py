"""Plain text into blocks."""

import re
from dataclasses import dataclass

from nagori.documents.blocks import Block
from nagori.documents.lines import BULLET, heading_level, joined, section_level, width

_PARAGRAPHS = re.compile(r"\n\s*\n")
_WRAPPED_LEAST, _WRAPPED_MOST = 45, 110
_RULE = re.compile(r"^([=\-~^*+#\"'`.:_])\1{3,}$")
_LONGEST_TITLE, _DEEPEST = 120, 6
_CODE = frozenset(
    {".py", ".js", ".ts", ".jsx", ".tsx", ".svelte", ".vue", ".java", ".kt", ".c", ".h", ".cc"}
    | {".cpp", ".hpp", ".cs", ".go", ".rs", ".rb", ".php", ".swift", ".sh", ".bash", ".sql", ".r"}
    | {".toml", ".yaml", ".yml", ".ini", ".cfg", ".xml", ".css", ".scss", ".lua", ".scala", ".tex"}
)


def read_text(text: str, suffix: str) -> list[Block]:
    """Paragraphs as empty lines part them; a source file is code that stays as it is."""
    if suffix in _CODE:
        return [Block("code", text)]
    blocks: list[Block] = []
    rules: dict[str, int] = {}
    for part in _PARAGRAPHS.split(text.replace("\r\n", "\n").replace("\r", "\n")):
        lines = part.strip("\n").split("\n")
        while title := _underlined(lines):
            # A document's own order of marks: the first one stands for the highest level.
            level = rules.setdefault(title.mark, min(len(rules) + 1, _DEEPEST))
            blocks.append(Block("heading", title.text, level))
            lines = lines[title.lines :]
        if lines:
            blocks += _paragraphs(lines)
    return blocks


@dataclass(frozen=True, slots=True)
class _Title:
    text: str
    mark: str
    lines: int
    """How many lines it takes, with the rules below and above it."""


def _underlined(lines: list[str]) -> _Title | None:
    """The title that the lines begin with, if a rule of its width stands below it."""
    first = 1 if len(lines) > 2 and _RULE.match(lines[0].strip()) else 0
    if len(lines) < first + 2:
        return None
    text, rule = lines[first].strip(), lines[first + 1].strip()
    mark = _RULE.match(rule)
    if mark is None or not text or _RULE.match(text) or width(text) > _LONGEST_TITLE:
        return None
    is_as_wide = abs(len(rule) - width(text)) <= max(2, width(text) // 10)
    return _Title(text, mark[1] * (first + 1), first + 2) if is_as_wide else None


def _paragraphs(lines: list[str]) -> list[Block]:
    """One paragraph, or the chapter titles and the text between them."""
    if len(lines) == 1 and (level := section_level(lines[0])):
        return [Block("heading", lines[0].strip(), level)]
    if _is_wrapped(lines):
        whole = lines[0].strip()
        for line in lines[1:]:
            whole = joined(whole, line.strip())
        return [Block("paragraph", whole)]
    blocks: list[Block] = []
    held: list[str] = []
    for line in lines:
        level = heading_level(line)
        if level is None:
            held.append(line)
            continue
        if held:
            blocks.append(Block("paragraph", "\n".join(held)))
            held = []
        blocks.append(Block("heading", line.strip(), level))
    if held:
        blocks.append(Block("paragraph", "\n".join(held)))
    return blocks


def _is_wrapped(lines: list[str]) -> bool:
    """Whether lines end where a margin was, and not where the writer meant them to."""
    if len(lines) < 2 or any(BULLET.match(line) for line in lines):
        return False
    widths = [width(line.strip()) for line in lines[:-1]]
    longest = max(*widths, width(lines[-1].strip()))
    return (
        longest <= _WRAPPED_MOST
        and min(widths) >= max(_WRAPPED_LEAST, longest * 7 // 10)
        and all(heading_level(line) is None for line in lines)
    )
