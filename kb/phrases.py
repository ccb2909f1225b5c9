"""Phrases: a pattern that finds any of many words and groups of words in a text."""

import re
from collections.abc import Iterable


def plain(phrase: str) -> str:
    """What two writings of a phrase have in common: small letters, straight apostrophes, blanks.

    >>> plain("Un’\\n Unica")
    "un' unica"
    """
    return " ".join(phrase.lower().replace("’", "'").split())


def any_of(phrases: Iterable[str], *, stars: bool = False) -> re.Pattern[str] | None:
    """Any of these phrases, each plain, as whole words, the longest first; None for none at all.

    With ``stars`` one at the end of a phrase stands for any letters.
    """
    longest = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    if not longest:
        return None
    found = (r"\s+".join(map(re.escape, phrase.split())) for phrase in longest)
    alternatives = "|".join(found).replace("'", "['’]")
    if stars:
        alternatives = alternatives.replace(r"\*", r"\w*")
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE)
