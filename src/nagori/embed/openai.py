"""OpenAI's embeddings, and everything that speaks the same (vLLM, LM Studio, LiteLLM …)."""

from collections.abc import Sequence
from dataclasses import dataclass

from nagori.embed.port import TextKind
from nagori.embed.shape import WrongShapeError, entries, entry
from nagori.remote.address import split_address

DEFAULT_ADDRESS = "https://api.openai.com/v1"
DEFAULT_MODEL = "text-embedding-3-small"
MAX_BATCH = 2048


@dataclass(frozen=True, slots=True)
class OpenAIDialect:
    """`POST /embeddings`; queries and passages are the same to it."""

    model: str = DEFAULT_MODEL
    dims: int | None = None
    provider: str = "openai"

    def request(self, texts: Sequence[str], kind: TextKind) -> tuple[str, dict[str, object]]:
        """All texts in one `input`."""
        del kind
        body: dict[str, object] = {
            "model": self.model,
            "input": list(texts),
            "encoding_format": "float",
        }
        # Many compatible servers refuse a field they don't know.
        if self.dims is not None:
            body["dimensions"] = self.dims
        return "embeddings", body

    def rows(self, reply: object) -> list[object]:
        """Sorted by `index`: the order of `data` is not promised."""
        data = entries(reply, "data")
        placed = {entry(item, "index"): entries(item, "embedding") for item in data}
        if placed.keys() != set(range(len(data))):
            raise WrongShapeError("index")
        return [placed[index] for index in range(len(data))]


def openai_address(text: str) -> str:
    """The base address, also from one that names the endpoint already."""
    return split_address(text).geturl().removesuffix("/embeddings")
