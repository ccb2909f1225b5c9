"""Evidence: what the editions say of a number, in sentences of one language."""

from collections.abc import Sequence

from kb.lint.books import Book
from kb.lint.moves import Move
from kb.messages import say
from kb.number import RuleNumber

_BEFORE, _BEHIND = 2, 1
"""How many of the nearest numbers are shown on either side."""
_MOST_DATES = 4
"""Of more editions the first and the last are named."""


class Evidence:
    """Writes sentences about one edition; never a rule text."""

    def __init__(self, book: Book, *, language: str) -> None:
        self._book = book
        self._language = language

    def _say(self, key: str, **values: object) -> str:
        return say(
            self._language, "interface", f"lint_{key}", edition=self._book.edition.date, **values
        )

    def moved_text(self, number: RuleNumber, old: Book, move: Move) -> str:
        percent = int(100 * move.likeness)
        moved = self._say("moved", number=number, old=old.date, new=move.number, percent=percent)
        return f"{moved} {self._now(number)}"

    def moved_name(self, number: RuleNumber, name: str, old: Book, new: RuleNumber) -> str:
        moved = self._say("moved_name", number=number, name=name, old=old.date, new=new)
        return f"{moved} {self._now(number)}"

    def named(self, number: RuleNumber, name: str, old: Book, new: RuleNumber) -> str:
        return self._say("named", number=number, name=name, old=old.date, new=new)

    def mismatch(self, number: RuleNumber, name: str, new: RuleNumber) -> str:
        return f"{self._say('mismatch', name=name, new=new)} {self._now(number)}"

    def gone(self, number: RuleNumber, old: Book) -> str:
        return f"{self._say('gone', number=number, old=old.date)} {self._now(number)}"

    def newer(self, number: RuleNumber, newer: Book) -> str:
        first = self._say("newer", number=number, newer=newer.date)
        return f"{first} {self._nearest(number)}"

    def beyond(self, number: RuleNumber, parent: RuleNumber, last: RuleNumber | None) -> str:
        if last is None:
            beyond = self._say("beyond_none", number=number, parent=parent)
        else:
            beyond = self._say("beyond", number=number, parent=parent, last=last)
        return f"{beyond} {self._nearest(number)}"

    def beyond_section(self, number: RuleNumber, last: RuleNumber) -> str:
        section = RuleNumber(number.section)
        return self._say("beyond_section", section=section, last=last)

    def unknown(self, number: RuleNumber, held: Sequence[Book]) -> str:
        dates = list(dict.fromkeys(str(book.date) for book in held))
        if len(dates) > _MOST_DATES:
            dates[1:-1] = ["…"]
        unknown = self._say("unknown", number=number, dates=", ".join(dates))
        return f"{unknown} {self._nearest(number)}"

    def no_number(self, written: str) -> str:
        return self._say("no_number", written=written)

    def backwards(self, first: RuleNumber, last: RuleNumber) -> str:
        return self._say("backwards", first=first, last=last)

    def two_parents(self, first: RuleNumber, last: RuleNumber) -> str:
        return self._say("two_parents", first=first, last=last)

    # -- what stands there ---------------------------------------------------------------

    def _now(self, number: RuleNumber) -> str:
        """What the number is in the edition checked."""
        if number not in self._book.numbers:
            return self._nearest(number)
        heading = self._book.heading(number)
        if heading is None:
            return self._nearest(number)
        place, title = heading
        if place == number:
            return self._say("is_heading", number=number, title=title)
        return self._say("is_under", number=number, place=place, title=title)

    def _nearest(self, number: RuleNumber) -> str:
        """The numbers around the place where it would stand."""
        parent = number.parent
        while parent is not None and parent not in self._book.numbers:
            parent = parent.parent
        level = [n for n in self._book.ordered if n.parent == parent]
        before = [n for n in level if n < number][-_BEFORE:]
        behind = [n for n in level if n > number][:_BEHIND]
        near = before + behind or ([parent] if parent is not None else level[-_BEFORE:])
        return self._say("nearest", nearest=", ".join(map(str, near)))
