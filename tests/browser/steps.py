"""What a person does in the app, and what they see."""

import re

from playwright.sync_api import Locator, Page, expect


def say(page: Page, text: str) -> None:
    """Write a message and send it."""
    box = page.get_by_role("textbox", name="Message", exact=True)
    box.fill(text)
    box.press("Enter")


def answers(page: Page) -> Locator:
    """The answers of the chat that is open, oldest first."""
    return page.get_by_role("article", name="Answer")


def answered(page: Page, text: str, *, number: int | None = None) -> Locator:
    """The answer with this text, once it is whole."""
    answer = answers(page).filter(has_text=text).last
    expect(answer).to_be_visible()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_have_count(0)
    if number is not None:
        expect(answers(page)).to_have_count(number)
    return answer


def chat_id(page: Page) -> str:
    """The chat in the address."""
    page.wait_for_url(re.compile(r"/chats/"))
    return page.url.rsplit("/", 1)[1].split("#")[0]


def here(page: Page, path: str) -> str:
    """A path of the server that the page is from."""
    origin: str = page.evaluate("location.origin")
    return origin + path


def until_read(page: Page, count: int) -> None:
    """Wait until so many documents can be asked."""
    for _ in range(300):
        listed = page.request.get(here(page, "/api/documents")).json()["items"]
        if sum(one["state"] == "ready" for one in listed) >= count:
            return
        page.wait_for_timeout(200)
    raise AssertionError("they are not read yet")


def sidebar(page: Page) -> Locator:
    """Where chats and places are listed."""
    return page.get_by_role("navigation")


def chat_row(page: Page, title: str) -> Locator:
    """A chat in the sidebar."""
    return sidebar(page).get_by_role("listitem").filter(has_text=title)


def do_with_chat(page: Page, title: str, what: str) -> None:
    """Choose from the menu of a chat in the sidebar."""
    row = chat_row(page, title).first
    row.hover()
    row.get_by_role("button", name=re.compile("What to do")).click()
    page.get_by_role("menuitem", name=what, exact=True).click()


def undo(page: Page, told: str) -> None:
    """Take back what was just told."""
    toast = page.get_by_role("status").locator("> div").filter(has_text=told)
    toast.get_by_role("button", name="Undo").click()


def tab_to(page: Page, target: Locator, *, most: int = 60) -> None:
    """Press Tab until the target has the focus, as one does who has no mouse."""
    expect(target).to_be_visible()
    for _ in range(most):
        page.keyboard.press("Tab")
        if target.evaluate("node => node === document.activeElement"):
            return
    raise AssertionError("it can't be reached by Tab")


def covers(over: Locator, under: Locator) -> bool:
    """Whether one thing lies over another on the screen."""
    one, other = over.bounding_box(), under.bounding_box()
    assert one is not None
    assert other is not None
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    above = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    return not (beside or above)
