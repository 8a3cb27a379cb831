import json

import pytest
from pydantic import SecretStr

from nagori import Settings
from nagori.config import ChatSettings, ModelSettings, ModelsSettings
from nagori.server.kept import (
    CHANGEABLE,
    SettingsChange,
    is_fixed,
    shown_kept,
    value_of,
    with_kept,
    with_lost_keys,
    without_secrets,
)


def test_what_was_set_in_the_app_is_below_what_was_given() -> None:
    given = Settings(chat=ChatSettings(rounds=3))
    now = with_kept(given, {"chat.rounds": 9, "chat.persona": "Short.", "time_zone": "Asia/Tokyo"})

    assert now.chat.rounds == 3
    assert now.chat.persona == "Short."
    assert now.time_zone == "Asia/Tokyo"
    assert is_fixed(given, "chat.rounds")
    assert not is_fixed(given, "chat.persona")
    assert given.chat.persona != "Short."


def test_what_an_older_version_kept_and_this_one_cant_use_is_left_out() -> None:
    given = Settings()

    kept = {"chat.rounds": "many", "chat.colour": "green", "server.host": "0.0.0.0"}  # noqa: S104
    assert with_kept(given, kept) == given


@pytest.mark.parametrize("name", CHANGEABLE)
def test_every_changeable_name_is_a_setting(name: str) -> None:
    helpers = {job: ModelSettings() for job in ("decision", "summary", "title")}
    shown = without_secrets(Settings(models=ModelsSettings(**helpers)))
    for part in name.split("."):
        shown = shown[part]


def test_a_change_is_told_by_dotted_names_and_null_stays() -> None:
    change = SettingsChange.model_validate({"chat.rounds": 4, "recall.min_relevance": None})
    assert change.by_name() == {"chat.rounds": 4, "recall.min_relevance": None}


def test_what_a_helper_has_of_its_own_is_put_into_a_section_of_its_own() -> None:
    now = with_kept(Settings(), {"models.title.model": "small", "models.chat.type": "ollama"})

    assert now.models.title is not None
    assert now.models.title.model == "small"
    assert now.models.title.model_fields_set == {"model"}
    assert now.models.summary is None
    assert now.models.chat.type == "ollama"
    assert not is_fixed(Settings(), "models.title.model")
    assert value_of(now, "models.title.model") == "small"
    assert value_of(now, "models.summary.model") is None


def test_a_key_is_told_by_whether_it_is_set() -> None:
    kept = {"models.chat.api_key": SecretStr("sk-secret"), "recall.tags": ["manual"]}
    now = with_kept(Settings(), kept)

    assert now.models.chat.api_key == SecretStr("sk-secret")
    assert value_of(now, "models.chat.api_key") == "set"
    assert value_of(now, "embedding.api_key") == "unset"
    assert value_of(now, "recall.tags") == ["manual"]
    assert shown_kept(kept) == {"models.chat.api_key": "set", "recall.tags": ["manual"]}


def test_a_key_is_forgotten_with_the_address_that_it_was_for() -> None:
    kept = {"models.chat.type": "openai", "models.chat.api_key": SecretStr("sk-secret")}

    assert with_lost_keys({"models.chat.model": "m"}, kept) == {"models.chat.model": "m"}
    assert with_lost_keys({"models.chat.type": "openai"}, kept) == {"models.chat.type": "openai"}
    moved = with_lost_keys({"models.chat.endpoint": "https://example.org"}, kept)
    assert moved == {"models.chat.endpoint": "https://example.org", "models.chat.api_key": None}
    given = {"models.chat.type": "gemini", "models.chat.api_key": SecretStr("new")}
    assert with_lost_keys(given, kept) == given


def test_no_secret_is_shown_wherever_it_stands() -> None:
    secret = SecretStr("sk-secret")
    settings = Settings(
        models=ModelsSettings(
            chat=ModelSettings(api_key=secret), title=ModelSettings(api_key=secret)
        ),
        openai_api_key=secret,
    )
    shown = without_secrets(settings)

    assert "sk-secret" not in json.dumps(shown)
    assert shown["models"]["title"]["api_key"] == "set"
    assert shown["gemini_api_key"] == "unset"
    assert shown["models"]["decision"] is None
