"""Refusing: which problem an error is to whoever asked."""

import logging

from kb.errors import (
    BadDate,
    BadRange,
    RegulaeError,
    StoreError,
    UnknownLanguage,
    UnknownRule,
    Unreadable,
)
from search.query.faults import QueryError
from search.web.api.problems import Refusal

_WRONG = (BadDate, BadRange, QueryError, UnknownLanguage, UnknownRule)
_log = logging.getLogger("regulae.web")


def refusal(error: Exception, path: str, language: str) -> Refusal:
    """What is our own fault, or that of the base, is written to the log."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, TimeoutError):
        return Refusal("too-slow")
    if isinstance(error, StoreError):
        _log.warning("%s: %s", path, error)
        return Refusal("busy")
    if isinstance(error, Unreadable):
        return Refusal("unreadable-text", reason=error.told(language).removeprefix("-: "))
    # The tree of errors has no branch for a pattern of addresses: it is the root itself.
    if isinstance(error, _WRONG) or type(error) is RegulaeError:
        return Refusal("unreadable-question", reason=error.told(language))
    _log.error("%s", path, exc_info=error)
    return Refusal("failed")
