from dataclasses import replace

import pytest

from nagori.cli.rounds import Watch
from nagori.cli.session import Session
from nagori.testing.builders import NOW
from nagori.testing.learning import cited
from nagori.values.learning import LearningRecord, ToolCallStep
from nagori.values.learning_round import LearningRound

BEGUN = LearningRound("r1", "loans", "GENERATING_QUESTION", "running", NOW, NOW)
ASKED = replace(BEGUN, phase="EXPLORING", question="How is interest computed?")
GREP = ToolCallStep("grep", {"pattern": "interest"}, "3 places", NOW)
READ = ToolCallStep(
    "read_file", {"path": "src/plan.py", "start": "1"}, "src/plan.py: lines 1 to 20", NOW
)
LEARNED = LearningRecord(
    "lr-20261116-001", "loans", "How?", "DATA_FLOW", "By month.", (cited(),), 0.8, NOW
)


def seen(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line.strip() for line in capsys.readouterr().out.splitlines()]


def test_each_phase_and_step_of_a_round_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch(Session())

    watch.look(BEGUN)
    watch.look(ASKED)
    watch.look(replace(ASKED, steps=(GREP,)))
    watch.look(replace(ASKED, steps=(GREP,)))
    watch.look(replace(ASKED, phase="SUMMARIZING", steps=(GREP, READ)))

    assert seen(capsys) == [
        "asks: How is interest computed?",
        "grep interest: 3 places",
        "read_file: src/plan.py: lines 1 to 20",
        "puts it together",
    ]


def test_the_end_of_a_round_tells_what_was_learned_and_what_it_took(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = replace(BEGUN, state="done", tokens=1234, record_ids=("lr-20261116-001",))

    Watch(Session()).ended(done, [LEARNED])

    assert seen(capsys) == ["learned: By month.", "lr-20261116-001 · 1,234 tokens"]


def test_a_round_that_failed_tells_why(capsys: pytest.CaptureFixture[str]) -> None:
    Watch(Session()).ended(replace(BEGUN, state="failed", error="the model is\x1b[2J down"))

    assert seen(capsys) == ["did not work: the model is�[2J down"]


def test_nothing_is_told_between_when_json_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    watch = Watch(Session(json=True))

    watch.look(ASKED)
    watch.ended(replace(ASKED, state="failed", error="no"))

    assert seen(capsys) == []
