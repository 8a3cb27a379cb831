"""The main paths without a mouse."""

from playwright.sync_api import Page, expect
from tests.browser.conftest import House
from tests.browser.steps import answered, chat_row, here, sidebar, tab_to

from nagori.testing.model_server import ModelServer


def test_a_chat_from_the_first_key_to_the_reasons(
    house: House, page: Page, model: ModelServer
) -> None:
    model.answer = "Then slowly."
    page.goto(house.url)
    page.request.post(
        here(page, "/api/memories"), data={"text": "Carla prefers slow mornings on trips"}
    )
    tab_to(page, page.get_by_role("link", name="Skip to the page"), most=1)
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("textbox", name="Message", exact=True))
    page.keyboard.type("What does Carla prefer")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("on mornings of trips?")
    page.keyboard.press("Enter")
    answer = answered(page, "Then slowly.", number=1)
    expect(page.get_by_role("article", name="You")).to_contain_text("prefer\non mornings")
    page.keyboard.press("Escape")
    tab_to(page, page.get_by_role("link", name="Skip to the page"))
    page.keyboard.press("Enter")
    tab_to(page, answer.get_by_role("button", name="1 memory shaped this"))
    page.keyboard.press("Enter")
    drawer = page.get_by_role("complementary", name="Why these memories")
    expect(drawer.get_by_text("slow mornings")).to_be_visible()
    page.keyboard.press("Escape")

    expect(drawer).to_have_count(0)


def test_an_answer_is_stopped_asked_for_again_and_its_question_edited(
    house: House, page: Page, model: ModelServer
) -> None:
    model.answer = "First answer."
    model.hold()
    page.goto(house.url)
    tab_to(page, page.get_by_role("textbox", name="Message", exact=True))
    page.keyboard.type("hello")
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Stop", exact=True))
    page.keyboard.press("Enter")
    expect(page.get_by_text("Stopped here.")).to_be_visible()
    model.release()
    model.answer = "Second answer."
    tab_to(page, page.get_by_role("button", name="Answer again"))
    page.keyboard.press("Enter")
    answered(page, "Second answer.", number=1)
    model.answer = "Third answer."
    tab_to(page, page.get_by_role("button", name="Edit the message"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Edit the message")).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("hello there")
    page.keyboard.press("ControlOrMeta+Enter")

    answered(page, "Third answer.", number=1)
    expect(page.get_by_role("article", name="You")).to_contain_text("hello there")


def test_a_chat_is_renamed_and_deleted_from_its_menu(house: House, page: Page) -> None:
    page.goto(house.url)
    page.request.post(here(page, "/api/chats"), data={"title": "about boats"})
    tab_to(page, chat_row(page, "about boats").get_by_role("link"))
    menu = chat_row(page, "about boats").get_by_role("button")
    tab_to(page, menu, most=1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Rename")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(menu).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Rename")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("about ships")
    page.keyboard.press("Enter")
    expect(chat_row(page, "about ships")).to_have_count(1)
    expect(page.get_by_role("dialog")).to_have_count(0)
    tab_to(page, chat_row(page, "about ships").get_by_role("button"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Rename")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("menuitem", name="Delete")).to_be_focused()
    page.keyboard.press("Enter")
    expect(chat_row(page, "about ships")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    page.keyboard.press("ControlOrMeta+z")

    expect(chat_row(page, "about ships")).to_have_count(1)


def test_a_memory_is_planted_and_looked_at_in_the_list(house: House, page: Page) -> None:
    page.goto(house.url)
    tab_to(page, sidebar(page).get_by_role("link", name="Memory garden"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Add a memory"))
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    tab_to(page, dialog.get_by_role("textbox"))
    page.keyboard.type("Diego plays the cello")
    tab_to(page, dialog.get_by_role("button", name="Add a memory"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("Planted.")).to_be_visible()
    tab_to(page, page.get_by_role("button", name="List", exact=True))
    page.keyboard.press("Enter")
    row = page.get_by_role("region", name="Memories").get_by_role("button", name="Diego")
    tab_to(page, row)
    page.keyboard.press("Enter")

    card = page.get_by_role("article", name="Memory")
    expect(card.get_by_text("Diego plays the cello").first).to_be_visible()
