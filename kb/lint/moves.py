"""Moves: where the text that an older edition has at a number stands in another one."""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from kb.lang import folded
from kb.likeness import Bag, bag, likeness
from kb.lint.books import Book
from kb.number import RuleNumber

ALIKE = 0.8
"""From this likeness on two texts count as the same."""
_VERY_ALIKE = 0.9
KIN = 0.5
"""From this likeness on a text is held to be another under the same heading, reworded."""
SURE = 0.95
"""From this confidence on a move may be written into a text that nobody looks at."""

_DOUBT = 0.85
"""The confidence of a move that may be another."""
_CLOSE = 0.05
"""Texts whose likeness differs by less are equally near."""
_AMBIGUOUS = 0.5
"""How much of the confidence is left where another text is as near."""
_MANY_WORDS = 15
"""Texts of fewer words are phrases that stand in several places, with one word changed."""


class Move(NamedTuple):
    """Where a text stands, and how sure that is."""

    number: RuleNumber
    likeness: float
    confidence: float


class _Near(NamedTuple):
    number: RuleNumber
    likeness: float
    related: bool
    """It stands under the same heading as the text asked for."""


class Texts:
    """All texts of one edition, to be found by their words."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._headings: dict[str, list[RuleNumber]] = {}
        for number, title in book.titles.items():
            self._headings.setdefault(folded(title), []).append(number)

    @cached_property
    def bags(self) -> Mapping[RuleNumber, Bag]:
        """Of all that is no heading."""
        titles = self.book.titles
        return {n: bag(text) for n, text in self.book.texts().items() if n not in titles}

    @cached_property
    def _with_word(self) -> Mapping[str, tuple[RuleNumber, ...]]:
        found: dict[str, list[RuleNumber]] = {}
        for number, words in self.bags.items():
            for word in words.words:
                found.setdefault(word, []).append(number)
        return {word: tuple(numbers) for word, numbers in found.items()}

    @cached_property
    def _same_words(self) -> Mapping[frozenset[tuple[str, int]], tuple[RuleNumber, ...]]:
        found: dict[frozenset[tuple[str, int]], list[RuleNumber]] = {}
        for number, words in self.bags.items():
            found.setdefault(frozenset(words.words.items()), []).append(number)
        return {words: tuple(numbers) for words, numbers in found.items()}

    def same(self, asked: Bag) -> tuple[RuleNumber, ...]:
        """The texts of just these words."""
        return self._same_words.get(frozenset(asked.words.items()), ())

    def _candidates(self, asked: Bag) -> Iterator[RuleNumber]:
        """All that can be alike.

        What is alike is two thirds to one and a half times as long, so it shares two thirds of
        the words asked for; it has one of the rarest third, and few texts have those.
        """
        rarest = sorted(asked.words, key=lambda word: len(self._with_word.get(word, ())))
        shortest = ALIKE / (2 - ALIKE)
        missed, seen = 0, set[RuleNumber]()
        for word in rarest:
            for number in self._with_word.get(word, ()):
                if number not in seen:
                    seen.add(number)
                    if asked.size * shortest <= self.bags[number].size <= asked.size / shortest:
                        yield number
            missed += asked.words[word]
            if missed > asked.size * (1 - shortest):
                break

    def alike(self, asked: Bag, *, home: Collection[RuleNumber]) -> list[_Near]:
        """All texts that are alike, the nearest first, of equally near ones that at home."""
        near = [
            _Near(number, like, _is_at(number, home))
            for number in self._candidates(asked)
            if (like := likeness(asked, self.bags[number])) >= ALIKE
        ]
        return sorted(near, key=lambda each: (-each.likeness, not each.related, each.number))

    def nearest_within(self, place: RuleNumber, asked: Bag, *, like: RuleNumber) -> Move | None:
        """The text below a heading that is nearest to the one asked for; kin at least.

        A subrule for a subrule, a rule for a rule.
        """
        within = sorted(
            (-likeness(asked, words), number)
            for number, words in self.bags.items()
            if number.is_subrule == like.is_subrule and number.within(place)
        )
        if not within or -within[0][0] < KIN:
            return None
        best, second = (-like for like, _ in (*within, (0.0, like))[:2])
        return Move(within[0][1], best, _confidence(best, second))

    def headed(self, title: str, like: RuleNumber) -> tuple[RuleNumber, ...]:
        """The numbers of this heading, of the rank that ``like`` has; “General” in its chapter."""
        same = [n for n in self._headings.get(folded(title), ()) if _rank(n) == _rank(like)]
        if len(same) > 1:
            same = [n for n in same if _chapter(n) == _chapter(like)] or same
        return tuple(same)


def moved(number: RuleNumber, old: Book, new: Texts) -> Move | None:
    """Where the heading or the text that ``old`` has at a number stands now, if it does.

    That may be the same number.
    """
    title = old.titles.get(number)
    if title is not None:
        places = new.headed(title, number)
        if not places:
            return None
        place = number if number in places else places[0]
        return Move(place, 1.0, 1.0 if len(places) == 1 else _AMBIGUOUS)
    text = old.text(number)
    if text is None:
        return None
    asked = bag(text)
    home = _home(number, old, new)
    same = [place for place in new.same(asked) if _is_at(place, home)]
    if number in same:
        return Move(number, 1.0, 1.0)
    if len(same) == 1:
        twin = _has_twin(number, old, asked, 1.0)
        return Move(same[0], 1.0, _AMBIGUOUS if twin else 1.0)
    near = new.alike(asked, home=home)
    if not near:
        return None
    # at home a text need not be the nearest: “several of these are one” is said of each keyword,
    # and “the active player gets priority” of each step
    best = next((each for each in near if each.related), near[0])
    rivals = [each.likeness for each in near if each is not best]
    sure = _confidence(best.likeness, max(rivals, default=0.0))
    if not best.related:
        # elsewhere only the very text, and no common phrase, is believed
        exact = best.likeness == 1.0 and asked.size >= _MANY_WORDS
        sure = min(sure, SURE if exact else _DOUBT)
    elif asked.size < _MANY_WORDS or _has_twin(number, old, new.bags[best.number], best.likeness):
        sure = min(sure, _DOUBT)
    return Move(best.number, best.likeness, sure)


def with_name(move: Move) -> float:
    """The confidence of a move to where the name beside the number stands too.

    The name tells the section, so what is left to go wrong is the subrule.
    """
    doubtful = move.confidence < move.likeness
    return (
        max(move.confidence, SURE)
        if move.likeness >= _VERY_ALIKE and not doubtful
        else (move.confidence)
    )


def _has_twin(number: RuleNumber, old: Book, found: Bag, like: float) -> bool:
    """Whether another old text under the same heading is as near to what was found.

    One word may be all that tells how to win from how to lose.
    """
    heading = old.heading(number)
    if heading is None:
        return False
    return any(
        other != number and likeness(bag(text), found) >= like
        for other, text in old.texts(heading[0]).items()
    )


def stays(number: RuleNumber, old: Book, new: Texts) -> bool:
    """Whether a number still says what it said: in like words, or reworded at home."""
    if number not in new.book.numbers:
        return False
    if number in old.titles or number in new.book.titles:
        one, other = old.titles.get(number, ""), new.book.titles.get(number, "")
        return likeness(bag(one), bag(other)) >= KIN
    alike = likeness(bag(old.text(number) or ""), new.bags[number])
    return alike >= (KIN if _is_at(number, _home(number, old, new)) else ALIKE)


def _home(number: RuleNumber, old: Book, new: Texts) -> tuple[RuleNumber, ...]:
    """Where the nearest heading above a number stands now."""
    heading = old.heading(number)
    return new.headed(heading[1], heading[0]) if heading else ()


def _is_at(number: RuleNumber, home: Collection[RuleNumber]) -> bool:
    return any(number.within(place) for place in home)


def _confidence(best: float, second: float) -> float:
    """How sure the best of several texts is the one."""
    return best * (_AMBIGUOUS if best - second < _CLOSE else 1)


def _rank(number: RuleNumber) -> int:
    return number.is_chapter + 2 * number.is_section


def _chapter(number: RuleNumber) -> int:
    return number.section if number.is_chapter else number.section // 100
