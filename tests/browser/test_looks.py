"""How the app looks and can be used: both languages and themes, all sizes, by keyboard and ear."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect
from tests.browser.conftest import ARTEFACTS, PHONE, WIDE, House
from tests.browser.steps import answered, here, say

PLACES = ("/", "/garden", "/files", "/page", "/settings")
SIZES: dict[str, ViewportSize] = {
    "wide": WIDE,
    "tablet": {"width": 900, "height": 1100},
    "phone": PHONE,
}
Scheme = Literal["light", "dark"]
SHIFTS = """
() => new Promise(done => {
  let sum = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value
  }).observe({ type: "layout-shift", buffered: true })
  setTimeout(() => done(sum), 300)
})
"""


def furnished(house: House, page: Page) -> None:
    """A chat, memories and a file to look at."""
    page.goto(house.url)
    for text in ("Prefers slow mornings; no alarm on trips.", "右膝下午容易累。"):
        page.request.post(here(page, "/api/memories"), data={"text": text})
    file: Any = {"name": "guide.md", "mimeType": "text/markdown", "buffer": b"# Guide\nTrams run."}
    page.request.post(here(page, "/api/documents"), multipart={"file": file})
    say(page, "Can you plan two slow mornings?")
    answered(page, "It is noted.")


def violations(page: Page) -> list[str]:
    """What axe-core finds that keeps somebody from using the page."""
    axe: Any = Axe()
    found: list[dict[str, Any]] = axe.run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


# Every two of language, theme and size meet.
@pytest.mark.parametrize(
    ("locale", "scheme", "size"),
    [
        ("en-US", "light", "wide"),
        ("zh-CN", "dark", "wide"),
        ("zh-CN", "light", "tablet"),
        ("en-US", "dark", "tablet"),
        ("zh-CN", "light", "phone"),
        ("en-US", "dark", "phone"),
    ],
)
def test_every_page_is_whole_and_can_be_used_by_all(
    house: House, browser: Browser, locale: str, scheme: Scheme, size: str
) -> None:
    context = browser.new_context(
        viewport=SIZES[size], locale=locale, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    if locale == "en-US":
        furnished(house, page)
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    for place in PLACES:
        page.goto(f"{house.url}{place}")
        expect(page.get_by_role("main")).to_be_visible()
        page.wait_for_timeout(400)
        assert page.evaluate("document.documentElement.lang").startswith(locale[:2])
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert page.evaluate(SHIFTS) < 0.1
        serious = violations(page)
        name = place.strip("/") or "chat"
        page.screenshot(path=ARTEFACTS / f"look-{name}-{size}-{scheme}-{locale[:2]}.png")
        assert serious == [], place
    context.close()


def test_the_language_and_the_theme_are_switched_and_kept(house: House, page: Page) -> None:
    page.goto(f"{house.url}/settings")
    page.get_by_role("radio", name="中文").or_(page.get_by_label("中文")).first.check()
    expect(page.get_by_role("navigation").get_by_text("记忆花园")).to_be_visible()
    page.reload()
    expect(page.get_by_role("navigation").get_by_text("记忆花园")).to_be_visible()
    assert page.evaluate("document.documentElement.lang").startswith("zh")


def test_everything_can_be_reached_by_keyboard(house: House, page: Page) -> None:
    page.goto(house.url)
    expect(page.get_by_role("textbox", name="Message", exact=True)).to_be_visible()
    seen: list[str] = []
    page.locator("body").press("Tab")
    for _ in range(25):
        seen.append(
            page.evaluate(
                "(document.activeElement.ariaLabel || document.activeElement.innerText || "
                "document.activeElement.placeholder || '').trim()"
            )
        )
        ring = page.evaluate(
            "getComputedStyle(document.activeElement).outlineStyle !== 'none' || "
            "document.activeElement.matches('textarea, body')"
        )
        assert ring, seen[-1]
        page.keyboard.press("Tab")
    told = " | ".join(seen)
    for name in ("New chat", "Memory garden", "Files", "Settings", "Message"):
        assert name in told


def test_on_a_phone_each_place_is_its_own_screen(house: House, browser: Browser) -> None:
    context = browser.new_context(viewport=SIZES["phone"], locale="en-US", has_touch=True)
    page = context.new_page()
    page.goto(house.url)
    say(page, "hello from a phone")
    answered(page, "It is noted.")
    page.get_by_role("button", name="Open the menu").click()
    page.get_by_role("link", name="Memory garden").click()
    expect(page.get_by_role("heading", name="Memory garden").first).to_be_visible()
    page.get_by_role("button", name="Open the menu").click()
    page.get_by_role("navigation").get_by_text("hello from a phone").first.click()
    answered(page, "It is noted.")
    context.close()
