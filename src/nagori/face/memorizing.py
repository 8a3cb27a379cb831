"""The hook after a dialogue: hand in what was said."""

import logging
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from nagori.chat.turn import MEMORISE_JOB
from nagori.errors import InvalidInputError, NagoriError, UserError
from nagori.face.base import Face
from nagori.naming import one_scope
from nagori.text import rules
from nagori.values.message import Message, Role
from nagori.values.outcome import Outcome
from nagori.write.hear import Said, hear

log = logging.getLogger("nagori")

_MOST_MESSAGES = 200
_ROLES: tuple[Role, ...] = ("user", "assistant", "system")


class MemorizingFace(Face):
    """Let Nagori decide what to remember."""

    async def consider_memorizing(
        self, user_id: str, messages: Sequence[Mapping[str, Any] | Message]
    ) -> Outcome:
        """Store a dialogue and queue the decision what to remember of it. Never raises.

        Each message has `role` and `content`, and may have `id`: one that was handed in before
        is not stored again.
        """
        if self._store.state == "failed":  # it was logged once, when it failed
            return _nothing("memory is out of service", f"store: {self._store.reason}")
        try:
            return await self._consider(user_id, messages)
        except UserError as error:
            log.info("a dialogue was not taken: %s", error)
            return _nothing(str(error))
        except NagoriError as error:
            log.warning("a dialogue was not taken: %s", error)
            return _nothing("memory could not take it", str(error))
        except Exception:  # a border: a chat must never break because memory does
            log.exception("a dialogue was not taken because of an error")
            return _nothing("an error of ours", "memory: an error of ours")

    async def _consider(
        self, user_id: str, messages: Sequence[Mapping[str, Any] | Message]
    ) -> Outcome:
        now = self._clock()
        scope = one_scope(self.space, user=user_id)
        if not messages:
            return _nothing("there was nothing to remember")
        if len(messages) > _MOST_MESSAGES:
            raise InvalidInputError("messages", f"give at most {_MOST_MESSAGES} at a time")
        chat_id = f"hook-{_short(scope.key)}"
        said = [
            Said(
                chat_id=chat_id,
                content=rules.checked_text(_field(message, "content"), "content"),
                speaker=user_id if (role := _role(message)) == "user" else role,
                scope=scope,
                said_at=now,
                role=role,
                external_id=_field(message, "id"),
            )
            for message in messages
        ]
        size = self.settings.embedding.chunk_size
        heard = await hear(said, self._store, self._embedder, now=now, max_tokens=size)
        payload = {"chat": chat_id, "messages": [message.id for message in heard]}
        key = f"{chat_id}/{heard[-1].id}"
        await self._store.jobs.enqueue(self.space, MEMORISE_JOB, key, payload, now=now)
        self._worker.wake()
        return _nothing("the dialogue is stored; the decision is queued")


def _nothing(reason: str, *degraded: str) -> Outcome:
    return Outcome(remembered=False, reason=reason, degraded=degraded)


def _field(message: Mapping[str, Any] | Message, name: str) -> Any:
    return getattr(message, name) if isinstance(message, Message) else message.get(name)


def _role(message: Mapping[str, Any] | Message) -> Role:
    given = _field(message, "role")
    for role in _ROLES:
        if role == given:
            return role
    raise InvalidInputError("role", f"give one of {', '.join(_ROLES)}")


def _short(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
