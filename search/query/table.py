"""The table of the query language, which its reader, the help, the docs and the tests read."""

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from kb.lang import codes, folded, language

_LANGUAGE_TABLE = "query"


class Value(StrEnum):
    """What may stand after the colon of a field."""

    RULES = "rules"
    """A number, a range, a section or a name, as for ``show``."""
    LANGUAGES = "languages"
    """Codes of languages with commas between them."""
    KINDS = "kinds"
    """Kinds of texts with commas between them."""
    DAY = "day"
    """2026-08-07, 2026-08 or 2026."""


class Entry(NamedTuple):
    """One thing that can be written in a query."""

    name: str
    """Of a field what stands before the colon; the help sentence is ``query_help_<name>``."""
    example: str
    value: Value | None = None
    """None for a sign, which is no field."""

    @property
    def help(self) -> str:
        """The key of the sentence that says what it does."""
        return f"query_help_{self.name}"


TABLE = (
    Entry("words", "costo di potenziamento"),
    Entry("number", "702.33d"),
    Entry("range", "702.33a-d"),
    Entry("phrase", '"additional cost"'),
    Entry("and", "kicker AND target"),
    Entry("or", "kicker OR buyback"),
    Entry("not", "kicker -target"),
    Entry("brackets", "cost AND (kicker OR enlist)"),
    Entry("prefix", "potenzia*"),
    Entry("fuzzy", "potenziamneto~"),
    Entry("rule", "cost rule:702.33", Value.RULES),
    Entry("in", "costo in:it", Value.LANGUAGES),
    Entry("kind", "kicker kind:example", Value.KINDS),
    Entry("cites", "cites:601.2b", Value.RULES),
    Entry("cited-by", "cited-by:kicker", Value.RULES),
    Entry("since", "counter since:2026-04-01", Value.DAY),
    Entry("edition", "kicker edition:2026-08-07", Value.DAY),
)

FIELDS = {entry.name: entry.value for entry in TABLE if entry.value is not None}
"""The name of each field, and what stands after its colon."""
KINDS = ("rule", "glossary", "ruling", "example")


class Operator(StrEnum):
    """What stands between or before parts of a query."""

    AND = "and"
    OR = "or"
    NOT = "not"


ENGLISH = {"AND": Operator.AND, "OR": Operator.OR, "NOT": Operator.NOT}
"""Read as operators in a query of any language."""


@cache
def spoken_operators() -> dict[str, Operator]:
    """The words that each language has for the operators, in capitals, as its folder lists them."""
    return {
        word: operator
        for code in codes()
        for operator in Operator
        for word in language(code).words(_LANGUAGE_TABLE, operator)
    }


@cache
def aliases() -> dict[str, str]:
    """What the languages call the fields, folded, and the name of each."""
    return {
        folded(word): name
        for code in codes()
        for name in FIELDS
        for word in language(code).words(_LANGUAGE_TABLE, name)
    }


def field_name(said: str) -> str | None:
    """The field that a word before a colon names, in any language; None where it names none."""
    name = folded(said).replace("_", "-")
    if name in FIELDS:
        return name
    return aliases().get(name)
