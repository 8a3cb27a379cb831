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
