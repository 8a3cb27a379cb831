"""Addresses of providers as people write them."""

from urllib.parse import SplitResult, urlsplit

from nagori.errors import InvalidInputError

_SETTING = "embedding.base_url"


def split_address(text: str) -> SplitResult:
    """The address without query, fragment and closing slash; refused if it can't be one.

    A password in it is refused too: addresses are logged, keys belong into the key's setting.
    """
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError as error:
        raise InvalidInputError(_SETTING, f"not an address: {error}") from error
    if parts.scheme not in {"http", "https"} or not parts.hostname or port == 0:
        raise InvalidInputError(_SETTING, "must look like https://host/path")
    if parts.username is not None or parts.password is not None:
        raise InvalidInputError(_SETTING, "must not carry a name or password")
    return parts._replace(path=parts.path.rstrip("/"), query="", fragment="")


def host_of(address: str) -> str:
    """Host, and port if one is named: the part that tells two providers apart."""
    return urlsplit(address).netloc.lower()
