"""The key that OpenAI's clients send to a server that needs none."""

_OURS = "nagori_"


def local_bearer(value: str) -> bool:
    """Whether a bearer is no key at all, only what a client was given since it insists on one.

    Such a request is taken for one without a key: the caller is the local user, or nobody.
    """
    return bool(value) and not value.startswith(_OURS)
