"""Books: the complete official editions held, each read as far as it is asked for."""

from collections.abc import Mapping
from functools import cached_property

from kb.edition import Edition, EditionDate, EditionKind
from kb.errors import UnknownEdition
from kb.holdings import Holdings
from kb.lang import ORIGINAL
from kb.model import NoteKind
from kb.number import RuleNumber
from kb.saying import said
from kb.store import Store


class Book:
    """One complete official edition."""

    def __init__(self, store: Store, key: int, edition: Edition, date: EditionDate) -> None:
        self.edition = edition
        self.date = date
        self._store = store
        self.key = key

    @cached_property
    def numbers(self) -> frozenset[RuleNumber]:
        return frozenset(self.ordered)

    @cached_property
    def ordered(self) -> tuple[RuleNumber, ...]:
        """In the order of the rule book."""
        rows = self._store.db.execute(
            "SELECT DISTINCT rank, number FROM rule WHERE edition = ? ORDER BY rank", (self.key,)
        )
        return tuple(RuleNumber.parse(number) for _, number in rows)

    def has(self, number: RuleNumber) -> bool:
        """As ``in numbers``, for a book that is asked for a few of them only."""
        if "numbers" in self.__dict__:
            return number in self.numbers
        return self._row("1", number) is not None

    @cached_property
    def titles(self) -> Mapping[RuleNumber, str]:
        """The headings of chapters, sections and rules."""
        rows = self._store.db.execute(
            "SELECT number, title FROM rule WHERE edition = ? AND title IS NOT NULL"
            " ORDER BY place DESC",  # of a number that stands twice the first counts
            (self.key,),
        )
        return {RuleNumber.parse(number): title for number, title in rows}

    def text(self, number: RuleNumber) -> str | None:
        row = self._row("(SELECT body FROM text WHERE id = rule.text)", number)
        return None if row is None else str(row[0])

    def texts(self, within: RuleNumber | None = None) -> Mapping[RuleNumber, str]:
        """All of them, or those of a number and what is below it; not kept."""
        first, last = (within.rank, within.last_rank) if within else (0, RuleNumber(9).last_rank)
        rows = self._store.db.execute(
            "SELECT r.number, t.body FROM rule r JOIN text t ON t.id = r.text"
            " WHERE r.edition = ? AND r.rank BETWEEN ? AND ? ORDER BY r.rank, r.place DESC",
            (self.key, first, last),
        )
        return {RuleNumber.parse(number): body for number, body in rows}

    def _row(self, column: str, number: RuleNumber) -> tuple[object, ...] | None:
        row: tuple[object, ...] | None = self._store.db.execute(
            f"SELECT {column} FROM rule WHERE edition = ? AND number = ? ORDER BY place LIMIT 1",
            (self.key, str(number)),
        ).fetchone()
        return row

    # -- its shape -----------------------------------------------------------------------

    @cached_property
    def last(self) -> Mapping[RuleNumber, RuleNumber]:
        """The last number right below each number that has any."""
        found: dict[RuleNumber, RuleNumber] = {}
        for number in self.ordered:
            if number.parent is not None:
                found[number.parent] = number
        return found

    def heading(self, number: RuleNumber) -> tuple[RuleNumber, str] | None:
        """The nearest heading at or above a number, with its place."""
        named = ((place, self.titles[place]) for place in number.upwards if place in self.titles)
        return next(named, None)


class Books:
    """The complete official editions of all languages, the oldest first."""

    def __init__(self, store: Store) -> None:
        self._store = store
        holdings = Holdings(store)
        rows = store.db.execute(
            "SELECT id FROM edition e WHERE kind = ? AND date IS NOT NULL"
            " AND EXISTS (SELECT 1 FROM rule WHERE edition = e.id)"
            " AND NOT EXISTS (SELECT 1 FROM note WHERE document = e.document AND kind = ?)"
            # of two on one day the original counts, and of its revisions the last
            " ORDER BY date, language = ?, id",
            (EditionKind.OFFICIAL, NoteKind.TRUNCATED, ORIGINAL),
        )
        found = [(key, holdings.edition(key)) for (key,) in rows]
        self.all = tuple(Book(store, key, e, e.date) for key, e in found if e.date is not None)

    def in_force(self, date: EditionDate | None) -> Book:
        """That of a day, the newest without one; raises UnknownEdition."""
        if not self.all:
            raise UnknownEdition(said("edition.no_official"))
        books = [book for book in self.all if date is None or book.date <= date]
        if not books:
            held = ", ".join(dict.fromkeys(str(book.date) for book in self.all))
            raise UnknownEdition(said("edition.no_official_then", date=date, held=held))
        return books[-1]

    def older(self, book: Book) -> tuple[Book, ...]:
        """Those before it, the newest first."""
        return tuple(other for other in reversed(self.all) if other.date < book.date)

    def newer(self, book: Book) -> tuple[Book, ...]:
        """Those after it, the oldest first."""
        return tuple(other for other in self.all if other.date > book.date)

    def ending_in_s(self) -> frozenset[RuleNumber]:
        """The numbers in which a last s is a letter, not a plural; chapter 1 shows that all are
        known, and it is in none."""
        rows = self._store.db.execute("SELECT DISTINCT number FROM rule WHERE number LIKE '%s'")
        return frozenset(RuleNumber.parse(number) for (number,) in rows) | {RuleNumber(1)}
