"""PDFs into blocks: page by page, headings by their size or from the table of contents."""

import io
import logging
import re
from collections.abc import Callable, Iterator
from typing import cast

from pypdf import PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError, PyPdfError
from pypdf.generic import Destination

from nagori.documents.blocks import Block, too_much_text
from nagori.documents.pdf_lines import Line, LineReader, Outline, mended
from nagori.documents.pdf_page import Layout, page_blocks
from nagori.errors import InvalidInputError

Progress = Callable[[int, int], None]

_MOST_PAGES = 10_000
_MOST_ENTRIES = 5_000
_MOST_NAMED = 20
_DRAFT = re.compile(
    r"\.(?:docx?|pptx?|xlsx?|tex|indd|dvi|wps|qxd)$|^untitled|^Microsoft Word - ", re.IGNORECASE
)
_DAMAGED = "the PDF is damaged or incomplete; save or download it again"
_LOCKED = "the PDF has a password; save a copy without one"
_SCANNED = (
    "the PDF has no text in it, only pictures of pages; make it searchable first, "
    "for example with `ocrmypdf in.pdf out.pdf`"
)


def read_pdf(
    data: bytes, progress: Progress, *, max_characters: int
) -> tuple[str | None, list[Block], int, list[str]]:
    """Title, blocks, how many pages, warnings."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it comments on every odd object
    reader, count = _opened(data)
    pages: list[list[Line]] = []
    unread: list[int] = []
    size = 0
    for number in range(1, count + 1):
        lines = _lines(reader, number)
        if lines is None:
            unread.append(number)
        pages.append(lines or [])
        size += sum(len(line.text) for line in lines or ())
        if size > max_characters:
            raise InvalidInputError("document", too_much_text(max_characters / 1_000_000))
        progress(number, count)
    if not any(pages):
        raise InvalidInputError("document", _DAMAGED if len(unread) == count else _SCANNED)
    layout = Layout.of(pages, list(_outline(reader)))
    blocks = [b for n, lines in enumerate(pages, 1) for b in page_blocks(lines, n, layout)]
    title = _title(reader) or layout.title(next(filter(None, pages)))
    return title, blocks, count, _warnings(pages, unread)


def _opened(data: bytes) -> tuple[PdfReader, int]:
    try:
        reader = PdfReader(io.BytesIO(data), strict=False)
        is_locked = reader.is_encrypted and not reader.decrypt("")
        count = 0 if is_locked else len(reader.pages)
    except MemoryError:
        raise
    except (FileNotDecryptedError, DependencyError) as error:
        raise InvalidInputError("document", _LOCKED) from error
    except Exception as error:  # a border: damaged files fail in every way
        raise InvalidInputError("document", _DAMAGED) from error
    if is_locked:
        raise InvalidInputError("document", _LOCKED)
    if not count:
        raise InvalidInputError("document", _DAMAGED)
    if count > _MOST_PAGES:
        raise InvalidInputError("document", f"it has over {_MOST_PAGES:,} pages; split it")
    return reader, count


def _lines(reader: PdfReader, number: int) -> list[Line] | None:
    """The lines of a page; None when it can't be read."""
    found = LineReader()
    try:
        text = reader.pages[number - 1].extract_text(visitor_text=found.take)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001  # a border: damaged pages fail in every way
        return None
    return found.lines(text)


def _outline(reader: PdfReader) -> Iterator[Outline]:
    """The table of contents that a viewer shows beside the pages."""
    try:
        waiting: list[tuple[object, int]] = [(reader.outline, 0)]
        entries = 0
        while waiting and entries < _MOST_ENTRIES:
            entry, level = waiting.pop()
            if isinstance(entry, list):
                inner = cast("list[object]", entry)
                waiting.extend((e, level + 1) for e in reversed(inner))
            elif isinstance(entry, Destination):
                entries += 1
                page = reader.get_destination_page_number(entry)
                if page is not None:
                    yield Outline(mended(str(entry.title)), min(level, 6), page + 1)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001  # a border: without it, sizes tell headings
        return


def _title(reader: PdfReader) -> str | None:
    """What the document calls itself, unless that is the name of a draft."""
    try:
        title = reader.metadata.title if reader.metadata is not None else None
    except (PyPdfError, ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return None
    return None if title and _DRAFT.search(title) else title


def _warnings(pages: list[list[Line]], unread: list[int]) -> list[str]:
    empty = [n for n, lines in enumerate(pages, 1) if not lines and n not in set(unread)]
    said: list[str] = []
    if unread:
        said.append(f"pages that could not be read: {_numbers(unread)}")
    if empty:
        said.append(f"pages without text, perhaps pictures: {_numbers(empty)}")
    return said


def _numbers(pages: list[int]) -> str:
    more = f" and {len(pages) - _MOST_NAMED} more" if len(pages) > _MOST_NAMED else ""
    return ", ".join(map(str, pages[:_MOST_NAMED])) + more
