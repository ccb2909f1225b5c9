"""What checkers are asked about: numbers, ranges and names, read without a knowledge base."""

from collections.abc import Sequence

from kb.errors import UnknownRule
from kb.number import RuleNumber
from kb.saying import said
from kb.terms import named
from search.asked import in_range


def asked_rules(what: Sequence[str]) -> tuple[RuleNumber, ...] | None:
    """The rules that some words name, by the bundled terms; None where nothing is asked for.

    Several words may be one name ("doppio attacco") or several things. Raises UnknownRule.
    """
    whole = " ".join(what)
    texts = [whole] if len(what) > 1 and named(whole) else what
    found = [number for text in texts for number in _numbers(text)]
    return tuple(dict.fromkeys(found)) or None


def _numbers(text: str) -> tuple[RuleNumber, ...]:
    number = RuleNumber.read(text.strip())
    if number is not None:
        return (number,)
    numbers = in_range(text) or tuple(term.number for term in named(text) if term.sure)
    if not numbers:
        raise UnknownRule(said("rule.unknown", text=text))
    return numbers
