"""Word documents into blocks."""

import re
from dataclasses import dataclass

from nagori.documents.archive import Archive, XmlReader
from nagori.documents.blocks import Block, BlockKind
from nagori.documents.sniff import refusal, what_zip

_BODY = "word/document.xml"
_NOTES = ("word/footnotes.xml", "word/endnotes.xml")
# Names of built-in styles are English in most files; some programs write them in their language.
_HEADING = re.compile(
    r"^(?:heading|标题|標題|見出し|제목|titre|überschrift|t[ií]tulo|titolo|заголовок|kop|rubrik)"
    r"[\s_-]*([1-9])\b",
    re.IGNORECASE,
)
_TITLE = frozenset({"title", "标题", "標題", "表題", "제목", "titel", "titre", "título", "titolo"})
_QUOTE = re.compile(r"quote|引用|引文|zitat|citation", re.IGNORECASE)
_CODE = re.compile(r"code|源代码|代码|preformatted|macro text", re.IGNORECASE)
_LIST = re.compile(r"^(?:list |列表|列出|項目|箇条書き)", re.IGNORECASE)
_CONTENTS = re.compile(r"^(?:toc|目录|目錄)\s*\d", re.IGNORECASE)
_LONGEST_CHAIN = 20
# What was moved away, or stands here a second time for old programs.
_SKIPPED = frozenset({"Fallback", "moveFrom", "del"})
_PROPERTIES = frozenset({"pPr", "rPr"})
_MARKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "ptab": "\t"}


def read_docx(archive: Archive) -> tuple[str | None, list[Block]]:
    """Title and blocks; footnotes come after the text."""
    if _BODY not in archive.names:
        raise refusal(what_zip(archive.names))
    about, styles = _About(), _Styles()
    about.read(archive.part("docProps/core.xml"))
    styles.read(archive.part("word/styles.xml"))
    blocks: list[Block] = []
    for name in (_BODY, *_NOTES):
        body = _Body(styles.found, blocks)
        body.read(archive.part(name))
        body.finish()
    first = next((b.text for b in blocks if b.kind == "heading" and b.level == 1), None)
    return about.title.strip() or first, blocks


@dataclass(slots=True)
class _Style:
    name: str = ""
    base: str = ""
    outline: int | None = None
    is_list: bool = False


class _About(XmlReader):
    """What the document says of itself."""

    def __init__(self) -> None:
        super().__init__()
        self.title = ""
        self._is_title = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:  # noqa: ARG002  # it has none
        self._is_title = tag == "title"

    def end(self, tag: str) -> None:  # noqa: ARG002  # whichever it is
        self._is_title = False

    def words(self, text: str) -> None:
        if self._is_title:
            self.title += text[:1000]


class _Styles(XmlReader):
    """Styles by their ids, which paragraphs name."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, _Style] = {}
        self._style = _Style()

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        value = attributes.get("val", "")
        match tag:
            case "style":
                self._style = self.found[attributes.get("styleId", "")] = _Style()
            case "name":
                self._style.name = value
            case "basedOn":
                self._style.base = value
            case "outlineLvl":
                self._style.outline = _number(value)
            case "numPr":
                self._style.is_list = True
            case _:
                pass


@dataclass(slots=True)
class _Paragraph:
    style: str = ""
    outline: int | None = None
    is_list: bool | None = None
    depth: int = 0
    text: str = ""


class _Body(XmlReader):
    """Paragraphs and tables in their order."""

    def __init__(self, styles: dict[str, _Style], blocks: list[Block]) -> None:
        super().__init__()
        self._styles, self._blocks = styles, blocks
        self._open: list[_Paragraph] = []
        """More than one where a text box stands in a paragraph."""
        self._tables = self._skipped = self._properties = 0
        self._in_text = self._is_hidden = False
        self._rows: list[list[list[str]]] = []
        self._run: tuple[BlockKind, list[str]] | None = None
        """Items of a list or lines of code that follow each other."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        value = attributes.get("val", "")
        if self._skipped or tag in _SKIPPED:
            self._skipped += 1
        elif tag == "p":
            self._open.append(_Paragraph())
        elif tag in _PROPERTIES:
            self._properties += 1
        elif tag == "r":
            self._is_hidden = False
        elif tag in {"tbl", "tr", "tc"}:
            self._in_table(tag)
        elif self._open and self._properties:
            self._property(self._open[-1], tag, value)
        elif tag == "t":
            self._in_text = True
        elif tag in _MARKS:
            self._say(_MARKS[tag])

    def end(self, tag: str) -> None:
        if self._skipped:
            self._skipped -= 1
        elif tag == "p" and self._open:
            self._end_paragraph(self._open.pop())
        elif tag in _PROPERTIES:
            self._properties -= 1
        elif tag == "t":
            self._in_text = False
        elif tag == "tbl":
            self._tables -= 1
            if not self._tables:
                self._end_table()

    def words(self, text: str) -> None:
        if self._in_text and not self._skipped:
            self._say(text)

    def finish(self) -> None:
        """What is still held becomes a block."""
        if self._run is not None:
            kind, lines = self._run
            self._blocks.append(Block(kind, "\n".join(lines)))
            self._run = None

    def _say(self, text: str) -> None:
        if self._open and not self._is_hidden:
            self._open[-1].text += text

    def _property(self, paragraph: _Paragraph, tag: str, value: str) -> None:
        match tag:
            case "pStyle":
                paragraph.style = value
            case "outlineLvl":
                paragraph.outline = _number(value)
            case "numId":
                paragraph.is_list = value != "0"
            case "ilvl":
                paragraph.depth = min(_number(value) or 0, 8)
            case "vanish" | "specVanish":
                self._is_hidden = value not in {"0", "false", "off"}
            case _:
                pass

    def _in_table(self, tag: str) -> None:
        if tag == "tbl":
            self._tables += 1
            if self._tables == 1:
                self.finish()
                self._rows = []
        elif self._tables == 1 and tag == "tr":
            self._rows.append([])
        elif self._tables == 1 and self._rows:
            self._rows[-1].append([])

    def _end_paragraph(self, paragraph: _Paragraph) -> None:
        text = paragraph.text.strip("\n")
        if self._tables:
            if self._rows and self._rows[-1]:
                self._rows[-1][-1].append(text)
            return
        if not text.strip():
            return
        kind, level = self._kind(paragraph)
        if kind in {"list", "code"}:
            line = "  " * paragraph.depth + "- " + text.strip() if kind == "list" else text
            if self._run is None or self._run[0] != kind:
                self.finish()
                self._run = (kind, [])
            self._run[1].append(line)
        elif not _CONTENTS.match(self._name(paragraph.style)):
            self.finish()
            self._blocks.append(Block(kind, text.strip(), level))

    def _end_table(self) -> None:
        if len(self._rows) == 1 and len(self._rows[0]) == 1:  # a frame around text
            self._blocks += [Block("paragraph", text) for text in self._rows[0][0]]
            return
        rows = [[" ".join(" ".join(cell).split()) for cell in row] for row in self._rows]
        self._blocks.append(Block("table", "\n".join(" | ".join(r) for r in rows if any(r))))

    def _kind(self, paragraph: _Paragraph) -> tuple[BlockKind, int | None]:
        """What a paragraph is, by its own properties and by its style and those it builds on."""
        outline, is_list = paragraph.outline, paragraph.is_list
        seen = paragraph.style
        for _ in range(_LONGEST_CHAIN):
            style = self._styles.get(seen, _Style(name=seen))
            if found := _HEADING.match(style.name):
                return "heading", int(found[1])
            if style.name.lower() in _TITLE:
                return "heading", 1
            if _QUOTE.search(style.name):
                return "quote", None
            if _CODE.search(style.name):
                return "code", None
            if outline is None:
                outline = style.outline
            if is_list is None and (style.is_list or _LIST.match(style.name)):
                is_list = True
            if not style.base:
                break
            seen = style.base
        if outline is not None and outline < 9:  # 9 is for text
            return "heading", outline + 1
        return ("list" if is_list else "paragraph"), None

    def _name(self, style: str) -> str:
        return self._styles.get(style, _Style()).name


def _number(value: str) -> int | None:
    return int(value) if value.isascii() and value.isdigit() and len(value) < 4 else None
