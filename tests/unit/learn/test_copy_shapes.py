"""Copies as JSON: they come back as they were, and nothing else is taken for one."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nagori.errors import InvalidInputError
from nagori.learn.copy_places import analysis_place, domain_name
from nagori.learn.copy_reading import domain_of, failure_of, record_of, told
from nagori.learn.copy_shapes import (
    analysis_copy,
    domain_copy,
    failure_copy,
    is_copy,
    record_copy,
)
from nagori.learn.readable import readable
from nagori.values.failure import FailureRecord
from nagori.values.learning import Concept, DomainKnowledge, LearningRecord, Lines, ToolCallStep
from nagori.values.times import from_micros

TEXT = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=40
).map(lambda text: f"{text}x")
TIMES = st.integers(10**15, 7 * 10**15).map(from_micros)
PATHS = st.sampled_from(("a.py", "src/kinds.py", "文档/还款.md", "x.json/y z.py"))
RECORD_IDS = st.integers(1, 10**9).map(lambda number: f"lr-20261116-{number:03d}")
LINES = st.builds(
    Lines,
    PATHS,
    st.integers(1, 1000),
    st.integers(1000, 1050),
    st.sampled_from(("a" * 64, "0123456789abcdef" * 4)),
    st.sampled_from((None, "c0ffee")),
)
STEPS = st.builds(
    ToolCallStep, TEXT, st.dictionaries(TEXT, TEXT, max_size=2), TEXT, timestamp=TIMES
)
RECORDS = st.builds(
    LearningRecord,
    id=RECORD_IDS,
    project_key=st.just("loans"),
    question=TEXT,
    question_type=st.sampled_from(("CODE_STRUCTURE", "DATA_FLOW")),
    answer=TEXT,
    citations=st.lists(LINES, min_size=1, max_size=3).map(tuple),
    confidence=st.floats(0, 1),
    created_at=TIMES,
    exploration_path=st.lists(STEPS, max_size=2).map(tuple),
    related_records=st.lists(RECORD_IDS, max_size=2).map(tuple),
    tags=st.lists(TEXT, max_size=2).map(tuple),
    domain=st.none() | TEXT,
    made_by=st.sampled_from(("analysis", "model", "person")),
    status=st.sampled_from(("active", "stale", "replaced")),
    replaced_by=st.none() | RECORD_IDS,
    metadata=st.dictionaries(TEXT, TEXT | st.integers(-5, 5) | st.booleans(), max_size=2),
)
FAILURES = st.builds(
    FailureRecord,
    id=st.integers(1, 10**9).map(lambda number: f"fr-20261116-{number:03d}"),
    project_key=st.just("loans"),
    operation_type=st.sampled_from(("PROJECT_ANALYSIS", "SELF_EVOLUTION_SUMMARY")),
    operation=TEXT,
    signature=TEXT,
    error=TEXT,
    timestamp=TIMES,
    context=st.dictionaries(TEXT, TEXT, max_size=2),
    retry_count=st.integers(0, 9),
    status=st.sampled_from(("PENDING", "RETRYING", "RECOVERED", "FAILED")),
    avoid_strategy=st.none() | TEXT,
)
CONCEPTS = st.builds(Concept, TEXT, TEXT, st.lists(PATHS, max_size=2).map(tuple))
DOMAINS = st.builds(
    DomainKnowledge,
    id=st.just("dk-repayment"),
    project_key=st.just("loans"),
    domain=TEXT,
    summary=TEXT,
    key_concepts=st.lists(CONCEPTS, max_size=2).map(tuple),
    key_files=st.lists(PATHS, max_size=2).map(tuple),
    source_record_ids=st.lists(RECORD_IDS, max_size=2).map(tuple),
    created_at=TIMES,
    updated_at=TIMES,
)
RECORD = LearningRecord(
    id="lr-20261116-001",
    project_key="loans",
    question="Which kinds?",
    question_type="CODE_STRUCTURE",
    answer="ANNUITY and LINEAR.",
    citations=(Lines("src/kinds.py", 3, 6, "a" * 64),),
    confidence=0.5,
    created_at=datetime(2026, 11, 16, 9, 30, 0, 123456, tzinfo=UTC),
)


@settings(max_examples=30)
@given(RECORDS, st.none() | TEXT)
def test_a_record_comes_back_as_it_was(record: LearningRecord, claim: str | None) -> None:
    data = readable(record_copy(record, claim))

    assert is_copy(data)
    assert record_of(told(data, "learning record"), "loans") == (record, claim)


@settings(max_examples=30)
@given(FAILURES, DOMAINS)
def test_failures_and_domains_come_back_as_they_were(
    failure: FailureRecord, domain: DomainKnowledge
) -> None:
    copies = readable(failure_copy(failure)), readable(domain_copy(domain))

    assert failure_of(told(copies[0], "failure record"), "loans") == failure
    assert domain_of(told(copies[1], "domain knowledge"), "loans") == domain


def test_a_copy_has_the_names_of_the_design_and_times_in_milliseconds() -> None:
    copy: dict[str, Any] = json.loads(readable(record_copy(RECORD)))

    assert copy["createdAt"] == 1794821400123
    assert copy["created"] == "2026-11-16T09:30:00.123456+00:00"
    assert {"projectKey", "questionType", "explorationPath", "relatedRecords"} <= copy.keys()
    assert copy["sourceFiles"] == ["src/kinds.py"]


def test_each_cited_place_stands_on_one_line() -> None:
    text = readable(analysis_copy("src/kinds.py", "loans", [RECORD], {})).decode()

    cited = [line for line in text.splitlines() if '"start"' in line]
    assert len(cited) == 1
    assert '"path": "src/kinds.py", "start": 3, "end": 6' in cited[0]


def changed(**fields: object) -> bytes:
    return readable(record_copy(RECORD) | fields)


def with_lines(**fields: object) -> bytes:
    lines = {"path": "a.py", "start": 1, "end": 2, "hash": "a" * 64} | fields
    return changed(citations=[lines])


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"{", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"[1]", "no JSON object"),
        (b'{"kind": "learning record"}', "newer program"),
        (changed(kind="analysis"), "no copy of a learning record"),
        (changed(nagori=2), "newer program"),
        (changed(id="lr-1"), "id"),
        (changed(id="../../lr-20261116-001"), "id"),
        (changed(question="\u200b"), "question"),
        (changed(answer="x" * 100_001), "answer"),
        (changed(answer=["a"]), "answer"),
        (changed(questionType="GOSSIP"), "questionType"),
        (changed(confidence=1.5), "confidence"),
        (changed(citations=[]), "citations"),
        (changed(created="yesterday"), "created"),
        (changed(created="0001-01-01T00:00:00+00:00"), "created"),
        (changed(metadata={"deep": [[[[[[[[[[1]]]]]]]]]]}), "metadata"),
        (changed(madeBy="nobody"), "madeBy"),
        (with_lines(path="/etc/passwd"), "relative to the project's folder"),
        (with_lines(path="../secrets.py"), "leads out"),
        (with_lines(path=".env"), "may hold secrets"),
        (with_lines(path=".nagori/project_map.json"), "what Nagori keeps"),
        (with_lines(path="."), "the path of a file"),
        (with_lines(start=0), "start"),
        (with_lines(start=5, end=4), "ends before it starts"),
        (with_lines(end=10**12), "end"),
        (with_lines(hash="short"), "hash"),
        (with_lines(commit="--upload-pack=evil"), "commit"),
    ],
)
def test_what_is_no_copy_is_refused_with_the_reason(data: bytes, problem: str) -> None:
    with pytest.raises(InvalidInputError, match=problem):
        record_of(told(data, "learning record"), "loans")


@given(
    st.lists(st.sampled_from(("a", "b.json", "b.json~", "b", "c~")), min_size=1, max_size=3),
    st.lists(st.sampled_from(("a", "b.json", "b.json~", "b", "c~")), min_size=1, max_size=3),
)
def test_no_copy_lies_where_another_or_its_folder_lies(one: list[str], two: list[str]) -> None:
    here, there = analysis_place("/".join(one)), analysis_place("/".join(two))

    assert (here == there) == (one == two)
    assert here == there or here != there[: len(here)]


def test_files_of_domains_are_named_as_packages_are_and_never_alike() -> None:
    assert domain_name("django/contrib/admin") == "django.contrib.admin"
    assert domain_name("还款") == "还款"
    names = ["a/b", "a.b", "A/b", "a b", "a-b", "a/b/", "../a", "..", "/", "a" * 300, "a" * 301]
    assert len({domain_name(name) for name in names}) == len(names)
    assert all("/" not in domain_name(name) and domain_name(name) for name in names)


def test_a_long_name_is_cut_so_that_every_system_takes_it() -> None:
    place = analysis_place("字" * 85)

    assert len(place[-1].encode()) <= 255
