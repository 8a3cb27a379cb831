"""What comes in and goes out, at the rim.

Inputs are strict and bounded; what they let pass, the library's own input rules still look at.
Values of the library go out as they are: their fields are the contract.
"""

from typing import Annotated, Self

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    Strict,
    StringConstraints,
    model_validator,
)

from nagori.text.rules import MAX_ID_LENGTH, MAX_TEXT_BYTES
from nagori.values.memory import Tag

Id = Annotated[str, StringConstraints(min_length=1, max_length=MAX_ID_LENGTH)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=MAX_TEXT_BYTES)]
Title = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Time = Annotated[AwareDatetime, Strict(strict=False)]
"""ISO 8601 with an offset."""
Metadata = Annotated[dict[str, JsonValue], Field(max_length=200)]
Tags = Annotated[list[Tag], Field(min_length=1, max_length=4)]


class Input(BaseModel):
    """What a caller gives: unknown fields and other types are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class ChangeInput(Input):
    """What to change; what is left out stays."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("say at least one thing to change")
        return self
