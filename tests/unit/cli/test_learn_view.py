from dataclasses import replace
from io import StringIO

from rich.console import Console

from nagori.cli.learn_view import LeftOut, languages, left_out, reason_of, summary
from nagori.cli.session import Session
from nagori.cli.words import Words
from nagori.learn.analysing import Report
from nagori.learn.rules import IGNORED
from nagori.learn.secret_files import GIT, OWN, SECRET
from nagori.testing.builders import NOW
from nagori.testing.learning import a_file
from nagori.values.project import EvolutionStatus, Project

LOANS = Project("loans", "/code/loans", (), {}, EvolutionStatus(), "", 0, 0, 0, NOW, NOW)
REPORT = Report(LOANS, 0, 0, 0, 0, [], [])


def test_what_was_left_out_is_told_by_reason_the_most_common_first() -> None:
    inside = f"key.txt: key.txt is left out: it {SECRET}"
    ignored = [f"build: {IGNORED}", f"a: b.md: {IGNORED}", f"dist: {IGNORED}"]
    report = replace(REPORT, left_out=[f".env: {SECRET}", *ignored, inside])

    told = left_out(report, [replace(a_file("logo.png"), skipped="binary")])

    assert told == [
        LeftOut("is ignored", ("build", "a: b.md", "dist")),
        LeftOut("may hold secrets", (".env", "key.txt")),
        LeftOut("binary", ("logo.png",)),
    ]


def test_every_reason_of_an_analysis_is_told_in_both_languages() -> None:
    reasons = (IGNORED, SECRET, "is a link", "is no regular file")
    for reason in (*reasons, "binary", "large", "data", "generated"):
        assert not reason_of(reason, Words("zh")).isascii()
    assert reason_of(IGNORED, Words("en"), n=3) == "ignored (.gitignore)"
    assert reason_of("lies too deep", Words("zh")) == "lies too deep"


def test_what_nobody_wonders_about_is_not_listed() -> None:
    left = [f".git: {GIT}", f".nagori: {OWN}", f".env: {SECRET}"]
    report = replace(REPORT, project=replace(LOANS, files=1), files=1, left_out=left)

    shown = StringIO()
    console = Console(width=200, file=shown)
    console.print(*summary(report, [], Session()))

    told = shown.getvalue()
    assert "1 may hold secrets: .env" in told
    assert ".git" not in told
    assert ".nagori" not in told


def test_languages_are_counted_by_lines_of_what_was_looked_into() -> None:
    files = [
        a_file("a.py", lines=7),
        a_file("b.py", lines=5),
        replace(a_file("c.md", lines=30), language="markdown", skipped="generated"),
    ]

    assert languages(files) == {"python": 12}
