"""From settings to models."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pydantic import SecretStr

from nagori.config import ModelSettings, Settings
from nagori.errors import InvalidInputError
from nagori.llm.dialect import Dialect
from nagori.llm.extractive import ExtractiveModel
from nagori.llm.gate import Gate
from nagori.llm.guard import GuardedModel, Patience
from nagori.llm.port import Model
from nagori.remote.address import gemini_address, host_of, ollama_address, split_address
from nagori.remote.key import bearer, sendable_key

_MAX_REPLY_MB = 16


@dataclass(frozen=True, slots=True)
class Models:
    """Which model does what; several may be the same."""

    chat: Model
    decision: Model
    summary: Model
    title: Model

    async def close(self) -> None:
        """Close each of them once."""
        every = (self.chat, self.decision, self.summary, self.title)
        for model in {id(model): model for model in every}.values():
            await model.close()


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a model is asked, and in which words."""

    dialect: Dialect
    address: str
    headers: Mapping[str, str] = field(repr=False)


def build_models(settings: Settings, *, clock: Callable[[], float] = time.monotonic) -> Models:
    """The models that were asked for, guarded. Opens no connection.

    What is unset for a helper is as for the chat. Raises `InvalidInputError` for settings
    that can't work, naming the variable to set.
    """
    building = _Building(settings, clock)
    given = settings.models
    chat = building.model(given.chat, "CHAT")

    def helper(own: ModelSettings | None, job: str) -> Model:
        whole = _completed(own, given.chat)
        return chat if whole == given.chat else building.model(whole, job)

    return Models(
        chat,
        helper(given.decision, "DECISION"),
        helper(given.summary, "SUMMARY"),
        helper(given.title, "TITLE"),
    )


def _completed(own: ModelSettings | None, chat: ModelSettings) -> ModelSettings:
    """A helper's settings; what is unset is as for the chat, unless the provider is another."""
    if own is None:
        return chat
    given = {name: getattr(own, name) for name in own.model_fields_set - {"prompt"}}
    if given.keys() & {"type", "endpoint"}:
        return own
    return chat.model_copy(update=given)


class _Building:
    """What the models of one process share: a gate per endpoint and key."""

    def __init__(self, settings: Settings, clock: Callable[[], float]) -> None:
        self._known, self._clock = settings, clock
        self._gates: dict[tuple[str, ...], Gate] = {}

    def model(self, settings: ModelSettings, job: str) -> Model:
        """One model; `job` is what its variables are called by."""
        kind = _kind(settings, self._known, job)
        if kind == "extractive":
            return ExtractiveModel()
        return self._guarded(settings, _PLACES[kind](settings, self._known, job))

    def _guarded(self, settings: ModelSettings, place: _Place) -> GuardedModel:
        # Imported late: an HTTP client takes longer to import than a recall.
        from nagori.llm.remote import RemoteModel
        from nagori.remote.http import JsonApi

        name = f"{place.dialect.provider}:{place.dialect.model}"
        api = JsonApi(
            name,
            place.address,
            headers=place.headers,
            deadline_s=settings.deadline_s,
            max_mb=_MAX_REPLY_MB,
        )
        # With another key the same endpoint may answer, so a refused one closes its own gate.
        endpoint = (place.address, *place.headers.values())
        return GuardedModel(
            RemoteModel(api, place.dialect),
            patience=Patience(settings.deadline_s, settings.first_byte_s, settings.total_s),
            gate=self._gates.setdefault(endpoint, Gate(self._clock)),
            generation=settings.generation,
        )


def _kind(settings: ModelSettings, known: Settings, job: str) -> str:
    """The provider that is meant."""
    if settings.type != "auto":
        return settings.type
    if settings.endpoint:
        # Whoever else is named at an address speaks as OpenAI does.
        hosts = {"generativelanguage.googleapis.com": "gemini", "api.anthropic.com": "anthropic"}
        address = split_address(settings.endpoint, _endpoint(settings, job))
        return hosts.get(address.hostname or "", "openai")
    for kind, value in (
        ("openai", known.openai_api_key or known.openai_base_url),
        ("gemini", known.gemini_api_key),
        ("anthropic", known.anthropic_api_key),
        ("ollama", known.ollama_host),
    ):
        if value:
            return kind
    if settings.api_key:
        raise InvalidInputError(f"NAGORI_MODELS__{job}__TYPE", "say whose key it is")
    return "extractive"


def _openai(settings: ModelSettings, known: Settings, job: str) -> _Place:
    from nagori.llm import openai

    given = settings.endpoint or known.openai_base_url or openai.DEFAULT_ADDRESS
    address = openai.openai_address(given, _endpoint(settings, job, "OPENAI_BASE_URL"))
    official = host_of(address) == host_of(openai.DEFAULT_ADDRESS)
    # Servers of one's own that speak the same language often need no key.
    key = _key(settings, known.openai_api_key, job, "OPENAI_API_KEY", needed=official)
    dialect = openai.OpenAIDialect(settings.model or openai.DEFAULT_MODEL, official=official)
    return _Place(dialect, address, bearer(key))


def _gemini(settings: ModelSettings, known: Settings, job: str) -> _Place:
    from nagori.llm import gemini

    setting = _endpoint(settings, job)
    address, named = gemini_address(settings.endpoint or gemini.DEFAULT_ADDRESS, setting)
    key = _key(settings, known.gemini_api_key, job, "GEMINI_API_KEY")
    model = (settings.model or named or gemini.DEFAULT_MODEL).removeprefix("models/")
    return _Place(gemini.GeminiDialect(model), address, {"x-goog-api-key": key or ""})


def _anthropic(settings: ModelSettings, known: Settings, job: str) -> _Place:
    from nagori.llm import anthropic

    setting = _endpoint(settings, job)
    address = anthropic.anthropic_address(settings.endpoint or anthropic.DEFAULT_ADDRESS, setting)
    key = _key(settings, known.anthropic_api_key, job, "ANTHROPIC_API_KEY")
    headers = {"x-api-key": key or "", "anthropic-version": anthropic.VERSION}
    dialect = anthropic.AnthropicDialect(settings.model or anthropic.DEFAULT_MODEL)
    return _Place(dialect, address, headers)


def _ollama(settings: ModelSettings, known: Settings, job: str) -> _Place:
    from nagori.llm import openai

    given = settings.endpoint or known.ollama_host or openai.OLLAMA_ADDRESS
    host = ollama_address(given, _endpoint(settings, job, "OLLAMA_HOST"))
    # It has an API of its own, too; the one that it shares with OpenAI is at `/v1`.
    address = openai.openai_address(host, "")
    address = address if address.endswith("/v1") else f"{address}/v1"
    key = _key(settings, None, job, f"NAGORI_MODELS__{job}__API_KEY", needed=False)
    dialect = openai.OpenAIDialect(settings.model or openai.OLLAMA_MODEL, provider="ollama")
    return _Place(dialect, address, bearer(key))


_PLACES: dict[str, Callable[[ModelSettings, Settings, str], _Place]] = {
    "openai": _openai,
    "gemini": _gemini,
    "anthropic": _anthropic,
    "ollama": _ollama,
}


def _endpoint(settings: ModelSettings, job: str, usual: str = "") -> str:
    """The variable that an address came from."""
    own = f"NAGORI_MODELS__{job}__ENDPOINT"
    return own if settings.endpoint or not usual else usual


def _key(
    settings: ModelSettings,
    usual: SecretStr | None,
    job: str,
    variable: str,
    *,
    needed: bool = True,
) -> str | None:
    own = f"NAGORI_MODELS__{job}__API_KEY"
    key = sendable_key(settings.api_key or usual, own if settings.api_key else variable)
    if key is None and needed:
        raise InvalidInputError(variable, f"set it, or {own}, to the provider's key")
    return key
