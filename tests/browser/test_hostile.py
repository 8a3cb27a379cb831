"""Hostile content: nothing runs, nothing is fetched from elsewhere, nothing breaks the layout."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import House, Watch
from tests.browser.steps import answered, here, say, until_read

from nagori.testing.model_server import ModelServer
from nagori.testing.model_wire import ModelAnswer
from nagori.values.prompt import Call

ATTACKS = (
    "<script>window.hit = 1</script>",
    "<img src=x onerror='window.hit = 1'>",
    "<svg onload='window.hit = 1'><circle/></svg>",
    "[click](javascript:window.hit=1) [data](data:text/html,<script>window.hit=1</script>)",
    "![pixel](http://tracker.example/p.png) ![ref][1]\n\n[1]: http://tracker.example/ref.png",
    "<iframe src='http://tracker.example/'></iframe><object data='http://tracker.example/o'>",
    "<a href='http://tracker.example/' ping='http://tracker.example/ping'>a</a>",
    "<style>@import url(http://tracker.example/a.css); body { display: none }</style>",
    "<form action='http://tracker.example/'><button autofocus onfocus='window.hit=1'>b</button>",
    "<math><mtext><table><mglyph><style><img src=x onerror=window.hit=1></style></mglyph></table>",
    "\u202egnp.exe\u202c evil \u2066x\u2069 " + "long" * 2000,
    "<div style='position:fixed;inset:0'>over all</div><base href='http://tracker.example/'>",
)


def unharmed(page: Page, house: House, watch: Watch) -> None:
    page.wait_for_timeout(200)
    assert page.evaluate("window.hit") is None
    assert watch.outside(house.url) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
    expect(page.get_by_role("main")).to_be_visible()


@pytest.mark.parametrize("number", range(0, len(ATTACKS), 4))
def test_in_messages_and_answers(
    house: House, page: Page, watch: Watch, model: ModelServer, number: int
) -> None:
    page.goto(house.url)
    for at, attack in enumerate(ATTACKS[number : number + 4], 1):
        model.answer = f"So: {attack}\n\n```html\n{attack}\n```\n\nend {at}."
        say(page, f"number {at}: {attack}")
        answered(page, f"end {at}.")
        unharmed(page, house, watch)


def test_in_memories_titles_names_and_documents(house: House, page: Page, watch: Watch) -> None:
    page.goto(house.url)
    for at, attack in enumerate(ATTACKS):
        page.request.post(here(page, "/api/memories"), data={"text": f"{at} {attack}"})
        page.request.post(here(page, "/api/chats"), data={"title": f"{at} {attack}"[:150]})
        name = f"{at} {attack}"[:60].replace("/", " ") + ".md"
        file: Any = {
            "name": name,
            "mimeType": "text/markdown",
            "buffer": f"# Words {attack}\n\nSome words. {attack}".encode(),
        }
        page.request.post(here(page, "/api/documents"), multipart={"file": file})
    until_read(page, len(ATTACKS))
    documents = page.request.get(here(page, "/api/documents")).json()["items"]
    places = ["/", "/garden", "/files", "/page", "/settings"]
    for place in [*places, *(f"/files/{one['id']}" for one in documents[:3])]:
        page.goto(f"{house.url}{place}")
        unharmed(page, house, watch)


def test_in_what_tools_say(house: House, page: Page, watch: Watch, model: ModelServer) -> None:
    page.goto(house.url)
    page.request.post(here(page, "/api/memories"), data={"text": f"tea {ATTACKS[1]}"})
    call = Call("c", "search_memories", json.dumps({"query": f"tea {ATTACKS[0]}"}))
    model.answer_next([ModelAnswer(thinking=ATTACKS[2], calls=(call,)), "done."])
    say(page, "what about tea?")
    answer = answered(page, "done.")
    answer.locator("summary").first.click()
    answer.locator("summary").nth(1).click()
    unharmed(page, house, watch)
