"""Conversations put right by people, as they come in and go out."""

from pydantic import Field

from nagori.server.schemas.base import Id, Input


class ConversationInput(Input):
    """Which conversation a message is part of."""

    with_: Id | None = Field(
        alias="with",
        description="An earlier message of it, by id or by external id; null: it starts its own.",
    )
