"""Embeddings of a local Ollama."""

from collections.abc import Sequence
from dataclasses import dataclass

from nagori.embed.port import TextKind
from nagori.embed.shape import entries

DEFAULT_ADDRESS = "http://127.0.0.1:11434"
# The usual `nomic-embed-text` reads English only; this one reads Chinese just as well.
DEFAULT_MODEL = "bge-m3"
MAX_BATCH = 512


@dataclass(frozen=True, slots=True)
class OllamaDialect:
    """`POST /api/embed`."""

    model: str = DEFAULT_MODEL
    dims: int | None = None
    provider: str = "ollama"

    def request(self, texts: Sequence[str], kind: TextKind) -> tuple[str, dict[str, object]]:
        """All texts in one `input`."""
        del kind
        body: dict[str, object] = {"model": self.model, "input": list(texts)}
        if self.dims is not None:
            body["dimensions"] = self.dims
        return "api/embed", body

    def rows(self, reply: object) -> list[object]:
        """The rows as they come."""
        return entries(reply, "embeddings")
