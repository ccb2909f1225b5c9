"""Heads: bare numbers that begin a comment with nothing but the name of a rule behind them."""

import re
from collections.abc import Iterator, Sequence, Set

from kb.lang import name_keys
from kb.model import Citation, Mention
from kb.number import RuleNumber

_LONGEST = 60
"""Signs of a name."""
_HEAD = re.compile(
    rf"""
    ^ [^\S\r\n]* (?: //[/!]* | /?\*+ | \#+ | --+ | <!-- | ;+ ) [^\S\r\n]+    # begins a comment
    (?P<number> [0-9]{{3}}\.[0-9]{{1,3}} ) [^\S\r\n]+
    (?P<name> [^\W\d_][^\r\n]{{0,{_LONGEST}}}? )
    [^\S\r\n]* (?: \*/ | --> )? [^\S\r\n]* $
    """,
    re.VERBOSE | re.MULTILINE,
)


def added(text: str, read: Sequence[Citation], names: Set[str]) -> list[Citation]:
    """The citations of a text with those heads, in its order; ``names`` are folded.

    A number alone may be a price or a version. With a capital letter, a name of the rules and
    nothing else behind it, it is meant as the rule.
    """
    found = list(_heads(text, names))
    taken = {mention.start for citation in read for mention in citation.mentions}
    more = [each for each in found if each.start not in taken]
    return sorted([*read, *more], key=lambda citation: citation.start) if more else list(read)


def _heads(text: str, names: Set[str]) -> Iterator[Citation]:
    for match in _HEAD.finditer(text):
        name, number = match["name"], RuleNumber.read(match["number"])
        if number is None or not name[0].isupper() or names.isdisjoint(name_keys(name)):
            continue
        start, end = match.span("number")
        yield Citation((Mention(number, start, end),), None, start, end)
