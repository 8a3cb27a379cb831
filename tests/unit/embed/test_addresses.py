import pytest

from nagori.embed.openai import openai_address
from nagori.errors import InvalidInputError
from nagori.remote.address import gemini_address, ollama_address, split_address


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("127.0.0.1:11434", "http://127.0.0.1:11434"),
        ("0.0.0.0:11434", "http://127.0.0.1:11434"),
        ("0.0.0.0", "http://127.0.0.1:11434"),  # noqa: S104 - nothing is bound
        (":8080", "http://127.0.0.1:8080"),
        ("box", "http://box:11434"),
        ("box:1234", "http://box:1234"),
        ("http://box", "http://box"),
        ("https://box.example/ollama/", "https://box.example/ollama"),
        ("http://0.0.0.0:11434/", "http://127.0.0.1:11434"),
        ("::1", "http://[::1]:11434"),
        ("[::]:11434", "http://[::1]:11434"),
    ],
)
def test_every_form_of_ollama_host_is_understood(written: str, meant: str) -> None:
    assert ollama_address(written) == meant


@pytest.mark.parametrize(
    ("written", "address", "model"),
    [
        ("https://g.example/v1beta", "https://g.example/v1beta", None),
        ("https://g.example/", "https://g.example/v1beta", None),
        ("https://g.example/v1/models/m-1:embedContent", "https://g.example/v1", "m-1"),
        ("https://g.example/v1/models/m-1:embedContent?key=k", "https://g.example/v1", "m-1"),
        ("https://g.example/v1/models/m-1:batchEmbedContents", "https://g.example/v1", "m-1"),
    ],
)
def test_a_gemini_address_may_name_the_endpoint(
    written: str, address: str, model: str | None
) -> None:
    assert gemini_address(written) == (address, model)


@pytest.mark.parametrize("written", ["https://o.example/v1/", "https://o.example/v1/embeddings"])
def test_an_openai_address_may_name_the_endpoint(written: str) -> None:
    assert openai_address(written) == "https://o.example/v1"


@pytest.mark.parametrize(
    "written", ["", "box", "ftp://box", "http://", "http://box:99999", "http://[::1", "http://a:0"]
)
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(InvalidInputError, match="base_url"):
        split_address(written)


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(InvalidInputError) as caught:
        split_address("https://me:hunter2@box.example")

    assert "hunter2" not in str(caught.value)
