"""Cited lines are known again, whatever became of them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.errors import NotFoundError
from nagori.learn.citing import Checker
from nagori.learn.folder import Folder

TEXT = "one\ntwo\nthree\nfour\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text(TEXT, "utf-8")
    return tmp_path


def test_lines_that_stand_as_they_were_are_unchanged(root: Path) -> None:
    checker = Checker(Folder(root))
    cited = checker.cite("a.py", 2, 3)

    assert checker.check(cited).state == "unchanged"
    (root / "a.py").write_text(TEXT.replace("four", "4"), "utf-8")
    assert checker.check(cited).state == "unchanged", "other lines may change"


def test_lines_that_moved_are_found_where_they_stand_now(root: Path) -> None:
    checker = Checker(Folder(root))
    cited = checker.cite("a.py", 2, 3)
    (root / "a.py").write_text(f"new\nnewer\n{TEXT}", "utf-8")

    found = checker.check(cited)
    assert found.state == "moved"
    assert found.now is not None
    assert (found.now.path, found.now.start, found.now.end) == ("a.py", 4, 5)


def test_lines_that_went_to_another_file_are_found_there(root: Path) -> None:
    checker = Checker(Folder(root))
    cited = checker.cite("a.py", 2, 3)
    (root / "b.py").write_text(TEXT, "utf-8")
    (root / "a.py").unlink()

    assert checker.check(cited).state == "gone"
    found = checker.check(cited, elsewhere=["b.py"])
    assert found.state == "moved"
    assert found.now is not None
    assert found.now.path == "b.py"


def test_lines_that_were_changed_are_told_so(root: Path) -> None:
    checker = Checker(Folder(root))
    cited = checker.cite("a.py", 2, 3)
    (root / "a.py").write_text(TEXT.replace("three", "THREE"), "utf-8")

    assert checker.check(cited).state == "changed"


def test_how_lines_end_does_not_matter(root: Path) -> None:
    checker = Checker(Folder(root))
    cited = checker.cite("a.py", 1, 4)
    (root / "a.py").write_bytes(TEXT.replace("\n", "\r\n").encode())

    assert checker.check(cited).state == "unchanged"


def test_a_file_that_is_not_there_can_not_be_cited(root: Path) -> None:
    with pytest.raises(NotFoundError):
        Checker(Folder(root)).cite("missing.py", 1, 1)


@given(
    st.lists(st.sampled_from(["a", "b", "", "  c"]), min_size=1, max_size=8),
    st.lists(st.sampled_from(["a", "b", "", "  c"]), max_size=8),
    st.data(),
)
def test_unchanged_and_moved_lines_say_what_was_cited(
    tmp_path_factory: pytest.TempPathFactory,
    before: list[str],
    after: list[str],
    data: st.DataObject,
) -> None:
    start = data.draw(st.integers(1, len(before)))
    end = data.draw(st.integers(start, len(before)))
    root = tmp_path_factory.mktemp("tree")
    path = root / "a.py"
    path.write_text("\n".join(before) + "\n", "utf-8")
    cited = Checker(Folder(root)).cite("a.py", start, end)
    path.write_text("".join(f"{line}\n" for line in after), "utf-8")

    found = Checker(Folder(root)).check(cited)

    wanted = before[start - 1 : end]
    is_there = any(after[at : at + len(wanted)] == wanted for at in range(len(after)))
    assert (found.state in ("unchanged", "moved")) == is_there
    if found.now is not None:
        assert after[found.now.start - 1 : found.now.end] == wanted
