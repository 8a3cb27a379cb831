"""Who gets what, by stable hashes: the same group or message the same, always. Pure."""

from hashlib import sha256
from itertools import accumulate

from nagori.values.trial import Arm, Trial

_BYTES = 8


def spot(*parts: str) -> float:
    """A number from 0 up to 1 that is always the same for the same words, else anywhere."""
    told = "\0".join(parts).encode()
    return int.from_bytes(sha256(told).digest()[:_BYTES]) / 256**_BYTES


def is_reached(space: str, group_id: str, percent: float) -> bool:
    """Whether a roll-out to so many of a hundred groups has reached this one.

    With a higher percentage there are more of them, and all that were there before.
    """
    return 100 * spot("rollout", space, group_id) < percent


def arm_of(trial: Trial, unit: str) -> Arm:
    """The arm of a message or a group; over many of them the arms get their shares."""
    ends = list(accumulate(arm.share for arm in trial.arms))
    at = ends[-1] * spot("trial", trial.name, unit)
    return next(
        (arm for arm, end in zip(trial.arms, ends, strict=True) if at < end), trial.arms[-1]
    )
