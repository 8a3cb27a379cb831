import pytest

from nagori.learn.code.outline import Outline, Span
from nagori.learn.code.outlining import outline_of


def settings(outline: Outline) -> list[tuple[str, str | None, int]]:
    return [(s.key, s.default, s.span.last) for s in outline.settings]


def needs(outline: Outline) -> list[tuple[str, str, str, int]]:
    return [(d.name, d.version, d.group, d.line) for d in outline.dependencies]


def starts(outline: Outline) -> list[tuple[str, str, str, int]]:
    return [(e.name, e.how, e.target, e.span.first) for e in outline.entry_points]


def test_pyproject_tells_dependencies_scripts_and_tools() -> None:
    found = outline_of(
        "pyproject.toml",
        """\
[build-system]
requires = ["hatchling>=1.27"]

[project]
dependencies = [
  "apsw>=3.51",  # the store
  "httpx2[http2]>=2.16; python_version > '3.10'",
]

[project.optional-dependencies]
server = ["fastapi>=0.162"]

[dependency-groups]
dev = [
  "pytest>=9",
  {include-group = "docs"},
]

[project.scripts]
shop = "shop.cli:main"

[tool.poetry.group.test.dependencies]
tox = {version = "^4", optional = true}

[tool.ruff]
# As wide as a screen.
line-length = 100
select = [
  "A", "B",
]
""",
    )
    assert needs(found) == [
        ("hatchling", ">=1.27", "build", 2),
        ("apsw", ">=3.51", "", 6),
        ("httpx2", ">=2.16", "", 7),
        ("fastapi", ">=0.162", "server", 11),
        ("pytest", ">=9", "dev", 15),
        ("tox", "^4", "test", 23),
    ]
    assert starts(found) == [("shop", "script", "shop.cli:main", 20)]
    assert settings(found) == [
        ("tool.ruff.line-length", "100", 27),
        ("tool.ruff.select", '["A", "B"]', 29),
    ]
    assert found.settings[0].description == "As wide as a screen."


@pytest.mark.parametrize(
    ("path", "text", "wanted"),
    [
        (
            "requirements-dev.txt",
            "# tools\npytest==9.0  # tests\n-r base.txt\nruff\n",
            [("pytest", "==9.0", "dev", 2), ("ruff", "", "dev", 4)],
        ),
        (
            "setup.cfg",
            """[options]
install_requires =
    requests>=2
    attrs
[options.extras_require]
x = y>1
""",
            [("requests", ">=2", "", 3), ("attrs", "", "", 4), ("y", ">1", "x", 6)],
        ),
        (
            "package.json",
            '{\n "dependencies": {\n  "vue": "^3.4"\n },\n "devDependencies": {"vite": "8"}\n}\n',
            [("vue", "^3.4", "", 3), ("vite", "8", "dev", 5)],
        ),
        (
            "pom.xml",
            """<project>
<dependencies>
<dependency>
<groupId>org.x</groupId>
<artifactId>y</artifactId>
<version>1.2</version>
<scope>test</scope>
</dependency>
</dependencies>
</project>
""",
            [("org.x:y", "1.2", "test", 5)],
        ),
        (
            "build.gradle.kts",
            """plugins {
  kotlin("jvm") version "2.0"
}
dependencies {
  implementation("io.ktor:ktor-core:3.1")
  testImplementation("a:b")
}
""",
            [
                ("org.jetbrains.kotlin.jvm", "2.0", "build", 2),
                ("io.ktor:ktor-core", "3.1", "", 5),
                ("a:b", "", "test", 6),
            ],
        ),
        (
            "go.mod",
            "module x\n\ngo 1.23\n\nrequire (\n\ta/b v1.2.3\n\tc/d v0.1.0 // indirect\n)\n",
            [
                ("go", "1.23", "engine", 3),
                ("a/b", "v1.2.3", "", 6),
                ("c/d", "v0.1.0", "indirect", 7),
            ],
        ),
        (
            "Cargo.toml",
            """[package]
edition = "2024"
[dependencies]
serde = "1"
tokio = { version = "1.4", features = ["full"] }
[dev-dependencies]
proptest = "1.0"
""",
            [
                ("edition", "2024", "engine", 2),
                ("serde", "1", "", 4),
                ("tokio", "1.4", "", 5),
                ("proptest", "1.0", "dev", 7),
            ],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and "\n" not in value else "",
)
def test_dependencies_are_told_with_their_lines(
    path: str, text: str, wanted: list[tuple[str, str, str, int]]
) -> None:
    assert needs(outline_of(path, text)) == wanted


def test_yaml_tells_its_keys_without_secrets() -> None:
    found = outline_of(
        "src/main/resources/application.yml",
        """\
# Where it listens.
server:
  port: 8080  # only inside
spring:
  datasource:
    url: jdbc:postgresql://db:5432/shop
    username: shop
    password: hunter2
    backup: postgres://shop:hunter2@db/shop
  text: |
    not: a key
    either
  list:
    - a
    - b
  pool: {size: 3}
---
other: "x # y"
token: ${SHOP_TOKEN}
""",
    )
    assert settings(found) == [
        ("server.port", "8080", 3),
        ("spring.datasource.url", "jdbc:postgresql://db:5432/shop", 6),
        ("spring.datasource.username", "shop", 7),
        ("spring.datasource.password", None, 8),
        ("spring.datasource.backup", None, 9),
        ("spring.list", "[a, b]", 15),
        ("spring.pool", "{size: 3}", 16),
        ("other", '"x # y"', 18),
        ("token", "${SHOP_TOKEN}", 19),
    ]
    assert found.settings[0].description == "only inside"
    assert "hunter2" not in repr(found)


def test_properties_and_ini_files_tell_their_keys() -> None:
    found = outline_of("application.properties", "# Rate.\nloan.rate=0.5\n! x\napi.secret=abcdef\n")
    assert settings(found) == [("loan.rate", "0.5", 2), ("api.secret", None, 4)]
    assert found.settings[0].description == "Rate."
    assert settings(outline_of("tox.ini", "[tox]\nenvs =\n  a\n  b\nskip = yes\n")) == [
        ("tox.envs", "[a, b]", 4),
        ("tox.skip", "yes", 5),
    ]


def test_containers_tell_images_ports_and_commands() -> None:
    docker = outline_of(
        "Dockerfile",
        'FROM python:3.11-slim AS base\nENV MODE=plain DB_PASSWORD="hunter2"\nEXPOSE 80 443\n'
        'FROM base\nCMD ["shop", "serve"]\n',
    )
    assert needs(docker) == [("python", "3.11-slim", "", 1)]
    assert settings(docker) == [
        ("MODE", "plain", 2),
        ("DB_PASSWORD", None, 2),
        ("EXPOSE", "80", 3),
        ("EXPOSE", "443", 3),
    ]
    assert starts(docker) == [("CMD", "container command", '["shop", "serve"]', 5)]
    compose = outline_of(
        "docker-compose.yml",
        "services:\n  db:\n    image: postgres:17\n    environment:\n"
        "      POSTGRES_PASSWORD: hunter2\n    ports:\n      - '5432:5432'\n",
    )
    assert needs(compose) == [("postgres", "17", "", 3)]
    assert starts(compose) == [("db", "service", "", 2)]
    assert ("services.db.environment.POSTGRES_PASSWORD", None, 5) in settings(compose)
    assert ("services.db.ports", "['5432:5432']", 7) in settings(compose)


def test_make_targets_and_workflows_are_told() -> None:
    make = outline_of(
        "Makefile", "X := 1\nall: build ## Make all\nbuild:\n\tgo build\n.PHONY: all\n"
    )
    assert starts(make) == [("all", "make target", "Make all", 2), ("build", "make target", "", 3)]
    flow = outline_of(
        ".github/workflows/test.yml",
        "name: Tests\non: [push]\njobs:\n  unit:\n    steps:\n      - uses: actions/checkout@v5\n",
    )
    assert starts(flow) == [("Tests", "workflow", "", 1), ("unit", "workflow job", "", 4)]
    assert needs(flow) == [("actions/checkout", "v5", "", 6)]


def test_an_example_of_an_environment_file_tells_its_keys() -> None:
    found = outline_of(".env.example", "# Where.\nPORT=80\nSECRET_KEY=abcdefgh\n", "env")
    assert settings(found) == [("PORT", "80", 2), ("SECRET_KEY", None, 3)]
    assert found.settings[0].description == "Where."


def test_markdown_tells_its_sections_and_what_each_says_first() -> None:
    text = "---\ntitle: x\n---\n# Shop\n\nSells [things](https://x.org/y).\nAll day.\n\n## Prices\n"
    text += "\n```\n# no heading\n```\n\n- a list\n\nFair ones.\n\nHours\n-----\n\n# End\n"
    found = outline_of("README.md", text)
    assert [(h.text, h.level, h.span, h.doc and h.doc.span) for h in found.headings] == [
        ("Shop", 1, Span(4, 21), Span(6, 7)),
        ("Prices", 2, Span(9, 18), Span(17, 17)),
        ("Hours", 2, Span(19, 21), None),
        ("End", 1, Span(22, 22), None),
    ]
    assert found.doc is not None
    assert found.doc.text == "Sells things. All day."


def test_restructured_text_tells_its_sections() -> None:
    text = "====\nShop\n====\n\nSells things.\n\nPrices\n------\n\n.. note:: x\n\n"
    text += "Hours\n-----\nAll day.\n"
    found = outline_of("index.rst", text)
    assert [(h.text, h.level, h.line, h.doc and h.doc.text) for h in found.headings] == [
        ("Shop", 1, 2, "Sells things."),
        ("Prices", 2, 7, None),
        ("Hours", 2, 12, "All day."),
    ]


def test_schemas_tell_their_tables_and_models() -> None:
    sql = "-- Who buys.\nCREATE TABLE IF NOT EXISTS users (\n  id INTEGER PRIMARY KEY,\n"
    sql += "  name TEXT NOT NULL, -- full\n  UNIQUE (name)\n);\n"
    (users,) = outline_of("schema.sql", sql).entities
    assert (users.table, users.span) == ("users", Span(2, 6))
    assert [(f.name, f.type, f.line) for f in users.fields] == [
        ("id", "INTEGER", 3),
        ("name", "TEXT", 4),
    ]
    prisma = "model Post {\n  id Int @id\n  // x\n  tags String[]\n}\n\nenum Role {\n  ADMIN\n}\n"
    found = outline_of("schema.prisma", prisma)
    assert [(e.name, [(f.name, f.type) for f in e.fields]) for e in found.entities] == [
        ("Post", [("id", "Int"), ("tags", "String[]")])
    ]
    assert [s.path for s in found.symbols] == ["Post", "Role", "Role.ADMIN"]


def test_a_file_of_another_language_is_known_by_its_lines_and_remarks() -> None:
    found = outline_of("a.lua", "print(1)\n-- TODO: more\n")
    assert (found.language, found.lines, found.symbols) == ("lua", 2, ())
    assert [(t.mark, t.text, t.line) for t in found.todos] == [("TODO", "more", 2)]


def test_a_file_that_is_too_long_says_so() -> None:
    found = outline_of("long.py", "x = 1\n" * 400_000)
    assert (found.lines, found.symbols) == (400_000, ())
    assert "too long" in found.degraded[0]


def test_json_tells_its_keys_with_their_lines() -> None:
    text = '{\n // c\n "a": {"b": [1, "two"], "c": null},\n "d": true\n}\n'
    assert settings(outline_of("tsconfig.json", text)) == [
        ("a.b", "[1, two]", 3),
        ("a.c", "null", 3),
        ("d", "true", 4),
    ]


def test_plain_texts_that_are_restructured_are_read_as_such() -> None:
    text = (
        "Fields\n======\n\n*May 13, 2021*\n\nAll :ref:`kinds <kinds>` of ``fields``.\n\n"
        ".. class:: Field\n\n    A field.\n\n    .. attribute:: null\n\n        May be empty.\n"
    )

    found = outline_of("docs/fields.txt", text)

    assert [(h.text, h.doc and h.doc.text, h.around) for h in found.headings] == [
        ("Fields", "All kinds of fields.", 0),
        ("Field", "A field.", 0),
        ("Field.null", "May be empty.", 8),
    ]
    assert outline_of("notes.txt", "Buy\n===\nmilk\n").headings == ()


def test_what_stands_before_the_first_heading_is_what_a_document_is_about() -> None:
    found = outline_of("a.md", "It takes orders.\n\n## Details\n\n[a](b) | [c](d)\n\nMany.\n")

    assert found.doc is not None
    assert found.doc.text == "It takes orders."
    assert found.headings[0].doc is not None
    assert found.headings[0].doc.text == "Many.", "links alone say nothing"
