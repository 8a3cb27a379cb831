"""The fitted numbers behind links, read from the package."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from nagori.group.network import Network, read_network

VERSION = 1
"""Of the numbers' form: raise it when features change their meaning."""


@dataclass(frozen=True, slots=True)
class LinkModel:
    """Two networks, the second of which sees what the first found, and how to choose by them."""

    first: Network
    second: Network
    threshold: float
    """From which chance on a message counts as of the same conversation."""
    starts: float
    """From which chance on a message counts as the start of a conversation, and gets none."""


@cache
def link_model() -> LinkModel:
    """The model that the package ships; `python -m bench.group.train` fits it."""
    told = json.loads((files("nagori.group") / "data" / "links.json").read_text(encoding="utf-8"))
    if told["version"] != VERSION:
        raise ValueError(f"links.json has version {told['version']}, not {VERSION}")
    return LinkModel(
        first=read_network(told["first"]),
        second=read_network(told["second"]),
        threshold=told["threshold"],
        starts=told["starts"],
    )
