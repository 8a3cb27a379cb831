"""An embedder at a provider: a dialect, spoken over HTTP."""

from collections.abc import Sequence

import numpy as np

from nagori.embed.dialect import Dialect
from nagori.embed.port import TextKind, Vectors
from nagori.embed.shape import WrongShapeError
from nagori.errors import ModelReplyError
from nagori.remote.address import host_of
from nagori.remote.http import JsonApi


class RemoteEmbedder:
    """Embeds at a provider. Its vectors are as the provider sent them: wrap it in the guard."""

    def __init__(self, api: JsonApi, dialect: Dialect) -> None:
        self._api, self._dialect = api, dialect

    @property
    def name(self) -> str:
        """Provider and model, as `openai:text-embedding-3-small`."""
        return self._api.name

    @property
    def fingerprint(self) -> str:
        """Everything that decides what a vector means, known before the first call."""
        dims = self._dialect.dims or "auto"
        host = host_of(self._api.base_url)
        return f"{self._dialect.provider}-{self._dialect.model}-{host}-{dims}"

    async def embed(self, texts: Sequence[str], kind: TextKind = "passage") -> Vectors:
        """One row per text, in one request."""
        if not texts:
            return np.empty((0, self._dialect.dims or 0), dtype=np.float32)
        path, body = self._dialect.request(texts, kind)
        reply = await self._api.post(path, body)
        try:
            wide = np.asarray(self._dialect.rows(reply), dtype=np.float64)
        except (WrongShapeError, TypeError, ValueError, OverflowError) as error:
            raise ModelReplyError(self.name, "the reply has the wrong shape") from error
        # A number too large for float32 becomes infinity, which the guard refuses.
        with np.errstate(over="ignore"):
            return wide.astype(np.float32)

    async def close(self) -> None:
        """Close the connections."""
        await self._api.close()
