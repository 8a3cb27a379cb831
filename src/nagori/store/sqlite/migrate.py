"""Numbered migrations, forward only."""

import os
from importlib.resources import files
from pathlib import Path

from nagori.store.sqlite.database import APPLICATION_ID, Database


def migrations() -> list[tuple[int, str]]:
    """Every step with its number, in order."""
    found = [
        (int(file.name.split("_")[0]), file.read_text("utf-8"))
        for file in (files("nagori.store.sqlite") / "migrations").iterdir()
        if file.name.endswith(".sql")
    ]
    return sorted(found)


def latest() -> int:
    """The schema version that this program writes."""
    return migrations()[-1][0]


def migrate(db: Database) -> None:
    """Bring the schema up to date, each step in a transaction of its own."""
    for number, sql in migrations():
        if number > db.number("user_version"):
            db.run("BEGIN IMMEDIATE")
            try:
                db.run(sql)
                db.run(f"PRAGMA user_version = {number}")
                db.run("COMMIT")
            finally:
                if db.in_transaction:
                    db.run("ROLLBACK")


def create(path: Path) -> None:
    """Make a new database, whole or not at all: it gets its name when it is finished.

    The caller holds the lock of the file, so what others left unfinished is nobody's any more.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.new-{os.getpid()}")
    for left in list(path.parent.iterdir()):
        if left.name.startswith(f"{path.name}.new-"):
            left.unlink(missing_ok=True)
    db = Database(unfinished, create=True)
    # Small pages: a commit writes a dozen, and a vector of 512 numbers leaves half of 4096 empty.
    for pragma in ("page_size = 2048", f"application_id = {APPLICATION_ID}", "journal_mode = WAL"):
        db.run(f"PRAGMA {pragma}")
    migrate(db)
    db.close()
    unfinished.replace(path)
