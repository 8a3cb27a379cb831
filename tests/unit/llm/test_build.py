from typing import Any

import pytest
from pydantic import SecretStr

from nagori.config import Settings
from nagori.errors import InvalidInputError
from nagori.llm.build import Models, build_models
from nagori.testing.scripted_model import ScriptedModel

KEY = "sk-very-secret-0123456789"


def build(chat: dict[str, Any] | None = None, **fields: Any) -> Models:
    known = {name: fields.pop(name) for name in list(fields) if name not in HELPERS}
    given: dict[str, Any] = {**known, "models": {"chat": chat or {}, **fields}}
    return build_models(Settings.model_validate(given))


HELPERS = {"decision", "summary", "title"}


def test_without_any_key_there_is_no_model() -> None:
    models = build()

    assert models.chat.state == "extractive"
    assert models.chat is models.decision is models.summary is models.title


@pytest.mark.parametrize(
    ("known", "name"),
    [
        ({"openai_api_key": KEY}, "openai:gpt-5.4-mini"),
        ({"openai_base_url": "http://box:8000/v1"}, "openai:gpt-5.4-mini"),
        ({"gemini_api_key": KEY}, "gemini:gemini-flash-latest"),
        ({"anthropic_api_key": KEY}, "anthropic:claude-sonnet-5-5"),
        ({"ollama_host": "box"}, "ollama:qwen3"),
        ({"anthropic_api_key": KEY, "gemini_api_key": KEY}, "gemini:gemini-flash-latest"),
        ({"openai_api_key": KEY, "gemini_api_key": KEY}, "openai:gpt-5.4-mini"),
        ({"openai_api_key": "", "ollama_host": "box"}, "ollama:qwen3"),
    ],
)
def test_auto_takes_the_first_provider_that_is_set(known: dict[str, Any], name: str) -> None:
    model = build(**known).chat

    assert (model.name, model.state, model.reason) == (name, "ready", None)


@pytest.mark.parametrize(
    ("endpoint", "provider"),
    [
        ("https://generativelanguage.googleapis.com/v1beta", "gemini"),
        ("https://api.anthropic.com", "anthropic"),
        ("http://127.0.0.1:8000/v1", "openai"),
    ],
)
def test_auto_knows_the_provider_by_its_endpoint(endpoint: str, provider: str) -> None:
    model = build({"endpoint": endpoint, "api_key": KEY, "model": "m"}).chat

    assert model.name == f"{provider}:m"


@pytest.mark.parametrize(
    ("kind", "variable"),
    [
        ("openai", "OPENAI_API_KEY"),
        ("gemini", "GEMINI_API_KEY"),
        ("anthropic", "ANTHROPIC_API_KEY"),
    ],
)
def test_a_missing_key_names_the_variable_to_set(kind: str, variable: str) -> None:
    with pytest.raises(InvalidInputError, match=variable) as caught:
        build({"type": kind})

    assert "NAGORI_MODELS__CHAT__API_KEY" in str(caught.value)


def test_a_key_without_a_provider_asks_whose_it_is() -> None:
    with pytest.raises(InvalidInputError, match="NAGORI_MODELS__CHAT__TYPE"):
        build({"api_key": KEY})


@pytest.mark.parametrize("kind", ["auto", "openai", "gemini", "anthropic", "ollama"])
def test_an_endpoint_that_is_no_address_names_its_variable(kind: str) -> None:
    with pytest.raises(InvalidInputError, match="NAGORI_MODELS__TITLE__ENDPOINT"):
        build(title={"type": kind, "endpoint": "ftp://[", "api_key": KEY})


def test_a_wrong_usual_address_is_named_by_its_own_variable() -> None:
    with pytest.raises(InvalidInputError, match="OPENAI_BASE_URL"):
        build(openai_base_url="box")


def test_a_key_that_could_not_be_sent_is_refused_without_repeating_it() -> None:
    with pytest.raises(InvalidInputError, match="OPENAI_API_KEY") as caught:
        build({"type": "openai"}, openai_api_key=SecretStr("sk-one\nsk-two"))

    assert "sk-" not in str(caught.value)


def test_a_server_of_ones_own_needs_no_key() -> None:
    assert build({"type": "openai", "endpoint": "http://127.0.0.1:8000"}).chat.state == "ready"
    assert build({"type": "ollama"}).chat.name == "ollama:qwen3"


def test_helpers_are_the_chat_model_unless_something_is_set_for_them() -> None:
    models = build({"type": "ollama", "model": "big"}, title={"model": "small"}, summary={})

    assert models.title.name == "ollama:small"
    assert models.decision is models.chat
    assert models.summary is models.chat


def test_a_prompt_of_its_own_makes_no_other_model() -> None:
    models = build({"type": "ollama"}, summary={"prompt": "Sum up: {conversation}"})

    assert models.summary is models.chat


def test_a_helper_at_another_provider_takes_nothing_from_the_chat() -> None:
    models = build({"type": "openai", "api_key": KEY, "model": "big"}, title={"type": "ollama"})

    assert models.title.name == "ollama:qwen3"


def test_a_helper_may_do_without_a_model() -> None:
    models = build({"type": "ollama"}, title={"type": "extractive"})

    assert (models.chat.state, models.title.state) == ("ready", "extractive")


def test_no_key_is_shown() -> None:
    models = build({"type": "anthropic", "api_key": KEY})

    assert KEY not in repr(models) + repr(vars(models.chat))


async def test_each_model_is_closed_once() -> None:
    class Counting(ScriptedModel):
        closings = 0

        async def close(self) -> None:
            self.closings += 1

    one, other = Counting(), Counting()

    await Models(one, one, other, one).close()

    assert (one.closings, other.closings) == (1, 1)
