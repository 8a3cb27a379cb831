"""Kinds of failure that callers of providers tell apart."""

from nagori.errors import ModelReplyError, ModelUnavailableError


class TryAgainError(ModelUnavailableError):
    """Failed before any work was done there, so that asking again at once may help."""


class NoReplyInTimeError(ModelUnavailableError):
    """It took longer than the caller could wait, which another caller might."""


class RequestRefusedError(ModelReplyError):
    """The provider found something wrong with the request itself."""
