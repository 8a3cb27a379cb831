from dataclasses import replace

from nagori.cli.coverage import Row, rows
from nagori.testing.learning import a_file
from nagori.values.learned import Coverage, Known


def known(**files: Known) -> Coverage:
    return Coverage(files={path.replace("__", "/"): one for path, one in files.items()}, domains={})


def test_each_folder_tells_how_much_of_it_is_known() -> None:
    files = [a_file("setup", lines=5), a_file("docs/a"), a_file("docs/b"), a_file("src/c")]

    told = rows(files, known(docs__a=Known(2, 1), src__c=Known(1, 0)))

    assert told == [
        Row("", 1, 0, 5, 0, 0),
        Row("docs", 2, 1, 20, 3, 1),
        Row("src", 1, 1, 10, 1, 0),
    ]


def test_a_folder_that_holds_most_files_is_shown_by_what_is_in_it() -> None:
    files = [a_file(f"src/shop/{name}/{i}.py") for name in ("cart", "pay") for i in range(4)]

    told = rows([*files, a_file("src/shop/app.py"), a_file("README.md")], known())

    assert [row.folder for row in told] == ["", "src/shop", "src/shop/cart", "src/shop/pay"]


def test_many_folders_are_not_taken_apart_further() -> None:
    files = [a_file(f"src/{i:02}/a.py") for i in range(40)]

    assert [row.folder for row in rows(files, known())] == ["src"]


def test_files_that_are_not_analysed_do_not_count() -> None:
    assert rows([replace(a_file("logo.png"), skipped="binary")], known()) == []
