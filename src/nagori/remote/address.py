"""Addresses of providers as people write them."""

import re
from urllib.parse import SplitResult, urlsplit

from nagori.errors import InvalidInputError

_GEMINI_ENDPOINT = re.compile(r"/models/(?P<model>[^/:]+)(:\w+)?$")
_OLLAMA_PORT = 11434
# `OLLAMA_HOST` also tells the server where to listen; nobody can call "everywhere".
_EVERYWHERE = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - not bound to


def split_address(text: str, setting: str = "embedding.base_url") -> SplitResult:
    """The address without query, fragment and closing slash; refused if it can't be one.

    A password in it is refused too: addresses are logged, keys belong into the key's setting.
    """
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError as error:
        raise InvalidInputError(setting, f"not an address: {error}") from error
    if parts.scheme not in {"http", "https"} or not parts.hostname or port == 0:
        raise InvalidInputError(setting, "must look like https://host/path")
    if parts.username is not None or parts.password is not None:
        raise InvalidInputError(setting, "must not carry a name or password")
    return parts._replace(path=parts.path.rstrip("/"), query="", fragment="")


def gemini_address(text: str, setting: str = "embedding.base_url") -> tuple[str, str | None]:
    """The base address and, if it names an endpoint (`…/models/M:embedContent`), the model."""
    parts = split_address(text, setting)
    endpoint = _GEMINI_ENDPOINT.search(parts.path)
    path = parts.path[: endpoint.start()] if endpoint else parts.path
    address = parts._replace(path=path or "/v1beta").geturl()
    return address, endpoint["model"] if endpoint else None


def ollama_address(text: str, setting: str = "embedding.base_url") -> str:
    """The address from any form of `OLLAMA_HOST`: `host`, `:port`, `0.0.0.0:port`, a URL."""
    text = text.strip()
    # As in Ollama: without a scheme the usual port is Ollama's, with one the scheme's.
    port = None if "://" in text else _OLLAMA_PORT
    parts = split_address(_with_scheme(text), setting)
    host = parts.hostname or ""
    host = _EVERYWHERE.get(host, host)
    host = f"[{host}]" if ":" in host else host
    port = parts.port or port
    return parts._replace(netloc=f"{host}:{port}" if port else host).geturl()


def _with_scheme(text: str) -> str:
    if "://" in text:
        return text
    if text.count(":") > 1 and not text.startswith("["):
        text = f"[{text}]"
    elif text.startswith(":"):
        text = f"127.0.0.1{text}"
    return f"http://{text}"


def host_of(address: str) -> str:
    """Host, and port if one is named: the part that tells two providers apart."""
    return urlsplit(address).netloc.lower()
