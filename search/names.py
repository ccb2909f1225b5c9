"""Names: what the languages call the same thing."""

from dataclasses import dataclass

from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.term import FalseFriend, Term


@dataclass(frozen=True, slots=True)
class Name:
    """One concept with its word in each language that has one."""

    number: RuleNumber
    concept: str
    kind: str
    words: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Names:
    names: tuple[Name, ...]
    warnings: tuple[FalseFriend, ...] = ()


def names(holdings: Holdings, word: str) -> Names:
    """The concepts that ``word`` names, or those at a number; all where it is empty."""
    number = RuleNumber.read(word)
    if not word:
        chosen = holdings.terms()
    elif number is not None:
        chosen = holdings.terms_of(number)
    else:
        concepts = dict.fromkeys(term.concept for term in holdings.named(word))
        chosen = tuple(term for concept in concepts for term in holdings.terms_for(concept))
    groups: dict[str, list[Term]] = {}
    for term in chosen:
        groups.setdefault(term.concept, []).append(term)
    found = [
        Name(words[0].number, concept, words[0].kind, tuple(words))
        for concept, words in groups.items()
    ]
    if not word or number is not None:
        found.sort(key=lambda name: (name.number, name.concept))
    return Names(tuple(found), holdings.false_friends(word))
