"""Gemini's embeddings."""

from collections.abc import Sequence
from dataclasses import dataclass

from nagori.embed.port import TextKind
from nagori.embed.shape import entries, entry, holds

DEFAULT_ADDRESS = "https://generativelanguage.googleapis.com/v1beta"
DEFAULT_MODEL = "gemini-embedding-001"
MAX_BATCH = 100

_TASKS: dict[TextKind, str] = {"query": "RETRIEVAL_QUERY", "passage": "RETRIEVAL_DOCUMENT"}


@dataclass(frozen=True, slots=True)
class GeminiDialect:
    """`:embedContent` for one text, `:batchEmbedContents` for more."""

    model: str = DEFAULT_MODEL
    dims: int | None = None
    provider: str = "gemini"

    def request(self, texts: Sequence[str], kind: TextKind) -> tuple[str, dict[str, object]]:
        """Says whether the texts ask or are asked for: the vectors differ."""
        requests = [self._one(text, kind) for text in texts]
        if len(requests) == 1:
            return f"models/{self.model}:embedContent", requests[0]
        return f"models/{self.model}:batchEmbedContents", {"requests": requests}

    def rows(self, reply: object) -> list[object]:
        """The values, of one or of many."""
        if holds(reply, "embedding"):
            return [entries(entry(reply, "embedding"), "values")]
        return [entries(item, "values") for item in entries(reply, "embeddings")]

    def _one(self, text: str, kind: TextKind) -> dict[str, object]:
        request: dict[str, object] = {
            "model": f"models/{self.model}",
            "content": {"parts": [{"text": text}]},
            "taskType": _TASKS[kind],
        }
        if self.dims is not None:
            request["outputDimensionality"] = self.dims
        return request
