from string import Formatter
from typing import Any, get_args

import pytest
from typer.main import get_command

from nagori.chat.leaving import SUMMARISE_JOB, TITLE_JOB
from nagori.cli import options
from nagori.cli.app import app
from nagori.cli.help import EXAMPLES, texts
from nagori.cli.help_zh import HELP_ZH
from nagori.cli.phrases_en import EN
from nagori.cli.phrases_zh import ZH
from nagori.cli.words import Words, lang_of
from nagori.store.document_port import IMPORT_JOB
from nagori.store.page_port import CONDENSE_JOB
from nagori.store.port import EMBED_JOB, ERASE_JOB
from nagori.store.sqlite.health import Problem
from nagori.values.failure import FailureStatus, OperationType
from nagori.values.knowledge import GROUP_SUMMARY_JOB
from nagori.values.learning import MadeBy, QuestionType, RecordStatus
from nagori.values.memorising import MEMORISE_JOB
from nagori.values.memory import Change, SourceKind, Stage, Status
from nagori.values.project import (
    ANALYSE_JOB,
    LEARN_JOB,
    AnalysisStep,
    EvolutionPhase,
    GapType,
    Skipped,
)
from nagori.values.recall import Mode, ProfileName, Rule

JOBS = (
    ANALYSE_JOB, CONDENSE_JOB, EMBED_JOB, ERASE_JOB, GROUP_SUMMARY_JOB, IMPORT_JOB, LEARN_JOB,
    MEMORISE_JOB, SUMMARISE_JOB, TITLE_JOB,
)  # fmt: skip


def fields(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name}


def test_both_languages_have_every_phrase() -> None:
    assert EN.keys() == ZH.keys()


# Doctor's problems come with an English sentence of the store; the Chinese ones stand alone, and
# Chinese has no plural, so it may name a number where English says "once".
@pytest.mark.parametrize("key", [k for k in EN if not k.startswith(("problem.", "advice."))])
def test_a_phrase_needs_the_same_values_in_both_languages(key: str) -> None:
    assert fields(EN[key]) == fields(ZH[key])


def test_every_value_that_is_shown_has_words() -> None:
    shown = {
        "rule": get_args(Rule),
        "problem": get_args(Problem),
        "advice": get_args(Problem),
        "status": get_args(Status),
        "stage": get_args(Stage),
        "source": get_args(SourceKind),
        "change": get_args(Change.__annotations__["what"]),
        "about": get_args(QuestionType),
        "record.status": get_args(RecordStatus),
        "record.made": get_args(MadeBy),
        "left": get_args(Skipped),
        "gap.type": get_args(GapType),
        "failure.type": get_args(OperationType),
        "failure.status": get_args(FailureStatus),
        "project.step": get_args(AnalysisStep),
        "project.phase": get_args(EvolutionPhase),
        "worker.did": JOBS,
    }
    for kind, values in shown.items():
        for value in values:
            assert f"{kind}.{value}" in EN


def test_every_help_text_is_there_in_chinese() -> None:
    assert texts(get_command(app)) - set(EXAMPLES.values()) <= HELP_ZH.keys()


def test_every_command_and_option_has_a_help_text() -> None:
    commands: dict[str, Any] = getattr(get_command(app), "commands")  # noqa: B009  # no type
    for name, command in commands.items():
        assert command.help, name
        assert all(getattr(param, "help", None) for param in command.params), name


def test_choices_are_those_of_the_library() -> None:
    assert set(get_args(options.Mode)) == set(get_args(Mode))
    assert set(get_args(options.ProfileName)) == set(get_args(ProfileName))


@pytest.mark.parametrize(
    ("name", "lang"),
    [("zh_CN.UTF-8", "zh"), ("zh", "zh"), ("ZH_tw", "zh"), ("C.UTF-8", "en"), (None, "en")],
)
def test_the_language_is_read_from_the_name_of_a_locale(name: str | None, lang: str) -> None:
    assert lang_of(name) == lang


def test_one_and_many_differ_in_english_only() -> None:
    assert Words("en")("count.memories", n=1) == "1 memory"
    assert Words("en")("count.memories", n=2) == "2 memories"
    assert Words("zh")("count.memories", n=2) == "2 条记忆"


def test_a_scope_is_named_as_people_say_it() -> None:
    assert Words("en").whom("user:carla") == "carla"
    assert Words("en").whom("global") == "everybody"
    assert Words("zh").whom("group:friends") == "群 friends"
