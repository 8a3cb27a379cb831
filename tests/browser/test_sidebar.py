"""The sidebar: chats are named, found, put away, deleted and brought back."""

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect
from tests.browser.conftest import PHONE, WIDE, House, environment
from tests.browser.steps import (
    answered,
    chat_id,
    chat_row,
    covers,
    do_with_chat,
    here,
    say,
    sidebar,
    undo,
)

from nagori.testing.model_server import ModelServer
from nagori.testing.model_wire import Body


def begin(page: Page, *said: str) -> None:
    """A chat for each thing that is said."""
    for text in said:
        sidebar(page).get_by_role("button", name="New chat").click()
        say(page, text)
        answered(page, "It is noted.", number=1)
        expect(chat_row(page, text)).to_have_count(1)


def test_a_chat_is_renamed_and_keeps_its_name(house: House, page: Page) -> None:
    page.goto(house.url)
    begin(page, "a chat about boats")
    do_with_chat(page, "boats", "Rename")
    dialog = page.get_by_role("dialog")
    field = dialog.get_by_role("textbox", name="Title")
    expect(field).to_have_value("a chat about boats")
    field.fill("   ")
    expect(dialog.get_by_role("button", name="Save")).to_be_disabled()
    field.fill("Ships & sails <b>")
    dialog.get_by_role("button", name="Save").click()

    expect(chat_row(page, "Ships & sails <b>")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ships & sails <b>")
    say(page, "and what about the weather there?")
    answered(page, "It is noted.", number=2)
    page.reload()
    expect(chat_row(page, "Ships & sails <b>")).to_have_count(1)
    expect(chat_row(page, "boats")).to_have_count(0)


def test_chats_are_found_by_their_titles_and_by_what_was_said(house: House, page: Page) -> None:
    page.goto(house.url)
    begin(page, "a chat about boats", "a chat about trains")
    say(page, "the night train leaves from Irun")
    answered(page, "It is noted.", number=2)
    search = sidebar(page).get_by_role("searchbox", name="Search chats")
    search.fill("boats")
    expect(chat_row(page, "trains")).to_have_count(0)
    expect(chat_row(page, "boats")).to_have_count(1)
    search.fill("Irun")
    expect(chat_row(page, "boats")).to_have_count(0)
    expect(chat_row(page, "trains")).to_have_count(1)
    search.fill("zeppelin")

    expect(sidebar(page).get_by_text("No chat speaks of “zeppelin”.")).to_be_visible()
    search.fill("")
    expect(chat_row(page, "boats")).to_have_count(1)
    expect(chat_row(page, "trains")).to_have_count(1)


def test_a_chat_is_put_away_and_brought_back(house: House, page: Page) -> None:
    page.goto(house.url)
    begin(page, "a chat about boats", "a chat about trains")
    do_with_chat(page, "boats", "Archive")
    expect(chat_row(page, "boats")).to_have_count(0)
    expect(chat_row(page, "trains")).to_have_count(1)
    sidebar(page).get_by_role("button", name="Archived chats").click()
    expect(chat_row(page, "boats")).to_have_count(1)
    expect(chat_row(page, "trains")).to_have_count(0)
    chat_row(page, "boats").get_by_role("link").click()
    answered(page, "It is noted.", number=1)
    do_with_chat(page, "boats", "Bring back")
    expect(sidebar(page).get_by_text("Nothing is put away.")).to_be_visible()
    sidebar(page).get_by_role("button", name="Back to chats").click()

    expect(chat_row(page, "boats")).to_have_count(1)
    do_with_chat(page, "trains", "Archive")
    undo(page, "about trains” is put away")
    expect(chat_row(page, "trains")).to_have_count(1)


def test_a_deleted_chat_comes_back_as_it_was_and_where_one_was(house: House, page: Page) -> None:
    page.goto(house.url)
    begin(page, "a chat about boats")
    id = chat_id(page)
    do_with_chat(page, "boats", "Delete")
    expect(chat_row(page, "boats")).to_have_count(0)
    page.wait_for_url(re.compile("/$"))
    assert page.request.get(here(page, f"/api/chats/{id}")).status == 404
    undo(page, "is deleted")

    expect(chat_row(page, "boats")).to_have_count(1)
    assert chat_id(page) == id
    answered(page, "It is noted.", number=1)


def test_a_deleted_chat_stays_deleted_and_its_memories_stay(house: House, page: Page) -> None:
    page.goto(house.url)
    begin(page, "I live in Porto")
    id = chat_id(page)
    expect(page.get_by_text("The user lives in Porto")).to_be_visible()
    do_with_chat(page, "Porto", "Delete")
    expect(chat_row(page, "Porto")).to_have_count(0)
    page.goto(f"{house.url}/chats/{id}")

    expect(page.get_by_role("heading", name="This chat is not here").last).to_be_visible()
    expect(chat_row(page, "Porto")).to_have_count(0)
    kept = page.request.get(here(page, "/api/memories?tags=summary")).json()["items"]
    assert [memory["text"] for memory in kept] == ["The user lives in Porto."]


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_what_is_told_never_lies_over_the_input(
    house: House, browser: Browser, size: ViewportSize
) -> None:
    context = browser.new_context(viewport=size, locale="en-US")
    page = context.new_page()
    page.goto(house.url)
    page.request.post(here(page, "/api/chats"), data={"title": "a chat about boats"})
    if size is PHONE:
        page.get_by_role("button", name="Open the menu").click()
    do_with_chat(page, "boats", "Delete")
    if size is PHONE:
        page.get_by_role("button", name="Close the menu").click()
    box = page.get_by_role("textbox", name="Message", exact=True)
    told = page.get_by_role("status").filter(has_text="is deleted")
    expect(told).to_be_visible()

    assert not covers(told, page.locator("form").filter(has=box))
    box.fill("many\nlines\nof\nwords\nthat\nmake\nit\nhigh")
    assert not covers(told, page.locator("form").filter(has=box))
    context.close()


@pytest.fixture
def titled(tmp_path: Path, model: ModelServer) -> Iterator[House]:
    """With a model that names chats."""
    env = environment(
        NAGORI_MODELS__CHAT__TYPE="openai",
        NAGORI_MODELS__CHAT__ENDPOINT=f"{model.url}/v1",
        NAGORI_MODELS__CHAT__MODEL="loopback",
        NAGORI_MODELS__CHAT__API_KEY="sk-none",
        NAGORI_MODELS__DECISION__TYPE="extractive",
        NAGORI_MODELS__SUMMARY__TYPE="extractive",
        NAGORI_MODELS__TITLE__MODEL="titles",
    )
    house = House(tmp_path, env)
    house.start()
    yield house
    house.stop()


def test_a_title_by_a_model_appears_without_a_reload(
    titled: House, page: Page, model: ModelServer
) -> None:
    read = threading.Event()

    def reply(body: Body) -> str:
        if body["model"] != "titles":
            return "It is noted."
        read.wait(60)  # until the title by rule was seen
        return "Boats in May"

    model.answer = reply
    page.goto(titled.url)
    say(page, "which of them sail to the islands?")
    answered(page, "It is noted.", number=1)
    expect(chat_row(page, "which of them sail")).to_have_count(1)
    read.set()

    expect(chat_row(page, "Boats in May")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_text("Boats in May")
    expect(chat_row(page, "which of them sail")).to_have_count(0)


def test_on_a_phone_the_sidebar_is_a_screen_that_opens_and_closes(
    house: House, browser: Browser
) -> None:
    context = browser.new_context(viewport=PHONE, locale="en-US", has_touch=True)
    page = context.new_page()
    page.goto(house.url)
    say(page, "a chat about boats")
    answered(page, "It is noted.", number=1)
    expect(sidebar(page)).to_have_count(0)
    page.get_by_role("button", name="Open the menu").tap()
    expect(sidebar(page)).to_be_visible()
    width: int = sidebar(page).evaluate("node => node.offsetWidth")
    assert width == PHONE["width"]
    page.get_by_role("button", name="Close the menu").tap()
    expect(sidebar(page)).to_have_count(0)
    page.get_by_role("button", name="Open the menu").tap()
    page.go_back()
    expect(sidebar(page)).to_have_count(0)
    answered(page, "It is noted.", number=1)
    page.get_by_role("button", name="Open the menu").tap()
    sidebar(page).get_by_role("searchbox", name="Search chats").fill("boats")
    row = chat_row(page, "boats").first
    row.get_by_role("button", name=re.compile("What to do")).tap()
    page.get_by_role("menuitem", name="Rename").tap()
    page.get_by_role("dialog").get_by_role("textbox").fill("Ships")
    page.get_by_role("dialog").get_by_role("button", name="Save").tap()
    expect(chat_row(page, "Ships")).to_have_count(1)
    sidebar(page).get_by_role("button", name="New chat").tap()

    expect(sidebar(page)).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("A new conversation")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    context.close()


def test_a_chat_made_before_the_page_listens_is_shown(house: House, page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/events", hold)
    page.goto(house.url)
    expect(page.get_by_text("Chats will be kept here")).to_be_visible()

    page.request.post(here(page, "/api/chats"), data={"title": "a chat about boats"})
    for route in held:
        route.continue_()

    expect(chat_row(page, "boats")).to_be_visible()
