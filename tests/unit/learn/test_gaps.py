"""What is not known of a project, by how its files hang together."""

from datetime import UTC, datetime

from nagori.learn.code.outlining import outline_of
from nagori.learn.extracts import Extract
from nagori.learn.gaps import Known, claim_of, extract_of, files_of, gaps_of, key_of
from nagori.learn.languages import language_of
from nagori.learn.structure import Structure, structure_of
from nagori.values.learning import LearningRecord, Lines, MadeBy

KINDS = (
    'class Kind:\n    """How a loan is paid back."""\n\n\nclass LoanError(Exception):\n    pass\n'
)
MARK = "def checked(function):\n    return function\n"
USER = (
    "from app.kinds import Kind, LoanError\nfrom app.marks import checked\n\n\n"
    "class Desk:\n    @checked\n    def take(self, kind: Kind) -> None:\n"
    "        if kind is None:\n            raise LoanError\n"
)
TEST = (
    "from app import marks\nfrom app.kinds import Kind\n\n\n"
    "def test_it():\n    Kind()\n    marks.checked(1)\n"
)
FILES = {
    "pyproject.toml": '[project]\nname = "app"\ndependencies = ["rich"]\n',
    "app/kinds.py": KINDS,
    "app/marks.py": MARK,
    "app/one.py": f"import rich\n{USER}",
    "app/two.py": f"from rich import print\n{USER}",
    "other/three.py": "from elsewhere import Kind\n\n\ndef three(kind: Kind) -> None:\n    pass\n",
    "tests/test_kinds.py": TEST,
}


def structure(files: dict[str, str] = FILES) -> Structure:
    return structure_of(outline_of(path, text, language_of(path)) for path, text in files.items())


def a_stale(made_by: MadeBy, **metadata: str) -> LearningRecord:
    lines = (Lines("app/one.py", 1, 1, "0"),)
    at = datetime(2026, 5, 3, tzinfo=UTC)
    return LearningRecord(
        "lr-20260503-001", "app", "Why so?", "DATA_FLOW", "So.", lines, 0.5, at,
        made_by=made_by, status="stale", metadata=metadata,
    )  # fmt: skip


def extract(gap: str, files: dict[str, str] = FILES) -> Extract:
    found = extract_of(structure(files), gap)
    assert found is not None
    return found


def told(gap: str) -> str:
    return "\n".join(part.text for part in extract(gap).parts)


def test_gaps_of_all_four_kinds_are_found_and_each_can_be_told_of() -> None:
    whole = structure()
    gaps = gaps_of(whole, Known(by_model=False))

    assert {key_of(gap) for gap in gaps} == {
        "UNEXPLORED_DIRECTORY:app",
        "INCOMPLETE_DOMAIN:data:Kind",
        "INCOMPLETE_DOMAIN:tests:app/kinds.py",
        "INCOMPLETE_DOMAIN:tests:app/marks.py",
        "MISSING_DEPENDENCY:rich",
        "UNDOCUMENTED_PATTERN:error:LoanError",
        "UNDOCUMENTED_PATTERN:mark:checked",
    }
    assert [gap.priority for gap in gaps] == sorted((gap.priority for gap in gaps), reverse=True)
    for gap in gaps:
        found = extract_of(whole, key_of(gap))
        assert found is not None
        assert found.question == gap.suggested_question
        assert files_of(whole, key_of(gap))


def test_parts_of_an_answer_point_at_lines_that_hold_their_word() -> None:
    whole = structure()
    for gap in gaps_of(whole, Known(by_model=False)):
        for part in extract(key_of(gap)).parts:
            lines = FILES[part.path].splitlines()[part.span.first - 1 : part.span.last]
            assert any(part.word in line for line in lines), part


def test_a_name_from_elsewhere_is_another_thing() -> None:
    assert "other/three.py" not in told("INCOMPLETE_DOMAIN:data:Kind")
    assert "`Desk.take` in `app/two.py`" in told("INCOMPLETE_DOMAIN:data:Kind")


def test_what_one_line_takes_from_several_files_is_told_apart() -> None:
    assert told("INCOMPLETE_DOMAIN:tests:app/marks.py") == (
        "`test_it` in `tests/test_kinds.py` calls `marks.checked`"
    )
    (part,) = extract("INCOMPLETE_DOMAIN:tests:app/kinds.py").parts
    assert (part.span.first, part.around and part.around.first) == (6, 5)


def test_what_was_learned_closes_its_gap_and_a_folder_has_room_for_several_by_a_model() -> None:
    files = {f"big/m{n}.py": f"def f{n}(a):\n    return a\n" for n in range(8)}
    whole = structure(files)
    key = "UNEXPLORED_DIRECTORY:big"

    def of(count: int) -> list[tuple[int, str]]:
        claims = [claim_of(key, f"{n:032}") for n in range(count)]
        return [(gap.priority, gap.suggested_question) for gap in gaps_of(whole, Known(claims))]

    assert [len(of(count)) for count in (0, 1, 2, 3)] == [1, 1, 1, 0]
    assert of(0)[0][0] > of(1)[0][0] > of(2)[0][0]
    assert len({of(count)[0][1] for count in (0, 1, 2)}) == 3
    assert gaps_of(whole, Known(by_model=False)) == []


def test_stale_records_come_first_where_a_round_can_learn_them_anew() -> None:
    whole = structure()
    by_model, by_rounds, by_analysis = (
        a_stale("model"),
        a_stale("analysis", gap="x"),
        a_stale("analysis"),
    )

    def first(record: LearningRecord, *, model: bool) -> str:
        return gaps_of(whole, Known(stale=[record], by_model=model))[0].target

    target = "record:lr-20260503-001"
    assert first(by_model, model=True) == first(by_rounds, model=False) == target
    assert first(by_model, model=False) != target != first(by_analysis, model=True)


def test_gaps_that_failed_are_left_alone() -> None:
    failed = frozenset({"UNEXPLORED_DIRECTORY:app"})

    assert failed.isdisjoint(key_of(gap) for gap in gaps_of(structure(), Known(failed=failed)))
