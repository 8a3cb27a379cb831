import io

import pytest
from pypdf import PdfReader, PdfWriter
from tests.fixtures.pdf_files import Words, a_pdf, plain_pdf, says

from nagori.documents.blocks import Block
from nagori.documents.parse import parse
from nagori.documents.pdf_lines import mended
from nagori.errors import InvalidInputError

FIRST: list[Words] = [
    ("Tea and time 茶", 24),
    ("Green tea is made from leaves that are heated soon after pick-", 11),
    ("ing, which keeps them from oxidising over a long time and", 11),
    ("keeps their colour.", 11),
    ("", 11),
    ("茶树原产于中国西南地区，饮茶的习惯已有数千年，据传神农", 11),
    ("氏首先发现了茶的功效。", 11),
    ("Kinds 种类", 16),
    ("• Longjing from Hangzhou, which is picked before the rain falls", 11),
    ("and dried in pans.", 11),
    ("• Biluochun", 11),
]
SECOND: list[Words] = [("Prices 价格", 16), ("A pound costs ninety yuan.", 11)]


def locked(data: bytes, password: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    writer.encrypt(password, "owner", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_pages_become_headings_and_paragraphs() -> None:
    told: list[tuple[int, int]] = []

    extract = parse(
        a_pdf([FIRST, SECOND], title="茶 Tea"), "a.pdf", progress=lambda n, of: told.append((n, of))
    )

    assert extract.title == "茶 Tea"
    assert extract.pages == 2
    assert told == [(1, 2), (2, 2)]
    assert extract.blocks == (
        Block("heading", "Tea and time 茶", 1, 1),
        Block(
            "paragraph",
            "Green tea is made from leaves that are heated soon after picking, which keeps them"
            " from oxidising over a long time and keeps their colour.",
            page=1,
        ),
        Block(
            "paragraph",
            "茶树原产于中国西南地区，饮茶的习惯已有数千年，据传神农氏首先发现了茶的功效。",
            page=1,
        ),
        Block("heading", "Kinds 种类", 2, 1),
        Block(
            "list",
            "• Longjing from Hangzhou, which is picked before the rain falls and dried in pans.\n"
            "• Biluochun",
            page=1,
        ),
        Block("heading", "Prices 价格", 2, 2),
        Block("paragraph", "A pound costs ninety yuan.", page=2),
    )


def test_the_outline_tells_headings_that_look_like_text() -> None:
    pages: list[list[Words]] = [
        [("1. Beginning", 11), ("It was spring.", 11)],
        [("It went on.", 11), ("", 11), ("2. End 结束", 11), ("It was over.", 11)],
    ]

    blocks = parse(a_pdf(pages, outline=[("Beginning", 1), ("End 结束", 2)]), "a.pdf").blocks

    assert [(b.text, b.page) for b in blocks if b.kind == "heading"] == [
        ("1. Beginning", 1),
        ("2. End 结束", 2),
    ]


def test_running_heads_and_page_numbers_are_left_out() -> None:
    pages: list[list[Words]] = [
        [
            ("A manual of tea", 9),
            (f"Sentence {n} of the text, in a whole line.", 11),
            (f"- {n} -", 9),
        ]
        for n in range(1, 8)
    ]

    blocks = parse(a_pdf(pages), "a.pdf").blocks

    assert [b.text for b in blocks] == [
        f"Sentence {n} of the text, in a whole line." for n in range(1, 8)
    ]


def test_the_largest_words_are_the_title_when_there_is_none() -> None:
    assert parse(a_pdf([FIRST]), "a.pdf").title == "Tea and time 茶"
    assert (
        parse(a_pdf([FIRST], title="Microsoft Word - tea.doc"), "a.pdf").title == "Tea and time 茶"
    )


def test_letters_that_only_fonts_know_are_those_that_people_type() -> None:
    assert mended("ﬁle ⽂化 ⻄南 ⼈⺠ oﬃce") == "file 文化 西南 人民 office"


def test_a_justified_line_has_its_words_back() -> None:
    assert (
        mended("对 于 一 个 支 持 多 架 构 的 包， 用 dpkg") == "对于一个支持多架构的包， 用 dpkg"
    )
    assert mended("茶 水 和 tea 糖") == "茶 水 和 tea 糖"


def test_a_scanned_pdf_says_that_it_has_no_text() -> None:
    with pytest.raises(InvalidInputError, match=r"no text in it.*ocrmypdf"):
        parse(plain_pdf(b"q 100 0 0 100 0 0 cm Q"), "scan.pdf")


def test_pages_without_text_are_told() -> None:
    extract = parse(a_pdf([FIRST, [], SECOND, []]), "a.pdf")

    assert extract.warnings == ("pages without text, perhaps pictures: 2, 4",)


def test_a_pdf_that_asks_for_no_password_is_read_even_when_encrypted() -> None:
    assert parse(locked(plain_pdf(says("Words in here.")), ""), "a.pdf").blocks == (
        Block("paragraph", "Words in here.", page=1),
    )


def test_a_pdf_with_a_password_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="has a password"):
        parse(locked(plain_pdf(says("Words in here.")), "secret"), "a.pdf")


def test_more_text_than_asked_for_is_refused() -> None:
    with pytest.raises(InvalidInputError, match=r"more than 0\.002 MB of text"):
        parse(a_pdf([FIRST] * 20), "a.pdf", max_characters=2000)
