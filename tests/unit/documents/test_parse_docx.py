import pytest
from tests.fixtures.docx_files import W, a_docx, a_zip, item, paragraph, table

from nagori.documents.blocks import Block
from nagori.documents.parse import parse
from nagori.errors import InvalidInputError


def blocks_of(body: str, **parts: bytes) -> tuple[Block, ...]:
    named = {f"word/{name}.xml": data for name, data in parts.items()}
    return parse(a_docx(body, parts=named), "a.docx").blocks


def test_each_kind_of_block_is_read_in_its_order() -> None:
    body = (
        paragraph("Tea 茶", style="Heading1")
        + paragraph("Green tea is made from leaves. 茶树原产于中国。")
        + paragraph("种类", style="2")
        + item("Longjing")
        + item("from Hangzhou", 1)
        + item("碧螺春")
        + table([["Name", "价格"], ["Longjing", "120"]])
        + paragraph("def brew(t):", style="Source")
        + paragraph("    return t", style="Source")
        + paragraph("so they say", style="Quote")
    )

    assert blocks_of(body) == (
        Block("heading", "Tea 茶", 1),
        Block("paragraph", "Green tea is made from leaves. 茶树原产于中国。"),
        Block("heading", "种类", 2),
        Block("list", "- Longjing\n  - from Hangzhou\n- 碧螺春"),
        Block("table", "Name | 价格\nLongjing | 120"),
        Block("code", "def brew(t):\n    return t"),
        Block("quote", "so they say"),
    )


def test_the_title_is_what_the_document_says_or_its_first_heading() -> None:
    body = paragraph("First", style="Heading1") + paragraph("words")

    assert parse(a_docx(body, title="About 茶"), "a.docx").title == "About 茶"
    assert parse(a_docx(body), "a.docx").title == "First"


def test_a_style_that_builds_on_a_heading_is_one() -> None:
    assert blocks_of(paragraph("Chapter", style="Chapter")) == (Block("heading", "Chapter", 1),)


def test_an_outline_level_makes_a_heading_without_a_style() -> None:
    body = paragraph("Deep", properties='<w:outlineLvl w:val="2"/>')

    assert blocks_of(body) == (Block("heading", "Deep", 3),)


def test_styles_that_build_on_each_other_in_a_circle_end() -> None:
    styles = (
        f'<w:styles xmlns:w="{W}"><w:style w:styleId="a"><w:basedOn w:val="b"/></w:style>'
        '<w:style w:styleId="b"><w:basedOn w:val="a"/></w:style></w:styles>'
    )

    assert blocks_of(paragraph("words", style="a"), styles=styles.encode()) == (
        Block("paragraph", "words"),
    )


def test_deleted_hidden_and_moved_words_are_not_read() -> None:
    body = (
        "<w:p><w:r><w:t>kept </w:t></w:r>"
        "<w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>"
        "<w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>"
        '<w:r><w:instrText>HYPERLINK "x"</w:instrText></w:r>'
        "<w:ins><w:r><w:t>added</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:ins></w:p>"
    )

    assert blocks_of(body) == (Block("paragraph", "kept added\tb\nc"),)


def test_a_text_box_is_read_once() -> None:
    mc = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    box = f"<w:txbxContent>{paragraph('in the box')}</w:txbxContent>"
    body = (
        f'<w:p><w:r><w:t>around</w:t><mc:AlternateContent xmlns:mc="{mc}"><mc:Choice>{box}'
        f"</mc:Choice><mc:Fallback>{box}</mc:Fallback></mc:AlternateContent></w:r></w:p>"
    )

    assert [b.text for b in blocks_of(body)] == ["in the box", "around"]


def test_a_table_in_a_table_is_part_of_its_cell() -> None:
    inner = table([["deep", "er"]])
    cells = f"<w:tc>{paragraph('a')}{inner}</w:tc><w:tc>{paragraph('b')}</w:tc>"
    body = f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"

    assert blocks_of(body) == (Block("table", "a deep er | b"),)


def test_a_frame_of_one_cell_is_no_table() -> None:
    assert blocks_of(table([["just framed"]])) == (Block("paragraph", "just framed"),)


def test_the_table_of_contents_is_left_out_and_footnotes_come_last() -> None:
    notes = (
        f'<w:footnotes xmlns:w="{W}"><w:footnote>{paragraph("a note")}</w:footnote></w:footnotes>'
    )
    body = paragraph("Introduction 3", style="TOC1") + paragraph("words")

    found = blocks_of(body, footnotes=notes.encode())

    assert [b.text for b in found] == ["words", "a note"]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("xl/workbook.xml", "Excel"),
        ("ppt/presentation.xml", "PowerPoint"),
        ("META-INF/container.xml", "EPUB"),
        ("content.xml", "OpenDocument"),
        ("setup.exe", "a zip archive; unpack it first"),
    ],
)
def test_other_archives_are_refused_by_their_names(name: str, what: str) -> None:
    with pytest.raises(InvalidInputError, match=what):
        parse(a_zip({name: b"x"}), "a.docx")
