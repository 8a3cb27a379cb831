from nagori.documents.blocks import Block
from nagori.documents.parse import parse

TEXT = """\
---
title: "Tea 茶"
tags: [a]
---
# Tea *and* `time`

Green tea is made from leaves
that are **heated** soon after picking, see [the docs](https://x.org/a) or [below](#kinds).
茶树原产于中国
西南地区。

## Kinds 种类

- Longjing
  - from Hangzhou
- 碧螺春

3. third
4. fourth

| Name | Price |
|------|-------|
| Longjing | 120 |

```python
def brew(t):
    return t * 2   # twice
```

    indented code

> A quote
> of two lines.
>
> - and a list

<div><p>Inner <b>HTML</b></p><script>bad()</script></div>

Setext
======

![a picture of tea](tea.png)
"""


def test_each_kind_of_block_is_read_in_its_order() -> None:
    extract = parse(TEXT.encode(), "tea.md")

    assert extract.title == "Tea 茶"
    assert extract.blocks == (
        Block("list", 'title: "Tea 茶"\ntags: [a]'),
        Block("heading", "Tea and time", 1),
        Block(
            "paragraph",
            "Green tea is made from leaves that are heated soon after picking, see the docs"
            " (https://x.org/a) or below. 茶树原产于中国西南地区。",
        ),
        Block("heading", "Kinds 种类", 2),
        Block("list", "- Longjing\n  - from Hangzhou\n- 碧螺春"),
        Block("list", "3. third\n4. fourth"),
        Block("table", "| Name | Price |\n|------|-------|\n| Longjing | 120 |"),
        Block("code", "def brew(t):\n    return t * 2   # twice"),
        Block("code", "indented code"),
        Block("quote", "A quote of two lines.\n- and a list"),
        Block("paragraph", "Inner HTML"),
        Block("heading", "Setext", 1),
        Block("paragraph", "a picture of tea"),
    )


def test_code_and_tables_in_a_list_stay_in_it() -> None:
    text = "1. First:\n\n   ```\n   make run\n   ```\n\n2. Then:\n\n   | a | b |\n   |---|---|\n"

    (block,) = parse(text.encode(), "a.md").blocks

    assert block.kind == "list"
    assert block.text == ("1. First:\n  make run\n2. Then:\n  | a | b |\n  |---|---|")


def test_the_first_heading_is_the_title() -> None:
    assert parse("words\n\n# 茶\n\n# Other\n".encode(), "a.md").title == "茶"
    assert parse(b"no headings", "a.md").title is None


def test_a_line_that_only_begins_with_dashes_is_no_front_matter() -> None:
    blocks = parse(b"---\n\nwords\n\nmore\n", "a.md").blocks

    assert [b.text for b in blocks] == ["words", "more"]
