"""Request: the numbers and names of one line of a chat, as somebody types them behind a command."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from kb.edition import EditionDate
from kb.errors import RegulaeError
from kb.holdings import Holdings
from kb.number import RuleNumber
from search.asked import in_range
from search.look import LookUp, look_up

_MOST_WORDS = 100
_LONGEST_NAME = 8
"""Words of a name of a rule."""
_APART = re.compile(r"[,;\n]")
_DASH = re.compile(r"(?<=[0-9a-z])\s*[-–—]\s*(?=[0-9a-z])")


class Wish(NamedTuple):
    """One thing that is asked for."""

    text: str
    alone: bool = False
    """A number with a dot behind it: the rule without what stands below it."""


def looked_up(
    holdings: Holdings,
    what: Sequence[str],
    *,
    language: str,
    all_languages: bool = False,
    at: EditionDate | None = None,
) -> LookUp:
    """The rules of each wish, each once; raises UnknownEdition and BadRange."""
    answers = [
        look_up(
            holdings,
            [wish.text],
            language=language,
            all_languages=all_languages,
            at=at,
            alone=wish.alone,
        )
        for wish in wishes(holdings, what)
    ]
    shown = {(rule.number, rule.edition): rule for answer in answers for rule in answer.results}
    return LookUp(
        tuple(shown.values()),
        tuple(dict.fromkeys(chain.from_iterable(answer.warnings for answer in answers))),
        tuple(dict.fromkeys(chain.from_iterable(answer.absent for answer in answers))),
    )


def wishes(holdings: Holdings, what: Sequence[str]) -> tuple[Wish, ...]:
    """What is asked for, one after the other: ``702.33. first strike, 704.5f`` are three wishes.

    Words that are no name stay together as one wish, which nothing fulfils.
    """
    line = " ".join(what)
    count = len(line.split())
    if count > _MOST_WORDS:
        raise RegulaeError(f"{count} words were asked for at once; at most {_MOST_WORDS} are read")
    parts = (_DASH.sub("-", part).split() for part in _APART.split(line))
    found = tuple(chain.from_iterable(_wishes(holdings, part) for part in parts))
    return found or (Wish(line),)


def _wishes(holdings: Holdings, words: list[str]) -> Iterator[Wish]:
    unknown: list[str] = []
    place = 0
    while place < len(words):
        count, wish = _next(holdings, words[place:])
        if wish is None:
            unknown.append(words[place])
        else:
            if unknown:
                yield Wish(" ".join(unknown))
                unknown = []
            yield wish
        place += count
    if unknown:
        yield Wish(" ".join(unknown))


def _next(holdings: Holdings, words: list[str]) -> tuple[int, Wish | None]:
    """How many of the words belong together, and what they ask for."""
    first = words[0]
    if first[0].isdigit():
        return 1, _numbered(first)
    for count in range(min(_LONGEST_NAME, len(words)), 0, -1):
        name = " ".join(words[:count])
        if holdings.named(name):
            return count, Wish(name)
    if len(words) > 1 and words[1][0].isdigit() and in_range(f"{first} {words[1].rstrip('.')}"):
        return 2, _numbered(words[1])  # the word for a rule before its number
    return 1, None


def _numbered(text: str) -> Wish:
    bare = text.removesuffix(".")
    return Wish(bare, alone=bare != text and RuleNumber.read(bare) is not None)
