"""How the server is, as it goes out."""

from typing import Literal

from pydantic import BaseModel, Field


class Queue(BaseModel):
    """Jobs that wait."""

    waiting: int
    oldest_s: float


class Live(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Ready(BaseModel):
    """What works at this moment."""

    status: Literal["ready", "degraded", "failed"]
    store: Literal["uninitialized", "ready", "failed"]
    embedder: str
    models: dict[str, str]
    chats: Literal["saved", "unsaved"] = Field(
        description="`unsaved`: chats still answer, but live in the process only."
    )
    queue: Queue | None = Field(default=None, description="For who runs the server.")
    reasons: list[str] | None = Field(default=None, description="For who runs the server.")
