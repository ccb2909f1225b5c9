"""Why: of what the score of a hit is made up."""

from collections import defaultdict
from typing import NamedTuple

WORD = "word"
"""A word or a name of the query stands in the text."""
SAID = "said"
"""A word of the query is said of the rule, which has another word for it."""
ALSO = "also"
"""Another text of the rule says it too: an example, a ruling, the rule itself."""
GLOSSARY = "glossary"
"""An entry of the glossary that says it refers to the rule."""
CITED = "cited"
"""Another hit cites it."""
FAMILY = "family"
"""It contains another hit, or is a part of it."""
HEADING = "heading"
"""It is only a name, which counts for less."""
SPOKEN_OF = "spoken-of"
"""It belongs to a rule that the query names among other words."""
NAMED = "named"
"""It is what the query names, or the first that is said of that."""
KINDS = (WORD, SAID, ALSO, GLOSSARY, CITED, FAMILY, HEADING, SPOKEN_OF, NAMED)


class Cause(NamedTuple):
    """A part of a score."""

    kind: str
    """One of ``KINDS``."""
    what: str
    """The word as the index has it, the number of the other rule, the term of the entry."""
    value: float
    """A share of the best score; below zero where it lowers the score."""


class Why:
    """What is noted while hits are scored: the causes of each add up to its score."""

    def __init__(self) -> None:
        self._causes: dict[str, dict[tuple[str, str], float]] = defaultdict(
            lambda: defaultdict(float)
        )

    def note(self, hit: str, kind: str, what: str, value: float) -> None:
        """Of a rule by its number, of a text that belongs to none by ``key_of``."""
        self._causes[hit][kind, what] += value

    def of(self, hit: str, best: float) -> tuple[Cause, ...]:
        """The causes as shares of the best score, the weightiest first."""
        causes = [
            Cause(*what, value / best) for what, value in self._causes.get(hit, {}).items() if value
        ]
        return tuple(sorted(causes, key=lambda cause: (-abs(cause.value), cause)))


def key_of(text_key: int) -> str:
    """What a text that belongs to no rule is called among the hits."""
    return f"text {text_key}"
