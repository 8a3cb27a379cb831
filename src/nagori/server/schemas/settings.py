"""Settings, as they come in and go out."""

from typing import Any, Literal

from pydantic import BaseModel, Field, JsonValue

from nagori.server.schemas.base import Input


class SettingsView(BaseModel):
    """The settings in effect. Of keys it is only told whether they are set."""

    settings: dict[str, Any]
    changeable: dict[str, JsonValue] = Field(description="What `PUT` takes, with its value now.")
    kept: dict[str, JsonValue] = Field(description="What was set in the app.")
    fixed: list[str] = Field(
        description="Set by the environment or nagori.toml, which win over the app."
    )


Part = Literal["chat", "decision", "summary", "title"]


class SettingsTest(Input):
    """What to try."""

    part: Part | Literal["embedding"] = "chat"


class SettingsTested(BaseModel):
    """Whether it works."""

    ok: bool
    what: Literal["works", "no_model", "not_set_up", "key_refused", "unreachable", "bad_reply"]
    name: str = Field(description="Provider and model, or what stands in for one.")
    detail: str = Field(description="What it said, or what went wrong.")
    took_ms: float
