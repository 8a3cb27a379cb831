"""What went wrong, in one line, and the exit code that tells it."""

import json
import sys

from nagori.cli.project_choice import NoProjectError
from nagori.cli.session import NoDatabaseError, Session, SettingsError
from nagori.errors import (
    InvalidInputError,
    NagoriError,
    NotFoundError,
    StoreBusyError,
    StoreFailedError,
    StoreFullError,
)

FAILED, WRONG_USE, INTERRUPTED = 1, 2, 130
_HINT = "; `nagori "
"""What follows in a key is said to programmers."""
_TRIALS = ("group", "trial", "list")
_LISTED: dict[str, tuple[str, ...]] = {
    "trial": _TRIALS,
    "arm": _TRIALS,
    "project": ("project", "list"),
    "record": ("project", "records"),
}
"""What shows which ones there are, where that is not `list`."""


def exit_code(error: NagoriError) -> int:
    """2 when it was used wrongly, 1 when it failed."""
    return WRONG_USE if isinstance(error, InvalidInputError | SettingsError) else FAILED


def described(error: NagoriError, session: Session) -> str:
    """What happened and what to do, in the reader's language."""
    words = session.words
    match error:
        case NoDatabaseError():
            return words("error.no_database", file=error.key, command="nagori remember")
        case NoProjectError():
            command = session.command("learn", ".")
            return f"{words('project.none')} {words('project.learn', command=command)}"
        case NotFoundError(kind="project", key=key) if "/" in key:
            path = key.partition(_HINT)[0]
            return words("project.unknown", path=path, command=session.command("learn", path))
        case NotFoundError(kind="folder", key=key):
            return words("error.file", file=key, problem=words("error.no_folder"))
        case NotFoundError(kind=kind, key=key):
            name = words(f"kind.{kind}") if words.has(f"kind.{kind}") else kind
            command = session.command(*_LISTED.get(kind, ("list",)))
            return words("error.not_found", kind=name, key=key.partition(_HINT)[0], command=command)
        case InvalidInputError():
            return words("error.invalid", field=error.field, problem=error.problem)
        case StoreFailedError():
            command = session.command("doctor")
            return words("error.store_failed", reason=error.reason, command=command)
        case StoreFullError():
            return words("error.store_full")
        case StoreBusyError():
            return words("error.store_busy")
        case SettingsError():
            return words("error.settings", problem=str(error))
        case _:
            return str(error)


def tell(code: str, detail: str, session: Session) -> None:
    """Say on standard error what went wrong, as a line or as JSON."""
    if session.json:
        line = json.dumps({"error": {"code": code, "detail": detail}}, ensure_ascii=False)
    else:
        line = session.words("error", text=detail)
    sys.stderr.write(f"{line}\n")
