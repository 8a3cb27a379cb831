"""What the parts of a project are called."""

import pytest

from nagori.learn.domain_names import domain_of


@pytest.mark.parametrize(
    ("path", "domain"),
    [
        ("README.md", "project"),
        (".github/workflows/ci.yml", "project"),
        ("src/nagori/app.py", "nagori"),
        ("src/nagori/store/sqlite/engine.py", "nagori/store"),
        ("starlette/middleware/gzip.py", "starlette/middleware"),
        ("django/contrib/admin/views/main.py", "django/contrib/admin"),
        ("django/contrib/__init__.py", "django/contrib"),
        ("apps/web/src/lib/components/Chat.svelte", "apps/web/components"),
        ("src/main/java/com/example/orders/service/Book.java", "orders/service"),
        ("internal/billing/invoice.go", "internal/billing"),
        ("docs/ref/models/fields.txt", "docs"),
    ],
)
def test_a_file_belongs_to_the_part_of_the_project_that_its_folders_name(
    path: str, domain: str
) -> None:
    assert domain_of(path) == domain


@pytest.mark.parametrize(
    "path",
    [
        "test_all.py",
        "tests/unit/test_app.py",
        "js_tests/admin/core.test.js",
        "src/test/java/com/example/BookTest.java",
        "web/src/lib/pure/time.spec.ts",
        "internal/billing/invoice_test.go",
    ],
)
def test_what_checks_other_files_is_one_domain(path: str) -> None:
    assert domain_of(path) == "tests"


def test_a_package_for_testing_that_others_import_is_a_domain_like_any_other() -> None:
    assert domain_of("django/test/client.py") == "django/test"
    assert domain_of("src/nagori/testing/clock.py") == "nagori/testing"
