"""Translated parts of rules, as the files of translators have them: joined, an edition a day."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kb.edition import Edition, EditionDate, EditionKind
from kb.model import EditionTexts, Note, NoteKind, RuleText
from kb.number import RuleNumber
from kb.originals import Part
from kb.saying import said

UNKNOWN = "unknown"


class OfDay(NamedTuple):
    """The edition that a text names."""

    day: EditionDate | None
    label: str | None = None
    ours: bool = False
    """Whether it is our own words, as they were exported."""

    @property
    def key(self) -> tuple[EditionDate | None, bool]:
        """What makes it another edition than others of the source."""
        return self.day, self.ours


class Piece(NamedTuple):
    """The text of a rule, or one of its examples, in its own edition."""

    text: str
    of: OfDay
    number: RuleNumber
    """That of its edition."""
    place: Part
    """Where the file has it."""
    named: bool
    original: str
    """The hash of the English text for which it was made; "" where nobody told it."""
    line: int | None


@dataclass(slots=True)
class _Rule:
    piece: Piece
    examples: list[Piece] = field(default_factory=list)

    def text(self) -> RuleText:
        examples = sorted(self.examples, key=lambda piece: piece.place.example)
        translates = tuple(piece.original for piece in (self.piece, *examples))
        return RuleText(
            self.piece.number,
            self.piece.text,
            self.piece.text if self.piece.named else None,
            tuple(piece.text for piece in examples),
            line=self.piece.line,
            translates=translates if any(translates) else (),
        )


def joined(
    pieces: Iterable[Piece], *, language: str, source: str, digest: str
) -> tuple[tuple[EditionTexts, ...], list[Note]]:
    """Each example with its rule, wherever the two stand in the file.

    The editions are in the order of the source; the first label of a day counts.
    """
    rules: list[_Rule] = []
    examples: list[Piece] = []
    of_edition: dict[tuple[object, RuleNumber], _Rule] = {}
    at_place: dict[RuleNumber, _Rule] = {}
    told: list[Note] = []
    seen: set[tuple[object, RuleNumber, int, str]] = set()
    for piece in pieces:
        # what a former example was and what one of now is may have one place
        original = piece.original if piece.place.example else ""
        key = (piece.of.key, piece.number, piece.place.example, original)
        if key in seen:
            name, day = _name(piece), piece.of.day
            detail = (
                said("note.twice_in_edition", name=name, day=day)
                if day
                else said("note.twice_undated", name=name)
            )
            told.append(Note(NoteKind.DUPLICATE_NUMBER, detail, piece.number, piece.line))
        seen.add(key)
        if piece.place.example:
            examples.append(piece)
        else:
            rules.append(rule := _Rule(piece))
            of_edition.setdefault((piece.of.key, piece.number), rule)
            at_place.setdefault(piece.place.number, rule)
    for piece in examples:
        # of a rule that was reviewed an example may still be of the edition before
        owner = of_edition.get((piece.of.key, piece.number)) or at_place.get(piece.place.number)
        if owner is None:
            detail = said("note.example_alone", name=_name(piece))
            told.append(Note(NoteKind.OTHER_TEXT, detail, piece.number, piece.line))
        else:
            owner.examples.append(piece)
    return _editions(rules, language, source, digest), told


def _name(piece: Piece) -> str:
    example = piece.place.example
    return f"{piece.number} example {example}" if example else str(piece.number)


def _editions(
    rules: Sequence[_Rule], language: str, source: str, digest: str
) -> tuple[EditionTexts, ...]:
    texts: dict[object, list[RuleText]] = {}
    made: dict[object, Edition] = {}
    for rule in rules:
        of = rule.piece.of
        kind = EditionKind.OURS if of.ours else EditionKind.TRANSLATION
        made.setdefault(of.key, Edition(language, of.day, of.label, source, kind, digest))
        texts.setdefault(of.key, []).append(rule.text())
    return tuple(EditionTexts(edition, tuple(texts[key])) for key, edition in made.items())


def notes(made: Sequence[EditionTexts], *, of: str) -> tuple[Note, ...]:
    """What there is to say of their days; ``of`` names the parts of the source (entries)."""
    days = list(dict.fromkeys(texts.edition.date for texts in made))
    told = []
    if None in days:
        told.append(Note(NoteKind.UNKNOWN_EDITION, said("note.undated", what=said(f"note.{of}"))))
    if len(days) > 1:
        names = ", ".join(str(day or UNKNOWN) for day in days)
        told.append(
            Note(
                NoteKind.SEVERAL_EDITIONS,
                said("note.of_several", what=said(f"note.{of}"), names=names),
            )
        )
    return tuple(told)
