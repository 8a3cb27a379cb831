"""Keys that let callers in."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as it is kept: the secret itself is known only by its hash."""

    id: str
    name: str
    space: str
    user: str | None
    """The one user it may act for; None for any user of the space."""
    read_only: bool
    created_at: datetime
    hint: str = ""
    """The first characters of the secret, to tell keys apart."""
    revoked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks, and what they may do. Built once, at the edge."""

    space: str
    user: str | None
    """None for a key of the whole space that named no user."""
    read_only: bool = False
    key_id: str | None = None
    """None for the local user."""
    bound: bool = False
    """Whether the key itself is bound to `user`, so that no other may be named."""

    @property
    def is_one_user_s(self) -> bool:
        """Whether it is a key bound to one user, so that what is nobody's own is not for it."""
        return self.bound and self.key_id is not None
