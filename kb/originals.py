"""Originals: the English texts for which translations are made, on their day and now."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from kb.edition import Edition, EditionDate, EditionKind
from kb.export import edition_texts
from kb.holdings import HeldRule, Holdings
from kb.lang import ORIGINAL
from kb.lint.books import Book, Books
from kb.lint.moves import SURE, Texts, moved
from kb.model import RuleText
from kb.moves import today
from kb.number import RuleNumber
from kb.store import Store

_SIGNS = 16
"""Hexadecimal signs of a hash: 64 bits tell all texts apart, and people can compare them."""
Places = Mapping[RuleNumber, RuleNumber]


class Part(NamedTuple):
    """What is translated at once: the text of a number, or one of its examples."""

    number: RuleNumber
    example: int = 0
    """Its place among the examples, from 1; 0 for the text itself."""


class Then(NamedTuple):
    """An English edition that was translated."""

    book: Book
    rules: Mapping[RuleNumber, RuleText]


def one_spaced(text: str) -> str:
    """The text with single blanks, as the forms of translators keep it."""
    return " ".join(text.split())


def content_hash(text: str) -> str:
    """Names the words of a text, whatever its white space.

    >>> content_hash("Draw a\\n card.") == content_hash("Draw a card.")
    True
    """
    return hashlib.sha256(one_spaced(text).encode()).hexdigest()[:_SIGNS]


def parts(rule: HeldRule | RuleText) -> tuple[str, ...]:
    """The text, then the examples."""
    return (one_spaced(rule.text), *map(one_spaced, rule.examples))


def in_force(
    store: Store, language: str, at: EditionDate | None = None
) -> dict[RuleNumber, HeldRule]:
    """The texts of a language, without those that its newest official edition no longer has."""
    holdings = Holdings(store)
    if at is None:
        rules = list(holdings.current_rules(language))
    else:
        holdings.check_edition(language, at)
        found = (holdings.rule(n, language, at=at) for n in sorted(holdings.all_numbers()))
        rules = [rule for rule in found if rule is not None]
    official = [rule.edition.date for rule in rules if rule.edition.official and rule.edition.date]
    newest = max(official, default=None)
    return {
        rule.number: rule
        for rule in rules
        if newest is None or rule.edition.date is None or rule.edition.date >= newest
    }


def hashes_in_force(store: Store) -> dict[Part, str]:
    """The hash of each English text in force."""
    return {
        Part(number, example): content_hash(text)
        for number, rule in in_force(store, ORIGINAL).items()
        for example, text in enumerate(parts(rule))
    }


class Originals:
    """The English texts in force, and those of older editions with where they stand now."""

    def __init__(self, store: Store, at: EditionDate | None = None) -> None:
        self._store = store
        self.now = in_force(store, ORIGINAL, at)
        self._books = tuple(
            book
            for book in Books(store).all
            if book.edition.language == ORIGINAL and (at is None or book.date <= at)
        )
        self._then: dict[int, Then] = {}
        self._places: dict[int, Places] = {}

    def then(self, edition: Edition) -> Then | None:
        """The English edition that one of another language translates; None where none is held.

        For our own words these are our own English ones, for all others the official ones in
        force on their day.
        """
        if edition.kind is EditionKind.OURS:
            return None if self._ours is None else self._opened(self._ours)
        if edition.date is None:
            return None
        books = [book for book in self._books if book.date <= edition.date.latest]
        return self._opened(books[-1]) if books else None

    def places(self, then: Then) -> Places:
        """Where the rules of an English edition stand now, no two at one place.

        Those that are gone are not in it.
        """
        if then.book.key not in self._places:
            self._places[then.book.key] = self._placed(then)
        return self._places[then.book.key]

    def place(self, number: RuleNumber, edition: Edition, original: str) -> RuleNumber | None:
        """The same for a rule of which only the hash of its English text is told, or not even it
        (``""``)."""
        here = self.now.get(number)
        if here is None or content_hash(here.text) != original:
            later = today(number, edition.date)
            same = self._with_hash.get(original, ())
            if later in same or (later != number and not same and later in self.now):
                return later
            if len(same) == 1:
                return same[0]
        return number if here is not None else None

    def text_of(self, original: str) -> str | None:
        """The English text of this hash, of whatever edition; None where none has it."""
        return self._all_texts.get(original)

    def changed_on(self, original: str) -> EditionDate | None:
        """The first official edition held after the last one that has the text of this hash."""
        text = self.text_of(original)
        last = None if text is None else self._last_seen.get(text)
        if last is None:
            return None
        return next((book.date for book in self._books if str(book.date) > last), None)

    # -- editions ------------------------------------------------------------------------

    @cached_property
    def _ours(self) -> Book | None:
        row = self._store.db.execute(
            "SELECT id FROM edition WHERE kind = ? AND language = ? ORDER BY id",
            (EditionKind.OURS, ORIGINAL),
        ).fetchone()
        return None if row is None else self._book(row[0])

    def _book(self, key: int) -> Book | None:
        edition = Holdings(self._store).edition(key)
        return Book(self._store, key, edition, edition.date) if edition.date is not None else None

    def _opened(self, book: Book) -> Then:
        if book.key not in self._then:
            rules = edition_texts(self._store, book.key).rules
            # of a number that stands twice the first counts
            self._then[book.key] = Then(book, {rule.number: rule for rule in reversed(rules)})
        return self._then[book.key]

    @cached_property
    def _newest(self) -> Texts | None:
        """The edition of which most texts in force are."""
        most = Counter(rule.key[0] for rule in self.now.values()).most_common(1)
        book = self._book(most[0][0]) if most else None
        return None if book is None else Texts(book)

    # -- places --------------------------------------------------------------------------

    def _placed(self, then: Then) -> Places:
        found: dict[RuleNumber, RuleNumber] = {}
        taken: set[RuleNumber] = set()

        def take(number: RuleNumber, place: RuleNumber | None) -> None:
            if place is not None and number not in found and place not in taken:
                found[number] = place
                taken.add(place)

        texts = {number: one_spaced(rule.text) for number, rule in then.rules.items()}
        for number, text in texts.items():
            here = self.now.get(number)
            if here is not None and one_spaced(here.text) == text:
                take(number, number)
        left = {number: text for number, text in texts.items() if number not in found}
        wandered = {number: self._moved(number, then.book) for number in left}
        for number, text in left.items():  # the very text first, then a reworded one
            place = wandered[number]
            if place is not None and one_spaced(self.now[place].text) == text:
                take(number, place)
        for number, place in wandered.items():
            take(number, place)
        for number, text in left.items():
            same = [n for n in self._with_hash.get(content_hash(text), ()) if n not in taken]
            take(number, same[0] if len(same) == 1 else None)
        for number in left:  # reworded where it stood
            take(number, number if number in self.now else None)
        return found

    def _moved(self, number: RuleNumber, old: Book) -> RuleNumber | None:
        """Where a rule surely went whose number says something else now."""
        move = moved(number, old, self._newest) if self._newest is not None else None
        if move is not None and (move.number == number or move.confidence >= SURE):
            return move.number if move.number in self.now else None
        later = today(number, old.date)
        return later if later != number and later in self.now else None

    # -- texts by their hash -------------------------------------------------------------

    @cached_property
    def _with_hash(self) -> Mapping[str, tuple[RuleNumber, ...]]:
        """The numbers whose text in force has a hash."""
        found: dict[str, list[RuleNumber]] = {}
        for number, rule in self.now.items():
            found.setdefault(content_hash(rule.text), []).append(number)
        return {original: tuple(numbers) for original, numbers in found.items()}

    @cached_property
    def _all_texts(self) -> Mapping[str, str]:
        return {content_hash(text): text for text, _ in self._seen()}

    @cached_property
    def _last_seen(self) -> Mapping[str, str]:
        return {text: date for text, date in self._seen() if date is not None}

    def _seen(self) -> Iterator[tuple[str, str | None]]:
        """Each English text, and the date of the last official edition that has it."""
        yield from self._store.db.execute(
            "SELECT t.body, max(CASE e.kind WHEN ? THEN e.date END) FROM edition e JOIN"
            " (SELECT text, edition FROM rule UNION SELECT text, edition FROM example) x"
            " ON x.edition = e.id JOIN text t ON t.id = x.text WHERE e.language = ? GROUP BY t.id",
            (EditionKind.OFFICIAL, ORIGINAL),
        )
