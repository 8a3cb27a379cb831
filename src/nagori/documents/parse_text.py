"""Plain text into blocks."""

import re

from nagori.documents.blocks import Block
from nagori.documents.lines import BULLET, heading_level, joined, width

_PARAGRAPHS = re.compile(r"\n\s*\n")
_WRAPPED_LEAST, _WRAPPED_MOST = 45, 110
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
    for part in _PARAGRAPHS.split(text.replace("\r\n", "\n").replace("\r", "\n")):
        blocks += _paragraphs(part)
    return blocks


def _paragraphs(part: str) -> list[Block]:
    """One paragraph, or the chapter titles and the text between them."""
    lines = part.split("\n")
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
