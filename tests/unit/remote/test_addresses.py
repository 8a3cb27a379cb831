import pytest

from nagori.errors import InvalidInputError
from nagori.remote.address import gemini_address, host_of, ollama_address, split_address


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (":8080", "http://127.0.0.1:8080"),
        ("0.0.0.0", "http://127.0.0.1:11434"),  # noqa: S104 - nothing is bound
        ("box:1234", "http://box:1234"),
        ("https://box.example/ollama/", "https://box.example/ollama"),
        ("::1", "http://[::1]:11434"),
    ],
)
def test_every_form_of_ollama_host_is_an_address(written: str, meant: str) -> None:
    assert ollama_address(written) == meant


def test_a_gemini_endpoint_names_its_model() -> None:
    written = "https://g.example/v1beta/models/flash:generateContent"

    assert gemini_address(written) == ("https://g.example/v1beta", "flash")
    assert gemini_address("https://g.example") == ("https://g.example/v1beta", None)


@pytest.mark.parametrize("written", ["box", "ftp://box", "http://", "http://a:b@box", "http://["])
def test_what_is_no_address_names_its_setting(written: str) -> None:
    with pytest.raises(InvalidInputError, match="THE_SETTING"):
        split_address(written, "THE_SETTING")


def test_a_host_is_told_with_its_port() -> None:
    assert host_of("http://Box:80/v1") == "box:80"
