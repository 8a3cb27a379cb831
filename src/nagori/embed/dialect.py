"""How a provider wants to be asked."""

from collections.abc import Sequence
from typing import Protocol

from nagori.embed.port import TextKind


class Dialect(Protocol):
    """How one provider wants to be asked and how it answers. Pure."""

    @property
    def provider(self) -> str:
        """`openai`, `gemini`, `ollama`."""
        ...

    @property
    def model(self) -> str:
        """The model's name at the provider."""
        ...

    @property
    def dims(self) -> int | None:
        """Dimensions to ask for; None leaves them to the provider."""
        ...

    def request(self, texts: Sequence[str], kind: TextKind) -> tuple[str, dict[str, object]]:
        """Path below the base address, and body."""
        ...

    def rows(self, reply: object) -> list[object]:
        """One list of numbers per text, in the order of the texts; `WrongShapeError` if not."""
        ...
