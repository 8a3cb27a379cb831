from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.documents.blocks import Block, BlockKind, tidy
from nagori.documents.split import SplitPassage, passages
from nagori.text.tokens import estimate_tokens

SENTENCES = [
    "Green tea is made from leaves that are heated soon after picking. ",
    "茶树原产于中国西南地区，饮茶的习惯已有数千年。",
    "Dr. Smith paid 3.50 yuan, e.g. for tea! ",
    "据传神农氏首先发现了茶的解毒功效；后来茶成为日常饮品。",
    "def brew(t):\n    return t * 2\n",
    "| Longjing | 120 | 杭州 |\n",
    "- 碧螺春\n  - from Suzhou\n",
    "x",
    "🍵" * 7,
    "https://example.org/a/very/long/path?with=query&and=more#fragment ",
    "=" * 300,
    "没有标点的很长的一句话" * 9,
]
KINDS: list[BlockKind] = ["paragraph", "paragraph", "code", "table", "list", "quote"]

texts = (
    st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=30).map("".join)
    | st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=80)
).map(tidy)
visible = texts.filter(lambda text: bool(text.strip()))
headings = st.builds(
    Block,
    st.just("heading"),
    st.sampled_from(["Tea", "种类", "A longer heading of six words", "附录 B", "h" * 400]),
    st.integers(1, 4),
)
bodies = st.builds(Block, st.sampled_from(KINDS), visible, st.none(), st.none())


@st.composite
def documents(draw: st.DrawFn) -> list[Block]:
    """Blocks in any order, on pages that only go forward."""
    blocks = draw(st.lists(headings | bodies | bodies, max_size=25))
    if draw(st.booleans()):
        return blocks
    page, paged = 1, list[Block]()
    for block in blocks:
        page += draw(st.integers(0, 1))
        paged.append(Block(block.kind, block.text, block.level, page))
    return paged


def solid(text: str) -> str:
    return "".join(text.split())


limits = st.sampled_from([8, 20, 60, 300])


@given(blocks=documents(), most=limits)
def test_nothing_is_lost_and_nothing_comes_twice_and_order_is_kept(
    blocks: list[Block], most: int
) -> None:
    found = passages(blocks, max_tokens=most)

    assert solid("".join(p.text for p in found)) == solid("".join(b.text for b in blocks))
    assert [p.number for p in found] == list(range(1, len(found) + 1))
    assert all(p.text.strip() for p in found)


@given(blocks=documents(), most=limits)
def test_limits_are_kept(blocks: list[Block], most: int) -> None:
    for passage in passages(blocks, max_tokens=most):
        assert estimate_tokens(passage.text) <= most
        assert len(passage.text) <= most * 12
        assert all(len(heading) <= 120 for heading in passage.headings)
        assert len(passage.context) <= most * 3


@given(blocks=documents(), most=limits)
def test_pages_and_blocks_go_forward(blocks: list[Block], most: int) -> None:
    found = passages(blocks, max_tokens=most)

    for passage in found:
        assert passage.page == blocks[passage.blocks.start].page
    for before, after in pairwise(found):
        assert before.blocks.stop - 1 <= after.blocks.start <= before.blocks.stop
        if before.page is not None and after.page is not None:
            assert before.page <= after.page


@given(blocks=documents(), most=limits)
def test_a_passage_never_goes_on_over_a_heading(blocks: list[Block], most: int) -> None:
    for passage in passages(blocks, max_tokens=most):
        kinds = [blocks[at].kind == "heading" for at in passage.blocks]
        assert kinds == sorted(kinds, reverse=True)


@given(blocks=documents(), most=limits)
def test_the_path_is_that_of_the_text(blocks: list[Block], most: int) -> None:
    paths: list[tuple[str, ...]] = []
    open_: list[Block] = []
    for block in blocks:
        if block.kind == "heading":
            open_ = [h for h in open_ if (h.level or 1) < (block.level or 1)] + [block]
        paths.append(tuple(h.text for h in open_))

    for passage in passages(blocks, max_tokens=most):
        of_text = [at for at in passage.blocks if blocks[at].kind != "heading"]
        path = paths[of_text[0] if of_text else passage.blocks.start]
        assert len(passage.headings) == len(path)
        for shown, heading in zip(passage.headings, path, strict=True):
            assert heading.startswith(shown.removesuffix("…"))


@given(blocks=documents(), most=limits)
def test_code_and_tables_that_fit_stay_whole(blocks: list[Block], most: int) -> None:
    found = passages(blocks, max_tokens=most)

    for at, block in enumerate(blocks):
        fits = estimate_tokens(block.text) <= most and len(block.text) <= most * 12
        if block.kind in {"code", "table", "list"} and fits:
            assert sum(at in p.blocks for p in found) == 1


@given(blocks=documents(), most=limits)
def test_the_same_blocks_give_the_same_passages(blocks: list[Block], most: int) -> None:
    assert passages(blocks, max_tokens=most) == passages(tuple(blocks), max_tokens=most)


def texts_of(found: list[SplitPassage]) -> list[str]:
    return [p.text for p in found]


def test_short_paragraphs_under_one_heading_share_a_passage() -> None:
    blocks = [
        Block("heading", "Tea 茶", 1),
        Block("paragraph", "Green tea."),
        Block("paragraph", "绿茶。"),
        Block("heading", "Prices", 2),
        Block("paragraph", "Ninety yuan."),
        Block("heading", "Coffee", 1),
        Block("paragraph", "Another time."),
    ]

    found = passages(blocks, max_tokens=100)

    assert [(p.headings, p.text) for p in found] == [
        (("Tea 茶",), "Tea 茶\n\nGreen tea.\n\n绿茶。"),
        (("Tea 茶", "Prices"), "Prices\n\nNinety yuan."),
        (("Coffee",), "Coffee\n\nAnother time."),
    ]


def test_headings_that_lead_to_each_other_open_one_passage() -> None:
    blocks = [
        Block("heading", "Book", 1),
        Block("heading", "Chapter", 2),
        Block("paragraph", "Text."),
        Block("heading", "Empty", 2),
        Block("heading", "Last", 2),
        Block("paragraph", "End."),
    ]

    found = passages(blocks, max_tokens=100)

    assert [(p.headings, p.text) for p in found] == [
        (("Book", "Chapter"), "Book\n\nChapter\n\nText."),
        (("Book", "Empty"), "Empty"),
        (("Book", "Last"), "Last\n\nEnd."),
    ]


def test_many_empty_headings_share_passages() -> None:
    blocks = [Block("heading", "a", 1)] * 1000

    assert len(passages(blocks, max_tokens=100)) <= 25


def test_a_long_table_is_cut_between_rows_and_carries_its_header() -> None:
    rows = ["Name | Price | 产地", *(f"Tea number {n} | {n * 7} | 杭州" for n in range(40))]

    found = passages([Block("table", "\n".join(rows))], max_tokens=60)

    assert len(found) > 4
    assert [line for text in texts_of(found) for line in text.split("\n")] == rows
    assert [p.context for p in found] == ["", *[rows[0]] * (len(found) - 1)]


def test_a_table_that_fits_a_passage_of_its_own_is_not_cut() -> None:
    table = "\n".join(f"tea {n} | {n}" for n in range(12))
    before = Block("paragraph", "Some words that stand before the table and fill the room. " * 3)

    found = passages([Block("heading", "Tea", 1), before, Block("table", table)], max_tokens=90)

    assert texts_of(found)[-1] == table
    assert found[-1].context == ""


def test_code_keeps_its_indentation_when_it_is_cut() -> None:
    code = "\n".join(f"    if tea == {n}:\n        brew({n})" for n in range(30))

    found = passages([Block("code", code)], max_tokens=50)

    assert len(found) > 3
    assert "\n".join(texts_of(found)) == code


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_long_paragraph_is_cut_between_sentences(language: str) -> None:
    sentence = {"en": "Tea grows in the misty hills. ", "zh": "茶树生长在云雾缭绕的山上。"}[
        language
    ]

    found = passages([Block("paragraph", sentence * 30)], max_tokens=50)

    assert len(found) > 4
    assert all(text.endswith((".", "。")) for text in texts_of(found))


def test_a_page_ends_a_passage_however_short_it_is() -> None:
    long, short = "Words that fill a page, more or less. " * 6, "A line."

    of_full = passages(
        [Block("paragraph", long, page=1), Block("paragraph", short, page=2)], max_tokens=100
    )
    of_short = passages(
        [Block("paragraph", short, page=1), Block("paragraph", short, page=2)], max_tokens=100
    )

    assert [p.page for p in of_full] == [1, 2]
    assert [p.page for p in of_short] == [1, 2]


def test_a_run_of_marks_is_cut_although_it_is_few_tokens() -> None:
    found = passages([Block("paragraph", "=" * 100_000)], max_tokens=100)

    assert {len(p.text) for p in found} <= {1200, 400}


def test_a_million_letters_are_split_in_a_moment() -> None:
    blocks = [Block("paragraph", "茶" * 500_000), Block("code", "x = 1\n" * 100_000)]

    found = passages(blocks, max_tokens=300)

    assert sum(p.text.count("茶") for p in found) == 500_000
    assert sum(p.text.count("x = 1") for p in found) == 100_000
