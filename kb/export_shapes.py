"""The shape of an exported document: what JSON says, and what every form is checked by."""

import hashlib
from collections.abc import Callable
from typing import Annotated, TypeVar

import msgspec

from kb.edition import Edition, EditionDate, EditionKind
from kb.errors import RegulaeError, Unreadable
from kb.lang import codes
from kb.model import EditionTexts, GlossaryEntry, Note, NoteKind, RuleText, Ruling, SourceTexts
from kb.number import RuleNumber

MOST = 2**31
"""The highest count: of lines, and of places in a table."""
Line = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
ContentHash = Annotated[str, msgspec.Meta(pattern=r"^(?:[0-9a-f]{16})?\Z")]
"""Of a text (``kb.originals``); nothing for one that nobody told."""
Made = TypeVar("Made")
_Item = TypeVar("_Item")
_Some = Annotated[tuple[_Item, ...], msgspec.Meta(max_length=100_000)]
"""Things of one kind in a document: a source of more is not read in the first place."""


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object of the document; a key that is not named here is refused, not passed over."""


class RuleShape(Shape, frozen=True):
    number: str
    text: str
    title: str | None = None
    examples: tuple[str, ...] = ()
    inferred: bool = False
    line: Line | None = None
    translates: tuple[ContentHash, ...] | msgspec.UnsetType = msgspec.UNSET
    """Not written where there is none: the seals of exports that are older than it still hold."""


class RulingShape(Shape, frozen=True):
    text: str
    about: str | None = None


class EntryShape(Shape, frozen=True):
    term: str
    text: str


class EditionShape(Shape, frozen=True):
    language: str
    date: str | None
    label: str | None = None
    source: str = ""
    kind: EditionKind = EditionKind.TRANSLATION
    hash: str = ""
    rules: _Some[RuleShape] = ()
    rulings: _Some[RulingShape] = ()
    glossary: _Some[EntryShape] = ()


class NoteShape(Shape, frozen=True):
    kind: NoteKind
    detail: str
    number: str | None = None
    line: Line | None = None


class DocumentShape(Shape, frozen=True):
    """One source with its editions; the texts of each stand inside it."""

    source: str
    form: str
    language: str | None
    editions: _Some[EditionShape] = ()
    facts: _Some[tuple[str, str]] = ()
    notes: _Some[NoteShape] = ()
    seal: str | None = None
    """SHA-256 of all the rest: whether somebody changed it after the export."""


def shaped(texts: SourceTexts) -> DocumentShape:
    """A document as it is exported, sealed."""
    bare = DocumentShape(
        source=texts.source,
        form=texts.form,
        language=texts.language,
        editions=tuple(_edition(edition) for edition in texts.editions),
        facts=texts.facts,
        notes=tuple(
            NoteShape(note.kind, str(note.detail), _written(note.number), note.line)
            for note in texts.notes
        ),
    )
    return msgspec.structs.replace(bare, seal=_sealed(bare))


def seal_of(texts: SourceTexts) -> str:
    """Names all that a document says, its editions and their hashes included."""
    return shaped(texts).seal or ""


def _sealed(bare: DocumentShape) -> str:
    return hashlib.sha256(msgspec.json.encode(bare)).hexdigest()


def _edition(texts: EditionTexts) -> EditionShape:
    edition = texts.edition
    return EditionShape(
        language=edition.language,
        date=str(edition.date) if edition.date else None,
        label=edition.label,
        source=edition.source,
        kind=edition.kind,
        hash=edition.hash,
        rules=tuple(
            RuleShape(
                str(rule.number),
                rule.text,
                rule.title,
                rule.examples,
                rule.inferred,
                rule.line,
                rule.translates or msgspec.UNSET,
            )
            for rule in texts.rules
        ),
        rulings=tuple(RulingShape(one.text, _written(one.about)) for one in texts.rulings),
        glossary=tuple(EntryShape(entry.term, entry.text) for entry in texts.glossary),
    )


def _written(number: RuleNumber | None) -> str | None:
    return None if number is None else str(number)


def texts_of(shape: DocumentShape, *, at: str = "") -> SourceTexts:
    """The values of a shape; raises Unreadable with the place of what is none.

    ``at`` is the place of the shape itself.
    """
    return SourceTexts(
        source=shape.source,
        form=shape.form,
        language=None if shape.language is None else language(shape.language, f"{at}language"),
        editions=tuple(
            _texts(edition, f"{at}editions[{place}].")
            for place, edition in enumerate(shape.editions)
        ),
        facts=shape.facts,
        notes=tuple(
            Note(
                note.kind, note.detail, number(note.number, f"{at}notes[{place}].number"), note.line
            )
            for place, note in enumerate(shape.notes)
        ),
    )


def _texts(shape: EditionShape, at: str) -> EditionTexts:
    return EditionTexts(
        edition=Edition(
            language=language(shape.language, f"{at}language"),
            date=date(shape.date, f"{at}date"),
            label=shape.label,
            source=shape.source,
            kind=shape.kind,
            hash=shape.hash,
        ),
        rules=tuple(
            RuleText(
                told(RuleNumber.parse, rule.number, f"{at}rules[{place}].number"),
                rule.text,
                rule.title,
                rule.examples,
                rule.inferred,
                rule.line,
                rule.translates or (),
            )
            for place, rule in enumerate(shape.rules)
        ),
        rulings=tuple(
            Ruling(one.text, number(one.about, f"{at}rulings[{place}].about"))
            for place, one in enumerate(shape.rulings)
        ),
        glossary=tuple(GlossaryEntry(entry.term, entry.text) for entry in shape.glossary),
    )


def number(text: str | None, at: str) -> RuleNumber | None:
    """A rule number, or none; raises Unreadable with its place."""
    return None if text is None else told(RuleNumber.parse, text, at)


def date(text: str | None, at: str) -> EditionDate | None:
    """The date of an edition, or none; raises Unreadable with its place."""
    return None if text is None else told(EditionDate.parse, text, at)


def language(code: str, at: str) -> str:
    """The code of a language that is known here; raises Unreadable with its place."""
    if code not in codes():
        raise Unreadable(f"{at}: no language {code!r:.60}; there are {', '.join(codes())}")
    return code


def told_hash(text: str, at: str) -> str:
    """A hash as ``ContentHash`` is one; raises Unreadable with its place."""
    try:
        return msgspec.convert(text, ContentHash)
    except msgspec.ValidationError as error:
        raise Unreadable(
            f"{at}: {text!r:.60} is no hash of a text (16 hexadecimal signs)"
        ) from error


def told(parse: Callable[[str], Made], text: str, at: str) -> Made:
    """What ``text`` says; raises Unreadable with its place where it says nothing."""
    try:
        return parse(text)
    except RegulaeError as error:
        raise Unreadable(f"{at}: {error}") from error
