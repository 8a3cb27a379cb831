"""Settings that were set in the app: kept in the store, below the environment and nagori.toml."""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    Field,
    JsonValue,
    SecretStr,
    ValidationError,
    field_validator,
)

from nagori.app import Nagori
from nagori.config import Settings
from nagori.errors import InvalidInputError, StoreFailedError
from nagori.server.schemas import ChangeInput
from nagori.store.zones import checked_zone

log = logging.getLogger("nagori.server")


class SettingsChange(ChangeInput):
    """What to set, by dotted name; null goes back to the default."""

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
    include_ai_output: bool | None = Field(default=None, alias="recall.include_ai_output")

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
        return self.model_dump(by_alias=True, exclude_unset=True)


CHANGEABLE = tuple(field.alias or name for name, field in SettingsChange.model_fields.items())
"""The dotted names that can be set in the app."""


async def kept_of(n: Nagori) -> Mapping[str, Any]:
    """What was set in the app; nothing while the store is out of service."""
    try:
        return await n.store.settings.read(n.space)
    except StoreFailedError:
        return {}


def with_kept(settings: Settings, kept: Mapping[str, Any]) -> Settings:
    """The settings with what was set in the app, wherever nothing stronger set it."""
    for name, value in kept.items():
        if name not in CHANGEABLE or is_fixed(settings, name):
            continue
        try:
            SettingsChange.model_validate({name: value})
        except ValidationError:
            log.warning("what was set as %s can't be used any more", name)
            continue
        section, _, field = name.rpartition(".")
        if section:
            part: BaseModel = getattr(settings, section)
            settings = settings.model_copy(update={section: part.model_copy(update={field: value})})
        else:
            settings = settings.model_copy(update={field: value})
    return settings


def is_fixed(settings: Settings, name: str) -> bool:
    """Whether the environment, nagori.toml or an argument set it."""
    section, _, field = name.rpartition(".")
    part: BaseModel = getattr(settings, section) if section else settings
    return field in part.model_fields_set


def value_of(settings: Settings, name: str) -> JsonValue:
    """One setting, by its dotted name."""
    section, _, field = name.rpartition(".")
    return getattr(getattr(settings, section) if section else settings, field)


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
