"""What holds for the outline of any file, however damaged."""

import subprocess
import sys
import sysconfig
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.learn.claims.all import claims_of
from nagori.learn.code.hidden import kept, kept_text, masked
from nagori.learn.code.outline import Outline
from nagori.learn.code.outlining import outline_of
from nagori.learn.code.source import lines_of

STANDARD = Path(sysconfig.get_path("stdlib"))
MODULES = [
    *sorted(STANDARD.glob("*.py")),
    *sorted(
        path for name in ("asyncio", "email", "logging") for path in STANDARD.glob(f"{name}/*.py")
    ),
]

SOURCES = {
    "a.py": """\
'''Doc.'''
import os
from a import (b,
    c)
X = {"k": [1, 2]}  # why
@router.get("/x")
async def f(a: int = 1, *, b="é"):
    '''Says

    more'''
    if a > 1:
        raise ValueError(f"bad {a}")
    return os.environ.get("KEY", "d")
class A(Enum):
    ONE = 1
    # two
    TWO = 2
if __name__ == "__main__":
    f()
""",
    "a.java": """\
import a.B;
/** Doc. */
@Entity
class A extends B {
    static final int X = 1; // why
    @Value("${k:1}") String v;
    @GetMapping("/x") int f(int a) { if (a < 0) { throw new E("bad"); } return g(a); }
}
enum K { /** one */ ONE(1), TWO; }
""",
    "a.kt": """\
import a.B
/** Doc. */
data class A(val id: Int = 1) : B() {
    fun f(a: Int = 2): Int {
        if (a < 0) throw E("bad")
        return g(a)
    }
}
enum class K { ONE, TWO }
""",
    "a.ts": """\
import { b } from "c";
/** Doc */
export class A extends B<C> {
  private x: number = 1;
  @Get("/x") m(a = 1) { if (!a) { throw new E(`bad ${a}`); } }
}
export enum K { A = "a", B }
export const f = (x: string) => g(x);
app.get("/x", h);
const p = process.env.P || 1;
""",
    "a.tsx": 'export const A = ({ b }: P) => <p className="x">{b.map((c) => <i>{c}</i>)}</p>;\n',
    "a.js": "const a = require('b');\nclass A { #x = 1; get y() { return 1; } }\n",
    "a.svelte": "<script>\n  let a = 1;\n</script>\n<p>{a}</p>\n",
    "a.go": """\
// Package a does.
package a
import "fmt"
const (
	A Kind = iota // one
	B
)
type S struct { X int `json:"x"` }
func (s *S) F(a int) error { if a < 0 { return fmt.Errorf("bad") }
	return nil }
""",
    "a.rs": """\
//! Doc.
use a::{b, c as d};
/// One.
#[derive(Serialize)]
pub struct S { pub id: u32 }
pub enum E { A, B(u8) }
impl T for S { fn f(&self) { if self.id == 0 { panic!("zero"); } } }
#[get("/x")]
async fn h() {}
""",
    "a.md": "---\nt: x\n---\n# A\n\ntext\n\n## B\n- x\n\n> q\n\nC\n---\n| a |\n|---|\n",
    "a.rst": "===\nA\n===\n\ntext\n\nB\n---\n",
    "a.adoc": "= A\n\ntext\n\n== B\n",
    "a.yml": "a:\n  - b: 1 # x\n    c: |\n      t\n  - d\ne: {f: [1]}\n",
    "a.toml": '[a.b]\nc = [\n  "x", # y\n]\nd = """\nz\n"""\n[[e]]\nf = 1\n',
    "a.json": '{"a": [1, {"b": "c"}], // d\n "e": null}\n',
    "a.ini": "[a]\nb = c\n  d\n",
    "a.properties": "a.b=c\\\n d\n# x\ne: f\n",
    "pyproject.toml": '[project]\ndependencies = [\n "a>=1",\n]\n[project.scripts]\nx = "y:z"\n',
    "package.json": '{"dependencies": {"a": "1"}, "bin": {"x": "y"}}\n',
    "pom.xml": "<dependency>\n<groupId>a</groupId>\n<artifactId>b</artifactId>\n</dependency>\n",
    "build.gradle": "plugins { id 'a' version '1' }\nimplementation 'a:b:1'\n",
    "go.mod": "module a\nrequire (\n\ta/b v1 // indirect\n)\n",
    "Cargo.toml": '[dependencies]\na = "1"\n',
    "setup.cfg": "[options]\ninstall_requires =\n  a>1\n",
    "Dockerfile": "FROM a:1 AS b\nENV A=1 B=2\nEXPOSE 80\n",
    "docker-compose.yml": "services:\n  a:\n    image: b:1\n",
    "Makefile": "a: b ## c\n\td\n",
    "a.sql": "CREATE TABLE a (\n  b INT,\n  c TEXT\n);\n",
    "a.prisma": "model A {\n  b Int\n}\nenum C {\n  D\n}\n",
    "a.proto": "message A {\n  string b = 1;\n}\n",
}


def assert_sound(outline: Outline, text: str) -> None:
    lines = lines_of(text)
    assert outline.lines == len(lines)
    for span in outline.spans():
        assert 1 <= span.first <= span.last <= len(lines)
    for symbol in outline.symbols:
        assert symbol.name in lines[symbol.line - 1]
        assert symbol.span.first <= symbol.head.first <= symbol.line
        assert symbol.line <= symbol.head.last <= symbol.span.last
        assert "\n" not in symbol.signature


@pytest.mark.parametrize("path", SOURCES)
def test_a_whole_file_is_read_and_gives_something(path: str) -> None:
    found = outline_of(path, SOURCES[path])
    assert_sound(found, SOURCES[path])
    assert found.degraded == ()
    assert len(found.spans()) > 0


@st.composite
def mutilated(draw: st.DrawFn) -> tuple[str, str]:
    """A source with pieces cut out, doubled, moved or put in."""
    path = draw(st.sampled_from(sorted(SOURCES)))
    text = SOURCES[path]
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 60)))
        piece = draw(
            st.sampled_from(["", text[start:end] * 2, "\r\n", "\r", "\x0c", "\t", "\ufeff", "\0"])
            | st.sampled_from(['"', "'", "`", '"""', "{", "}", "(", ")", "[", "]", "/*", "*/"])
            | st.sampled_from(
                ["#", "//", ":", "=", "- ", "<script>", "```", "---\n", "é", "還", "😀"]
            )
            | st.text(max_size=20)
        )
        text = text[:start] + piece + text[end:]
    return path, text


@given(mutilated())
def test_a_mutilated_file_is_read_and_nothing_points_outside_of_it(given: tuple[str, str]) -> None:
    path, text = given
    assert_sound(outline_of(path, text), text)


@given(st.sampled_from(sorted(SOURCES)), st.text(max_size=400))
def test_any_text_under_any_name_is_read(path: str, text: str) -> None:
    assert_sound(outline_of(path, text), text)


@pytest.mark.parametrize("path", sorted(SOURCES))
def test_very_deep_nesting_is_survived(path: str) -> None:
    for opening in (
        "(",
        "[",
        "{",
        "<a>",
        "> ",
        "- ",
        "a.",
        "if (a) {",
        "f(() => {",
        "/*",
        "  - a:\n",
    ):
        text = opening * 3000
        assert_sound(outline_of(path, text), text)


def test_the_standard_library_is_outlined_rightly() -> None:
    count = 0
    for path in MODULES[::3]:
        text = path.read_text("utf-8")
        found = outline_of(path.name, text)
        assert_sound(found, text)
        assert found.degraded == (), path
        count += found.lines
    assert count > 25_000


def test_the_same_source_gives_the_same_outline_in_many_threads() -> None:
    wanted = {path: outline_of(path, text) for path, text in SOURCES.items()}
    wrong: list[str] = []

    def again() -> None:
        for _ in range(20):
            wrong.extend(
                path for path in SOURCES if outline_of(path, SOURCES[path]) != wanted[path]
            )

    threads = [threading.Thread(target=again) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_without_the_extra_the_file_is_known_as_text_and_says_what_to_install(
    tmp_path: Path,
) -> None:
    (tmp_path / "tree_sitter.py").write_text("raise ImportError('not installed')\n")
    code = (
        "from nagori.learn.code.outlining import outline_of\n"
        "for path in ('A.java', 'a.kt', 'a.ts', 'a.js', 'a.go', 'a.rs'):\n"
        "    found = outline_of(path, 'class A {}\\n// TODO: x\\n')\n"
        "    assert not found.symbols and found.todos, path\n"
        "    assert 'nagori[code]' in found.degraded[0], found.degraded\n"
        "assert outline_of('a.py', 'def f(): pass').symbols\n"
    )
    done = subprocess.run(  # noqa: S603  # our own interpreter
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PASSWORD", '"hunter2"'),
        ("db_password", "'x9!k'"),
        ("apiKey", '"abcd1234"'),
        ("SECRET_KEY", '"django-insecure"'),
        ("anything", '"ghp_0123456789abcdefghijABCDEFGHIJ012345"'),
        ("url", '"postgres://u:pw123@host/db"'),
        ("auth_token", '"0123"'),
    ],
)
def test_values_that_look_secret_are_not_kept(name: str, value: str) -> None:
    assert kept(name, value) is None
    assert kept_text(name, value) is None
    assert value.strip("\"'") not in masked(f"{name} = {value}")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("token_limit", "4000"),
        ("max_tokens", "1200"),
        ("password", "os.environ['PASSWORD']"),
        ("password", '""'),
        ("token", "${TOKEN}"),
        ("primary_key", "True"),
        ("tokens", "tokenize(text)"),
        ("pattern", 'r"[A-Za-z_][A-Za-z0-9_]*"'),
        ("path", '"src/main/resources/application.properties"'),
        ("url", '"https://example.org/some/long-page-name.html"'),
        ("KEYS", "(1, 2)"),
    ],
)
def test_values_that_are_no_secrets_are_kept(name: str, value: str) -> None:
    assert kept(name, value) == value


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.md", "# Title\n\n" + "[" * 40_000),
        ("a.md", "# Title\n\n" + "*a **b " * 6_000),
        ("a.toml", 'a = [[[["' * 20_000),
        ("a.prisma", "model A {\n" * 4_000),
        ("a.sql", "CREATE TABLE a (\n  b int,\n" * 3_000),
        ("a.py", "@a(b)\n" * 5_000 + "def f(): ...\n"),
        ("a.rst", "Title\n=====\n\n" + ":ref:`a <" * 8_000),
        ("a.py", "# " + "(" * 200_000 + "\nX = 1\n"),
    ],
)
def test_what_would_take_for_ever_is_read_as_far_as_it_is_worth(path: str, text: str) -> None:
    outline = outline_of(path, text)

    claims_of([outline])
    assert outline.path == path


def test_of_a_file_with_very_much_in_it_the_first_is_taken_and_the_rest_said_to_be_left_out() -> (
    None
):
    outline = outline_of("a.py", "def f(): ...\n" * 6_100)

    assert len(outline.symbols) == 6000
    assert any("6000 symbols" in why for why in outline.degraded)
