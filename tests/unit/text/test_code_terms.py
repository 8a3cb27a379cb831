"""Words of code and of questions about it."""

import numpy as np
import pytest

from nagori.text.code_terms import MEANT, TRANSLATED, body_terms, code_query, code_terms
from nagori.text.glossary import glossary


def weight(query: str, word: str) -> float:
    """What a word that stands in code weighs for a query."""
    wording = code_query(query)
    (wanted,) = code_terms(word).tolist()
    return float(max(wording.weights[wording.terms == wanted], default=0.0))


@pytest.mark.parametrize("name", ["getHTTPResponse", "get_http_response", "http.response"])
def test_an_identifier_is_found_by_its_words(name: str) -> None:
    assert {*code_terms("http response").tolist()} <= {*code_terms(name).tolist()}


@pytest.mark.parametrize(
    ("asked", "written"),
    [("configuration", "configure"), ("serialised", "serializer"), ("validation", "validator")],
)
def test_forms_of_a_word_are_one(asked: str, written: str) -> None:
    assert weight(f"Where is the {asked}?", written) == 1.0


def test_a_question_is_asked_in_words_that_mean_the_same_too() -> None:
    assert weight("Where is the login checked?", "login") == 1.0
    assert weight("Where is the login checked?", "authenticate") == pytest.approx(MEANT)
    assert weight("Where is the login checked?", "banana") == 0.0


def test_chinese_words_stand_for_english_ones() -> None:
    assert weight("重定向是在哪里处理的？", "redirect") == pytest.approx(TRANSLATED)


def test_words_that_stand_for_one_another_share_a_number() -> None:
    wording = code_query("login timeout")

    assert wording.groups.tolist() == sorted(wording.groups.tolist())
    assert wording.groups.max() == 1
    assert len(wording.terms) == len(wording.weights) == len(wording.groups)


def test_a_question_of_nothing_but_common_words_looks_for_those() -> None:
    assert len(code_query("what is it?").terms) > 0


def test_lines_give_plain_words_a_few_times_and_nothing_like_a_key() -> None:
    found = body_terms(
        ["total = total + total + total  # sum"] * 3 + ['KEY = "ak9f8e7d6c5b4a39281"']
    )

    (total,) = code_terms("total").tolist()
    assert np.count_nonzero(found == total) == 2
    assert not np.isin(code_terms("ak9f8e7d6c5b4a39281"), found).any()


def test_every_group_of_the_glossary_has_words_and_none_is_said_twice_in_it() -> None:
    for group in glossary().groups:
        assert group
        assert len({*group}) == len(group), group


@pytest.mark.parametrize("asked", ["websocket", "WebSocket", "webSocket"])
def test_a_name_of_two_parts_is_found_as_one_word(asked: str) -> None:
    wanted = code_query(f"Where is the {asked} closed?").terms

    assert np.isin(wanted, code_terms("class WebSocket")).any()
    assert np.isin(wanted, body_terms(["WebSocket()"])).any()


def test_an_owner_is_no_word_beside_its_name() -> None:
    assert weight("Where is the user's name checked?", "s") == 0.0
    assert weight("Where is the user\u2019s name checked?", "user") == 1.0


def test_what_a_question_is_framed_with_is_not_looked_for() -> None:
    assert weight("What happens to the loan instead?", "happens") == 0.0
    assert weight("What happens to the loan instead?", "loan") == 1.0
    assert weight("What still happens?", "happens") > 0.0
