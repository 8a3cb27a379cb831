"""One run of the command line: which database, which language, how to answer."""

import asyncio
import shlex
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from nagori.cli.output import Output
from nagori.cli.words import Lang, Words
from nagori.errors import NagoriError, NotFoundError

if TYPE_CHECKING:  # these take as long as everything else; a command imports them when it runs
    from nagori.app import Nagori
    from nagori.config import Settings

T = TypeVar("T")


class NoDatabaseError(NotFoundError):
    """There is no database yet, so nothing can be found in it."""

    def __init__(self, file: Path) -> None:
        super().__init__("database", str(file))


class SettingsError(NagoriError):
    """The environment or `nagori.toml` says something that can't be used."""

    code = "invalid_settings"


@dataclass
class Session:
    """What the global options say; filled in before a command runs."""

    db: Path | None = None
    space: str | None = None
    json: bool = False
    lang: Lang = "en"
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    """Global options as typed, to be repeated in commands that are suggested."""
    users_zone: tzinfo | None = None
    """The time zone of the user whose memories are shown, once it is known."""

    @property
    def words(self) -> Words:
        """Phrases of the reader's language."""
        return Words(self.lang)

    @property
    def out(self) -> Output:
        """Where answers go."""
        return Output(as_json=self.json)

    @cached_property
    def settings(self) -> "Settings":
        """Settings, read once."""
        from tomllib import TOMLDecodeError

        from pydantic import ValidationError

        from nagori.config import Settings

        try:
            return Settings()
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(str(part) for part in first["loc"])
            raise SettingsError(f"{name}: {first['msg']}") from error
        except TOMLDecodeError as error:
            raise SettingsError(f"nagori.toml: {error}") from error

    @property
    def file(self) -> Path:
        """The database file: as named, else as set."""
        return (self.db or self.settings.store.path).absolute()

    @property
    def zone(self) -> tzinfo:
        """The time zone that times are shown in: the settings', until a user's is known."""
        from nagori.store.zones import checked_zone

        return self.users_zone or checked_zone(self.settings.time_zone)

    def local_user(self, named: str | None) -> str:
        """The user that was named, else the one of this machine."""
        from nagori.text.rules import checked_id

        return self.settings.server.local_user if named is None else checked_id(named, "user")

    def run(self, work: Callable[["Nagori"], Awaitable[T]], *, creates: bool = False) -> T:
        """The result of `work` on the open database; only `creates` makes one that is not there."""
        from nagori.store.sqlite.lock import was_marked

        file = self.file
        if not creates and not file.exists() and not was_marked(file):
            raise NoDatabaseError(file)
        return asyncio.run(self._open(work, file, self.space or self.settings.space))

    async def _open(self, work: Callable[["Nagori"], Awaitable[T]], file: Path, space: str) -> T:
        from nagori.app import Nagori

        async with Nagori.open(file, space=space, settings=self.settings) as n:
            return await work(n)

    def command(self, *parts: str) -> str:
        """A command to try next, with the global options of this run."""
        words = [word for name, value in self.given.items() for word in (name, value)]
        return " ".join(["nagori", *map(quote, [*words, *parts])])


def quote(word: str) -> str:
    """A word as it is typed in a shell: in double quotes if that is enough, they work anywhere."""
    if shlex.quote(word) == word:
        return word
    return shlex.quote(word) if any(mark in word for mark in '"$`\\!') else f'"{word}"'


def session_of(ctx: typer.Context) -> Session:
    """The session that a command belongs to."""
    return ctx.ensure_object(Session)


def scope_options(named: Mapping[str, Any]) -> list[str]:
    """Options that name the same scope again: `--user carla`."""
    return [word for kind, id in named.items() if id for word in (f"--{kind}", str(id))]
