"""What memorising tells the rest: news for those who watch, preferences for the user's page."""

import logging
from collections.abc import Callable, Sequence

from nagori.chat.pages import PageChange, Pages
from nagori.errors import NagoriError
from nagori.face.feed import Feed
from nagori.values.memory import Memory
from nagori.values.page import GlobalPage
from nagori.values.scope import Scope

log = logging.getLogger("nagori")


class Learning:
    """Passes on what was learned."""

    def __init__(self, feed: Feed, pages: Callable[[], Pages]) -> None:
        self._feed, self._pages = feed, pages

    def learned(self, scope: Scope, memory: Memory) -> None:
        """Tell of a new memory."""
        self._feed.publish(scope, "learned", {"memory": memory})

    async def noted(
        self, scope: Scope, preferences: Sequence[tuple[str, str]], ended: Sequence[str]
    ) -> None:
        """Put lasting preferences on the user's page and take off what holds no more."""
        pages = self._pages()
        page: GlobalPage | None = None
        try:
            if ended:
                page = await pages.take_off(scope, *ended)
            for sentence, message in preferences:
                change = PageChange(sentence, mode="append", by="model", message=message)
                page = await pages.change(scope, change)
        except NagoriError as error:  # a page that is full, or that others keep writing
            log.warning("a page of global memory stays as it is: %s", error)
        if page is not None:
            self._feed.publish(scope, "global_memory", {"global_memory": page})
