"""How the parts are doing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Status:
    """What works at this moment, and why not what doesn't."""

    store: Literal["uninitialized", "ready", "failed"]
    embedder: str
    """`ready`, `unloaded` (it loads when first needed), `unavailable`, or `none`."""
    models: Mapping[str, str] = field(default_factory=dict[str, str])
    reason: str = ""
    """Why the store is out of service."""
    embedder_reason: str = ""
    """What the embedder's last call failed with."""
