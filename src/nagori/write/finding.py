"""Something that a user said and that is worth keeping, with where it was said."""

from dataclasses import dataclass

from nagori.values.memorising import Heard


@dataclass(frozen=True, slots=True)
class Finding:
    """One statement about the user, in their language, and the words that it rests on."""

    sentence: str
    heard: Heard
    reason: str
    is_preference: bool = False
    start: int | None = None
    end: int | None = None
    """The span of the message; None when secrets had to be taken out of it."""
    stated: bool = False
    """Whether a model wrote the sentence."""
