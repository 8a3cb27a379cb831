"""Keys of providers, from settings to a header."""

from pydantic import SecretStr

from nagori.errors import InvalidInputError


def sendable_key(secret: SecretStr | None, variable: str) -> str | None:
    """The key as it can be sent; a line break in it would end up in an error's text."""
    key = secret.get_secret_value().strip() if secret else ""
    if not (key.isascii() and key.isprintable()):
        raise InvalidInputError(variable, "holds characters that no key has")
    return key or None


def bearer(key: str | None) -> dict[str, str]:
    """The header that most providers want; none without a key."""
    return {} if key is None else {"authorization": f"Bearer {key}"}
