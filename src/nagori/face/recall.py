"""Recall, as callers see it."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from nagori.errors import StoreFailedError, UserError
from nagori.face.base import Face
from nagori.naming import named_scopes
from nagori.recall.planner import Ask, plan_of
from nagori.recall.recall import recall
from nagori.values.memory import Tag
from nagori.values.passage import PassageKind
from nagori.values.recall import Mode, Recall, Recalled

log = logging.getLogger("nagori")


class RecallFace(Face):
    """Find what was remembered."""

    async def recall(
        self,
        query: str,
        *,
        user: str | None = None,
        group: str | None = None,
        project: str | None = None,
        chat: str | None = None,
        kinds: Sequence[PassageKind] = ("memory",),
        tags: Sequence[Tag] | None = None,
        bot: str | None = None,
        where: Mapping[str, Any] | None = None,
        profile: str = "search",
        mode: Mode = "hybrid",
        limit: int | None = None,
        max_tokens: int | None = None,
        as_of: datetime | None = None,
        documents: Sequence[str] | None = None,
    ) -> Recall:
        """What is remembered that answers the query, best first; every item says why.

        All named scopes and `global` are searched. A named chat limits messages to that chat.
        """
        self._check()
        ask = Ask(
            query,
            named_scopes(self.space, user=user, group=group, project=project, chat=chat),
            user=user,
            chat=chat,
            kinds=kinds,
            tags=tags,
            bot=bot,
            where=where,
            profile=profile,
            mode=mode,
            limit=limit,
            max_tokens=max_tokens,
            as_of=as_of,
            documents=documents,
        )
        return await self._recall_as(ask)

    async def _recall_as(self, ask: Ask) -> Recall:
        """What answers a query that is worded already."""
        plan = await plan_of(
            ask,
            space=self.space,
            settings=self.settings.recall,
            chunk_size=self.settings.embedding.chunk_size,
            chats=self._store.chats,
            zones=self._zones,
            now=self._clock(),
        )
        found = await recall(plan, self._store, self._embedder)
        await self._notice_dimensions()
        return found

    async def retrieve(self, user_id: str, text: str, limit: int | None = None) -> list[Recalled]:
        """The best memories of one user for a text, for a bot's prompt. Never raises.

        Three of them, or as many as the setting `recall.retrieve_items` says.
        """
        if self._store.state == "failed":
            return []  # it was logged once, when it failed
        wanted = self.settings.recall.retrieve_items if limit is None else limit
        try:
            found = await self.recall(text, user=user_id, profile="chat", limit=wanted)
        except StoreFailedError:  # logged by the store itself, once
            return []
        except UserError as error:
            log.info("retrieve found nothing: %s", error)
            return []
        except Exception:  # a border: a chat must never break because memory does
            log.exception("retrieve found nothing because of an error")
            return []
        return list(found.items)
