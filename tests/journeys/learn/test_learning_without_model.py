"""Rounds without a model: what several files show together, true and with the lines."""

from pathlib import Path

from tests.journeys.learn.learning import Schools

from nagori.learn.citing import Checker
from nagori.learn.gaps import key_of
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.clock import HandClock
from nagori.testing.learning import LOANS
from nagori.values.learning_round import LearningRound


async def test_rounds_go_on_until_nothing_is_left_to_learn_and_then_stop(
    loans: Path, school: Schools, opened: SqliteStore, clock: HandClock
) -> None:
    here = await school(loans)
    gaps = await here.learner.gaps(LOANS)
    done: list[LearningRound] = []
    while (round := await here.round()) is not None:
        done.append(round)

    assert {round.gap for round in done} == {key_of(gap) for gap in gaps} == {
        "UNEXPLORED_DIRECTORY:loans",
        "INCOMPLETE_DOMAIN:data:Kind",
        "INCOMPLETE_DOMAIN:tests:loans/kinds.py",
        "INCOMPLETE_DOMAIN:tests:loans/plan.py",
        "MISSING_DEPENDENCY:rich",
        "UNDOCUMENTED_PATTERN:error:LoanError",
    }  # fmt: skip
    assert {round.state for round in done} == {"done"}
    assert await here.learner.gaps(LOANS) == []
    status = await here.learner.status(LOANS)
    assert (status.questions_generated_today, status.total_questions_explored) == (6, 6)
    assert (status.current_phase, status.tokens_today) == ("IDLE", 0)


async def test_what_is_learned_says_what_files_show_together_and_cites_those_lines(
    loans: Path, school: Schools, opened: SqliteStore, clock: HandClock
) -> None:
    here = await school(loans)
    while await here.round() is not None:
        pass
    learned = {record.metadata["gap"]: record for record in await here.learned()}

    error = learned["UNDOCUMENTED_PATTERN:error:LoanError"]
    assert "`months` in `loans/plan.py` if `years > LONGEST`" in error.answer
    assert "`rate` in `loans/rates.py` if `years < 1`" in error.answer
    assert (error.made_by, error.confidence, error.domain) == ("analysis", 1.0, "loans")
    places = [(cited.path, cited.start, cited.end) for cited in error.citations]
    assert ("loans/plan.py", 10, 11) in places
    tests = learned["INCOMPLETE_DOMAIN:tests:loans/plan.py"]
    assert "`test_months` in `tests/test_plan.py` calls `months`" in tests.answer
    assert {step.tool_name for step in tests.exploration_path} == {"read_file"}
    flow = learned["INCOMPLETE_DOMAIN:data:Kind"]
    assert "`def rate(kind: Kind, years: int) -> float` in `loans/rates.py`" in flow.answer
    checker = Checker(here.folder)
    assert {
        checker.check(cited).state for record in learned.values() for cited in record.citations
    } == {"unchanged"}
    assert all(ids for _, ids in here.touched)
    assert len(here.touched) == len(learned)


async def test_an_analysis_leaves_what_rounds_learned_as_it_is(
    loans: Path, school: Schools, opened: SqliteStore, clock: HandClock
) -> None:
    here = await school(loans)
    await here.round()
    before = await here.learned()
    (loans / "loans/more.py").write_text("MORE = 1\n", "utf-8")

    await here.analyse()

    assert await here.learned() == before != []


async def test_what_rests_on_changed_lines_is_learned_anew_and_replaces_the_old(
    loans: Path, school: Schools, opened: SqliteStore, clock: HandClock
) -> None:
    here = await school(loans)
    while await here.round() is not None:
        pass
    (old,) = [one for one in await here.learned() if "error:LoanError" in one.metadata["gap"]]
    text = (loans / "loans/plan.py").read_text("utf-8")
    (loans / "loans/plan.py").write_text(text.replace("years > LONGEST", "years > 30"), "utf-8")
    await here.analyse()
    await opened.records.mark(LOANS, [old.id], "stale", now=clock())

    gap = (await here.learner.gaps(LOANS))[0]
    assert (gap.type, gap.suggested_question) == ("INCOMPLETE_DOMAIN", old.question)
    round = await here.done()

    (new,) = await opened.records.get(LOANS, round.record_ids)
    assert "if `years > 30`" in new.answer
    (replaced,) = await opened.records.get(LOANS, [old.id])
    assert (replaced.status, replaced.replaced_by) == ("replaced", new.id)
    assert await here.round() is None


async def test_what_no_file_shows_any_more_is_withdrawn_when_it_is_to_be_learned_anew(
    loans: Path, school: Schools, opened: SqliteStore, clock: HandClock
) -> None:
    here = await school(loans)
    while await here.round() is not None:
        pass
    (old,) = [one for one in await here.learned() if "tests:loans/plan.py" in one.metadata["gap"]]
    (loans / "tests/test_plan.py").unlink()
    await here.analyse()
    await opened.records.mark(LOANS, [old.id], "stale", now=clock())

    await here.round()

    (gone,) = await opened.records.get(LOANS, [old.id])
    assert (gone.status, gone.replaced_by) == ("replaced", None)


async def test_a_file_that_changed_after_the_analysis_is_not_told_of_as_it_was(
    loans: Path, school: Schools, opened: SqliteStore, clock: HandClock
) -> None:
    here = await school(loans)
    (loans / "loans/rates.py").write_text("# nothing is left\n" * 20, "utf-8")
    while await here.round() is not None:
        pass

    learned = await here.learned()
    assert learned
    assert all("rates.py" not in record.answer for record in learned)
