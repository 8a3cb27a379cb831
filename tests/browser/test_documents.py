"""Files in the app: imported, asked, cited."""

from playwright.sync_api import FilePayload, Page, expect
from tests.browser.conftest import House
from tests.browser.steps import answered, here, say, until_read
from tests.fixtures.pdf_files import a_pdf


def payload(name: str, data: bytes, kind: str) -> FilePayload:
    return {"name": name, "mimeType": kind, "buffer": data}


GUIDE = payload(
    "guide.pdf",
    a_pdf(
        [
            [("Porto is a city of bridges.", 12.0)],
            [("The tram along the Douro runs every 20 minutes.", 12.0)],
        ]
    ),
    "application/pdf",
)
OTHER = payload("lisbon.md", b"# Lisbon\nThe tram in Lisbon is yellow.", "text/markdown")


def test_a_pdf_is_imported_asked_and_cited(bare: House, page: Page) -> None:
    page.goto(f"{bare.url}/files")
    page.locator("input[type=file]").first.set_input_files([GUIDE, OTHER])
    expect(page.get_by_text("guide.pdf").first).to_be_visible()
    expect(page.get_by_text("ready", exact=True).nth(1)).to_be_visible()
    page.goto(bare.url)
    say(page, "How often does the tram along the Douro run?")
    answer = answered(page, "every 20 minutes")

    citation = answer.get_by_role("link", name="guide.pdf · p. 2")
    expect(citation).to_be_visible()
    citation.click()
    expect(page.get_by_text("every 20 minutes").first).to_be_visible()


def test_a_chat_is_limited_to_one_document(bare: House, page: Page) -> None:
    page.goto(bare.url)
    for file in (GUIDE, OTHER):
        page.request.post(here(page, "/api/documents"), multipart={"file": file})
    until_read(page, 2)
    page.reload()
    page.get_by_role("button", name="file or link").click()
    page.get_by_role("checkbox", name="Lisbon").check()
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    say(page, "what about the tram?")

    answer = answered(page, "yellow")
    expect(answer.get_by_text("every 20 minutes")).to_have_count(0)
    page.reload()
    expect(page.locator("form").get_by_text("lisbon.md")).to_be_visible()


def test_a_file_is_deleted_and_brought_back(bare: House, page: Page) -> None:
    page.goto(f"{bare.url}/files")
    page.locator("input[type=file]").first.set_input_files([OTHER])
    expect(page.get_by_text("ready", exact=True).first).to_be_visible()
    page.get_by_role("button", name="What to do with").first.click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(page.get_by_text("Lisbon", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()

    expect(page.get_by_text("ready", exact=True).first).to_be_visible()
