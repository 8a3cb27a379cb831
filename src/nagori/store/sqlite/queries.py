"""Named SQL: every statement lives in a `.sql` file, under a line `-- name: …`."""

import re
from importlib.resources import files

_NAME = re.compile(r"^-- name: (\w+)\s*$", re.MULTILINE)


def load_queries(noun: str) -> dict[str, str]:
    """The statements of `sql/<noun>.sql`, by name."""
    text = (files("nagori.store.sqlite") / "sql" / f"{noun}.sql").read_text("utf-8")
    _, *parts = _NAME.split(text)
    return {name: sql.strip() for name, sql in zip(parts[::2], parts[1::2], strict=True)}
