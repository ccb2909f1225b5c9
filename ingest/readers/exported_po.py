"""Exported PO read back, also after a translator has filled it in."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import polib

from ingest import by_day
from ingest.behind import Behind
from ingest.by_day import OfDay, Piece
from ingest.decode import LARGEST, lines
from ingest.readers.po import check_runs
from kb import saying
from kb.edition import EditionDate
from kb.errors import Unreadable
from kb.export_marks import PO_MARK, VERSION
from kb.export_po import MOVED, NAME, OURS, TRANSLATES, UNKNOWN, context
from kb.export_shapes import date, language, told, told_hash
from kb.lang import ORIGINAL
from kb.model import Note, NoteKind, SourceTexts
from kb.number import RuleNumber
from kb.originals import Part, content_hash

MOST_LINES = 200_000
"""A whole edition beside another has 35,000."""
_CONTEXT = re.compile(r"(?P<number>\S+)(?: example (?P<example>[1-9]\d{0,2}))?")
_EDITION = re.compile(r"(?P<code>[a-z]{2,3}) (?P<date>[\d-]+|unknown)(?: (?P<label>\".*\"))?")
_SYNTAX = re.compile(r"Syntax error in po file.* ?\(line (?P<line>\d+)\)(?P<why>.*)")


@dataclass(frozen=True, slots=True)
class _Said:
    """What stands beside an entry."""

    original: EditionDate | None
    """The edition of the English text."""
    held: OfDay | None
    """That of the translation; None where there was none when it was exported."""
    named: bool
    translates: str | None
    """The hash of the English text for which it was made, "" for an unknown one."""
    moved: Part | None
    ours: str | None
    """The hash of the translation, where it is our own words."""

    def differs(self, original: str) -> bool:
        """Whether it was behind when it was exported."""
        return self.moved is not None or self.translates not in (None, original)

    def agrees(self, original: str) -> bool:
        """Whether there was a translation, and one that was not behind as far as is told."""
        return self.held is not None and not self.differs(original)


def read_po(content: bytes, source: str, *, now: Mapping[Part, str]) -> SourceTexts:
    """The translated rules; each other one is a note. Raises Unreadable with the line.

    What is behind the English text comes back as it was: under the number and the day of its own
    edition. ``now`` are the hashes of the English texts of the base.
    """
    file = _parsed(content)
    code = language(file.metadata.get("Language", ""), "Language")
    notes: list[Note] = []
    pieces = list(_pieces(file, code, notes, Behind(now)))
    digest = hashlib.sha256(content).hexdigest()
    editions, odd = by_day.joined(pieces, language=code, source=source, digest=digest)
    if not editions:
        raise Unreadable("no entry is translated")
    notes.extend((*odd, *by_day.notes(editions, of="entries")))
    return SourceTexts(source, "po", code, editions, notes=tuple(notes))


def _pieces(file: polib.POFile, code: str, notes: list[Note], behind: Behind) -> Iterator[Piece]:
    """What is translated, in the order of the file."""
    for entry in file:
        said = _said_beside(entry, code)
        if entry.obsolete and said.translates is None:
            obsolete = saying.said("note.obsolete", text=entry.msgid[:80])
            notes.append(Note(NoteKind.OTHER_TEXT, obsolete, line=entry.linenum))
            continue
        part = _part(entry.msgctxt or "", f"line {entry.linenum}, msgctxt")
        made = _made(entry, part, said)
        if isinstance(made, str):
            detail = f"{context(part)}: {made}"
            notes.append(Note(NoteKind.MISSING_NUMBER, detail, part.number, entry.linenum))
            continue
        if entry.obsolete:
            notes.extend(behind.gone(part, entry.linenum))
        elif entry.fuzzy:
            moved = said.moved.number if said.moved else None
            notes.extend(behind.told(part, moved, entry.linenum))
        else:
            notes.extend(behind.note(part, made.original, entry.linenum))
        yield made


def _made(entry: polib.POEntry, part: Part, said: _Said) -> Piece | str:
    """The translation as it is to be held, or why there is none."""
    text = " ".join(entry.msgstr.split())
    if not text:
        return "not translated"
    if text == entry.msgid and not said.named:  # a name may be the same in two languages
        return "the translation repeats the original"
    original = content_hash(entry.msgid)
    as_exported = Piece(
        text=text,
        of=(said.held or OfDay(said.original))._replace(ours=said.ours == content_hash(text)),
        number=said.moved.number if said.moved else part.number,
        place=part,
        named=said.named and not part.example,
        original=said.translates or "",
        line=entry.linenum,
    )
    if entry.obsolete or (said.differs(original) if entry.fuzzy else said.agrees(original)):
        return as_exported
    if not entry.fuzzy:
        # a translator has made it for the English text beside it, so it is of that edition
        of = OfDay(said.original)
        return as_exported._replace(of=of, number=part.number, original=original)
    if entry.previous_msgid:  # a tool has set it beside a newer English text
        before = content_hash(entry.previous_msgid)
        return as_exported._replace(of=said.held or OfDay(None), original=before)
    return "fuzzy, to be checked by a translator"


def _part(text: str, at: str) -> Part:
    found = _CONTEXT.fullmatch(text)
    number = told(RuleNumber.parse, found["number"] if found else text, at)
    return Part(number, int((found and found["example"]) or 0))


def _said_beside(entry: polib.POEntry, code: str) -> _Said:
    """What the machine's comment tells; of an obsolete entry it is the translator's."""
    lines = (entry.tcomment if entry.obsolete else entry.comment).split("\n")
    editions: dict[str, OfDay] = {}
    translates = moved = ours = None
    for line in lines:
        at = f"line {entry.linenum}"
        key, _, value = line.strip().rpartition(" ")
        if key == TRANSLATES:
            translates = "" if value == UNKNOWN else told_hash(value, f"{at}, {TRANSLATES}")
        elif key == OURS:
            ours = told_hash(value, f"{at}, {OURS}")
        elif line.startswith(f"{MOVED} "):
            moved = _part(line.removeprefix(f"{MOVED} ").strip(), f"{at}, {MOVED}")
        elif match := _EDITION.fullmatch(line.strip()):
            known = None if match["date"] == UNKNOWN else match["date"]
            day = date(known, f"{at}, edition")
            editions[match["code"]] = OfDay(day, _label(match["label"], entry.linenum))
    original = editions.get(ORIGINAL, OfDay(None)).day
    return _Said(original, editions.get(code), NAME in lines, translates, moved, ours)


def _label(quoted: str | None, line: int | None) -> str | None:
    try:
        label = json.loads(quoted) if quoted else None
    except ValueError as error:
        raise Unreadable(f"line {line}, edition: {quoted!r:.60} is no label: {error}") from error
    return str(label) if label is not None else None


def _parsed(content: bytes) -> polib.POFile:
    if len(content) > LARGEST:
        raise Unreadable(f"over {LARGEST // 2**20} MiB")
    if content.count(b"\n") > MOST_LINES:
        raise Unreadable(f"over {MOST_LINES} lines")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"byte {error.start} is no UTF-8") from error
    check_runs(lines(text))
    try:
        file = polib.pofile(text)
    except (OSError, ValueError, IndexError, KeyError, AttributeError) as error:
        found = _SYNTAX.search(str(error))
        if found is None:
            raise Unreadable(f"no PO: {type(error).__name__}") from error
        raise Unreadable(f"line {found['line']}: no PO{found['why']}") from error
    version = file.metadata.get(PO_MARK)
    if version != str(VERSION):
        raise Unreadable(f"{PO_MARK} is {version!r}, this regulae reads {VERSION}")
    return file
