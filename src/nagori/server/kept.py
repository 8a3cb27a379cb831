"""Settings that were set in the app: kept in the store, below the environment and nagori.toml."""

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from pydantic import (
    BaseModel,
    Field,
    JsonValue,
    SecretStr,
    ValidationError,
    field_validator,
)

from nagori.app import Nagori
from nagori.config import ModelSettings, Settings
from nagori.errors import InvalidInputError, StoreFailedError
from nagori.server.schemas.base import ChangeInput
from nagori.store.zones import checked_zone

log = logging.getLogger("nagori.server")


RecalledTag = Literal["manual", "summary", "user_input"]
ModelType = Literal["auto", "openai", "gemini", "anthropic", "ollama", "extractive"]
EmbedderType = Literal["local", "openai", "gemini", "ollama", "none"]
Short = Annotated[str, Field(min_length=1, max_length=500)]
Key = Annotated[SecretStr, Field(min_length=1, max_length=1000)]


class SettingsChange(ChangeInput):
    """What to set, by dotted name; null goes back to the default.

    Keys are write-only, and belong to an address: one is forgotten when the provider or the
    address changes, unless it is given anew.
    """

    time_zone: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    persona: Annotated[str, Field(min_length=1, max_length=20_000)] | None = Field(
        default=None, alias="chat.persona"
    )
    rounds: Annotated[int, Field(ge=1, le=100)] | None = Field(default=None, alias="chat.rounds")
    window_messages: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        default=None, alias="chat.window_messages"
    )
    stores_raw: bool | None = Field(default=None, alias="chat.stores_raw")
    max_items: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None, alias="recall.max_items"
    )
    max_tokens: Annotated[int, Field(ge=1, le=100_000)] | None = Field(
        default=None, alias="recall.max_tokens"
    )
    min_relevance: Annotated[float, Field(ge=0, le=1)] | None = Field(
        default=None, alias="recall.min_relevance"
    )
    candidates: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        default=None, alias="recall.candidates"
    )
    half_life_days: Annotated[float, Field(gt=0, le=36_500)] | None = Field(
        default=None, alias="recall.half_life_days"
    )
    tags: Annotated[list[RecalledTag], Field(min_length=1, max_length=3)] | None = Field(
        default=None, alias="recall.tags"
    )
    include_ai_output: bool | None = Field(default=None, alias="recall.include_ai_output")

    chat_type: ModelType | None = Field(default=None, alias="models.chat.type")
    chat_endpoint: Short | None = Field(default=None, alias="models.chat.endpoint")
    chat_api_key: Key | None = Field(default=None, alias="models.chat.api_key")
    chat_model: Short | None = Field(default=None, alias="models.chat.model")
    decision_model: Short | None = Field(default=None, alias="models.decision.model")
    summary_model: Short | None = Field(default=None, alias="models.summary.model")
    title_model: Short | None = Field(default=None, alias="models.title.model")
    embedder_type: EmbedderType | None = Field(default=None, alias="embedding.type")
    embedder_base_url: Short | None = Field(default=None, alias="embedding.base_url")
    embedder_api_key: Key | None = Field(default=None, alias="embedding.api_key")
    embedder_model: Short | None = Field(default=None, alias="embedding.model")

    @field_validator("time_zone")
    @classmethod
    def _is_a_zone(cls, zone: str | None) -> str | None:
        if zone is not None:
            try:
                checked_zone(zone)
            except InvalidInputError as error:
                raise ValueError(error.problem) from error
        return zone

    def by_name(self) -> dict[str, Any]:
        """What was given, by dotted name."""
        return {
            field.alias or name: getattr(self, name)
            for name, field in type(self).model_fields.items()
            if name in self.model_fields_set
        }


CHANGEABLE = tuple(field.alias or name for name, field in SettingsChange.model_fields.items())
"""The dotted names that can be set in the app."""
SECRETS = tuple(name for name in CHANGEABLE if name.endswith(".api_key"))
"""Those that are never shown."""
_ADDRESSES = {
    "models.chat.api_key": ("models.chat.type", "models.chat.endpoint"),
    "embedding.api_key": ("embedding.type", "embedding.base_url"),
}
"""Where a key is sent."""


async def kept_of(n: Nagori) -> Mapping[str, Any]:
    """What was set in the app; nothing while the store is out of service."""
    try:
        return await n.store.settings.read(n.space)
    except StoreFailedError:
        return {}


async def use_kept(n: Nagori, settings: Settings) -> None:
    """Let what was set in the app take effect; what can't work any more is left out, and told."""
    kept = await kept_of(n)
    try:
        await n.refit(with_kept(settings, kept))
    except InvalidInputError as error:
        log.warning("the models set in the app can't be used: %s", error)
        others = {name: value for name, value in kept.items() if not _is_part(name)}
        await n.refit(with_kept(settings, others))


def with_lost_keys(changes: Mapping[str, Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    """The changes, and the keys that they make useless: none is sent where it was not meant for."""
    lost = {
        key: None
        for key, address in _ADDRESSES.items()
        if key not in changes
        and any(name in changes and changes[name] != kept.get(name) for name in address)
    }
    return {**changes, **lost}


def with_kept(settings: Settings, kept: Mapping[str, Any]) -> Settings:
    """The settings with what was set in the app, wherever nothing stronger set it."""
    for name, value in kept.items():
        if name not in CHANGEABLE or is_fixed(settings, name):
            continue
        try:
            checked = SettingsChange.model_validate({name: value}).by_name()[name]
        except ValidationError:
            log.warning("what was set as %s can't be used any more", name)
            continue
        settings = _with(settings, name.split("."), checked)
    return settings


def is_fixed(settings: Settings, name: str) -> bool:
    """Whether the environment, nagori.toml or an argument set it."""
    section, _, field = name.rpartition(".")
    part = _part(settings, section)
    return part is not None and field in part.model_fields_set


def value_of(settings: Settings, name: str) -> JsonValue:
    """One setting, by its dotted name; of a secret only whether it is set."""
    section, _, field = name.rpartition(".")
    value: Any = getattr(_part(settings, section), field, None)
    if name in SECRETS:
        return _shown("SecretStr", value)
    return list(cast("tuple[str, ...]", value)) if isinstance(value, tuple) else value


def shown_kept(kept: Mapping[str, Any]) -> dict[str, JsonValue]:
    """What was set in the app, as far as it can be seen."""
    return {name: without_secrets(value) for name, value in kept.items() if name in CHANGEABLE}


def _part(settings: Settings, section: str) -> BaseModel | None:
    """A section; None for one that is as another."""
    part: BaseModel | None = settings
    for name in section.split(".") if section else ():
        part = getattr(part, name, None)
    return part


def _with(part: Any, path: Sequence[str], value: Any) -> Any:
    """The settings with one value in another place."""
    name, *rest = path
    if rest:
        inner = getattr(part, name)
        # A helper that is as the chat has no section yet.
        value = _with(ModelSettings() if inner is None else inner, rest, value)
    elif isinstance(value, list):
        value = tuple(cast("list[Any]", value))
    return part.model_copy(update={name: value})


def _is_part(name: str) -> bool:
    return name.startswith(("models.", "embedding."))


def without_secrets(value: Any) -> Any:
    """Settings as JSON values; of secrets only whether they are set."""
    if isinstance(value, SecretStr):
        return "set" if value.get_secret_value() else "unset"
    if isinstance(value, BaseModel):
        return {
            name: _shown(field.annotation, getattr(value, name))
            for name, field in type(value).model_fields.items()
        }
    return str(value) if isinstance(value, Path) else value


def _shown(annotation: Any, value: Any) -> Any:
    return "unset" if value is None and "SecretStr" in str(annotation) else without_secrets(value)
