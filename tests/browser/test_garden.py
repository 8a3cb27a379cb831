"""The memory garden."""

from playwright.sync_api import BrowserContext, Page, expect
from tests.browser.conftest import House, Watch, watched
from tests.browser.steps import answered, here, say


def plant(page: Page, text: str) -> None:
    page.get_by_role("button", name="Add a memory").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").first.fill(text)
    dialog.get_by_role("button").last.click()
    expect(page.get_by_text("Planted.")).to_be_visible()


def test_a_star_is_planted_and_recalled_in_the_next_turn(house: House, page: Page) -> None:
    page.goto(f"{house.url}/garden")
    plant(page, "Carla is allergic to peanuts")
    expect(page.get_by_text("1 memory", exact=False).first).to_be_visible()
    page.goto(house.url)
    say(page, "What is Carla allergic to?")
    answer = answered(page, "It is noted.")

    expect(answer.get_by_text("1 memory shaped this")).to_be_visible()


def test_a_memory_is_edited_put_away_brought_back_and_erased(house: House, page: Page) -> None:
    page.goto(f"{house.url}/garden")
    plant(page, "Carla lives in Lisbon")
    page.get_by_role("radio", name="List").or_(
        page.get_by_role("button", name="List")
    ).first.click()
    page.get_by_text("Carla lives in Lisbon").first.click()
    page.get_by_role("button", name="Edit").first.click()
    page.get_by_role("textbox", name="Text").fill("Carla lives in Porto")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Changed.")).to_be_visible()
    expect(page.get_by_text("Carla lives in Porto").first).to_be_visible()
    page.get_by_role("button", name="Put away").first.click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Carla lives in Porto").first).to_be_visible()
    listed = page.request.get(here(page, "/api/memories")).json()["items"]
    assert [(memory["text"], memory["status"]) for memory in listed] == [
        ("Carla lives in Porto", "active")
    ]


def test_an_emotion_is_given_and_taken_away(house: House, page: Page) -> None:
    page.goto(f"{house.url}/garden")
    plant(page, "Carla saw the sea")
    for emotion in ("calm", ""):
        page.get_by_role("button", name="Edit").first.click()
        page.get_by_role("dialog").get_by_role("textbox", name="Feeling").fill(emotion)
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        felt = page.get_by_role("article", name="Memory").get_by_text("calm")
        expect(felt).to_have_count(1 if emotion else 0)

    (memory,) = page.request.get(here(page, "/api/memories")).json()["items"]
    assert (memory["text"], memory["emotion_label"]) == ("Carla saw the sea", None)


def test_a_memory_made_elsewhere_appears_without_a_reload(
    house: House, page: Page, context: BrowserContext, watch: Watch
) -> None:
    page.goto(f"{house.url}/garden")
    expect(page.get_by_text("Nothing grows here yet")).to_be_visible()
    other = context.new_page()
    watched(other, watch)
    other.goto(f"{house.url}/garden")
    plant(other, "Diego plays the cello")

    expect(page.get_by_text("1 memory", exact=False).first).to_be_visible()
