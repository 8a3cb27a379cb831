"""`nagori page`: the page of global memory from the shell, with a real editor process."""

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Nagori, Start, Terminals

Editor = Callable[..., str]

SHORT = "prefers short answers"
REWRITTEN = "## Preferences\n- prefers long answers"
WRITES = f"file.write_text({REWRITTEN!r} + chr(10), 'utf-8')"
SPOKEN_MEANWHILE = """
import subprocess
nagori = [sys.executable, "-m", "nagori.cli.main", "--db", "nagori.db"]
subprocess.run([*nagori, "page", "append", "Has a cat", "--user", "carla"], check=True,
               stdout=subprocess.DEVNULL)
"""


@pytest.fixture
def editor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Editor:
    """Makes EDITOR a program that does this to the `file`; drafts are in `drafts`."""
    monkeypatch.delenv("VISUAL", raising=False)
    (tmp_path / "drafts").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "drafts"))

    def use(code: str, name: str = "EDITOR") -> str:
        script = tmp_path / f"{name}.py"
        head = "import sys\nfrom pathlib import Path\nfile = Path(sys.argv[1])\n"
        script.write_text(f"{head}{code}\n", "utf-8")
        command = f'"{sys.executable}" "{script}"'
        monkeypatch.setenv(name, command)
        return command

    return use


def drafts() -> list[Path]:
    return list(Path(gettempdir()).glob("nagori-page-*"))


def text(nagori: "Nagori", user: str = "carla") -> str:
    return nagori("--json", "page", "show", "--user", user).json["text"]


def test_entries_are_put_on_the_page_of_one_person_once(nagori: "Nagori") -> None:
    added = nagori("page", "append", SHORT, "--user", "carla")
    again = nagori("page", "append", "Prefers SHORT answers", "--user", "carla")
    nagori("page", "append", "never eats fish", "--user", "lin")

    assert (added.code, added.err) == (0, "")
    assert added.out.startswith("On the page of carla now.\n\n## Preferences\n- " + SHORT)
    assert again.out.startswith("The page of carla says that already.\n")
    shown = nagori("page", "show", "--user", "carla").out
    assert shown.startswith(f"## Preferences\n- {SHORT}\n\nversion 1 · ")
    assert "fish" not in shown


def test_an_entry_goes_where_it_is_told_to_and_may_come_through_a_pipe(
    nagori: "Nagori", start: "Start"
) -> None:
    nagori("page", "append", "Porto, by train", "--user", "carla", "--section", "Travel")
    piped = start("page", "append", "-", "--user", "carla")
    piped.communicate("## Travel\n- Lyon, on foot\n", timeout=60)

    assert text(nagori) == "## Travel\n- Porto, by train\n- Lyon, on foot"


def test_without_a_name_it_is_the_page_of_this_machine_s_person(nagori: "Nagori") -> None:
    nagori("page", "append", SHORT)

    assert text(nagori, "me") == f"## Preferences\n- {SHORT}"


def test_an_empty_page_says_so_and_makes_no_database(nagori: "Nagori") -> None:
    for command in ("show", "versions"):
        shown = nagori("page", command, "--user", "carla")
        assert (shown.code, shown.err) == (0, "")
        assert shown.out.startswith("The page of carla is empty.\n")
        assert "nagori page append" in shown.out
    assert nagori("--json", "page", "show", "--user", "carla").json["version"] == 0
    assert nagori("--json", "page", "versions").json == {"items": [], "next": None}
    assert not Path("nagori.db").exists()


def test_versions_are_listed_and_each_can_be_shown(nagori: "Nagori") -> None:
    for entry in ("Lives in Porto", "Has a cat", "Has a dog"):
        nagori("page", "append", entry, "--user", "carla")

    listed = nagori("page", "versions", "--user", "carla", "--limit", "2").out.splitlines()
    old = nagori("page", "show", "--user", "carla", "--version", "2")
    none = nagori("page", "show", "--user", "carla", "--version", "9")

    assert [line.split()[0] for line in listed[:2]] == ["3", "2"]
    assert "3 entries" in listed[0]
    assert listed[-1] == "More: nagori page versions --user carla --limit 2 --cursor 2"
    assert "Has a cat" in old.out
    assert "Has a dog" not in old.out
    assert none.code == 2
    assert "there is no 9; nagori page versions --user carla lists them" in none.err
    rest = nagori("--json", "page", "versions", "--user", "carla", "--cursor", "2").json
    assert [(one["version"], one["by"]) for one in rest["items"]] == [(1, "person")]


def test_the_editor_of_the_environment_rewrites_the_page(nagori: "Nagori", editor: Editor) -> None:
    nagori("page", "append", SHORT, "--user", "carla")
    editor("text = file.read_text('utf-8'); file.write_text(text.replace('short', 'long'))")

    changed = nagori("page", "edit", "--user", "carla")

    assert (changed.code, changed.err) == (0, "")
    assert changed.out.startswith("The page of carla is changed.\n\n" + REWRITTEN)
    assert text(nagori) == REWRITTEN
    assert drafts() == []


def test_visual_comes_before_editor_and_an_option_before_both(
    nagori: "Nagori", editor: Editor
) -> None:
    editor("file.write_text('by EDITOR')")
    editor("file.write_text('by VISUAL')", "VISUAL")
    nagori("page", "edit", "--user", "carla")
    first = text(nagori)
    other = editor("file.write_text('by OTHER')", "OTHER")
    nagori("page", "edit", "--user", "carla", "--editor", other)

    assert (first, text(nagori)) == ("by VISUAL", "by OTHER")


def test_a_page_that_is_left_as_it_is_gets_no_new_version(nagori: "Nagori", editor: Editor) -> None:
    nagori("page", "append", SHORT, "--user", "carla")
    editor("file.touch()")

    same = nagori("page", "edit", "--user", "carla")

    assert (same.code, same.out) == (0, "Nothing was changed.\n")
    assert nagori("--json", "page", "show", "--user", "carla").json["version"] == 1
    assert drafts() == []


def test_a_page_can_be_emptied(nagori: "Nagori", editor: Editor) -> None:
    nagori("page", "append", SHORT, "--user", "carla")
    editor("file.write_text('')")

    assert nagori("page", "edit", "--user", "carla").code == 0
    assert text(nagori) == ""


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_somebody_else_wrote_meanwhile_is_not_overwritten_and_the_own_text_is_kept(
    nagori: "Nagori", editor: Editor, lang: str
) -> None:
    nagori("page", "append", SHORT, "--user", "carla")
    editor(SPOKEN_MEANWHILE + WRITES)

    refused = nagori("page", "edit", "--user", "carla", "--lang", lang)

    assert (refused.code, refused.out) == (1, "")
    assert ("changed the page meanwhile" if lang == "en" else "别人改了这一页") in refused.err
    assert "nagori page edit --user carla" in refused.err
    assert "Has a cat" in text(nagori)
    (draft,) = drafts()
    assert str(draft) in refused.err
    assert draft.read_text("utf-8") == f"{REWRITTEN}\n"


def test_a_program_is_told_of_a_conflict_in_json(nagori: "Nagori", editor: Editor) -> None:
    nagori("page", "append", SHORT, "--user", "carla")
    editor(SPOKEN_MEANWHILE + WRITES)

    refused = nagori("--json", "page", "edit", "--user", "carla")

    assert refused.out == ""
    assert '"code": "conflict"' in refused.err
    assert str(drafts()[0]) in refused.err


def test_standard_output_is_left_to_the_document(start: "Start", editor: Editor) -> None:
    editor("print('welcome to the editor');" + WRITES)

    edit = start("--json", "page", "edit", "--user", "carla")
    out, err = edit.communicate(timeout=60)

    assert edit.returncode == 0
    assert out.startswith("{")
    assert "welcome" not in out
    assert err == "welcome to the editor\n"


def test_an_editor_that_fails_changes_nothing_and_loses_nothing(
    nagori: "Nagori", editor: Editor
) -> None:
    nagori("page", "append", SHORT, "--user", "carla")
    editor("sys.exit(3)")
    untouched = nagori("page", "edit", "--user", "carla")
    left = drafts()
    editor(f"{WRITES}; sys.exit(3)")
    written = nagori("page", "edit", "--user", "carla")
    missing = nagori("page", "edit", "--user", "carla", "--editor", "no-such-editor")
    unclosed = nagori("page", "edit", "--user", "carla", "--editor", "'vi")

    assert (untouched.code, left) == (1, [])
    assert "ended with code 3" in untouched.err
    assert written.code == 1
    assert str(drafts()[0]) in written.err
    assert "no-such-editor" in missing.err
    assert (missing.code, unclosed.code) == (1, 2)
    assert len(drafts()) == 1
    assert text(nagori) == f"## Preferences\n- {SHORT}"


def test_a_text_that_is_too_long_is_refused_and_kept(nagori: "Nagori", editor: Editor) -> None:
    editor("file.write_text('- tea ' * 5000)")

    refused = nagori("page", "edit", "--user", "carla")

    assert refused.code == 1
    assert "20,000" in refused.err
    assert str(drafts()[0]) in refused.err


def test_ctrl_c_while_the_editor_is_open_is_the_editor_s(
    start: "Start", nagori: "Nagori", editor: Editor
) -> None:
    editor(f"import os, signal; os.kill(os.getppid(), signal.SIGINT); {WRITES}")

    edit = start("page", "edit", "--user", "carla")
    edit.communicate(timeout=60)

    assert edit.returncode == 0
    assert text(nagori) == REWRITTEN


def test_secrets_are_left_out_and_that_is_said(nagori: "Nagori") -> None:
    key = "sk-proj-" + "abcdEFGH1234567890" * 3

    told = nagori("page", "append", f"My key is {key}", "--user", "carla")

    assert "left out" in told.out
    assert key not in told.out + text(nagori)


def test_words_that_move_the_cursor_are_not_shown(nagori: "Nagori") -> None:
    nagori("page", "append", "likes \x1b[31mred", "--user", "carla")

    assert "\x1b" not in nagori("page", "show", "--user", "carla").out


def test_it_speaks_chinese_and_lists_what_it_can_do(
    nagori: "Nagori", terminal: "Terminals"
) -> None:
    added = nagori("page", "append", "喜欢简短的回答", "--user", "林晓", "--lang", "zh")
    listed = nagori("page", "--lang", "zh")

    assert added.out.startswith("写进 林晓 的全局记忆了。\n\n## 偏好\n- 喜欢简短的回答")
    assert "用编辑器改写这一页。" in listed.out
    assert nagori("--json", "page").code == 2
    screen = terminal("page", "show", "--user", "林晓", "--lang", "zh")
    screen.until("第 1 版")
    assert screen.end() == 0
