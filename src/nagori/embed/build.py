"""From settings to an embedder."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from pydantic import SecretStr

from nagori.config import EmbeddingSettings
from nagori.embed import local
from nagori.embed.dialect import Dialect
from nagori.embed.guard import GuardedEmbedder
from nagori.embed.port import Embedder
from nagori.errors import InvalidInputError
from nagori.remote.address import gemini_address, host_of, ollama_address
from nagori.remote.key import bearer, sendable_key

_EVERY_BATCH = 1_000_000


@dataclass(frozen=True, slots=True)
class _Known:
    """What the usual variables of the providers say."""

    openai_api_key: SecretStr | None
    openai_base_url: str | None
    gemini_api_key: SecretStr | None
    ollama_host: str | None


@dataclass(frozen=True, slots=True)
class _Made:
    embedder: Embedder
    dims: int | None
    max_batch: int = _EVERY_BATCH


def build_embedder(
    settings: EmbeddingSettings,
    *,
    openai_api_key: SecretStr | None = None,
    openai_base_url: str | None = None,
    gemini_api_key: SecretStr | None = None,
    ollama_host: str | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> GuardedEmbedder | None:
    """The embedder that was asked for, guarded; None for `type="none"`. Opens no connection.

    Raises `InvalidInputError` for settings that can't work, naming the variable to set.
    """
    if settings.type == "none":
        return None
    known = _Known(openai_api_key, openai_base_url, gemini_api_key, ollama_host)
    made = _CONSTRUCTORS[settings.type](settings, known)
    return GuardedEmbedder(
        made.embedder,
        dims=made.dims,
        batch_size=min(settings.batch_size, made.max_batch),
        deadline_s=settings.deadline_s,
        clock=clock,
    )


# The remote ones are imported late: an HTTP client takes longer to import than a recall.


def _local(settings: EmbeddingSettings, known: _Known) -> _Made:
    del known
    if settings.dims not in {None, local.DIMS}:
        raise InvalidInputError(
            "NAGORI_EMBEDDING__DIMS", f"the local embedder has {local.DIMS} dimensions"
        )
    return _Made(local.LocalEmbedder(), local.DIMS)


def _openai(settings: EmbeddingSettings, known: _Known) -> _Made:
    from nagori.embed import openai

    given = settings.base_url or known.openai_base_url or openai.DEFAULT_ADDRESS
    address = openai.openai_address(given)
    key = sendable_key(settings.api_key or known.openai_api_key, "OPENAI_API_KEY")
    # Servers of one's own that speak the same language often need no key.
    if key is None and host_of(address) == host_of(openai.DEFAULT_ADDRESS):
        raise _missing("OPENAI_API_KEY")
    dialect = openai.OpenAIDialect(settings.model or openai.DEFAULT_MODEL, settings.dims)
    return _remote(settings, dialect, address, bearer(key), max_batch=openai.MAX_BATCH)


def _gemini(settings: EmbeddingSettings, known: _Known) -> _Made:
    from nagori.embed import gemini

    address, named = gemini_address(settings.base_url or gemini.DEFAULT_ADDRESS)
    key = sendable_key(settings.api_key or known.gemini_api_key, "GEMINI_API_KEY")
    if key is None:
        raise _missing("GEMINI_API_KEY")
    model = (settings.model or named or gemini.DEFAULT_MODEL).removeprefix("models/")
    dialect = gemini.GeminiDialect(model, settings.dims)
    headers = {"x-goog-api-key": key}
    return _remote(settings, dialect, address, headers, max_batch=gemini.MAX_BATCH)


def _ollama(settings: EmbeddingSettings, known: _Known) -> _Made:
    from nagori.embed import ollama

    given = settings.base_url or known.ollama_host or ollama.DEFAULT_ADDRESS
    address = ollama_address(given)
    key = sendable_key(settings.api_key, "NAGORI_EMBEDDING__API_KEY")
    dialect = ollama.OllamaDialect(settings.model or ollama.DEFAULT_MODEL, settings.dims)
    return _remote(settings, dialect, address, bearer(key), max_batch=ollama.MAX_BATCH)


def _remote(
    settings: EmbeddingSettings,
    dialect: Dialect,
    address: str,
    headers: dict[str, str],
    *,
    max_batch: int,
) -> _Made:
    from nagori.embed.remote import RemoteEmbedder
    from nagori.remote.http import JsonApi

    name = f"{dialect.provider}:{dialect.model}"
    api = JsonApi(name, address, headers=headers, deadline_s=settings.deadline_s)
    return _Made(RemoteEmbedder(api, dialect), settings.dims, max_batch)


_CONSTRUCTORS: dict[str, Callable[[EmbeddingSettings, _Known], _Made]] = {
    "local": _local,
    "openai": _openai,
    "gemini": _gemini,
    "ollama": _ollama,
}


def _missing(variable: str) -> InvalidInputError:
    return InvalidInputError(
        variable, "set it, or NAGORI_EMBEDDING__API_KEY, to the provider's key"
    )
