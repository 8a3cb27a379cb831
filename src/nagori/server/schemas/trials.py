"""Trials, as they come in and go out."""

from typing import Annotated, Self

from pydantic import BaseModel, Field, JsonValue

from nagori.group.trials import MOST_ARMS
from nagori.server.schemas.base import Input
from nagori.values.trial import Arm, ArmOutcome, Comparison, Trial, TrialOutcome, Unit

Name = Annotated[str, Field(min_length=1, max_length=60)]


class ArmInput(Input):
    """One of the ways that a trial compares."""

    name: Name
    settings: Annotated[dict[str, JsonValue], Field(max_length=100)] = Field(
        default_factory=dict[str, JsonValue], description="What holds in this arm."
    )
    share: Annotated[float, Field(gt=0, strict=False, allow_inf_nan=False)] = Field(
        default=1.0, description="Its weight beside those of the other arms."
    )

    def arm(self) -> Arm:
        """The arm that is meant."""
        return Arm(self.name, self.settings, self.share)


class TrialInput(Input):
    """A trial that is to run from now on."""

    name: Name
    arms: Annotated[list[ArmInput], Field(min_length=2, max_length=MOST_ARMS)] = Field(
        description="The first is the one that the others are compared with."
    )
    by: Unit = Field(default="message", description="What gets an arm.")


class AdoptInput(Input):
    """The arm whose settings are to hold in all groups."""

    arm: Name


class TrialList(BaseModel):
    """Trials, newest first."""

    items: list[Trial]
    next: None = None


class OutcomeView(BaseModel):
    """How the arms did so far, and each beside the first."""

    arms: list[ArmOutcome]
    comparisons: list[Comparison]

    @classmethod
    def of(cls, outcome: TrialOutcome) -> Self:
        """The outcome, as it is sent."""
        return cls(arms=list(outcome.arms), comparisons=list(outcome.comparisons))


class TrialView(BaseModel):
    """A trial and what it shows so far."""

    trial: Trial
    outcome: OutcomeView
