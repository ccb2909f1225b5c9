"""The table of the query language, which its reader, the help, the docs and the tests read."""

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from kb.lang import ORIGINAL, codes, folded, language

_LANGUAGE_TABLE = "query"


class Entry(NamedTuple):
    """One thing that can be written in a query."""

    name: str
    """Of a field what stands before the colon; the help sentence is ``query_help_<name>``."""
    example: str
    is_field: bool = False

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
    Entry("rule", "cost rule:702.33", is_field=True),
    Entry("in", "costo in:it", is_field=True),
    Entry("kind", "kicker kind:example", is_field=True),
    Entry("cites", "cites:601.2b", is_field=True),
    Entry("cited-by", "cited-by:kicker", is_field=True),
    Entry("since", "counter since:2026-04-01", is_field=True),
    Entry("edition", "kicker edition:2026-08-07", is_field=True),
)

FIELDS = tuple(entry.name for entry in TABLE if entry.is_field)
"""The name of each field, in the order of the table."""
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


def example_in(code: str, entry: Entry) -> str:
    """The example of an entry, with the field as a language calls it."""
    if not entry.is_field:
        return entry.example
    return entry.example.replace(f"{entry.name}:", f"{field_in(code, entry.name)}:", 1)


def field_example(code: str, name: str) -> str:
    """The field alone as the table shows it, by what a language calls it."""
    [entry] = [entry for entry in TABLE if entry.name == name]
    return example_in(code, entry).split()[-1]


def field_in(code: str, name: str) -> str:
    """What a language calls a field; its name in the table where the language has none for it."""
    spoken = () if code == ORIGINAL else language(code).words(_LANGUAGE_TABLE, name)
    return spoken[0] if spoken else name
