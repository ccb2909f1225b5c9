"""Request: the numbers and names of one line of a chat, as somebody types them behind a command."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from kb.edition import EditionDate
from kb.errors import RegulaeError
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.saying import said
from search.asked import in_range
from search.look import LookUp, look_up

_MOST_WORDS = 100
_LONGEST_NAME = 8
"""Words of a name of a rule."""
_MARKS = "?!"
"""Signs behind a number or a name with which somebody asks."""
_APART = re.compile(r"[,;\n]")
_DASH = re.compile(r"(?<=[0-9a-z])\s*[-–—]\s*(?=[0-9a-z])")


class Wish(NamedTuple):
    """One thing that is asked for."""

    text: str
    alone: bool = False
    """With a dot behind it: the rule without what stands below it."""


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

    Words that are not names alone stay together as one wish, which nothing fulfils.
    Raises RegulaeError where nothing is asked for, or too much.
    """
    line = " ".join(what)
    count = len(line.split())
    if count > _MOST_WORDS:
        raise RegulaeError(said("chat.too_many_words", count=count, most=_MOST_WORDS))
    parts = (_DASH.sub("-", part).split() for part in _APART.split(line))
    found = tuple(chain.from_iterable(_wishes(holdings, part) for part in parts))
    if not found:
        raise RegulaeError(said("chat.nothing_asked"))
    return found


def _wishes(holdings: Holdings, words: list[str]) -> Iterator[Wish]:
    names: list[str] = []
    for word in words:
        if not word[0].isdigit():
            names.append(word)
            continue
        wish = _numbered(word)
        if names and in_range(f"{names[-1]} {wish.text}"):
            names.pop()  # the word for a rule, before its number
        yield from _named(holdings, names)
        yield wish
        names = []
    yield from _named(holdings, names)


def _named(holdings: Holdings, words: list[str]) -> list[Wish]:
    """The names that stand one after the other; all of it as one where some of it is no name.

    Of "mana burn" the rules of mana are no answer.
    """
    found: list[Wish] = []
    place = 0
    while place < len(words):
        ends = range(min(place + _LONGEST_NAME, len(words)), place, -1)
        wishes_to = ((end, _by_name(holdings, " ".join(words[place:end]))) for end in ends)
        end, wish = next((each for each in wishes_to if each[1]), (place, None))
        if wish is None:
            return [Wish(" ".join(words))]
        found.append(wish)
        place = end
    return found


def _by_name(holdings: Holdings, text: str) -> Wish | None:
    """The rule that is called so; a dot behind its name means what it does behind its number."""
    if holdings.named(text):
        return Wish(text)
    bare = text.rstrip(_MARKS)
    dotted = bare.removesuffix(".")
    return Wish(dotted, alone=bare != dotted) if dotted != text and holdings.named(dotted) else None


def _numbered(text: str) -> Wish:
    text = text.rstrip(_MARKS)
    bare = text.removesuffix(".")
    return Wish(bare, alone=bare != text and RuleNumber.read(bare) is not None)
