"""The version of a scope: what tells caches that there is news."""

from nagori.store.sqlite.database import Database
from nagori.store.sqlite.queries import load_queries
from nagori.values.scope import Scope

_SQL = load_queries("scopes")


def bump(db: Database, scope: Scope) -> tuple[int, int]:
    """Give the scope its next version; returns its number in the file and the version."""
    key = (scope.space, scope.key)
    found = db.row(_SQL["bump"], key)
    if found is None:
        db.run(_SQL["add"], key)
        found = db.row(_SQL["bump"], key)
    number, version = found
    return int(number), int(version)


def renew(db: Database, number: int) -> None:
    """Say that passages of the scope went away: caches reload."""
    db.run(_SQL["renew"], (number,))
