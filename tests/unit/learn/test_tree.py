"""The tree of a project, with how much is known of each file and folder."""

from dataclasses import replace

from nagori.learn.tree import TreeEntry, tree_of
from nagori.testing.learning import a_file
from nagori.values.learned import Coverage, Known


def test_folders_come_before_what_they_hold_and_carry_its_sums() -> None:
    files = [
        a_file("src/a.py", lines=10),
        a_file("src/a/b.py", lines=5),
        a_file("src-old/c.py", lines=1),
        replace(a_file("logo.png", lines=0), language=None, skipped="binary"),
    ]
    coverage = Coverage({"src/a.py": Known(3, 1), "src/a/b.py": Known(2), "gone.py": Known(9)}, {})

    assert tree_of(files, coverage) == [
        TreeEntry("logo.png", "file", 0, 0, 0, None, "binary"),
        TreeEntry("src", "folder", 15, 6, 1),
        TreeEntry("src/a", "folder", 5, 2, 0),
        TreeEntry("src/a/b.py", "file", 5, 2, 0, "python"),
        TreeEntry("src/a.py", "file", 10, 4, 1, "python"),
        TreeEntry("src-old", "folder", 1, 0, 0),
        TreeEntry("src-old/c.py", "file", 1, 0, 0, "python"),
    ]


def test_a_project_without_files_has_no_tree() -> None:
    assert tree_of([], Coverage({}, {})) == []
