"""Projects: a folder is learned, looked at, asked, learned on and forgotten."""

import json
import re
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from tests.browser.conftest import ARTEFACTS, PHONE, WIDE, House
from tests.browser.steps import here
from tests.browser.test_looks import SHIFTS, violations

from nagori.testing.model_server import ModelServer

FILES = {
    "README.md": "# Loans\n\nKeeps loans and how they are paid back.\n",
    "pyproject.toml": '[project]\nname = "loans"\nversion = "1"\ndependencies = ["fastapi"]\n',
    "src/loans/kinds.py": (
        '"""Kinds of loans."""\n\nfrom enum import Enum\n\n\nclass Kind(Enum):\n'
        '    """How a loan is paid back."""\n\n    EQUAL = "equal"  # the same sum every month\n'
        '    BULLET = "bullet"  # all of it at the end\n'
    ),
    "src/loans/repay.py": (
        '"""Paying back."""\n\nfrom loans.kinds import Kind\n\n\n'
        "def instalment(amount: int, months: int, kind: Kind) -> int:\n"
        '    """What is due in a month."""\n'
        "    return amount // months if kind is Kind.EQUAL else 0\n"
    ),
    "src/loans/api.py": (
        '"""Routes."""\n\nfrom fastapi import FastAPI\n\napp = FastAPI()\n\n\n'
        '@app.get("/loans/{id}")\ndef loan(id: int) -> dict[str, int]:\n'
        '    """One loan."""\n    return {"id": id}\n'
    ),
    "tests/test_repay.py": (
        "from loans.kinds import Kind\nfrom loans.repay import instalment\n\n\n"
        "def test_equal_parts() -> None:\n    assert instalment(12, 3, Kind.EQUAL) == 4\n"
    ),
    "notes/plain.txt": "nothing that says anything\n" * 30,
    ".env": "TOKEN=not-for-anybody\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small project on this machine."""
    root = tmp_path / "loans"
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def learned(page: Page, house: House, folder: Path) -> None:
    """Register the folder over HTTP and wait until it is read."""
    page.goto(house.url)
    asked = page.request.post(here(page, "/api/projects"), data={"path": str(folder)})
    assert asked.ok, asked.text()
    for _ in range(200):
        project = page.request.get(here(page, "/api/projects/loans")).json()
        if project["analysed_at"] and not project["analysis"]["running"]:
            return
        page.wait_for_timeout(100)
    raise AssertionError("the folder is not read yet")


def part(page: Page, heading: str) -> Locator:
    """The part of the page under a heading."""
    return page.locator("section").filter(has=page.get_by_role("heading", name=heading))


def test_a_folder_is_learned_asked_and_forgotten(bare: House, page: Page, folder: Path) -> None:
    page.goto(bare.url)
    page.get_by_role("navigation").get_by_role("link", name="Projects").click()
    expect(page.get_by_text("nagori learn PATH")).to_be_visible()
    page.get_by_role("button", name="Learn a folder").click()
    dialog = page.get_by_role("dialog")
    where = dialog.get_by_label("Folder on the server's machine")
    where.fill(str(folder / "none"))
    where.press("Enter")
    expect(dialog.get_by_role("alert")).to_be_visible()
    where.fill(str(folder))
    where.press("Enter")

    expect(page.get_by_role("heading", name="loans", level=1)).to_be_visible()
    chart = page.get_by_role("group", name="Coverage of")
    kinds = chart.get_by_role("button", name="src/loans/kinds.py")
    expect(kinds).to_have_accessible_name(re.compile("records? · known$"))
    expect(chart.get_by_role("button", name="notes/plain.txt")).to_be_visible()
    expect(chart.get_by_role("button", name=".env")).to_have_count(0)

    kinds.focus()
    page.keyboard.press("Enter")
    drawer = page.get_by_role("complementary", name="kinds.py")
    code = drawer.get_by_role("region", name="Lines 1 to")
    expect(code.get_by_text("BULLET")).to_be_visible()
    expect(drawer.get_by_role("heading", name="What is known of it")).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)

    page.get_by_role("button", name="List").click()
    tree = page.get_by_role("tree")
    tree.get_by_role("treeitem", name="src/loans").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(tree.get_by_role("treeitem", name="src/loans/api.py")).to_be_focused()

    page.get_by_role("link", name="Records").click()
    page.get_by_role("searchbox", name="Search records").fill("Kind")
    record = page.get_by_role("article").filter(has_text="Kind").first
    expect(record.locator(".score")).to_be_visible()  # found, not merely listed
    record.get_by_role("button", expanded=False).first.click()
    cited = record.get_by_role("button", name="Show the lines").first
    cited.click()
    expect(page.locator("li.cited").first).to_be_visible()
    page.get_by_role("complementary").get_by_role("button", name="Close").click()

    box = page.get_by_role("textbox", name="Ask about this project")
    box.fill("Which kinds of loans are there?")
    box.press("Enter")
    answer = page.get_by_role("region", name="Which kinds of loans are there?")
    expect(answer).to_contain_text("src/loans/kinds.py")
    answer.get_by_role("button", name="src/loans/kinds.py").first.click()
    expect(page.locator("li.cited").first).to_be_visible()

    page.get_by_role("link", name="Learning").click()
    page.get_by_role("button", name="Pause learning").click()
    expect(page.get_by_text("Learning is paused")).to_be_visible()
    page.get_by_role("button", name="Change the limits…").click()
    dialog.get_by_label("Questions a day").fill("7")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("meter", name="Questions")).to_have_attribute(
        "aria-valuetext", re.compile("of 7$")
    )
    (folder / "tests" / "test_api.py").write_text("from loans.api import loan\n\nloan(1)\n")
    menu = page.get_by_role("button", name="What to do with “loans”")
    menu.click()
    page.get_by_role("menuitem", name="Read it again").click()
    asked = "Which tests check src/loans/api.py"
    expect(part(page, "What is not known yet").get_by_text(asked)).to_be_visible()
    page.get_by_role("button", name="Learn something now").click()
    expect(page.get_by_text("A round begins.")).to_be_visible()
    expect(part(page, "Rounds so far").get_by_role("heading", name=asked)).to_be_visible()
    expect(page.get_by_text("Learning is paused")).to_be_visible()
    page.get_by_role("button", name="Go on learning").click()
    expect(page.get_by_role("button", name="Pause learning")).to_be_visible()

    menu.click()
    page.get_by_role("menuitem", name="Forget…").click()
    dialog.get_by_role("button", name="Forget it for good").click()
    expect(page.get_by_text("No folder has been learned yet")).to_be_visible()
    assert page.request.get(here(page, "/api/projects/loans")).status == 404
    assert not (folder / ".nagori").exists()


def test_a_round_is_seen_while_it_runs(
    house: House, model: ModelServer, page: Page, folder: Path
) -> None:
    question = "How is a `Kind` turned into what is due in a month?"
    asked, explored, calls = Event(), Event(), count()

    def answer(body: Mapping[str, Any]) -> str:
        if next(calls) == 0:
            asked.wait(30)
            return json.dumps({"question": question, "type": "DATA_FLOW"})
        explored.wait(30)
        return "Nothing that could be used."

    model.answer = answer
    try:
        learned(page, house, folder)
        page.goto(f"{house.url}/projects/loans?view=learning")
        now = page.get_by_role("region", name="Just now")
        expect(now.get_by_role("status")).to_have_text("Looking for a good question")
        expect(page.get_by_role("button", name="Learn something now")).to_be_disabled()
        asked.set()
        expect(now.get_by_role("heading")).to_contain_text("How is a Kind turned")
        expect(now.get_by_role("status")).to_have_text("Exploring")
    finally:
        asked.set()
        explored.set()
    expect(now).to_have_count(0)
    expect(part(page, "Rounds so far").get_by_text("How is a Kind turned")).to_be_visible()


def test_what_is_not_there_is_told(bare: House, page: Page) -> None:
    page.goto(f"{bare.url}/projects/nothing")
    expect(page.get_by_text("There is no such project.")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "scheme", "size", "views"),
    [
        ("en-US", "light", WIDE, ("", "?view=records")),
        ("zh-CN", "dark", PHONE, ("", "?view=learning")),
    ],
)
def test_projects_are_whole_and_can_be_used_by_all(
    bare: House, browser: Browser, folder: Path, locale: str,
    scheme: Literal["light", "dark"], size: ViewportSize, views: tuple[str, ...],
) -> None:  # fmt: skip
    context = browser.new_context(
        viewport=size, locale=locale, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    learned(page, bare, folder)
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    width = "phone" if size == PHONE else "wide"

    def look(name: str) -> None:
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        page.screenshot(path=ARTEFACTS / f"look-{name}-{width}-{scheme}-{locale[:2]}.png")
        assert violations(page) == []

    for view in views:
        page.goto(f"{bare.url}/projects/loans{view}")
        expect(page.locator(".map, article, .state").first).to_be_visible()
        look(f"project-{view.rpartition('=')[2] or 'map'}")
        assert page.evaluate(SHIFTS) < 0.1
    page.goto(f"{bare.url}/projects")
    page.get_by_role("link", name="loans").click()
    page.locator(".map button", has_text="kinds.py").click()
    expect(page.locator("li[data-line]").first).to_be_visible()
    look("project-file")
    context.close()
