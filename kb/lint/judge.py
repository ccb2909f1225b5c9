"""The judge: whether a number, with the names beside it, is right in one edition."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kb.edition import Edition
from kb.lang import folded
from kb.likeness import bag
from kb.lint import moves
from kb.lint.beside import Beside
from kb.lint.books import Book, Books
from kb.lint.evidence import Evidence
from kb.lint.finding import FindingKind
from kb.lint.names import Names, Terms
from kb.number import RuleNumber

NEAR_SECTIONS = 10
"""How far beyond the last section of its chapter a new one is believed."""
_UNSURE = 0.5
"""The confidence of what is only the likeliest."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a number."""

    kind: FindingKind
    evidence: str
    suggestion: RuleNumber | None = None
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a name stands in the edition checked, for the number it stands beside."""

    number: RuleNumber
    confidence: float


class Judge:
    """Judges by one edition."""

    def __init__(
        self, books: Books, book: Book, terms: Terms, *, old: Book | None, language: str
    ) -> None:
        """``old`` is the edition that the text was written for, where somebody said so."""
        self._books = books
        self._book = book
        self._terms = terms
        self._old = old
        self._names: dict[Book, Names] = {}
        self._verdicts: dict[RuleNumber, Verdict | None] = {}
        """Of numbers without a name beside them."""
        self._say = Evidence(book, language=language)

    @property
    def edition(self) -> Edition:
        return self._book.edition

    @property
    def names(self) -> Names:
        return self._names_of(self._book)

    def _names_of(self, book: Book) -> Names:
        if book not in self._names:
            self._names[book] = Names(book, self._terms)
        return self._names[book]

    @cached_property
    def _texts(self) -> moves.Texts:
        return moves.Texts(self._book)

    def verdict(self, number: RuleNumber, beside: Sequence[Beside] = ()) -> Verdict | None:
        """None for a number that is right, or of which nothing can be said."""
        if not beside and self._old is None and number in self._book.numbers:
            return None
        # unquoted names are words of any sentence, but for those beside the numbers of keywords
        compared = [name for name in beside if name.title or self.names.is_keyword(number)]
        if compared:
            return self._by_names(number, compared)
        if number not in self._verdicts:
            self._verdicts[number] = self._by_number(number)
        return self._verdicts[number]

    def no_number(self, written: str) -> Verdict:
        return Verdict(FindingKind.MALFORMED, self._say.no_number(written))

    def broken_range(self, first: RuleNumber, last: RuleNumber) -> Verdict:
        backwards = first.parent == last.parent
        say = self._say.backwards if backwards else self._say.two_parents
        return Verdict(FindingKind.MALFORMED, say(first, last))

    # -- numbers alone -------------------------------------------------------------------

    def _by_number(self, number: RuleNumber) -> Verdict | None:
        if self._old is not None and self._old.has(number):
            return self._followed(number, self._old)
        return None if number in self._book.numbers else self._lacking(number)

    def _followed(self, number: RuleNumber, old: Book) -> Verdict | None:
        """What became of a number since the edition that the text was written for."""
        move = moves.moved(number, old, self._texts)
        if moves.stays(number, old, self._texts) and (move is None or move.number == number):
            return None
        move = move or self._with_its_heading(number, old)
        if move is None:
            return Verdict(FindingKind.GONE, self._say.gone(number, old))
        return self._moved(number, old, move) if move.number != number else None

    def _with_its_heading(self, number: RuleNumber, old: Book) -> moves.Move | None:
        """The subrule that is nearest where the keyword of a reworded one stands now."""
        heading = old.heading(number)
        if heading is None or heading[0].rule is None or heading[0] == number:
            return None
        places = self._texts.headed(heading[1], heading[0])
        if len(places) != 1:
            return None
        asked = bag(old.text(number) or "")
        near = self._texts.nearest_within(places[0], asked, like=number)
        return near and near._replace(confidence=near.confidence * _UNSURE)

    def _move(self, number: RuleNumber, old: Book) -> moves.Move | None:
        if old.edition.language == self._book.edition.language:
            return moves.moved(number, old, self._texts)
        heading = old.heading(number)  # of texts in two languages only the names can be compared
        places = self.names.places(folded(heading[1])) if heading is not None else ()
        place = next((each for each in places if _rank(each) == _rank(number.heading)), None)
        return moves.Move(self._lettered(place, number), 0.0, _UNSURE) if place else None

    def _lettered(self, place: RuleNumber, number: RuleNumber) -> RuleNumber:
        """Its subrule with the letter of a number, the rule alone where it has none such."""
        if place.rule is None or place.is_subrule:
            return place
        same = RuleNumber(place.section, place.rule, number.letter)
        return same if same in self._book.numbers else place

    def _moved(self, number: RuleNumber, old: Book, move: moves.Move) -> Verdict:
        evidence = self._say.moved_text(number, old, move)
        return Verdict(FindingKind.MOVED, evidence, move.number, move.confidence)

    def _lacking(self, number: RuleNumber) -> Verdict:
        """A number that does not stand in the edition checked."""
        older = [book for book in self._books.older(self._book) if book.has(number)]
        for book in older:
            move = self._move(number, book)
            if move is not None:
                return self._moved(number, book, move)
        if older:
            return Verdict(FindingKind.GONE, self._say.gone(number, older[0]))
        newer = next((book for book in self._books.newer(self._book) if book.has(number)), None)
        if newer is not None:
            return Verdict(FindingKind.NEWER, self._say.newer(number, newer))
        return self._nowhere(number)

    def _nowhere(self, number: RuleNumber) -> Verdict:
        """A number that no edition held has."""
        section = RuleNumber(number.section)
        chapter = section if section.is_chapter else RuleNumber(number.section // 100)
        if not any(book.has(section) for book in self._books.all):
            last = self._book.last.get(chapter)
            if last is not None and 0 < section.section - last.section <= NEAR_SECTIONS:
                return Verdict(FindingKind.NEWER, self._say.beyond_section(number, last))
            return Verdict(FindingKind.UNKNOWN, self._say.unknown(number, self._books.all))
        newer = self._books.newer(self._book)
        if section not in self._book.numbers and any(book.has(section) for book in newer):
            book = next(book for book in newer if book.has(section))
            return Verdict(FindingKind.NEWER, self._say.newer(section, book))
        parent = number.parent
        if parent is not None and parent not in self._book.numbers:
            parent = parent.parent
        stands = parent is not None and parent in self._book.numbers and not parent.is_chapter
        last = self._book.last.get(parent) if parent is not None else None
        if parent is not None and stands and (last is None or last < number):
            return Verdict(FindingKind.NEWER, self._say.beyond(number, parent, last))
        return Verdict(FindingKind.UNKNOWN, self._say.unknown(number, self._books.all))

    # -- numbers with a name -------------------------------------------------------------

    def _by_names(self, number: RuleNumber, beside: Sequence[Beside]) -> Verdict | None:
        if number not in self._book.numbers:
            return self._lacking_with_name(number, beside)
        if any(self.names.fits(name.key, number) for name in beside):
            return None
        for name in beside:
            old = self._stood_there(number, name)
            place = self._place(number, name, old) if old else None
            if old is not None and place is not None and place.number != number:
                evidence = self._say.moved_name(number, name.written, old, place.number)
                return Verdict(FindingKind.MOVED, evidence, place.number, place.confidence)
        if self._old is not None and self._old.has(number):
            followed = self.verdict(number)
            if followed is not None:
                return followed
        return self._mismatch(number, beside)

    def _mismatch(self, number: RuleNumber, beside: Sequence[Beside]) -> Verdict | None:
        for name in beside:
            key = self.names.key(name.key)
            if key is None or name.in_sentence or not self.names.is_sure(key):
                continue
            place = self._place(number, name, None)
            if place is not None and place.number != number:
                evidence = self._say.mismatch(number, name.written, place.number)
                kind = FindingKind.TITLE_MISMATCH
                return Verdict(kind, evidence, place.number, place.confidence)
        return None

    def _lacking_with_name(self, number: RuleNumber, beside: Sequence[Beside]) -> Verdict | None:
        """Where a name stands now is where the number is meant, if the number ever stood."""
        older = [book for book in self._books.older(self._book) if book.has(number)]
        for name in beside if older else ():
            old = self._stood_there(number, name)
            place = self._place(number, name, old or older[0])
            if place is not None:
                sure = place.confidence if old is not None else _UNSURE * place.confidence
                say = self._say.named if old is None else self._say.moved_name
                evidence = say(number, name.written, old or older[0], place.number)
                return Verdict(FindingKind.MOVED, evidence, place.number, sure)
        return self.verdict(number)

    def _stood_there(self, number: RuleNumber, name: Beside) -> Book | None:
        """The newest older edition in which the number had this name."""
        return next(
            (
                book
                for book in self._books.older(self._book)
                if book.has(number) and self._names_of(book).fits(name.key, number)
            ),
            None,
        )

    def _place(self, number: RuleNumber, name: Beside, old: Book | None) -> _Place | None:
        """Where a name stands here: the subrule nearest to the old text, else the same letter."""
        key = self.names.key(name.key)
        places = self.names.places(key, keywords=not name.title) if key is not None else ()
        if not places and old is not None:
            # a title may be a part of the heading that it had
            title = self._names_of(old).heading_in(name.key, number)
            key = self.names.key(title) if title is not None else None
            places = self.names.places(key, keywords=not name.title) if key is not None else ()
        if not places:
            return None
        place = min(places, key=lambda each: (_rank(each) != _rank(number.heading), each))
        sure = 1.0 if len(places) == 1 else _UNSURE
        if place.is_subrule and not number.is_subrule and old is not None:
            place = place.heading
        if number.letter is None and (number.rule is None or place.rule is not None):
            return _Place(place, sure if old is not None else _UNSURE)
        if old is not None and old.has(number):
            move = self._move(number, old)
            if move is not None and move.number.within(place.heading):
                return _Place(move.number, sure * moves.with_name(move))
            asked = bag(old.text(number) or "")
            move = self._texts.nearest_within(place.heading, asked, like=number)
            if move is not None:
                return _Place(move.number, sure * move.confidence * _UNSURE)
        return _Place(self._lettered(place, number), _UNSURE * sure)


def _rank(number: RuleNumber) -> int:
    """A chapter, a section, a rule or a subrule."""
    return 0 if number.is_chapter else 1 + (number.rule is not None) + number.is_subrule
