"""Whose a record is."""

from dataclasses import dataclass
from typing import Literal

ScopeKind = Literal["global", "user", "group", "project", "chat"]
_KINDS: dict[str, ScopeKind] = {
    "global": "global",
    "user": "user",
    "group": "group",
    "project": "project",
    "chat": "chat",
}


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose a record is, inside one space."""

    space: str
    kind: ScopeKind
    id: str = ""

    @property
    def key(self) -> str:
        """The scope as others write it: `user:carla`, or `global`."""
        return f"{self.kind}:{self.id}" if self.id else self.kind

    @classmethod
    def parse(cls, space: str, key: str) -> "Scope":
        """The scope that `key` names."""
        kind, _, id = key.partition(":")
        if kind not in _KINDS or (kind == "global") == bool(id):
            raise ValueError(f"not a scope: {key!r}")
        return cls(space, _KINDS[kind], id)
