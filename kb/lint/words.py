"""The words that the lint looks for, of all languages together."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from kb.cite_words import words as citing
from kb.lang import codes, folded, language

_TABLE = "lint"


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """What may stand around names and numbers."""

    between: frozenset[str]
    """Between a name and its number; in lower case, with their accents: è is no e."""
    citing: frozenset[str]
    """Rule words and *see* words, folded."""
    elided: tuple[str, ...]
    """Articles that are glued to the next word."""
    longest_elided: int
    joined: re.Pattern[str]
    """An *and* between two names."""
    everyday: frozenset[str]
    """Names of keyword actions that are words of any sentence about the game, folded."""
    variant: re.Pattern[str]
    """How a subrule defines a variant."""
    yaml_rule: frozenset[str]
    yaml_name: frozenset[str]
    yaml_title: frozenset[str]

    def may_stand_between(self, word: str) -> bool:
        return word.lower().replace("’", "'") in self.between or folded(word) in self.citing


def words() -> Words:
    """Of every language that has a table ``[lint]``."""
    return _words(codes())


@cache
def _words(all_codes: tuple[str, ...]) -> Words:
    spoken = [code for code in all_codes if _TABLE in language(code).tables]

    def lists(key: str, table: str = _TABLE) -> tuple[str, ...]:
        every = (word for code in spoken for word in language(code).words(table, key))
        return tuple(dict.fromkeys(every))

    cited = citing()
    articles = [word.lower() for word in lists("article")]
    plain = [*lists("copula"), *lists("beside"), *lists("also", "citations"), *articles]
    elided = tuple(word for word in articles if word.endswith("'"))
    defining = _any(lists("variant"))
    return Words(
        between=frozenset(word.lower() for word in plain),
        citing=cited.number.union(cited.signs),
        elided=elided,
        longest_elided=max(map(len, elided), default=0),
        joined=re.compile(rf",?\s+(?:{_any(cited.and_)})\s+", re.IGNORECASE),
        everyday=frozenset(map(folded, lists("everyday"))),
        variant=re.compile(
            rf"[“\"«]?(?P<name>[^“”\"«».,;:]{{2,60}}?)[”\"»]?\s+(?:{defining})(?!\w)", re.IGNORECASE
        ),
        yaml_rule=frozenset(map(folded, lists("yaml_rule"))),
        yaml_name=frozenset(map(folded, lists("yaml_name"))),
        yaml_title=frozenset(map(folded, lists("yaml_title"))),
    )


def _any(phrases: Iterable[str]) -> str:
    return "|".join(r"\s+".join(map(re.escape, phrase.split())) for phrase in phrases) or "(?!)"
