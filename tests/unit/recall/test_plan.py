from dataclasses import replace

import pytest

from nagori.recall.plan import Plan
from nagori.testing.builders import CARLA
from nagori.testing.recalling import a_plan
from nagori.values.passage import PassageKind


def asked(query: str, *kinds: PassageKind) -> Plan:
    return replace(a_plan(), query=query, scopes={kind: [CARLA] for kind in kinds})


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("When does the tram run?", "When does the tram run"),
        ("电车几点开？", "电车几点开"),
        ("What is a ?-mark", "What is a ?-mark"),
        ("?", "?"),
    ],
)
def test_documents_are_compared_with_a_question_without_its_mark(query: str, meant: str) -> None:
    assert asked(query, "document").meant == meant


@pytest.mark.parametrize("kinds", [("memory",), ("message",), ("memory", "document")])
def test_what_people_said_is_compared_with_the_question_as_it_is(
    kinds: tuple[PassageKind, ...],
) -> None:
    plan = asked("When does the tram run?", *kinds)

    assert plan.meant == plan.query
