"""A page in a person's editor."""

import shlex
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

from nagori.errors import InvalidInputError, NagoriError

_STDERR = 2


class UnsavedError(NagoriError):
    """What a person wrote could not be stored; it says where it is kept."""

    code = "unsaved"


class Draft:
    """A text in a file of its own, until it is stored."""

    def __init__(self, text: str) -> None:
        with NamedTemporaryFile(prefix="nagori-page-", suffix=".md", delete=False) as file:
            file.write(f"{text}\n".encode() if text else b"")
        self.file = Path(file.name)

    def edit(self, editor: str, *, aside: bool) -> int:
        """The editor's exit code. `aside`: standard output is kept for something else."""
        try:
            command = [*shlex.split(editor, posix=sys.platform != "win32"), str(self.file)]
            with _undisturbed():
                return subprocess.run(  # noqa: S603  # the person's own program
                    command, stdout=_STDERR if aside else None, check=False
                ).returncode
        except ValueError as error:
            self.drop()
            raise InvalidInputError("editor", str(error)) from error
        except OSError:  # there is no such program
            self.drop()
            raise

    @property
    def text(self) -> str:
        """What the file says now, in lines as they are kept."""
        try:
            written = self.file.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InvalidInputError("page", f"{self.file} is not UTF-8 text") from error
        return written.replace("\r\n", "\n").rstrip()

    def drop(self) -> None:
        """Remove the file."""
        self.file.unlink(missing_ok=True)


@contextmanager
def _undisturbed() -> Generator[None]:
    """Leave Ctrl-C to the editor: it must not be taken away from whoever writes in it."""
    before = signal.signal(signal.SIGINT, _nothing)  # what is ignored here, it would ignore, too
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _nothing(number: int, frame: object) -> None:
    """Let a signal pass."""
