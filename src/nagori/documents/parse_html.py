"""Web pages into blocks, without what surrounds the text of a page."""

import re
from html.parser import HTMLParser

from nagori.documents.blocks import Block
from nagori.documents.lines import flow

_NEVER_TEXT = frozenset(
    {"script", "style", "noscript", "template", "svg", "math", "iframe", "object", "canvas"}
    | {"audio", "video", "select", "button", "textarea", "datalist"}
)
_AROUND = frozenset({"nav", "footer", "aside", "dialog"})
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source"}
    | {"track", "wbr"}
)
_HEADINGS = {f"h{n}": n for n in range(1, 7)}
_LISTS = frozenset({"ul", "ol", "menu", "dl", "dir"})
_ITEMS = frozenset({"li", "dt", "dd"})
_PARTS = frozenset(
    {"p", "div", "section", "article", "main", "header", "address", "figure", "figcaption", "hr"}
    | {"details", "summary", "center", "body", "html", "form", "fieldset", "legend", "hgroup"}
    | {"search", "caption"}
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_BREAK = "\0"
_TAG = re.compile(r"<[a-zA-Z/!?]")
# What holds no text, from where it begins to where it ends.
_OPAQUE = tuple(
    (re.compile(start, re.IGNORECASE), re.compile(end, re.IGNORECASE))
    for start, end in (
        (r"<!--", r"--!?>"),
        (r"<script(?=[\s/>])", r"</script\s*>"),
        (r"<style(?=[\s/>])", r"</style\s*>"),
    )
)
_DEEPEST_INDENT = 8


def read_html(text: str) -> tuple[str | None, list[Block]]:
    """Title and blocks in the order of the page."""
    text = _closed(text)
    reader = _Reader(is_choosy=True)
    reader.feed(text)
    reader.close()
    if not reader.blocks:  # the page is all navigation, shown by a script, or a tag stays open
        reader = _Reader(is_choosy=False)
        reader.feed(text)
        reader.close()
    return reader.title, reader.blocks


def _closed(text: str) -> str:
    """The page without comments, scripts and the tag that it breaks off in.

    The parser would find the same, but looks for the ends again and again where there are none.
    """
    for start, end in _OPAQUE:
        kept: list[str] = []
        at = 0
        while (begun := start.search(text, at)) is not None:
            kept.append(text[at : begun.start()])
            ended = end.search(text, begun.end())
            at = ended.end() if ended else len(text)
        text = "".join([*kept, text[at:]])
    last = text.rfind(">") + 1
    broken = _TAG.search(text, last)
    return text[: broken.start()] if broken else text


class _Reader(HTMLParser):
    """Collects words until a tag ends their block."""

    def __init__(self, *, is_choosy: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.title: str | None = None
        self.blocks: list[Block] = []
        self._is_choosy = is_choosy
        self._skipped = _NEVER_TEXT | _AROUND if is_choosy else _NEVER_TEXT
        self._words: list[str] = []
        self._skip_tag, self._skip_depth = "", 0
        self._heading: int | None = None
        self._pre = self._quotes = self._lists = 0
        self._items: list[str] = []
        self._is_new_item = False
        self._tables = 0
        self._rows: list[list[str]] = []
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._skip_tag:
            self._skip_depth += tag == self._skip_tag
        elif tag in self._skipped or (self._is_choosy and tag not in _VOID and _is_hidden(attrs)):
            self._skip_tag, self._skip_depth = tag, 1
        elif tag == "br":
            self._words.append(_BREAK)
        elif self._tables:
            self._in_table(tag)
        elif tag == "title" and self.title is None:
            self._flush()
            self._in_title = True
        else:
            self._open(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._skip_tag:
            self._skip_depth -= tag == self._skip_tag
            if not self._skip_depth:
                self._skip_tag = ""
        elif tag == "title" and self._in_title:
            self.title = flow("".join(self._words)) or None
            self._words, self._in_title = [], False
        elif self._tables:
            self._out_of_table(tag)
        else:
            self._shut(tag)

    def handle_data(self, data: str) -> None:
        if not self._skip_tag:
            self._words.append(data.replace(_BREAK, ""))

    def close(self) -> None:
        super().close()
        if self._tables:
            self._end_table()
        self._flush()
        self._end_list()

    def _open(self, tag: str) -> None:
        if tag in _HEADINGS:
            self._flush()
            self._end_list()
            self._heading = _HEADINGS[tag]
        elif tag == "pre":
            self._flush()
            self._pre += 1
        elif tag == "blockquote":
            self._flush()
            self._quotes += 1
        elif tag in _LISTS:
            self._flush()
            self._lists += 1
        elif tag in _ITEMS:
            self._flush()
            self._is_new_item = True
        elif tag == "table":
            self._flush()
            self._end_list()
            self._tables, self._rows = 1, []
        elif tag in _PARTS:
            self._flush()

    def _shut(self, tag: str) -> None:
        if tag in _HEADINGS:
            self._flush()
            self._heading = None
        elif tag == "pre":
            self._flush()
            self._pre = max(0, self._pre - 1)
        elif tag == "blockquote":
            self._flush()
            self._quotes = max(0, self._quotes - 1)
        elif tag in _LISTS:
            self._flush()
            self._lists = max(0, self._lists - 1)
            if not self._lists:
                self._end_list()
        elif tag in _PARTS or tag in _ITEMS:
            self._flush()

    def _flush(self) -> None:
        """The words until here are a block, or an item of the list that is open."""
        text, self._words = "".join(self._words), []
        if self._pre:
            self._end_list()
            self.blocks.append(Block("code", text.replace(_BREAK, "\n").strip("\n")))
            return
        text = _lines(text)
        if not text:
            return
        if self._heading is not None:
            self.blocks.append(Block("heading", flow(text), self._heading))
        elif self._lists:
            indent = "  " * min(self._lists - 1, _DEEPEST_INDENT)
            self._items.append(indent + ("- " if self._is_new_item else "  ") + text)
            self._is_new_item = False
        else:
            self.blocks.append(Block("quote" if self._quotes else "paragraph", text))

    def _end_list(self) -> None:
        if self._items:
            self.blocks.append(Block("list", "\n".join(self._items)))
            self._items = []

    def _in_table(self, tag: str) -> None:
        if tag == "table":
            self._tables += 1
        elif self._tables > 1:
            self._words.append(" ")
        elif tag == "tr":
            self._end_cell()
            self._rows.append([])
        elif tag in {"td", "th"}:
            self._end_cell()
            if not self._rows:
                self._rows.append([])
            self._rows[-1].append("")
        elif tag in _PARTS or tag in _ITEMS or tag in _HEADINGS:
            self._words.append(" ")

    def _out_of_table(self, tag: str) -> None:
        if tag == "table":
            self._tables -= 1
            if not self._tables:
                self._end_table()
        elif self._tables == 1 and tag in {"td", "th", "tr", "caption"}:
            self._end_cell()

    def _end_cell(self) -> None:
        """The words until here belong to the last cell; those before any cell are a caption."""
        text, self._words = flow("".join(self._words).replace(_BREAK, " ")), []
        if not text:
            return
        if self._rows and self._rows[-1]:
            self._rows[-1][-1] = f"{self._rows[-1][-1]} {text}".strip()
        else:
            self.blocks.append(Block("paragraph", text))

    def _end_table(self) -> None:
        self._end_cell()
        rows = [" | ".join(row) for row in self._rows if any(row)]
        self._tables, self._rows = 0, []
        if rows:
            self.blocks.append(Block("table", "\n".join(rows)))


def _is_hidden(attrs: list[tuple[str, str | None]]) -> bool:
    return any(
        name == "hidden" or (name == "style" and value and _HIDDEN.search(value))
        for name, value in attrs
    )


def _lines(text: str) -> str:
    """Words as a browser shows them; only `<br>` begins a line."""
    return "\n".join(filter(None, map(flow, text.split(_BREAK))))
