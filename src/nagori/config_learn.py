"""Settings of the background learner of projects."""

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeFloat,
    NonNegativeInt,
    PositiveFloat,
    PositiveInt,
)

_PER_PROJECT = "a project may have its own."


class LearnSettings(BaseModel):
    """How projects are learned about in the background, and what that may cost."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = Field(
        default=True, description="Whether projects are learned about in the background."
    )
    questions_per_day: NonNegativeInt = Field(
        default=20, description=f"Questions that are explored in a day; {_PER_PROJECT}"
    )
    tokens_per_day: NonNegativeInt = Field(
        default=400_000, description=f"Tokens that the model may take in a day; {_PER_PROJECT}"
    )
    cost_per_day: NonNegativeFloat = Field(
        default=1.0,
        description=f"Money that the model may take in a day, by the prices; {_PER_PROJECT}",
    )
    price_per_million_prompt: NonNegativeFloat = Field(
        default=0.0, description="What a million tokens cost that the model reads."
    )
    price_per_million_completion: NonNegativeFloat = Field(
        default=0.0, description="What a million tokens cost that the model writes."
    )
    steps_per_round: PositiveInt = Field(
        default=12, description="Looks into the project's files for one question, at the most."
    )
    tokens_per_round: PositiveInt = Field(
        default=60_000, ge=10_000, description="Tokens that the model may take for one question."
    )
    round_s: PositiveFloat = Field(
        default=300.0, description="Seconds after which a question is explored no further."
    )
    idle_s: PositiveFloat = Field(
        default=60.0, description="Seconds between one question and the next."
    )
    backoff_first_s: PositiveFloat = Field(
        default=60.0, description="Seconds to wait after an error; each one after it doubles them."
    )
    backoff_longest_s: PositiveFloat = Field(
        default=21_600.0, description="Seconds to wait after many errors, at the most."
    )
