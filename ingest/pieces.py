"""Pieces: the lines of a document cut where a rule or an edition begins."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from ingest.document import Line, LineKind
from ingest.editions import EditionFinder, EditionLine
from ingest.numbers_in_lines import (
    Start,
    ambiguous_at,
    cites_on,
    ended,
    no_number_at,
    start_at,
    starts_inside,
    successors,
    title_like,
)
from ingest.words import document_words, head
from kb.number import RuleNumber

_BARE = re.compile(r"(?P<number>[1-9]\d\d(?:\.[1-9]\d{0,2}[a-z]{0,2})?)\.?")
_IDS_ONLY = re.compile(
    r"(?:[\s«»<>|←→‹›·•/,;–—-]*[1-9]\d\d\.[1-9]\d{0,2}[a-z]{0,2}\.?)+[\s«»<>|←→‹›·•/-]*"
)
_PAGE_NUMBER = re.compile(r"[-–—]?\s?\d{1,4}\s?[-–—]?")
_LEADERS = re.compile(r"(?:\.{4,}|(?:\s\.){4,}|…{2,})[\s.]*\d{1,4}\s*$")
_DRAWN = re.compile(r"[-–—_=*|~#+\s]+")
_FILLED = ("....", ". .", "…")
_JOINT = re.compile(r"[^\W\d_A-ZÀ-Ý](?=[A-ZÀ-Ý][^\W\d_])")
_LONGEST_MENU = 300
_LONGEST_SITE_WORD = 40


class PieceKind(StrEnum):
    TEXT = "text"
    START = "start"
    EDITION = "edition"
    BARE = "bare"
    """A number alone in its line."""
    NUMBERS = "numbers"
    """Nothing but numbers: a list to click on."""
    LEADERS = "leaders"
    """A contents line with dot leaders."""
    PAGE = "page"
    """The head or foot of a page, a page number, a drawn line."""
    MENU = "menu"
    """Words of the site, not of the rules."""
    UNCLEAR = "unclear"
    """A number that may or may not begin a rule; it is told, not guessed."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line that is of one kind."""

    kind: PieceKind
    text: str
    line: Line
    start: Start | None = None
    edition: EditionLine | None = None
    number: RuleNumber | None = None
    first: bool = True
    """Whether it begins its line."""

    @property
    def head(self) -> str:
        """The folded words by which a heading is known; empty for a long text."""
        return head(self.text) if len(self.text) <= 100 else ""


def pieces(lines: Iterable[Line]) -> Iterator[Piece]:
    """The pieces of all lines, in order."""
    return _Cutter().cut(lines)


class _Cutter:
    """Knows the last number and the last words while it goes through the lines."""

    def __init__(self) -> None:
        self.current: RuleNumber | None = None
        self.said = ""
        self.named = False
        """Whether what was said last is only a name."""
        self.in_rule = False
        self.editions = EditionFinder()

    def cut(self, lines: Iterable[Line]) -> Iterator[Piece]:
        for line in lines:
            yield from self.line(line)

    def line(self, line: Line) -> Iterator[Piece]:
        text = line.text
        if line.kind is LineKind.FACT:
            yield Piece(PieceKind.TEXT, text, line)
            return
        if (special := self.special(line)) is not None:
            yield special
            return
        numbered = text[0].isdigit()
        reached = 0
        for edition in self.editions.lines(text, line=line.number, within_rule=numbered):
            if before := text[reached : edition.start].strip(" ("):
                yield from self.segment(before, line, first=reached == 0)
            yield Piece(PieceKind.EDITION, text[edition.start : edition.end], line, edition=edition)
            self.said, self.in_rule, reached = "", False, edition.end
        rest = text[reached:].strip() if reached else text
        if rest:
            yield from self.segment(rest, line, first=reached == 0)

    def special(self, line: Line) -> Piece | None:
        """A line that is no text at all."""
        text = line.text
        if len(text) > _LONGEST_MENU:
            return None
        plain, last = line.kind is LineKind.TEXT, text[-1]
        if plain and last.isalnum() and document_words().page.fullmatch(text):
            return Piece(PieceKind.PAGE, text, line)
        if last.isalnum() or last in ".–—-»>|→›·•/":
            cited = plain and not self.named and cites_on(self.said)
            if found := self.without_words(line, cited=cited):
                return found
        if any(map(text.__contains__, _FILLED)) and _LEADERS.search(text):
            return Piece(PieceKind.LEADERS, text, line)
        if _DRAWN.fullmatch(text):
            return Piece(PieceKind.PAGE, text, line)
        if (last not in ".”)" and _is_menu(text)) or self.is_of_site(text):
            return Piece(PieceKind.MENU, text, line)
        return None

    def without_words(self, line: Line, *, cited: bool) -> Piece | None:
        """A page number, a rule number alone, a row of them; not where one is cited."""
        text = line.text
        if line.kind is LineKind.TEXT and _PAGE_NUMBER.fullmatch(text):
            return None if cited and len(text) == 3 else Piece(PieceKind.PAGE, text, line)
        if cited:
            return None
        if (match := _BARE.fullmatch(text)) and (number := RuleNumber.read(match["number"])):
            return Piece(PieceKind.BARE, text, line, number=number)
        return Piece(PieceKind.NUMBERS, text, line) if _IDS_ONLY.fullmatch(text) else None

    def is_of_site(self, text: str) -> bool:
        return len(text) <= _LONGEST_SITE_WORD and head(text) in document_words().site

    def segment(self, text: str, line: Line, *, first: bool) -> Iterator[Piece]:
        """A text without edition lines: what begins at its start, what inside."""
        start = start_at(text)
        if start is not None and not self.accepts(start, line, first=first):
            start = None
        begin = 0
        if start is not None:
            self.current, self.in_rule = start.number, True
            begin = start.end
        elif (
            first
            and text[0].isdigit()
            and not cites_on(self.said)
            and (ended(self.said) or not self.said)
        ):
            number = ambiguous_at(text)
            if number is not None or no_number_at(text):
                yield Piece(PieceKind.UNCLEAR, text, line, number=number, first=first)
                self.said, self.named = text, False
                return
        if line.kind is LineKind.HEADING and start is None:
            self.in_rule = False
        place, opened = 0, start
        if self.in_rule and self.current is not None:
            for at, inner in starts_inside(text, begin=begin, after=self.current):
                yield self.piece(text[begin:at].strip(), line, opened, first=first and place == 0)
                place, begin, opened = at, inner.end, inner
                self.current = inner.number
        yield self.piece(text[begin:].strip(), line, opened, first=first and place == 0)

    @property
    def pauses(self) -> bool:
        """Whether a sentence, or nothing, stands before."""
        return not self.said or (ended(self.said) and not cites_on(self.said))

    def piece(self, text: str, line: Line, start: Start | None, *, first: bool) -> Piece:
        if start is None:
            names = self.named or not self.said or ended(self.said)
        else:
            names = not start.number.is_subrule
        self.said = text
        self.named = line.kind is LineKind.HEADING or (names and title_like(text))
        kind = PieceKind.TEXT if start is None else PieceKind.START
        return Piece(kind, text, line, start, first=first)

    def accepts(self, start: Start, line: Line, *, first: bool) -> bool:
        """Whether the number at the start of a line begins a rule, by what stands before it."""
        alone = not first or not self.said or line.kind in (LineKind.HEADING, LineKind.ITEM)
        if not alone and cites_on(self.said):
            # a comma for a stop before a blank line, and the very next number, is a slip
            slip = line.apart and self.said[-1] == "," and self.follows(start.number)
            return (self.named or slip) and not start.lower
        if alone or self.named or ended(self.said):
            return not start.lower or self.follows(start.number)
        if start.lower:
            return False
        return line.apart or not self.in_rule or self.follows(start.number)

    def follows(self, number: RuleNumber) -> bool:
        return self.current is None or number in successors(self.current)


def _is_menu(text: str) -> bool:
    """Links of a menu without blanks between them: Voce unoVoce dueVoce tre."""
    return len(text) <= _LONGEST_MENU and not ended(text) and len(_JOINT.findall(text)) >= 2


def retold(piece: Piece) -> Piece:
    """The piece as text, number and all: it turned out to begin nothing."""
    return replace(piece, kind=PieceKind.TEXT, text=piece.line.text if piece.first else piece.text)
