import subprocess
import sys

import pytest

from nagori.cli.extras import needs
from nagori.errors import MissingExtraError


def test_a_module_that_is_not_installed_is_told_with_the_line_that_installs_it() -> None:
    with pytest.raises(MissingExtraError, match=r'pip install "nagori\[mcp\]"'), needs("mcp"):
        raise ModuleNotFoundError("No module named 'mcp'", name="mcp.server")


def test_a_module_of_our_own_is_a_mistake() -> None:
    with pytest.raises(ModuleNotFoundError), needs("mcp"):
        raise ModuleNotFoundError("No module named 'nagori.nope'", name="nagori.nope")


@pytest.mark.parametrize(("command", "package"), [("mcp", "mcp"), ("serve", "uvicorn")])
def test_commands_say_which_extra_they_lack(command: str, package: str) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None; sys.argv = ['nagori', {command!r}];"
        "from nagori.cli.main import main; main()"
    )

    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert "pip install" in done.stderr
    assert done.stderr.count("\n") == 1
