"""Claims of an analysis: all that an answer names stands in the lines that it points at."""

import re
from pathlib import Path

import httpx2
import pytest
import starlette

from nagori.learn.claims.all import claims_of
from nagori.learn.claims.claim import Claim
from nagori.learn.code.outline import Span
from nagori.learn.code.outlining import outline_of
from nagori.learn.code.source import lines_of

NAMED = re.compile(r"`([A-Za-z_][\w.]*)`")

KINDS = '''"""Kinds of repayment."""
from enum import Enum


class Kind(Enum):
    """How a loan is paid back."""

    ANNUITY = "annuity"
    LINEAR = "linear"  # the same share each month


MOST_YEARS = 30
'''
PLAN = '''from kinds import MOST_YEARS, Kind


class Plan:
    """What is paid when."""

    def months(self, years: int) -> int:
        """So many months."""
        if years > MOST_YEARS:
            raise ValueError("a loan runs 30 years at the most")
        return 12 * years


class LinearPlan(Plan):
    kind = Kind("linear")
'''


def claims(files: dict[str, str]) -> dict[str, Claim]:
    """The claims about some files, by key."""
    found = claims_of(outline_of(path, text) for path, text in files.items())
    return {claim.key: claim for claim in found}


@pytest.fixture(scope="module")
def loans() -> dict[str, Claim]:
    return claims({"kinds.py": KINDS, "plan.py": PLAN})


def test_an_enum_tells_its_values_and_what_they_mean(loans: dict[str, Claim]) -> None:
    kind = loans["enum:kinds.py:Kind"]

    assert kind.question_type == "DOMAIN_KNOWLEDGE"
    assert "`ANNUITY` = " in kind.answer
    assert "the same share each month" in kind.answer
    assert [(one.path, one.span) for one in kind.shown][1:] == [
        ("kinds.py", Span(8, 8)),
        ("kinds.py", Span(9, 9)),
    ]


def test_an_error_tells_when_it_is_raised(loans: dict[str, Claim]) -> None:
    error = loans["error:plan.py:ValueError"]

    assert error.question_type == "ERROR_ANALYSIS"
    assert "if `years > MOST_YEARS`" in error.answer
    assert "a loan runs 30 years at the most" in error.answer


def test_what_hangs_together_is_told_from_both_sides(loans: dict[str, Claim]) -> None:
    assert "`kinds`" in loans["imports:plan.py"].answer
    assert "`plan.py`" in loans["users:kinds.py"].answer
    assert "LinearPlan" in loans["heirs:Plan"].answer


def test_a_value_is_told_with_its_place(loans: dict[str, Claim]) -> None:
    most = loans["constant:kinds.py:MOST_YEARS"]

    assert "= 30" in most.answer
    assert most.shown[0].span == Span(12, 12)


def test_tests_of_a_project_are_told_of_as_files_only() -> None:
    found = claims({"tests/test_plan.py": PLAN})

    assert [claim.key for claim in found.values()] == ["file:tests/test_plan.py"]
    assert found["file:tests/test_plan.py"].tags == ("file", "test")


def test_keys_stay_when_lines_move(loans: dict[str, Claim]) -> None:
    moved = claims({"kinds.py": f"# new\n\n{KINDS}", "plan.py": PLAN})

    assert moved.keys() == loans.keys()


@pytest.mark.parametrize("package", [starlette, httpx2], ids=["starlette", "httpx2"])
def test_all_that_an_answer_names_is_shown(package: object) -> None:
    root = Path(str(getattr(package, "__file__", ""))).parent
    texts = {
        f"{root.name}/{path.relative_to(root).as_posix()}": path.read_text("utf-8")
        for path in sorted(root.rglob("*.py"))
    }
    found = claims(texts)

    lines = {path: lines_of(text) for path, text in texts.items()}
    assert len(found) > sum(map(len, lines.values())) / 100, "100 records for 10,000 lines"
    for claim in found.values():
        shown = "\n".join(
            "\n".join(lines[one.path][one.span.first - 1 : one.span.last]) for one in claim.shown
        )
        assert claim.shown
        for name in NAMED.findall(claim.answer):
            is_place = any(name in one.path for one in claim.shown)
            assert is_place or name.rpartition(".")[2] in shown, (claim.key, name)
