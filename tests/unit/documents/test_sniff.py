import pytest

from nagori.documents.sniff import sniff
from nagori.errors import InvalidInputError


@pytest.mark.parametrize(
    ("data", "name", "media_type", "kind"),
    [
        (b"%PDF-1.7\n", "a.txt", "text/plain", "pdf"),
        (b"\n\n%PDF-1.4\n", "a", None, "pdf"),
        (b"PK\x03\x04rest", "a.md", None, "zip"),
        (b"<!DOCTYPE html><p>x", "page.txt", None, "html"),
        (b"  <?xml version='1.0'?>\n<!-- x -->\n<HTML lang=en>", "page", None, "html"),
        (b"# Title", "a.md", None, "markdown"),
        (b"# Title", "A.MARKDOWN", None, "markdown"),
        (b"# Title", "a", "text/markdown; charset=utf-8", "markdown"),
        (b"<p>part</p>", "a.htm", None, "html"),
        (b"<p>part</p>", "https://x.org/page", "text/html", "html"),
        (b"a,b", "a.csv", None, "csv"),
        (b"a\tb", "a.tsv", None, "csv"),
        (b"{}", "a.json", None, "json"),
        (b"{}\n{}", "a.jsonl", None, "json"),
        (b"words", "a.txt", None, "text"),
        (b"words", "a.md.bak", None, "text"),
        (b"MZ is how the name of a Moravian town begins", "a.txt", None, "text"),
        ("\ufeff茶".encode(), "茶.txt", None, "text"),
    ],
)
def test_content_counts_before_name_and_type(
    data: bytes, name: str, media_type: str | None, kind: str
) -> None:
    assert sniff(data, name, media_type) == kind


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0", "a picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture"),
        (b"GIF89a\x01\0\x01\0", "a picture"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "a picture"),
        (b"\0\0\0\x18ftypmp42\0\0", "a video"),
        (b"\0\0\0\x18ftypheic\0\0", "a picture"),
        (b"MZ\x90\0\x03\0", "a Windows program"),
        (b"\x7fELF\x02\x01\x01\0", "a program"),
        (b"\x1f\x8b\x08\0", "unpack it first"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "save it as DOCX"),
        (b"{\\rtf1\\ansi words}", "save it as DOCX"),
        (b"%!PS-Adobe-3.0", "save it as PDF"),
        (b"SQLite format 3\0", "database"),
        (b"ID3\x04\0\0", "sound"),
        (b"x" * 257 + b"ustar\0" + b"00", "a tar archive"),
    ],
)
def test_what_is_something_else_is_refused_by_its_name(data: bytes, what: str) -> None:
    with pytest.raises(InvalidInputError, match=what) as refused:
        sniff(data, "report.pdf", "application/pdf")

    assert refused.value.field == "document"


def test_a_refusal_says_what_is_understood() -> None:
    with pytest.raises(InvalidInputError, match="PDF, DOCX, Markdown, HTML, CSV, JSON"):
        sniff(b"\x89PNG\0", "a.md", None)
