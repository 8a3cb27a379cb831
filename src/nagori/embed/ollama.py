"""Embeddings of a local Ollama."""

from collections.abc import Sequence
from dataclasses import dataclass

from nagori.embed.address import split_address
from nagori.embed.port import TextKind
from nagori.embed.shape import entries

DEFAULT_ADDRESS = "http://127.0.0.1:11434"
# The usual `nomic-embed-text` reads English only; this one reads Chinese just as well.
DEFAULT_MODEL = "bge-m3"
MAX_BATCH = 512

_PORT = 11434
# `OLLAMA_HOST` also tells the server where to listen; nobody can call "everywhere".
_EVERYWHERE = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - not bound to


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


def ollama_address(text: str) -> str:
    """The address from any form of `OLLAMA_HOST`: `host`, `:port`, `0.0.0.0:port`, a URL."""
    text = text.strip()
    # As in Ollama: without a scheme the usual port is Ollama's, with one the scheme's.
    port = None if "://" in text else _PORT
    parts = split_address(_with_scheme(text))
    host = parts.hostname or ""
    host = _EVERYWHERE.get(host, host)
    host = f"[{host}]" if ":" in host else host
    port = parts.port or port
    return parts._replace(netloc=f"{host}:{port}" if port else host).geturl()


def _with_scheme(text: str) -> str:
    if "://" in text:
        return text
    if text.count(":") > 1 and not text.startswith("["):
        text = f"[{text}]"
    elif text.startswith(":"):
        text = f"127.0.0.1{text}"
    return f"http://{text}"
