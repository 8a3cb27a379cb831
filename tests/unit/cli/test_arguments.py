from datetime import UTC, datetime, timedelta, timezone

import pytest
import typer

from nagori.cli.arguments import given_kinds, given_metadata, given_tags, given_time, hoisted
from nagori.cli.session import Session, quote
from nagori.errors import InvalidInputError


@pytest.mark.parametrize(
    "args",
    [
        ["--db", "a.db", "--json", "list", "--user", "carla"],
        ["list", "--db", "a.db", "--user", "carla", "--json"],
        ["list", "--user", "carla", "--db=a.db", "--json"],
    ],
)
def test_global_options_may_stand_anywhere(args: list[str]) -> None:
    front, rest = hoisted(args)

    assert sorted(front) == ["--db", "--json", "a.db"]
    assert rest == ["list", "--user", "carla"]


def test_after_two_dashes_everything_is_text() -> None:
    assert hoisted(["remember", "--", "--json"]) == ([], ["remember", "--", "--json"])


def test_a_global_option_without_its_value_is_refused() -> None:
    with pytest.raises(typer.BadParameter):
        hoisted(["list", "--db"])


def test_a_time_keeps_its_offset_and_a_day_is_where_the_settings_are() -> None:
    session = Session()

    at = given_time("2026-05-03T18:30+08:00", session, "at")
    assert at == datetime(2026, 5, 3, 18, 30, tzinfo=timezone(timedelta(hours=8)))
    assert given_time("2026-05-03", session, "at") == datetime(2026, 5, 3, tzinfo=UTC)
    assert given_time(None, session, "at") is None


def test_as_of_a_day_is_its_end() -> None:
    at = given_time("2026-05-03", Session(), "as_of", ends=True)

    assert at == datetime(2026, 5, 3, 23, 59, 59, 999999, tzinfo=UTC)


def test_what_is_no_time_is_refused_in_the_readers_language() -> None:
    with pytest.raises(InvalidInputError, match="日期"):
        given_time("yesterday", Session(lang="zh"), "at")


def test_metadata_is_keys_and_values() -> None:
    assert given_metadata(["a=1", "b=x=y", "c="], Session()) == {"a": "1", "b": "x=y", "c": ""}
    assert given_metadata([], Session()) is None
    for bad in ("a", "=1"):
        with pytest.raises(InvalidInputError):
            given_metadata([bad], Session())


def test_unknown_tags_and_kinds_are_refused() -> None:
    assert given_tags(["manual"]) == ["manual"]
    assert given_kinds(None) == ["memory"]
    with pytest.raises(InvalidInputError):
        given_tags(["nonsense"])
    with pytest.raises(InvalidInputError):
        given_kinds(["nonsense"])


@pytest.mark.parametrize(
    ("word", "typed"),
    [("list", "list"), ("two words", '"two words"'), ("$HOME", "'$HOME'"), ("茶", '"茶"')],
)
def test_a_suggested_command_can_be_pasted(word: str, typed: str) -> None:
    assert quote(word) == typed
