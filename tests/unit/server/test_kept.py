import json

import pytest
from pydantic import SecretStr

from nagori import Settings
from nagori.config import ChatSettings, ModelSettings, ModelsSettings
from nagori.server.kept import CHANGEABLE, SettingsChange, is_fixed, with_kept, without_secrets


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
    shown = without_secrets(Settings())
    for part in name.split("."):
        shown = shown[part]


def test_a_change_is_told_by_dotted_names_and_null_stays() -> None:
    change = SettingsChange.model_validate({"chat.rounds": 4, "recall.min_relevance": None})
    assert change.by_name() == {"chat.rounds": 4, "recall.min_relevance": None}


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
