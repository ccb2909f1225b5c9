"""The words around citations, of all languages together."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from kb.lang import codes, folded, language

_TABLE = "citations"


class Sign(Enum):
    """What a word says about the number behind it; ``language.toml`` names the same lists."""

    RULE = auto()
    RULES = auto()
    DOCUMENT = auto()
    SECTION = auto()
    SECTIONS = auto()
    WITH_DOT = auto()
    """704.5 counts behind it, 704 does not."""
    SEE = auto()
    ONLY_HERE = auto()
    """A *see* word that is too common a word in the other languages."""

    @property
    def is_plural(self) -> bool:
        return self in (Sign.RULES, Sign.SECTIONS)

    @property
    def is_section(self) -> bool:
        return self in (Sign.SECTION, Sign.SECTIONS)

    @property
    def is_rule_word(self) -> bool:
        """Behind these a form that is no number is a citation all the same."""
        return self in (Sign.RULE, Sign.RULES, Sign.DOCUMENT)


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """All words are folded, those of a list for a pattern as they are written."""

    signs: dict[str, Sign]
    direct: Mapping[str, tuple[Sign, int]]
    """As they are written, those of one word that is nothing else, so that what stands before
    it does not matter; and how many brackets open before it."""
    only_here: dict[str, frozenset[str]]
    """Per language the words that count in its texts alone."""
    also: frozenset[str]
    article: frozenset[str]
    number: frozenset[str]
    from_: frozenset[str]
    to: tuple[str, ...]
    and_: tuple[str, ...]
    unit: tuple[str, ...]
    before: frozenset[str]
    """All that may stand right before a number that they mark."""
    document: frozenset[str]
    """Those of ``signs`` that a rule word before them makes longer, as they are written."""


def words() -> Words:
    """Of every language that has a table ``[citations]``."""
    return _words(codes())


@cache
def _words(all_codes: tuple[str, ...]) -> Words:
    spoken = [code for code in all_codes if _TABLE in language(code).tables]

    def lists(key: str) -> tuple[str, ...]:
        every = (word for code in spoken for word in language(code).words(_TABLE, key))
        return tuple(dict.fromkeys(every))

    def fold(key: str) -> frozenset[str]:
        return frozenset(map(folded, lists(key)))

    only_here = {code: language(code).words(_TABLE, "only_here") for code in spoken}
    signs: dict[str, Sign] = {}
    for sign in Sign:
        if sign is not Sign.ONLY_HERE:
            for word in lists(sign.name.lower()):
                signs.setdefault(folded(word), sign)
    also, article, number, from_ = (fold(key) for key in ("also", "article", "number", "from"))
    here = {code: frozenset(map(folded, listed)) for code, listed in only_here.items()}
    others = also.union(article, number, from_, *here.values())
    written: dict[Sign, set[str]] = {}
    for word, sign in signs.items():
        if word.isalnum() and word not in others:
            for form in (word, *(raw for raw in lists(sign.name.lower()) if folded(raw) == word)):
                written.setdefault(sign, set()).update((form, form.capitalize(), form.upper()))
    document = frozenset(written.pop(Sign.DOCUMENT, ()))
    direct = {word: (sign, 0) for sign, listed in written.items() for word in listed}
    direct |= {f"({word}": (sign, 1) for word, (sign, _) in direct.items()}
    direct |= {f"({word}": (Sign.DOCUMENT, 1) for word in document}
    return Words(
        signs,
        direct,
        here,
        also,
        article,
        number,
        from_,
        to=lists("to"),
        and_=lists("and"),
        unit=lists("unit"),
        before=also.union(signs, article, number, from_, *here.values()),
        document=document,
    )
