"""Enclitics: pronouns written behind a verb, as in Italian "pagarla" and Spanish "lanzarlo"."""

from collections.abc import Iterator
from typing import NamedTuple

from kb.lang import Language, folded


class Enclitics(NamedTuple):
    """How a language ties pronouns to its verbs; all folded."""

    pronouns: tuple[str, ...]
    endings: tuple[tuple[str, str], ...]
    """How a form may end before a pronoun, and how it ends without one: ("ar", "are")."""


def enclitics(language: Language) -> Enclitics:
    """Those of ``[enclitics]`` in its ``language.toml``; none in a language without the table.

    Raises BadData where the table lacks a key, or it is no list of words.
    """
    endings = [folded(pair).partition(" ") for pair in language.words("enclitics", "endings")]
    return Enclitics(
        tuple(folded(word) for word in language.words("enclitics", "pronouns")),
        tuple((before, alone or before) for before, _, alone in endings),
    )


def without_pronoun(form: str, tied: Enclitics) -> Iterator[str]:
    """What a folded form may be without a pronoun at its end, the longest pronoun first.

    >>> list(without_pronoun("pagarla", Enclitics(("la", "lo"), (("ar", "are"),))))
    ['pagare']
    """
    for pronoun in sorted(tied.pronouns, key=len, reverse=True):
        stem = form.removesuffix(pronoun)
        if stem != form:
            for before, alone in tied.endings:
                if stem.endswith(before) and len(stem) > len(before):
                    yield stem.removesuffix(before) + alone
