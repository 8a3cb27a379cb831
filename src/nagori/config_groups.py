"""Settings of group chats, by the names of `NAGORI_GROUP__…` and of `MEMORY_…`."""

import logging
import os
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PositiveFloat, PositiveInt, ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import PydanticBaseSettingsSource

log = logging.getLogger("nagori.config")

_WEIGHT = "Weight of this part in the score of the rules."


class GroupSettings(BaseModel):
    """What a bot in a group gets to see; each group may have its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enable_intelligent_memory: bool = Field(
        default=True, description="Whether context is chosen; else it is the last messages."
    )
    fallback_on_error: bool = Field(
        default=True, description="Whether an error gives the last messages instead of nothing."
    )
    max_context_messages: PositiveInt = Field(
        default=20, le=200, description="Messages in one context, at the most."
    )
    time_window_hours: PositiveFloat = Field(
        default=24.0, description="How far back messages are considered; a thread goes further."
    )
    relevance_threshold: float = Field(
        default=0.3, ge=0.0, le=1.0, description="Lowest score that the rules let in."
    )
    reply_chain_weight: float = Field(default=0.4, ge=0.0, le=1.0, description=_WEIGHT)
    user_continuity_weight: float = Field(default=0.15, ge=0.0, le=1.0, description=_WEIGHT)
    time_decay_weight: float = Field(default=0.2, ge=0.0, le=1.0, description=_WEIGHT)
    mention_relation_weight: float = Field(default=0.15, ge=0.0, le=1.0, description=_WEIGHT)
    keyword_overlap_weight: float = Field(default=0.1, ge=0.0, le=1.0, description=_WEIGHT)
    context_build_timeout_seconds: PositiveFloat = Field(
        default=5.0, description="Seconds after which the last messages are given instead."
    )
    enable_async_data_collection: bool = Field(
        default=True, description="Whether it is kept how contexts were built and used."
    )
    rollout_percent: float = Field(
        default=100.0,
        ge=0.0,
        le=100.0,
        description="Of a hundred groups, in how many context is chosen; the same ones each time.",
    )
    scorer: Literal["auto", "trained", "rules"] = Field(
        default="auto",
        description="`auto` is the trained one, or the rules as soon as any weight is set.",
    )
    max_context_tokens: PositiveInt = Field(
        default=2000, description="Tokens of one context, at the most."
    )
    bot: str = Field(default="bot", description="The speaker that the bot is in the group.")
    bot_names: tuple[str, ...] = Field(
        default=(), description="Names that the bot answers to, besides its speaker id."
    )
    persona: str | None = Field(
        default=None, description="Who the bot is in the group; as in direct chats if unset."
    )
    temperature: float = Field(
        default=0.7, ge=0.0, le=2.0, description="How freely the model answers in a group."
    )
    enable_tools: bool = Field(
        default=False, description="Whether the model is offered tools in a group."
    )
    max_tool_iterations: PositiveInt = Field(
        default=10, description="Steps with tools in one answer, at the most."
    )
    enable_summaries: bool = Field(
        default=False, description="Whether what is said is summarised among the group's memories."
    )
    summary_every_messages: PositiveInt = Field(
        default=200, le=1000, description="Messages of members that one summary tells of."
    )
    enable_member_profiles: bool = Field(
        default=False, description="Whether it is kept what members say about themselves."
    )
    knowledge_delay_seconds: float = Field(
        default=20.0,
        ge=0.0,
        le=86_400.0,
        description="Seconds that words wait to be summarised or kept, so that much is at once.",
    )
    shares_with: tuple[str, ...] = Field(
        default=(),
        description="Groups that may read this one's memories, `*` for all; never its members'.",
    )
    content_filter_text: str = Field(
        default="I would rather not talk about this.",
        description="What is said when the provider withholds an answer.",
    )
    length_text: str = Field(
        default="(the rest was cut off)",
        description="What is said when an answer grew too long.",
    )
    error_text: str = Field(
        default="Something went wrong; please try again.",
        description="What is said when no answer could be made.",
    )

    @property
    def uses_rules(self) -> bool:
        """Whether the rules score, and not the trained scorer."""
        if self.scorer != "auto":
            return self.scorer == "rules"
        return any(name.endswith("_weight") for name in self.model_fields_set)


_OF_MEMORY = (
    "enable_intelligent_memory",
    "fallback_on_error",
    "max_context_messages",
    "time_window_hours",
    "relevance_threshold",
    "reply_chain_weight",
    "user_continuity_weight",
    "time_decay_weight",
    "mention_relation_weight",
    "keyword_overlap_weight",
    "context_build_timeout_seconds",
    "enable_async_data_collection",
)
GROUP_VARIABLES = {f"MEMORY_{name.upper()}": name for name in _OF_MEMORY}
"""Variables that groups also answer to, and the fields that they set."""


class GroupVariables(PydanticBaseSettingsSource):
    """Settings of groups from `MEMORY_…` variables; a wrong one is told of and left out."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """None of a single field: they come all at once."""
        del field
        return None, field_name, False

    def __call__(self) -> dict[str, Any]:
        """What is set, as the section `group`."""
        found: dict[str, str] = {}
        for variable, name in GROUP_VARIABLES.items():
            value = os.environ.get(variable)  # noqa: TID251  # a part of nagori.config
            if value is not None and _is_right(variable, name, value):
                found[name] = value
        return {"group": found} if found else {}


@cache
def _is_right(variable: str, name: str, value: str) -> bool:
    """Whether the field takes the value; a wrong one is told of once."""
    try:
        GroupSettings.model_validate({name: value})
    except ValidationError as error:
        problem = error.errors()[0]["msg"]
        log.warning("%s=%r is left out, the default stands: %s", variable, value, problem)
        return False
    return True
