"""The documentation is complete, its links lead somewhere, and its examples run as shown."""

import ast
import asyncio
import dataclasses
import functools
import inspect
import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest
from typer.main import get_command

import nagori
from nagori import Nagori, errors
from nagori.cli.app import app, run
from nagori.embed import local
from nagori.recall.choose import ANOTHER_TIME
from nagori.recall.profile import CHAT_MINIMUM, SEARCH_MINIMUM
from nagori.sync import Nagori as BlockingNagori
from nagori.values.recall import Rule
from nagori.values.transfer import ImportReport

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
READMES = (ROOT / "README.md", ROOT / "README.zh.md")
PAGES = sorted(
    page
    for glob in ("*.md", "docs/**/*.md", "changelog.d/*.md", "bench/*.md")
    for page in ROOT.glob(glob)
)
RUN = [*READMES, DOCS / "start.md", *sorted((DOCS / "how-to").glob("*.md"))]

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
READ_MODEL = functools.cache(vars(local)["_read_model"])
"""The same model, read once for all pages: every page opens Nagori several times."""
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


class Block(NamedTuple):
    language: str
    code: str
    output: str | None
    """What the page says that it prints."""


def blocks(page: Path) -> Iterator[Block]:
    found = list(FENCE.finditer(page.read_text("utf-8")))
    for block, after in zip(found, [*found[1:], None], strict=True):
        shown = after is not None and after[1] == "output"
        between = block.string[block.end() : after.start()] if after else ""
        says = after[2] if after and shown and not between.strip() else None
        yield Block(block[1], block[2], says)


def prose(page: Path) -> str:
    return FENCE.sub("", page.read_text("utf-8"))


def sections(page: Path) -> dict[str, str]:
    """The text below each heading, by heading, up to the next one."""
    parts = re.split(r"^#+ (.+)$", page.read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def missing(names: list[str], text: str) -> list[str]:
    """Names that don't stand in the text as code, alone or in a longer piece."""
    code = " ".join(re.findall(r"`([^`\n]+)`", text)) + " ".join(m[2] for m in FENCE.finditer(text))
    return [name for name in names if not re.search(rf"(?<![\w-]){re.escape(name)}(?!\w)", code)]


# examples ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.stem)
def test_examples_run_offline_and_print_what_the_page_says(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(local, "_read_model", READ_MODEL)
    names: dict[str, Any] = {"__name__": "__main__"}
    with asyncio.Runner() as runner:
        for block in blocks(page):
            if block.language == "python":
                run_python(block.code, names, runner, str(page))
            elif block.language == "console":
                run_commands(block.code)
            printed = capsys.readouterr().out
            if block.output is not None:
                assert printed == block.output


def run_python(code: str, names: dict[str, Any], runner: asyncio.Runner, page: str) -> None:
    """Run a block; `await` may stand at its top, as in `python -m asyncio`."""
    compiled = compile(code, page, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    result = eval(compiled, names)  # noqa: S307  # our own pages
    if inspect.iscoroutine(result):
        runner.run(result)


def run_commands(code: str) -> None:
    for line in code.splitlines():
        if line.startswith("$ nagori "):
            assert run(shlex.split(line)[2:]) == 0, line


def test_readmes_show_the_same_example_length_and_command_line() -> None:
    for page in READMES:
        shown = [block for block in blocks(page) if block.language in ("python", "console")]
        assert [block.language for block in shown] == ["python", "console"]
        lines = [line for line in shown[0].code.splitlines() if line.strip()]
        assert len(lines) <= 20


# links ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(prose(page)):
        if link.startswith("https://"):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


def anchors(page: Path) -> set[str]:
    """Anchors as GitHub makes them: the second of two equal headings gets a number."""
    seen: dict[str, int] = {}
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if slug in seen else slug)
        seen[slug] = seen.get(slug, 0) + 1
    return found


def test_every_page_is_in_the_index() -> None:
    index = (DOCS / "README.md").read_text("utf-8")
    pages = [str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")]
    assert [page for page in pages if page != "README.md" and f"]({page})" not in index] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_nothing_speaks_of_one_machine(page: Path) -> None:
    assert not re.search(r"/(?:work|home|root|Users)/", page.read_text("utf-8"))


# completeness -----------------------------------------------------------------------------------

PYTHON = DOCS / "reference" / "python.md"


def test_every_public_name_is_described() -> None:
    assert missing(list(nagori.__all__), PYTHON.read_text("utf-8")) == []


def public(owner: type) -> dict[str, Any]:
    return {name: getattr(owner, name) for name in dir(owner) if not name.startswith("_")}


def test_every_method_is_described_with_its_parameters() -> None:
    described = sections(PYTHON)
    for name, method in public(Nagori).items():
        text = described[f"`{name}`"]
        if callable(method):
            parameters = [p for p in inspect.signature(method).parameters if p != "self"]
            assert missing(parameters, text) == [], name


def test_the_blocking_face_has_every_method() -> None:
    assert public(Nagori).keys() <= public(BlockingNagori).keys()


VALUES = [
    value
    for value in (*(getattr(nagori, name) for name in nagori.__all__), ImportReport)
    if dataclasses.is_dataclass(value)
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_every_value_is_described_with_its_fields(value: Any) -> None:
    text = PYTHON.read_text("utf-8").split("## Values")[1]
    described = re.split(rf"^### `{value.__name__}`$", text, flags=re.MULTILINE)[1].split("\n#")[0]
    names = [field.name for field in dataclasses.fields(value)]
    assert missing([*names, *(n for n in public(value) if n in vars(value))], described) == []


def test_every_rule_is_described() -> None:
    for page in (PYTHON, DOCS / "how-to" / "tune.md"):
        rules = [rule for rule in get_args(Rule) if f"`{rule}`" not in page.read_text("utf-8")]
        assert rules == []


def test_every_command_is_described_with_its_options() -> None:
    page = DOCS / "reference" / "cli.md"
    command: Any = get_command(app)
    assert missing(options(command), page.read_text("utf-8")) == []
    described = sections(page)
    for name, sub in command.commands.items():
        assert missing(options(sub), described[f"`nagori {name}`"]) == [], name


def options(command: Any) -> list[str]:
    return [name for param in command.params for name in param.opts if name.startswith("--")]


def test_every_error_is_described_with_its_code() -> None:
    page = (DOCS / "reference" / "errors.md").read_text("utf-8")
    for error in vars(errors).values():
        if inspect.isclass(error) and issubclass(error, errors.NagoriError):
            assert f"| `{error.__name__}` | `{error.code}` |" in page


def test_the_page_of_settings_is_fresh() -> None:
    made = runpy.run_path(str(DOCS / "make_settings.py"))
    fresh = made["PAGE"].read_text("utf-8") == made["page"]()
    assert fresh, "run: python docs/make_settings.py"


def test_figures_that_are_no_settings_are_those_of_the_code() -> None:
    tune = (DOCS / "how-to" / "tune.md").read_text("utf-8")
    assert f"| least relevance | {SEARCH_MINIMUM:g} | {CHAT_MINIMUM:g} |" in tune
    assert f"keeps {ANOTHER_TIME:.0%}".replace("%", " %") in prose(DOCS / "how-to" / "time.md")


def test_both_readmes_have_the_same_sections() -> None:
    english, chinese = (page.read_text("utf-8") for page in READMES)
    levels = [re.findall(r"^(#+) ", text, re.MULTILINE) for text in (english, chinese)]
    assert levels[0] == levels[1]
    links = [sorted(LINK.findall(text)) for text in (english, chinese)]
    assert links[0] == links[1]
    rows = [len(re.findall(r"^\|", text, re.MULTILINE)) for text in (english, chinese)]
    assert rows[0] == rows[1]
