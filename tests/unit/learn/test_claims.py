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
    assert "LinearPlan" in loans["heirs:plan.py:Plan"].answer


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


def test_a_property_and_its_setter_are_not_mixed_up() -> None:
    text = (
        "class Box:\n    @property\n    def size(self):\n        'How big.'\n"
        "        return self._size\n\n    @size.setter\n    def size(self, value):\n"
        "        if value < 0:\n            raise ValueError('too small')\n"
    )

    size = claims({"box.py": text})["function:box.py:Box.size"]

    assert "Returns `self._size`" in size.answer
    assert "ValueError" not in size.answer, "that is the setter's"
    assert Span(1, 1) in [one.span for one in size.shown], "which class it is of is shown too"


def test_each_caller_that_is_named_is_shown_also_in_one_file() -> None:
    used = "from plan import months as m\n\ndef a():\n    m(1)\n\ndef b():\n    m(2)\n"

    found = claims({"plan.py": "def months(years):\n    return 12 * years\n", "use.py": used})

    callers = found["callers:plan.py:months"]
    assert "`a (use.py)`, `b (use.py)`" in callers.answer
    assert [one.span.first for one in callers.shown] == [4, 1, 3, 7, 6]


def test_names_are_followed_through_packages_that_hand_them_on() -> None:
    found = claims(
        {
            "shop/__init__.py": "from shop.kinds import *\n",
            "shop/kinds.py": "class Kind:\n    def name(self): ...\n",
            "other/kinds.py": "class Kind:\n    pass\n",
            "use.py": "import shop\n\nclass Near(shop.Kind):\n    def name(self): ...\n\n"
            "class Far(shop.Kind):\n    def name(self): ...\n",
        }
    )

    assert "`Near (use.py)`, `Far (use.py)`" in found["heirs:shop/kinds.py:Kind"].answer
    assert "heirs:other/kinds.py:Kind" not in found
    assert "`Near (use.py)`" in found["overrides:shop/kinds.py:Kind.name"].answer


def test_the_same_question_about_several_files_names_the_file() -> None:
    text = "class Command:\n    def handle(self):\n        'Do it.'\n"

    found = claims({"a.py": text, "b.py": text})

    questions = [claim.question for claim in found.values()]
    assert len(questions) == len(set(questions))
    assert "What does `Command.handle` do in `b.py`?" in questions


def test_what_says_nothing_is_not_told() -> None:
    text = "class Empty:\n    pass\n\n\ndef nothing(a):\n    a += 1\n    a += 1\n    a += 1\n"

    assert [key for key in claims({"a.py": text}) if not key.startswith("file:")] == []


def test_what_is_deprecated_is_told_with_what_says_so() -> None:
    text = (
        "import warnings\n\n\ndef old():\n    warnings.warn('use new()', DeprecationWarning)\n\n\n"
        "def older():\n    'Deprecated: use new().'\n"
    )

    gone = claims({"a.py": text})["deprecated:a.py"]

    assert "`old` warns with `DeprecationWarning`: use new()." in gone.answer
    assert "`older`: Deprecated: use new()." in gone.answer
    assert {5, 4, 8, 9} <= {one.span.first for one in gone.shown}


def test_what_a_file_sets_is_not_called_a_default() -> None:
    found = claims({"app.toml": "[server]\nport = 80\n"})

    port = found["setting:app.toml::server.port"]
    assert port.answer == "`app.toml` sets `server.port` to `80`."
    assert [one.span.first for one in port.shown] == [2, 1], "and where it stands is shown"


def test_a_long_value_is_shown_as_far_as_it_is_told() -> None:
    text = "NAMES = [\n" + "".join(f"    'name{n}',\n" for n in range(30)) + "]\n"

    names = claims({"a.py": text})["constant:a.py:NAMES"]

    assert names.shown[0].span == Span(1, 32)


def test_what_was_put_aside_or_stands_over_many_explains_no_value() -> None:
    text = "# OLD =\nA = 1\n\n# colours\nRED = 1\nBLUE = 2\n\n# how many\nMOST = 3\n"

    found = claims({"a.py": text})

    assert found["constant:a.py:A"].answer == "`A = 1` in `a.py`."
    assert found["constant:a.py:RED"].answer == "`RED = 1` in `a.py`."
    assert "how many" in found["constant:a.py:MOST"].answer


def test_files_from_elsewhere_are_told_of_as_a_whole() -> None:
    found = claims({"static/vendor/lib.js": "function f() {\n  // TODO: later\n  return 1;\n}\n"})

    assert list(found) == ["file:static/vendor/lib.js"]


def test_a_package_that_is_called_test_is_part_of_the_project() -> None:
    text = "class Client:\n    'Asks the application.'\n"

    assert "class:shop/test/client.py:Client" in claims({"shop/test/client.py": text})
    assert "class:tests/client.py:Client" not in claims({"tests/client.py": text})
