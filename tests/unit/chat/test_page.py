import pytest

from nagori import InvalidInputError
from nagori.chat.page import (
    Section,
    append,
    lost_sections,
    merged,
    parse,
    render,
    rewritten,
    shortened,
)


def test_a_page_is_its_sections() -> None:
    page = "loose\n## A\n- one\n## Empty\n\n## B\n- two\n## A\n- three"

    sections = parse(page)

    assert sections == [
        Section("", ("loose",)),
        Section("A", ("one", "three")),
        Section("B", ("two",)),
    ]
    assert render(sections) == "- loose\n\n## A\n- one\n- three\n\n## B\n- two"
    assert parse(render(sections)) == sections
    assert render([]) == ""


@pytest.mark.parametrize(
    ("content", "heading"),
    [
        ("The user prefers short answers", "Preferences"),
        ("She LOVES tea", "Preferences"),
        ("The user lives in Porto", "Facts"),
        ("用户喜欢绿茶", "偏好"),
        ("用户住在上海", "事实"),
    ],
)
def test_a_first_entry_opens_the_section_it_sounds_like(content: str, heading: str) -> None:
    assert append("", content) == f"## {heading}\n- {content}"


def test_an_entry_goes_to_the_end_of_its_section_and_leaves_the_rest_as_typed() -> None:
    page = "# Me\nhello\n\n## Preferences\n* tea\n\n\n## Facts\n1. Porto"

    page = append(page, "likes milk")
    page = append(page, "has a cat")

    assert page == (
        "# Me\nhello\n\n## Preferences\n* tea\n- likes milk\n\n\n## Facts\n1. Porto\n- has a cat"
    )


def test_a_section_of_the_other_language_is_the_same_section() -> None:
    assert append("## 偏好\n- 茶", "likes milk") == "## 偏好\n- 茶\n- likes milk"
    assert append("## facts\n- a", "用户住在上海") == "## facts\n- a\n- 用户住在上海"
    assert append("## 事实\n- a", "Porto", "Facts") == "## 事实\n- a\n- Porto"


def test_the_section_can_be_named() -> None:
    page = append("", "The user likes tea", "Food")
    page = append(page, "bread", "## food")
    page = append(page, "## Work\n- a baker\n## Food\n- salt")

    assert page == "## Food\n- The user likes tea\n- bread\n- salt\n\n## Work\n- a baker"


@pytest.mark.parametrize("again", ["Likes tea!", "- likes  TEA", "* likes tea", "ｌikes tea"])
def test_what_the_page_says_already_is_not_put_in_again(again: str) -> None:
    page = "## Anywhere\n1. likes tea"

    assert append(page, again) == page
    assert len(parse(append("", f"{again}\nlikes tea"))[0].entries) == 1


def test_white_space_inside_an_entry_becomes_one_space() -> None:
    assert append("", "lives \t in  Porto") == "## Facts\n- lives in Porto"


def test_a_text_without_words_is_no_entry() -> None:
    for content in ("---", "## Food", "- \n\n"):
        with pytest.raises(InvalidInputError, match="no entry"):
            append("- tea", content)


def test_a_rewritten_page_stays_as_typed_but_for_its_line_ends() -> None:
    assert rewritten("\n\n  * a\r\n\tb \rc  \n") == "  * a\n\tb \nc"
    assert rewritten("") == ""


def test_a_page_that_would_be_too_long_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="20,001 characters"):
        rewritten("x" * 20_001)
    page = rewritten("x" * 20_000)
    with pytest.raises(InvalidInputError, match="rewrite it in fewer words"):
        append(page, "tea")


def test_pages_are_joined_with_everything_said_once() -> None:
    assert merged(["## A\n- a\n- b", "## B\n- c\n## A\n- B!\n- d", ""]) == (
        "## A\n- a\n- b\n- d\n\n## B\n- c"
    )


def test_a_page_that_fits_is_not_shortened() -> None:
    page = "## A\n* a\n* a"

    assert shortened(page, most=len(page)) is page


def test_what_is_said_twice_goes_first_and_the_newer_wording_stays() -> None:
    page = (
        "## A\n- the user really likes green tea\n- Porto\n## B\n- the user really likes green tea."
    )

    assert shortened(page, most=60) == ("## A\n- Porto\n\n## B\n- the user really likes green tea.")


def test_entries_with_other_numbers_say_something_else() -> None:
    words = "the next appointment at the dentist's in the old town is on day number"
    page = f"## A\n- {words} 3\n- {words} 4\n- {words} 4!"

    assert shortened(page, most=len(page) - 1) == f"## A\n- {words} 3\n- {words} 4!"


def test_then_the_oldest_of_the_longest_section_moves_out() -> None:
    page = "## Short\n- a1\n\n## Long\n- b1 is first\n- b2 is second\n- b3 is third"

    for left in (
        "## Short\n- a1\n\n## Long\n- b2 is second\n- b3 is third",
        "## Short\n- a1\n\n## Long\n- b3 is third",
        "## Short\n- a1",
    ):
        assert shortened(page, most=len(left)) == left


def test_the_last_entry_is_cut_rather_than_lost() -> None:
    entry = "She lives in Porto, near the river, in the old house of her aunt"

    assert shortened(f"## A\n- {entry}", most=30) == "## A\n- She lives in Porto,"
    assert shortened(f"## {'A' * 50}\n- {entry}", most=30) == "She lives in Porto, near the"
    assert shortened(f"- {'茶' * 50}", most=10) == f"- {'茶' * 8}"


def test_lost_sections_are_named() -> None:
    page = "## A\n- a\n## Empty\n## 偏好\n- b"

    assert lost_sections(page, "## a!\n- other words\n## 偏好\n- b") == []
    assert lost_sections(page, "## A\n## 偏好\n- b") == ["A"]
    assert lost_sections(page, "- a") == ["A", "偏好"]
