from nagori.documents.blocks import Block, tidied, tidy
from nagori.documents.parse import parse


def test_empty_lines_part_paragraphs() -> None:
    extract = parse("茶树原产于中国。\n第二行。\n\n \nThe second one.\n".encode(), "a.txt")

    assert extract.blocks == (
        Block("paragraph", "茶树原产于中国。\n第二行。"),
        Block("paragraph", "The second one."),
    )
    assert (extract.title, extract.pages, extract.warnings) == (None, None, ())


def test_lines_that_end_at_a_margin_are_one_paragraph() -> None:
    text = (
        "It is a truth universally acknowledged, that a single man in pos-\n"
        "session of a good fortune, must be in want of a wife. However\n"
        "little known the feelings or views of such a man may be on his\n"
        "first entering a neighbourhood."
    )

    (block,) = parse(text.encode(), "a.txt").blocks

    assert "a single man in possession of a good fortune" in block.text
    assert "\n" not in block.text


def test_chinese_lines_are_joined_without_spaces() -> None:
    text = (
        "茶树原产于中国西南地区饮茶的习惯已有数千年据传神农氏\n"
        "首先发现了茶的解毒功效后来茶逐渐成为日常饮品并沿着丝\n绸之路传到各地。"
    )

    (block,) = parse(text.encode(), "a.txt").blocks

    assert "据传神农氏首先发现" in block.text
    assert "沿着丝绸之路" in block.text


def test_short_lines_stay_lines() -> None:
    poem = "床前明月光，\n疑是地上霜。\n举头望明月，\n低头思故乡。"

    assert parse(poem.encode(), "a.txt").blocks == (Block("paragraph", poem),)


def test_chapters_are_headings_in_both_languages() -> None:
    text = (
        "第一章 初见\n　　那年春天。\n第二章 别离\n　　后来。\n\nChapter 3: The Sea\n\nIt rained."
    )

    blocks = parse(text.encode(), "novel.txt").blocks

    assert [(b.text, b.level) for b in blocks if b.kind == "heading"] == [
        ("第一章 初见", 2),
        ("第二章 别离", 2),
        ("Chapter 3: The Sea", 2),
    ]
    assert [b.text.strip() for b in blocks if b.kind == "paragraph"] == [
        "那年春天。",
        "后来。",
        "It rained.",
    ]


def test_titles_with_a_rule_below_are_headings_by_the_order_of_their_rules() -> None:
    text = (
        "Harbour rules\n*************\n\n1. Ships\n========\n\nShips wait.\n\n"
        "1.1. 停泊\n---------\n"
        "Two days.\n\n2. Boats\n========\n\nBoats go.\n"
    )

    blocks = parse(text.encode(), "rules.txt").blocks

    assert [(b.text, b.level) for b in blocks if b.kind == "heading"] == [
        ("Harbour rules", 1),
        ("1. Ships", 2),
        ("1.1. 停泊", 3),
        ("2. Boats", 2),
    ]
    assert [b.text for b in blocks if b.kind == "paragraph"] == [
        "Ships wait.",
        "Two days.",
        "Boats go.",
    ]


def test_rules_above_and_below_make_a_heading_too() -> None:
    blocks = parse(b"=====\nHello\n=====\n\nWorld.", "a.txt").blocks

    assert blocks == (Block("heading", "Hello", 1), Block("paragraph", "World."))


def test_a_rule_that_is_no_underline_stays_in_the_text() -> None:
    text = "A line of text that is longer.\n----\n\n------\n\nName   Age\n----   ---\nAnna   40"

    assert {b.kind for b in parse(text.encode(), "a.txt").blocks} == {"paragraph"}


def test_numbered_titles_that_stand_alone_are_headings() -> None:
    text = (
        "第 7 章 检查\n\n7.3. 检验软件包的脚本\n\n正文。\n\nA.1. Shared libraries\n\nText.\n\n"
        "3.5 million people live there.\n\n1. One\n\n1.2 2.3 4.5\n\n10.1 in one,\n\n7.4. 两行\n其二"
    )

    blocks = parse(text.encode(), "a.txt").blocks

    assert [(b.text, b.level) for b in blocks if b.kind == "heading"] == [
        ("第 7 章 检查", 2),
        ("7.3. 检验软件包的脚本", 3),
        ("A.1. Shared libraries", 3),
    ]


def test_a_sentence_about_a_chapter_is_no_heading() -> None:
    text = "第一章讲的是茶的历史。\n\nChapter 3 was the one that she liked best of all."

    assert {b.kind for b in parse(text.encode(), "a.txt").blocks} == {"paragraph"}


def test_a_source_file_is_code_as_it_stands() -> None:
    code = "def brew(t):\n\n    return t * 2\n"

    assert parse(code.encode(), "tea.py").blocks == (Block("code", code.rstrip()),)


def test_control_characters_and_halves_of_pairs_are_gone() -> None:
    assert tidy("a\0b\x07c\r\nd\re\ud800f\u200bg\u00adh\u00a0i") == "abc\nd\ne\ufffdfgh i"


def test_the_title_is_one_short_line() -> None:
    extract = tidied(" A\n title\0 " * 200, [Block("paragraph", "words")])

    assert extract.title is not None
    assert extract.title.startswith("A title A title")
    assert len(extract.title) == 300
