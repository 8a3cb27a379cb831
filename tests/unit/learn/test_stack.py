from nagori.learn.code.outlining import outline_of
from nagori.learn.code.stack import Proof, stack_of

FILES = {
    "pyproject.toml": '[project]\ndependencies = [\n  "fastapi>=0.162",\n  "psycopg",\n]\n',
    "requirements-dev.txt": "pytest==9\n",
    "web/package.json": '{"devDependencies": {\n "svelte": "5",\n "vitest": "4"}}\n',
    "src/app.py": "import sqlite3\nimport redis\n" + "x = 1\n" * 20,
    "web/src/a.ts": "const a = 1;\n" * 5,
    "Makefile": "all:\n\ttrue\n",
    "README.md": "# Shop\n",
}


def test_the_stack_of_a_project_has_a_proof_for_each_part() -> None:
    stack = stack_of([outline_of(path, text) for path, text in FILES.items()])

    assert [(t.name, t.lines) for t in stack.of("language")] == [("Python", 22), ("TypeScript", 5)]
    shown = {t.name: (t.version, t.proofs[0]) for t in stack.technologies}
    assert shown["FastAPI"] == (">=0.162", Proof("pyproject.toml", 3))
    assert shown["PostgreSQL"] == ("", Proof("pyproject.toml", 4))
    assert shown["SQLite"] == ("", Proof("src/app.py", 1))
    assert shown["Redis"] == ("", Proof("src/app.py", 2))
    assert shown["Svelte"] == ("5", Proof("web/package.json", 2))
    assert {t.name for t in stack.of("test")} == {"pytest", "Vitest"}
    assert {t.name for t in stack.of("build")} == {"pyproject", "npm", "Make"}
    for technology in stack.technologies:
        for proof in technology.proofs:
            assert proof.line <= len(FILES[proof.path].splitlines())


def test_the_summary_names_the_most_important_first() -> None:
    stack = stack_of([outline_of(path, text) for path, text in FILES.items()])
    assert stack.summary().startswith("Python, TypeScript · ")
    assert "FastAPI" in stack.summary()


def test_a_folder_without_code_has_an_empty_stack() -> None:
    stack = stack_of([outline_of("notes.txt", "hello\n")])
    assert stack.technologies == ()
    assert stack.summary() == ""
