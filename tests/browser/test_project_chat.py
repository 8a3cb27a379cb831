"""A chat about a project: chosen with the keyboard, seen in the prompt, and taken away again."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import ARTEFACTS, House
from tests.browser.steps import answered, chat_id, here, say
from tests.browser.test_looks import violations
from tests.browser.test_projects import FILES, learned

from nagori.testing.model_server import ModelServer
from nagori.testing.model_wire import ModelAnswer
from nagori.values.prompt import Call


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small project on this machine."""
    root = tmp_path / "loans"
    path = root / "src/loans/kinds.py"
    path.parent.mkdir(parents=True)
    path.write_text(FILES["src/loans/kinds.py"])
    return root


def test_a_chat_is_about_a_project_until_it_is_not(
    house: House, model: ModelServer, page: Page, folder: Path
) -> None:
    learned(page, house, folder)
    page.goto(house.url)
    chip = page.get_by_role("button", name="Choose a project for this chat")
    chip.press("Enter")
    expect(page.get_by_role("menuitemradio", name="No project")).to_be_focused()
    page.keyboard.press("ArrowDown")
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=ARTEFACTS / "project-chat-menu.png")
    assert violations(page) == []
    page.keyboard.press("Enter")
    about = page.get_by_role("button", name="About the project “loans”")
    expect(about).to_be_focused()

    read = Call("call_1", "read_file", json.dumps({"path": "src/loans/kinds.py"}))
    model.answer_next([ModelAnswer("", calls=(read,)), "All of it at the end."])
    say(page, "What is a bullet loan of Kind?")
    answered(page, "All of it at the end.")
    assert "BULLET" in json.dumps(model.requests[-1].body)
    page.get_by_text("Looked in the project’s files").click()
    expect(page.get_by_text("Read lines of a file")).to_be_visible()

    chat = chat_id(page)
    page.reload()
    expect(about).to_be_visible()
    about.click()
    page.get_by_role("menuitemradio", name="No project").click()
    expect(chip).to_be_visible()
    assert page.request.get(here(page, f"/api/chats/{chat}")).json()["project"] is None
