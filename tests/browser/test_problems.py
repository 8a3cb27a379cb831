"""What went wrong is told in the person's own language, with the server's words below."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.browser.conftest import WIDE, House
from tests.browser.steps import here

from nagori.testing.model_server import ModelServer


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Of somebody who reads Chinese."""
    context = browser.new_context(viewport=WIDE, locale="zh-CN", color_scheme="light")
    yield context
    context.close()


def test_of_a_turn_that_failed(house: House, page: Page, model: ModelServer) -> None:
    model.fail_next(["unauthorized"])
    page.goto(house.url)
    page.get_by_role("textbox", name="消息", exact=True).fill("你好")
    page.keyboard.press("Enter")

    expect(page.get_by_role("alert")).to_have_text("连不上模型，没有得到回答。消息已保留。")


def test_of_files_and_links_that_cant_be_read(house: House, page: Page) -> None:
    page.goto(f"{house.url}/files")
    file: Any = {"name": "坏.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 nothing"}
    page.locator("input[type=file]").set_input_files(file)
    row = page.get_by_role("row").filter(has_text="坏.pdf")
    expect(row.get_by_text("文件已损坏，请重新保存或下载")).to_be_visible()
    expect(row.get_by_text("The PDF is damaged")).to_be_visible()
    empty: Any = {"name": "空.txt", "mimeType": "text/plain", "buffer": b""}
    page.locator("input[type=file]").set_input_files(empty)
    expect(page.get_by_role("status").get_by_text("没有收下「空.txt」：文件是空的")).to_be_visible()
    page.get_by_role("button", name="添加链接").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("http://127.0.0.1/secret")
    dialog.get_by_role("button", name="添加", exact=True).click()

    listed = page.get_by_role("row").filter(has_text="127.0.0.1")
    refused = dialog.get_by_role("alert").or_(listed)
    expect(refused.get_by_text("这个地址不在公共网络上")).to_be_visible()


def test_of_a_call_that_is_refused(house: House, page: Page) -> None:
    page.goto(house.url)
    made = page.request.post(here(page, "/api/chats"), data={"title": "船"}).json()
    row = page.get_by_role("navigation").get_by_role("listitem").filter(has_text="船")
    row.hover()
    row.get_by_role("button").click()
    page.request.delete(here(page, f"/api/chats/{made['id']}"))
    expect(row).to_have_count(0)  # told by the live feed, while its menu was open
    page.goto(f"{house.url}/chats/{made['id']}")

    expect(page.get_by_text("它已被删除，或属于别人。")).to_be_visible()


def test_of_a_model_that_was_tried(house: House, page: Page, model: ModelServer) -> None:
    page.goto(f"{house.url}/settings")
    model.fault = "server_error"
    section = page.locator("section").filter(has=page.get_by_role("heading", name="语言模型"))
    section.get_by_role("button", name="测试").click()

    told = section.get_by_role("status").filter(has_text="没有回应。")
    expect(told).to_be_visible(timeout=60_000)
    expect(told.locator("small")).to_be_visible()
