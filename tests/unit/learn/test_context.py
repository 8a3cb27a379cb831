"""The summary of a project that a model is given, and which places an answer may cite."""

from nagori.learn.answering import grounded
from nagori.learn.context import context_summary
from nagori.learn.loading import fitting
from nagori.testing.builders import NOW
from nagori.testing.learning import cited
from nagori.text.tokens import estimate_tokens
from nagori.values.learning import (
    CheckedLines,
    Concept,
    DomainKnowledge,
    LearningRecord,
    LearningRecordWithScore,
)
from nagori.values.project import BestPractice, EvolutionStatus, LoadedMemory, ProjectMemory

PRACTICE = BestPractice("bp-1", "Retry with back-off", "Wait longer each time.", (), ("a", "b"))
KINDS = CheckedLines(cited("src/kinds.py", 3, 6), "unchanged")
GONE = CheckedLines(cited("src/old.py", 8, 9), "moved", cited("src/new.py", 18, 19))


def a_found(n: int, *checked: CheckedLines, score: float = 0.92) -> LearningRecordWithScore:
    record = LearningRecord(
        id=f"lr-20260503-00{n}",
        project_key="loans",
        question=f"Which repayment kinds are there, {n}?",
        question_type="DOMAIN_KNOWLEDGE",
        answer="ANNUITY and LINEAR.",
        citations=tuple(one.lines for one in checked),
        confidence=1.0,
        created_at=NOW,
        domain="repayment",
    )
    return LearningRecordWithScore(record, score, {}, checked)


def loaded(*found: LearningRecordWithScore) -> LoadedMemory:
    domain = DomainKnowledge(
        "dk-repayment", "loans", "repayment", "How loans are paid back.",
        (Concept("annuity", "equal parts"),), ("src/kinds.py",), (), NOW, NOW,
    )  # fmt: skip
    memory = ProjectMemory(
        "loans", "/code/loans", ("Python",), [domain], [], [], [], EvolutionStatus(), NOW, NOW
    )
    return LoadedMemory(found, memory, [domain], [PRACTICE])


def test_the_summary_has_the_headings_of_the_document() -> None:
    assert context_summary(loaded(a_found(1, KINDS))) == (
        "## 项目背景\n- 技术栈: [Python]\n- 领域: [repayment]\n\n"
        "## 相关学习记录\n### 相关知识 1 (相关度: 92%)\n"
        "问题: Which repayment kinds are there, 1?\n答案: ANNUITY and LINEAR.\n"
        "涉及文件: [src/kinds.py:3-6]\n\n"
        "## 领域知识\n### repayment\nHow loans are paid back.\n关键概念: [annuity]\n\n"
        "## 通用实践 (所有项目)\n### Retry with back-off\nWait longer each time.\n来源项目: [a, b]"
    )


def test_the_english_one_says_what_moved_and_what_is_stale() -> None:
    changed = CheckedLines(cited("src/kinds.py", 3, 6), "changed")

    told = context_summary(loaded(a_found(1, GONE), a_found(2, changed)), "en")

    assert "Files: [src/new.py:18-19 (was src/old.py:8-9)]" in told
    assert "### Related knowledge 2 (relevance: 92%) (stale: " in told


def test_it_keeps_to_its_budget_and_the_best_records_stay() -> None:
    many = [a_found(n, KINDS, score=1 - n / 10) for n in range(1, 9)]

    for budget in (60, 120, 200, 400):
        told = context_summary(loaded(*many), "en", max_tokens=budget)
        assert estimate_tokens(told) <= budget
        assert "Related knowledge 1" in told


def test_places_that_were_not_given_are_taken_out_of_an_answer() -> None:
    text = "Two kinds [src/kinds.py:3-6], paid [src/paid.py:1-2] at 12:30 [src/kinds.py:90]."

    clean, places, invented = grounded(text, [KINDS])

    assert clean == "Two kinds [src/kinds.py:3-6], paid at 12:30 ."
    assert places == (KINDS,)
    assert invented == 2


def test_lines_that_moved_may_be_cited_where_they_stand_now() -> None:
    clean, places, invented = grounded("It is there (src/new.py:18).", [GONE])

    assert (clean, places, invented) == ("It is there (src/new.py:18).", (GONE,), 0)


def test_practices_of_all_projects_are_given_when_they_have_to_do_with_the_question() -> None:
    assert fitting([PRACTICE], "When is a request retried?") == [PRACTICE]
    assert fitting([PRACTICE], "Which colours are there?") == []
