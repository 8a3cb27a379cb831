"""Patterns that the files of a project show, and no others."""

from nagori.learn.code.outline import Outline
from nagori.learn.code.outlining import outline_of
from nagori.learn.pattern_rules import RULES
from nagori.learn.patterns import Found, patterns_of

VALUES = """
from dataclasses import dataclass

@dataclass(frozen=True, slots=True)
class Order: ...

@dataclass(frozen=True)
class Line: ...

@dataclass(frozen=True)
class Price: ...

@dataclass
class Draft: ...
"""
KINDS = """
class Kind:
    def rate(self, months: int) -> float: ...

class Annuity(Kind):
    def rate(self, months: int) -> float: ...

class Linear(Kind):
    def rate(self, months: int) -> float: ...

class Bullet(Kind):
    def rate(self, months: int) -> float: ...

class Open(Kind):
    def rate(self, months: int) -> float: ...

class Odd(Kind): ...
"""
ERRORS = """
class ShopError(Exception): ...
class EmptyError(ShopError): ...
class PriceError(ShopError): ...
class CurrencyError(PriceError): ...
"""
TESTS = """
import pytest

@pytest.fixture
def shop(): ...
@pytest.fixture
def order(): ...
@pytest.fixture(scope="session")
def price(): ...
"""


def outlined(files: dict[str, str]) -> list[Outline]:
    return [outline_of(path, text, "python") for path, text in files.items()]


def found(files: dict[str, str], *others: str) -> dict[str, Found]:
    return {one.rule.name: one for one in patterns_of(outlined(files), [*files, *others])}


def test_what_most_dataclasses_are_is_a_pattern_with_examples() -> None:
    pattern = found({"src/values.py": VALUES})["Frozen dataclasses"]

    assert pattern.seen.told == "3 of 4 dataclasses are frozen."
    assert pattern.pattern.example_files == ("src/values.py",)
    assert pattern.pattern.description.endswith(pattern.seen.told)


def test_what_few_are_is_none() -> None:
    mutable = VALUES.replace("(frozen=True)", "")

    assert "Frozen dataclasses" not in found({"src/values.py": mutable})


def test_a_family_of_classes_that_do_one_thing_in_several_ways_is_told() -> None:
    family = found({"src/kinds.py": KINDS})["Strategy"]

    assert family.seen.told == "4 classes do what `Kind` asks for."


def test_a_name_that_means_two_classes_says_nothing_of_their_heirs() -> None:
    assert "Strategy" not in found({"src/kinds.py": KINDS, "src/other.py": "class Kind: ...\n"})


def test_errors_are_one_tree_when_most_inherit_from_one() -> None:
    tree = found({"src/errors.py": ERRORS})["One tree of errors"]
    scattered = "".join(f"class Lone{n}Error(Exception): ...\n" for n in range(5))

    assert tree.seen.told == "3 of 4 errors inherit from `ShopError`."
    assert "One tree of errors" not in found({"src/errors.py": ERRORS + scattered})


def test_what_tests_declare_is_no_pattern_of_the_code() -> None:
    seen = found({"tests/conftest.py": TESTS, "tests/kinds.py": KINDS, "tests/errors.py": ERRORS})

    assert set(seen) == {"Pytest fixtures"}
    assert seen["Pytest fixtures"].seen.count == 3


def test_names_of_files_and_settings_show_how_a_project_is_kept() -> None:
    pyproject = '[tool.ruff]\nline-length = 100\n\n[dependency-groups]\ndev = ["mypy>=1"]\n'
    outline = outline_of("pyproject.toml", pyproject, "toml")
    paths = ["pyproject.toml", "uv.lock", ".github/workflows/ci.yml", "CHANGELOG.md"]

    names = {one.rule.name for one in patterns_of([outline], paths)}

    assert names == {
        "Linter", "Static type checker", "Lock file", "Continuous integration", "Changelog"
    }  # fmt: skip


def test_tests_that_are_named_after_sources_mirror_them() -> None:
    sources = {f"src/{name}.py": "X = 1\n" for name in "abcde"}
    tests = {f"tests/test_{name}.py": "def test_it(): ...\n" for name in "abcde"}

    assert found(sources | tests)["Tests mirror sources"].seen.count == 5
    assert "Tests mirror sources" not in found(tests)


def test_an_empty_project_keeps_to_nothing() -> None:
    assert patterns_of([], []) == []


def test_rules_are_known_apart_and_name_no_project() -> None:
    assert len({rule.id for rule in RULES}) == len(RULES)
    assert not any("/" in rule.general or ".py" in rule.general for rule in RULES)
