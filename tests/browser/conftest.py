"""A real browser before a real server, with a model on loopback.

Pictures of what a test saw are kept in `.artefacts/browser`.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from nagori.testing.model_server import ModelServer

ARTEFACTS = Path(__file__).parents[2] / ".artefacts" / "browser"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLACES = ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
]
expect.set_options(timeout=20_000)  # machines that test are slow

WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


def chromium() -> str | None:
    """Where a browser is installed, if one is."""
    found = (shutil.which(name) for name in NAMES)
    here = (place for place in PLACES if Path(place).exists())
    return next((path for path in (*found, *here) if path), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip("no Chromium or Chrome is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer("It is noted.") as server:
        yield server


@dataclass
class House:
    """A server in a process of its own over this test's file; it can be stopped and started."""

    folder: Path
    env: dict[str, str]
    port: int = 0
    url: str = ""
    process: "subprocess.Popen[str] | None" = None

    def start(self) -> None:
        command = [sys.executable, "-m", "nagori.cli.main", "--json", "--db", "memory.db", "serve"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port)],
            cwd=self.folder,
            env=self.env,
            stdout=subprocess.PIPE,
            text=True,
        )
        told = ""
        assert self.process.stdout is not None
        while not told.rstrip().endswith("}"):
            line = self.process.stdout.readline()
            if not line:
                self.stop()
                pytest.fail("the server did not start")
            told += line
        self.url = json.loads(told)["url"]
        self.port = int(self.url.rsplit(":", 1)[1])

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.stop()


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NAGORI_")}  # noqa: TID251
    return {**kept, "NAGORI_EMBEDDING__TYPE": "local", **more}


@pytest.fixture
def house(tmp_path: Path, model: ModelServer) -> Iterator[House]:
    """With the model of this test."""
    env = environment(
        NAGORI_MODELS__CHAT__TYPE="openai",
        NAGORI_MODELS__CHAT__ENDPOINT=f"{model.url}/v1",
        NAGORI_MODELS__CHAT__MODEL="loopback",
        NAGORI_MODELS__CHAT__API_KEY="sk-none",
        NAGORI_MODELS__DECISION__TYPE="extractive",
        NAGORI_MODELS__SUMMARY__TYPE="extractive",
        NAGORI_MODELS__TITLE__TYPE="extractive",
    )
    house = House(tmp_path, env)
    house.start()
    yield house
    house.stop()


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[House]:
    """With no model at all."""
    house = House(tmp_path, environment())
    house.start()
    yield house
    house.stop()


@dataclass
class Watch:
    """What a page did that nobody should see."""

    errors: list[str] = field(default_factory=list[str])
    requests: list[str] = field(default_factory=list[str])

    def outside(self, url: str) -> list[str]:
        """Requests that left this machine's server."""
        own = (url, "data:", "blob:")
        return [asked for asked in self.requests if not asked.startswith(own)]


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=WIDE, locale="en-US", color_scheme="light")
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, watch: Watch, request: pytest.FixtureRequest) -> Iterator[Page]:
    page = context.new_page()
    page.set_default_timeout(15_000)
    watched(page, watch)
    yield page
    if not page.is_closed():
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=ARTEFACTS / f"{request.node.name[:80]}.png")
    assert watch.errors == []


def watched(page: Page, watch: Watch) -> None:
    """Note what the page asks for, and what went wrong in it."""

    def asked(request: Request) -> None:
        watch.requests.append(request.url)

    page.on("request", asked)
    page.on("pageerror", lambda error: watch.errors.append(str(error)))
