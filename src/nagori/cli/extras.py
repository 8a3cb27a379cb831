"""Parts that are installed only by those who want them."""

from collections.abc import Generator
from contextlib import contextmanager

from nagori.errors import MissingExtraError


@contextmanager
def needs(extra: str) -> Generator[None]:
    """Import what an extra brings; its absence is told with the line that installs it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "nagori":
            raise  # one of our own: a mistake, not a choice
        raise MissingExtraError(extra) from error
