"""Whether a report comes from the OneBot program."""

import hmac

SIGNATURE = "x-signature"


def is_genuine(given: str, body: bytes, secret: str) -> bool:
    """Whether the bytes were signed with the secret."""
    right = "sha1=" + hmac.new(secret.encode(), body, "sha1").hexdigest()
    return hmac.compare_digest(right.encode(), given.encode())
