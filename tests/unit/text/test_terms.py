import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.text.terms import has_content, query_terms, terms


def found(query: str, text: str) -> bool:
    return bool(set(query_terms(query).tolist()) & set(terms(text).tolist()))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("painting", "She painted a lake."),
        ("hike", "We went hiking on Sunday"),
        ("families", "my family"),
        ("studying", "She studies law."),
        ("What did she buy?", "I bought a kayak."),
        ("children", "one child"),
        ("Caroline", "Caroline's sister"),
        ("cafe", "the Café on the corner"),
        ("HELLO WORLD", "hello, world"),
        ("ＡＢＣ１２３", "abc123"),
        ("北京", "我住在北京。"),
        ("猫", "她养了一只猫"),
        ("我的猫叫什么名字?", "这只猫很乖"),
        ("東京", "東京タワーに行きました"),
        ("서울", "서울에서 만나요"),
    ],
)
def test_another_form_of_a_word_finds_it(query: str, text: str) -> None:
    assert found(query, text)


@pytest.mark.parametrize("query", ["ORD-4417", "ord4417", "ORD 4417", "4417"])
def test_an_identifier_is_found_however_it_is_typed(query: str) -> None:
    assert found(query, "The parcel is ORD-4417, due on Friday.")


@pytest.mark.parametrize("name", ["v2.3", "ada@example.org", "snake_case_name", "C++", "1,000"])
def test_a_compound_is_a_term_of_its_own_beside_its_parts(name: str) -> None:
    whole = set(query_terms(name).tolist())
    parts = set(terms("v2 3 ada example org snake case name c 1 000").tolist())

    assert whole - parts
    assert whole <= set(terms(f"see {name} for more").tolist())


def test_different_words_do_not_find_each_other() -> None:
    assert not found("cat", "The car is red")
    assert not found("v2.3", "v23")


def test_a_query_drops_the_words_that_every_question_has() -> None:
    assert query_terms("Do you remember what my sister is called?").tolist() == [
        *query_terms("sister called")
    ]
    assert (
        query_terms("请问你还记得我喜欢什么颜色吗？").tolist() == query_terms("喜欢 颜色").tolist()
    )


@pytest.mark.parametrize("query", ["who are you", "你是谁？", "什么", "to be or not to be"])
def test_a_query_of_stop_words_alone_keeps_them(query: str) -> None:
    assert not has_content(query)
    assert len(query_terms(query)) > 0


def test_a_text_repeats_its_terms_and_a_query_does_not() -> None:
    assert len(terms("tea tea tea")) == 3
    assert len(query_terms("tea tea tea")) == 1


@pytest.mark.parametrize("text", ["", "   ", "?!…", "\u200b"])
def test_a_text_without_words_has_no_query_terms(text: str) -> None:
    assert query_terms(text).tolist() == []


def test_terms_are_the_same_in_another_process() -> None:
    code = "from nagori.text.terms import terms; print(terms('Tea 喝茶 ORD-4417').tolist())"
    other = subprocess.run(  # noqa: S603 - our own interpreter and a constant
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8"
    )

    assert other.stdout.strip() == str(terms("Tea 喝茶 ORD-4417").tolist())


@given(st.text())
def test_any_text_has_terms_and_finds_itself(text: str) -> None:
    own = terms(text)

    assert own.dtype == np.uint32
    assert set(query_terms(text).tolist()) <= set(own.tolist())
    assert terms(text).tolist() == own.tolist()
