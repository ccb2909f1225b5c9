"""What stands around a piece: the parts of a document, the next rule, the next heading."""

from collections.abc import Sequence
from enum import Enum, auto

from ingest.document import Document, LineKind
from ingest.numbers_in_lines import ended, start_at, title_like
from ingest.pieces import Piece, PieceKind
from ingest.words import document_words
from kb.number import RuleNumber

_HEADING = 60
"""Letters of a line without a stop that is taken for a heading."""
_WIDEST_PAGE = 140


class Part(Enum):
    """Where in a document a line stands."""

    FRONT = auto()
    RULINGS = auto()
    RULE = auto()
    EXAMPLES = auto()
    SUBRULES = auto()
    GLOSSARY = auto()
    CREDITS = auto()
    NAVIGATION = auto()
    OTHER = auto()


def part_named(piece: Piece, *, within: Part | None = None) -> Part | None:
    """The part that a line is the heading of."""
    words, head = document_words(), piece.head
    if not head or piece.line.kind is LineKind.ITEM or not piece.first:
        return None
    for heads, part in (
        (words.glossary, Part.GLOSSARY),
        (words.credits, Part.CREDITS),
        (words.rulings, Part.RULINGS),
        (words.subrules, Part.SUBRULES),
        (words.navigation, Part.NAVIGATION),
    ):
        if head in heads:
            return part
    other = piece.line.kind is LineKind.HEADING and within is not Part.GLOSSARY
    return Part.OTHER if other else None


def is_heading(piece: Piece) -> bool:
    """Whether a line looks like a heading where its form does not tell."""
    text = piece.text
    return len(text) <= _HEADING and title_like(text) and text[:1].isupper()


def is_wrapped(document: Document) -> bool:
    """Whether paragraphs are cut into lines of one width, as on a typewriter."""
    if document.wrapped:
        return True
    hanging, before = 0, ""
    for line in document.lines:
        if len(line.text) > _WIDEST_PAGE:
            return False
        hanging += not line.apart and not ended(before) and start_at(line.text) is None
        before = line.text
    return hanging * 4 > len(document.lines)


class Surroundings:
    """The pieces of a document with what comes after each."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = pieces
        end = len(pieces)
        self._starts, self._heads = [end] * (end + 1), [end] * (end + 1)
        for index in range(end - 1, -1, -1):
            starts = pieces[index].start is not None
            self._starts[index] = index if starts else self._starts[index + 1]
            heads = self.is_head(index)
            self._heads[index] = index if heads else self._heads[index + 1]

    def is_head(self, index: int) -> bool:
        """Whether a part or an edition begins there."""
        piece = self.pieces[index]
        if piece.kind is PieceKind.EDITION:
            return True
        return piece.kind is PieceKind.TEXT and part_named(piece) is not None

    def after(self, index: int) -> Piece | None:
        return self.pieces[index + 1] if index + 1 < len(self.pieces) else None

    def before(self, index: int) -> Piece | None:
        return self.pieces[index - 1] if index else None

    def rules_follow(self, index: int) -> bool:
        """Whether a rule begins further down, with no heading or edition between."""
        following = self._starts[index]
        return following < len(self.pieces) and self._heads[index] > following

    def goes_on(self, index: int, number: RuleNumber) -> bool:
        """Whether a later rule of the same section begins so."""
        if not self.rules_follow(index):
            return False
        start = self.pieces[self._starts[index]].start
        return (
            start is not None and start.number.section == number.section and number < start.number
        )

    def is_listed(self, index: int) -> bool:
        """Whether a heading stands in a list of headings: no text of its own follows."""
        after = self.after(index)
        return after is not None and (after.start is not None or self.is_head(index + 1))

    def is_link(self, index: int) -> bool:
        """Whether a name with its number, in a list of links, is one more of them."""
        piece = self.pieces[index]
        if not title_like(piece.text):
            return False
        if piece.line.kind is LineKind.ITEM:
            return True
        after = self.after(index)
        return after is None or (after.start is not None and not after.start.number.is_subrule)

    def has_text_below(self, index: int) -> bool:
        """Whether a number alone in its line has its text in the next one."""
        piece, before, after = self.pieces[index], self.before(index), self.after(index)
        if piece.line.kind is not LineKind.TEXT or piece.number is None or after is None:
            return False
        numbers = (PieceKind.BARE, PieceKind.NUMBERS)
        linked = after.kind in numbers or (before is not None and before.kind in numbers)
        told = after.kind is PieceKind.TEXT and not self.is_head(index + 1)
        return piece.number.rule is not None and told and not linked
