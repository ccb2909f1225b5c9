"""Terms: what a language calls a concept, and which words of two languages are easily confused."""

from enum import StrEnum
from typing import NamedTuple

from kb.number import RuleNumber


class Status(StrEnum):
    """How a name came into the table."""

    SEEN = "seen"
    """Met in print or on a page, for this very rule."""
    KNOWN = "known"
    CHECKED = "checked"
    UNSURE = "unsure"
    """Found when asked for, never written in an answer."""


class TermKind(StrEnum):
    """What a name names; of several for one number the first is its heading."""

    CHAPTER = "chapter"
    SECTION = "section"
    KEYWORD_ABILITY = "keyword-ability"
    KEYWORD_ACTION = "keyword-action"
    VARIANT = "variant"
    """A form of a keyword, with a subrule of its own (multikicker)."""
    RULE = "rule"
    """An idea that a rule settles without being headed by it (mana value)."""
    ABILITY_WORD = "ability-word"

    @property
    def is_heading(self) -> bool:
        return self in _HEADINGS


_HEADINGS = frozenset(
    (TermKind.CHAPTER, TermKind.SECTION, TermKind.KEYWORD_ABILITY, TermKind.KEYWORD_ACTION)
)


class Likeness(StrEnum):
    """What makes two words look alike."""

    SAME = "same"
    """They are one word, but for case and accents."""
    NEAR = "near"
    """A letter or two apart, as ear and eye take them."""
    STEM = "stem"
    """They begin alike: Potenziamento, Potenciar."""
    LISTED = "listed"
    """By hand: a dictionary gives one for the other, or they have one root."""


# NamedTuple on the path of a question: a class of it is made six times as fast as a dataclass.
class Term(NamedTuple):
    """What one language calls one concept."""

    language: str
    concept: str
    """The same in all languages: ``counter-noun``."""
    number: RuleNumber
    """Where the concept stands in the newest bundled edition."""
    kind: TermKind
    word: str
    status: Status
    variants: tuple[str, ...] = ()
    """Other names of the same: older ones, short ones, halves of a double one."""
    inflections: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        return self.status is not Status.UNSURE

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.word, *self.variants, *self.inflections)


class Title(NamedTuple):
    """A heading, and the language in which it is."""

    text: str
    language: str


class FalseFriend(NamedTuple):
    """A word that looks like another one of another language and names another rule."""

    word: str
    number: RuleNumber
    language: str
    other_word: str
    other_number: RuleNumber
    other_language: str
    likeness: Likeness = Likeness.LISTED

    @property
    def turned(self) -> "FalseFriend":
        """The same pair, told from the other word."""
        one, two = self[:3], self[3:6]
        return FalseFriend(*two, *one, likeness=self.likeness)


def stored_term(row: tuple[str, str, str, str, str, str, str, str]) -> Term:
    """A name as the store has it: a row of its table ``term``, forms with | between them."""
    language, concept, number, kind, word, status, variants, inflections = row
    return Term(
        language,
        concept,
        RuleNumber.parse(number),
        TermKind(kind),
        word,
        Status(status),
        tuple(variants.split("|")) if variants else (),
        tuple(inflections.split("|")) if inflections else (),
    )
