"""Keys that let callers in, as people handle them."""

import builtins
import secrets
from hashlib import sha256

from nagori.errors import InvalidInputError
from nagori.store.port import Store
from nagori.text import rules
from nagori.values.ids import new_id
from nagori.values.key import ApiKey
from nagori.values.times import Clock

_PREFIX = "nagori_"
_HINT = len(_PREFIX) + 4


def secret_hash(secret: str) -> bytes:
    """What is kept of a secret. It is random and long, so a plain hash can't be guessed."""
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()


class Keys:
    """Add, list and revoke keys; the secret is shown once."""

    def __init__(self, store: Store, space: str, clock: Clock) -> None:
        self._store, self._space, self._clock = store, space, clock

    async def add(
        self, name: str, *, user: str | None = None, read_only: bool = False
    ) -> tuple[ApiKey, str]:
        """A new key of this space, and its secret, which is not kept."""
        now = self._clock()
        secret = _PREFIX + secrets.token_urlsafe(32)
        key = ApiKey(
            id=new_id(now),
            name=rules.checked_id(name, "name"),
            space=self._space,
            user=None if user is None else rules.checked_id(user, "user"),
            read_only=read_only,
            created_at=now,
            hint=secret[:_HINT],
        )
        await self._store.keys.add(key, secret_hash(secret))
        return key, secret

    async def list(self) -> builtins.list[ApiKey]:
        """Every key of this space, revoked ones included."""
        return [key for key in await self._store.keys.list() if key.space == self._space]

    async def revoke(self, id: str) -> ApiKey:
        """Let nobody in with this key any more."""
        mine = {key.id for key in await self.list()}
        if id not in mine:
            raise InvalidInputError("key", f"no key {id!r}; `nagori keys list` shows them")
        return await self._store.keys.revoke(id, now=self._clock())

    async def authenticate(self, secret: str) -> ApiKey | None:
        """The key with this secret, of whatever space; None when it lets nobody in."""
        if not secret.startswith(_PREFIX):
            return None
        found = await self._store.keys.find(secret_hash(secret))
        return None if found is None or found.revoked_at is not None else found
