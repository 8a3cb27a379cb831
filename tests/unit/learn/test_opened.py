"""Where an open file lies."""

import os
from pathlib import Path

import pytest

from nagori.learn.opened import path_of, without_mark


def test_the_path_is_that_of_the_file_and_not_of_a_link_to_it(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "real")

    descriptor = os.open(tmp_path / "link" / "file", os.O_RDONLY)
    try:
        assert path_of(descriptor) in (None, tmp_path.resolve() / "real" / "file")
    finally:
        os.close(descriptor)


def test_what_is_not_open_lies_nowhere() -> None:
    assert path_of(987_654) is None


@pytest.mark.parametrize(
    ("told", "written"),
    [
        ("\\\\?\\C:\\code\\a.py", "C:\\code\\a.py"),
        ("\\\\?\\UNC\\server\\share\\a.py", "\\\\server\\share\\a.py"),
        ("/code/a.py", "/code/a.py"),
    ],
)
def test_the_mark_of_a_long_path_is_no_part_of_it(told: str, written: str) -> None:
    assert without_mark(told) == written
