"""Reasons in words: why a rule is a candidate."""

from collections.abc import Iterable

from search.render import printable
from search.sentences import words
from search.suggest.weighing import Reason

_MOST = 3
_LONGEST = 40


def why(reasons: Iterable[Reason], language: str) -> str:
    """The strongest reasons, in the language of messages."""
    told = [_sentence(reason, language) for reason in reasons]
    return "; ".join(told[:_MOST])


def _sentence(reason: Reason, language: str) -> str:
    about = ", ".join(printable(each[:_LONGEST]) for each in reason.about)
    return words(language, f"suggest_{reason.why}", about=about)
