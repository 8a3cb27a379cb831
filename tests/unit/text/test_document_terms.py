"""Words that a question to documents looks for."""

import pytest

from nagori.text.document_terms import CHINESE, ENGLISH, document_query
from nagori.text.terms import query_terms, terms


def weight(query: str, word: str) -> float:
    """What a word that stands in a document weighs for a query."""
    wording = document_query(query)
    wanted = terms(word)[-1]  # of two characters their pair is the last
    return float(max(wording.weights[wording.terms == wanted], default=0.0))


def test_chinese_words_stand_for_english_ones() -> None:
    assert weight("怎样关闭缓存？", "cache") == pytest.approx(ENGLISH)
    assert weight("怎样关闭缓存？", "缓存") == 1.0
    assert weight("怎样关闭缓存？", "banana") == 0.0


def test_english_words_stand_for_chinese_ones() -> None:
    assert weight("How is the cache cleared?", "缓存") == pytest.approx(CHINESE)
    assert weight("How is the cache cleared?", "cache") == 1.0


def test_forms_of_an_english_word_have_the_same_chinese_ones() -> None:
    assert weight("Where are backups kept?", "备份") == pytest.approx(CHINESE)


def test_within_a_language_words_stand_for_themselves() -> None:
    """Words of software mean other things elsewhere: a person's address is no link."""
    assert weight("What is her address?", "url") == 0.0


def test_a_word_is_not_cut_where_a_stop_word_seems_to_stand_in_it() -> None:
    assert weight("地址在哪里？", "地址") == 1.0


def test_a_word_and_its_translations_count_once() -> None:
    wording = document_query("缓存和缓存")

    assert wording.groups.max() == 0
    assert wording.weights[0] == 1.0


def test_every_word_that_was_asked_is_looked_for_once() -> None:
    query = "在 Docker 里怎样清空 build 缓存目录？"
    wording = document_query(query)
    asked = wording.terms[wording.weights == 1.0].tolist()

    assert {*query_terms(query).tolist()} <= {*asked}
    assert len(asked) == len({*asked})
    assert wording.groups.tolist() == sorted(wording.groups.tolist())


@pytest.mark.parametrize("query", ["what is it?", "是什么？"])
def test_a_question_of_nothing_but_common_words_looks_for_those(query: str) -> None:
    assert len(document_query(query).terms) > 0


def test_what_has_no_words_looks_for_none() -> None:
    assert len(document_query("?!").terms) == 0
