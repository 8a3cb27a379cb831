"""The monitor of groups: what a bot got to see, why, and what people thought of it."""

from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from tests.browser.conftest import ARTEFACTS, PHONE, WIDE, House
from tests.browser.steps import here
from tests.browser.test_looks import SHIFTS, violations

TALK = (
    ("ann", "does anybody know why the wifi in room 4 drops all the time?"),
    ("bob", "who brings the cake for Friday?"),
    ("cat", "ann: is it the wifi router on the second floor?"),
    ("dan", "bob: I can bring a chocolate cake"),
    ("ann", "cat: yes, the grey router"),
    ("bob", "dan: perfect, will it have nuts?"),
)


def post(page: Page, path: str, **body: Any) -> Any:
    answer = page.request.post(here(page, path), data=body)
    assert answer.ok, answer.text()
    return answer.json()


def furnished(house: House, page: Page) -> str:
    """A group in which the bot looked twice; the id of the last context."""
    page.goto(house.url)
    heard: dict[str, Any] = {}
    for speaker, text in TALK:
        heard = post(page, "/api/groups/team/messages", speaker=speaker, text=text)
    post(page, "/api/groups/team/context", message_id=heard["id"])
    return post(page, "/api/groups/team/context", message_id=heard["id"])["id"]


def test_a_context_is_opened_understood_and_judged(house: House, page: Page) -> None:
    furnished(house, page)
    page.reload()
    page.get_by_role("navigation").get_by_role("link", name="Groups").click()

    expect(page.get_by_role("heading", name="Groups")).to_be_visible()
    expect(page.get_by_role("img", name="Time to choose, oldest to newest")).to_be_visible()
    rows = page.get_by_role("row")
    expect(rows).to_have_count(3)
    rows.nth(1).get_by_role("link").click()
    expect(page.get_by_text("dan: perfect, will it have nuts?")).to_be_visible()
    taken = page.locator("li.chosen")
    expect(taken.get_by_text("bob: I can bring a chocolate cake")).to_be_visible()
    expect(taken.first.get_by_text("seen by the bot")).to_be_visible()
    page.get_by_role("button", name="good").click()
    expect(page.get_by_text("Noted. It helps to choose better.")).to_be_visible()
    page.get_by_role("link", name="All contexts").click()
    expect(page.get_by_role("row").nth(1).get_by_text("good")).to_be_visible()


def test_who_has_no_groups_is_not_bothered(house: House, page: Page) -> None:
    page.goto(house.url)
    expect(page.get_by_role("navigation").get_by_role("link", name="Files")).to_be_visible()
    expect(page.get_by_role("navigation").get_by_role("link", name="Groups")).to_have_count(0)
    page.goto(f"{house.url}/groups")
    expect(page.get_by_text("No group has been answered yet")).to_be_visible()
    page.goto(f"{house.url}/groups/nothing")
    expect(page.get_by_text("This context is not kept any more.")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "scheme", "size"),
    [("en-US", "light", WIDE), ("zh-CN", "dark", PHONE), ("zh-CN", "light", WIDE)],
)
def test_the_monitor_is_whole_and_can_be_used_by_all(
    house: House, browser: Browser, locale: str, scheme: Literal["light", "dark"],
    size: ViewportSize,
) -> None:  # fmt: skip
    context = browser.new_context(
        viewport=size, locale=locale, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    id = furnished(house, page)
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    for name, place in (("groups", "/groups"), ("context", f"/groups/{id}")):
        page.goto(f"{house.url}{place}")
        expect(page.get_by_text("bob").first).to_be_visible()
        page.wait_for_timeout(400)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert page.evaluate(SHIFTS) < 0.1
        serious = violations(page)
        width = "phone" if size == PHONE else "wide"
        page.screenshot(path=ARTEFACTS / f"look-{name}-{width}-{scheme}-{locale[:2]}.png")
        assert serious == []
    context.close()
