"""Files for operators name only what the server counts."""

import json
import re
from pathlib import Path

import pytest

from nagori.server.metrics import Metrics

OPS = Path(__file__).parents[2] / "ops"
_SUFFIXES = ("_total", "_bucket", "_sum", "_count")


def counted() -> set[str]:
    names = {metric.name for metric in Metrics().registry.collect()}
    return names | {name + suffix for name in names for suffix in _SUFFIXES}


@pytest.mark.parametrize("name", ["prometheus-alerts.yml", "grafana-dashboard.json"])
def test_every_name_is_one_that_is_counted(name: str) -> None:
    used = set(re.findall(r"\bnagori_[a-z_]+", (OPS / name).read_text("utf-8")))

    assert used
    assert used <= counted()


def test_the_dashboard_can_be_read() -> None:
    board = json.loads((OPS / "grafana-dashboard.json").read_text("utf-8"))

    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


@pytest.mark.parametrize("threshold", ['le="5.0"', "> 0.10", "> 0.05", "< 0.2"])
def test_the_thresholds_are_those_of_the_design(threshold: str) -> None:
    assert threshold in (OPS / "prometheus-alerts.yml").read_text("utf-8")
