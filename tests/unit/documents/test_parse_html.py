import sys

import pytest

from nagori.documents.article import article_of
from nagori.documents.blocks import Block
from nagori.documents.parse import parse
from nagori.documents.parse_html import read_html

PAGE = """\
<!DOCTYPE html>
<html><head><title>Tea &amp; 茶</title><style>p {color: red}</style></head>
<body onload="evil()">
<nav><ul><li><a href="/">Home</a></li></ul></nav>
<h1>Tea &amp; time</h1>
<p>Green tea is
   made from <b>leaves</b>.<br>茶树原产于
   中国。</p>
loose words
<div hidden>not shown</div><p style="display: none">nor this</p>
<h2>Kinds</h2>
<ul><li>Longjing<ul><li>from Hangzhou</li></ul></li><li><p>碧螺春</p></li></ul>
<dl><dt>term</dt><dd>meaning</dd></dl>
<table><caption>Prices</caption><tr><th>Name</th><th>Price</th></tr>
<tr><td>Longjing</td><td>120<br>yuan</td></tr><tr><td>inner
<table><tr><td>deep</td></tr></table></td><td></td></tr></table>
<pre>def brew(t):
    return t &lt; 2</pre>
<blockquote><p>One.</p><p>Two.</p></blockquote>
<script>alert(1)</script><svg><text>drawn</text></svg>
<footer>Imprint</footer>
</body></html>
"""


def test_each_kind_of_block_is_read_and_what_surrounds_them_is_not() -> None:
    title, blocks = read_html(PAGE)

    assert title == "Tea & 茶"
    assert blocks == [
        Block("heading", "Tea & time", 1),
        Block("paragraph", "Green tea is made from leaves.\n茶树原产于中国。"),
        Block("paragraph", "loose words"),
        Block("heading", "Kinds", 2),
        Block("list", "- Longjing\n  - from Hangzhou\n- 碧螺春"),
        Block("list", "- term\n- meaning"),
        Block("paragraph", "Prices"),
        Block("table", "Name | Price\nLongjing | 120 yuan\ninner deep | "),
        Block("code", "def brew(t):\n    return t < 2"),
        Block("quote", "One."),
        Block("quote", "Two."),
    ]


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<ul><li>one<li>two", "- one\n- two"),
        ("<p>one<p>two", "one\ntwo"),
        ("<table><tr><td>a<td>b<tr><td>c", "a | b\nc"),
        ("<h1>never closed", "never closed"),
        ("</div></p></ul></table>after", "after"),
        ("<p>a < b and &lt;tag&gt; &#x8336; &nosuch;", "a < b and <tag> 茶 &nosuch;"),
        ("<nav>all of it <p>is here", "all of it\nis here"),
        ("<body style='visibility:hidden'><p>shown by a script", "shown by a script"),
    ],
)
def test_broken_html_is_read_as_far_as_it_goes(html: str, words: str) -> None:
    assert "\n".join(b.text for b in read_html(html)[1]) == words


def test_the_encoding_that_a_page_declares_is_used() -> None:
    page = '<html><meta charset="gb2312"><p>茶树原产于中国</p></html>'

    blocks = parse(page.encode("gb18030"), "a.html").blocks

    assert [b.text for b in blocks] == ["茶树原产于中国"]


def test_the_article_is_told_from_what_stands_around_it() -> None:
    words = "Green tea is made from leaves that are heated soon after picking, every spring. "
    page = (
        "<html><head><title>Tea</title></head><body>"
        "<div class='menu'><a href='/a'>Offers</a><a href='/b'>Shop</a></div>"
        f"<article><h1>Tea</h1><p>{words * 4}</p><h2>Use</h2><p>Type <code>brew</code> now. "
        f"{words * 4}</p></article>"
        "<div class='sidebar'><a href='/c'>Subscribe to our newsletter</a></div></body></html>"
    )
    assert article_of(page) is not None

    blocks = parse(page.encode(), "a.html").blocks

    text = "\n".join(b.text for b in blocks)
    assert "Subscribe" not in text
    assert "Type brew now. Green tea" in text
    assert [(b.text, b.level) for b in blocks if b.kind == "heading"] == [("Tea", 1), ("Use", 2)]


def test_a_page_of_which_the_article_reader_finds_little_is_read_whole() -> None:
    rows = "".join(f"<tr><td>item {n}</td><td>{n * 7}</td></tr>" for n in range(200))
    page = f"<html><body><p>Prices of this year.</p><table>{rows}</table></body></html>"

    text = "\n".join(b.text for b in parse(page.encode(), "a.html").blocks)

    assert "item 7 | 49" in text
    assert "item 199 | 1393" in text


def test_without_the_article_reader_a_page_is_read_as_it_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "trafilatura", None)  # as when it is not installed

    assert article_of(PAGE) is None
    assert list(parse(PAGE.encode(), "a.html").blocks) == [
        Block(b.kind, b.text.rstrip(), b.level) for b in read_html(PAGE)[1]
    ]
