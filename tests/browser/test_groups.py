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
    for minute, (speaker, text) in enumerate(TALK):
        at = f"2026-05-03T09:0{minute}:00Z"
        heard = post(page, "/api/groups/team/messages", speaker=speaker, text=text, said_at=at)
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


def test_the_graph_shows_what_replies_to_what(house: House, page: Page) -> None:
    id = furnished(house, page)
    page.goto(f"{house.url}/groups/{id}")
    page.get_by_role("button", name="Graph").click()

    graph = page.get_by_role("list", name="Messages and what they reply to, oldest first")
    expect(graph.get_by_role("listitem").last).to_contain_text("to be answered")
    told = page.locator("aside[aria-live]")
    expect(told).to_contain_text("replies to dan")
    assert page.locator(".chart path.chosen").count() >= 2
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(graph.get_by_role("button", pressed=True)).to_be_focused()
    first = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") != first
    graph.get_by_role("button", name="I can bring a chocolate cake").hover()
    expect(told).to_contain_text("replies to bob")
    expect(told).to_contain_text("same conversation")


def test_a_message_is_put_into_another_conversation_and_back(house: House, page: Page) -> None:
    id = furnished(house, page)
    page.goto(f"{house.url}/groups/{id}")
    asked = page.locator("section.asked")
    asked.get_by_role("button", name="Put right: bob").click()
    dialog = page.get_by_role("dialog", name="Which conversation is this part of?")
    expect(dialog.get_by_role("radio")).to_have_count(len(TALK))
    expect(dialog.get_by_role("button", name="Save")).to_be_disabled()
    dialog.get_by_text("cat: yes, the grey router").click()
    dialog.get_by_role("button", name="Save").click()

    expect(page.get_by_text("Put right. Contexts follow from now on.")).to_be_visible()
    expect(asked.get_by_text("put right: belongs with ann")).to_be_visible()
    message = page.request.get(here(page, f"/api/contexts/{id}")).json()["record"]
    again = post(page, "/api/groups/team/context", message_id=message["trigger_message_id"])
    best = again["candidates"][0]["message"]
    assert best["content"] == "cat: yes, the grey router"
    assert again["links"][again["message_id"]]["to"] == best["id"]
    page.get_by_role("button", name="Graph").click()
    expect(page.locator(".chart path.corrected")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".chart path.corrected")).to_have_count(0)

    graph = page.get_by_role("list", name="Messages and what they reply to, oldest first")
    graph.get_by_role("button", name="I can bring a chocolate cake").click()
    page.locator("aside[aria-live]").get_by_role("button", name="Put right: dan").click()
    dialog.get_by_text("It starts a conversation of its own").click()
    dialog.get_by_role("button", name="Save").click()
    expect(graph.get_by_text("put right: starts its own")).to_be_visible()
    page.locator("aside[aria-live]").get_by_role("button", name="Put right: dan").click()
    dialog.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("Taken back.")).to_be_visible()
    expect(graph.get_by_text("put right: starts its own")).to_have_count(0)


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
    [
        ("en-US", "light", WIDE),
        ("zh-CN", "dark", PHONE),
        ("en-US", "dark", WIDE),
    ],
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
    width = "phone" if size == PHONE else "wide"

    def look(name: str) -> None:
        page.wait_for_timeout(400)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        serious = violations(page)
        page.screenshot(path=ARTEFACTS / f"look-{name}-{width}-{scheme}-{locale[:2]}.png")
        assert serious == []

    for name, place in (("groups", "/groups"), ("context", f"/groups/{id}")):
        page.goto(f"{house.url}{place}")
        expect(page.get_by_text("bob").first).to_be_visible()
        look(name)
        assert page.evaluate(SHIFTS) < 0.1
    told = page.request.get(here(page, f"/api/contexts/{id}")).json()
    router = told["messages"][-2]["id"]
    own = f"/api/groups/team/messages/{router}/conversation"
    assert page.request.put(here(page, own), data={"with": None}).ok
    page.reload()
    page.locator("[aria-pressed=false]").last.click()
    expect(page.locator(".chart svg")).to_be_visible()
    page.locator(".chart").scroll_into_view_if_needed()
    look("graph")
    page.locator("aside[aria-live] button").click()
    expect(page.get_by_role("dialog").get_by_role("radio").nth(2)).to_be_visible()
    look("put-right")
    context.close()
