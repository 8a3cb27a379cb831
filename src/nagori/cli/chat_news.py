"""What is learned while a chat goes on, from the live feed."""

from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING

from nagori.errors import StoreError
from nagori.values.memory import Memory
from nagori.values.scope import Scope

if TYPE_CHECKING:
    from nagori.sync import Nagori


class Listener:
    """Passes memories on as they are learned, in a thread that ends when Nagori is closed."""

    def __init__(self, n: "Nagori", scope: Scope, tell: Callable[[Memory], None]) -> None:
        self._n, self._scope, self._tell = n, scope, tell
        self._thread = Thread(target=self._listen, name="nagori-news", daemon=True)
        self._thread.start()

    def join(self) -> None:
        """Wait until the thread has ended; call it after Nagori was closed."""
        self._thread.join()

    def _listen(self) -> None:
        try:
            for news in self._n.feed.listen(self._scope):
                if news.type == "learned":
                    self._tell(news.data["memory"])
        except StoreError:
            return  # it is closed: the chat is over
