"""When two questions are one."""

import pytest

from nagori.learn.questions import is_repeat, problem_of, signature_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("How does `X` handle retries?", "In which way are retries handled by `X`?"),
        ("What does `f` do?", "what does  `f` do"),
        ("Which repayment kinds exist?", "What kinds of repayment are there?"),
        ("还款方式有哪些？", "有哪些还款方式？"),
        ("Who raises `errors.LoanError`?", "Who raises `LoanError`?"),
        ("Which tests check `src/app/plan.py`?", "Which tests check `app/plan.py`?"),
    ],
)
def test_the_same_in_other_words_is_a_repeat(one: str, other: str) -> None:
    assert is_repeat(one, other)
    assert is_repeat(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("How does `X` handle retries?", "How does `Y` handle retries?"),
        ("What does `f` do?", "Who uses `f`?"),
        ("Which tests check `a/__init__.py`?", "Which tests check `b/__init__.py`?"),
        (
            "Which errors can come out of `a/b/c/d/e`, and what does the caller do then?",
            "Which settings, defaults and limits change what `a/b/c/d/e` does?",
        ),
    ],
)
def test_other_things_or_other_words_about_the_same_are_no_repeat(one: str, other: str) -> None:
    assert not is_repeat(one, other)


def test_nearness_in_meaning_makes_a_repeat_only_about_the_same_things() -> None:
    assert is_repeat("Why is `f` slow?", "What takes time in `f`?", cosine=0.95)
    assert not is_repeat("Why is `f` slow?", "What takes time in `f`?", cosine=0.8)
    assert not is_repeat("Why is `f` slow?", "Why is `g` slow?", cosine=0.99)


def test_a_signature_is_the_same_whatever_the_case_and_the_marks() -> None:
    assert signature_of("What does `f` do?") == signature_of("what does f do")
    assert signature_of("What does `f` do?") != signature_of("What does `g` do?")


@pytest.mark.parametrize(
    "question",
    ["Why?", "x" * 500, "What is in `/etc/passwd`?", "What is in `../x.py`?", "Why `src/none.py`?"],
)
def test_a_question_that_can_not_be_explored_is_refused(question: str) -> None:
    assert problem_of(question, ["src/plan.py"]) is not None


@pytest.mark.parametrize(
    "question", ["Why `plan.py`?", "Who calls `POST /api/x`?", "Why `src/plan.py`?"]
)
def test_a_question_about_what_is_there_is_not(question: str) -> None:
    assert problem_of(question, ["src/plan.py"]) is None
