"""Exported PO read back, also after a translator has filled it in."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import polib

from ingest import by_day
from ingest.behind import Behind
from ingest.by_day import OfDay
from ingest.decode import LARGEST, lines
from ingest.readers.po import check_runs
from kb.edition import EditionDate
from kb.errors import Unreadable
from kb.export_marks import PO_MARK, VERSION
from kb.export_po import MOVED, NAME, TRANSLATES, UNKNOWN, context
from kb.export_shapes import date, language, told, told_hash
from kb.lang import ORIGINAL
from kb.model import Note, NoteKind, RuleText, SourceTexts
from kb.number import RuleNumber
from kb.originals import Part, content_hash

MOST_LINES = 200_000
"""A whole edition beside another has 35,000."""
_CONTEXT = re.compile(r"(?P<number>\S+)(?: example (?P<example>[1-9]\d{0,2}))?")
_EDITION = re.compile(r"(?P<code>[a-z]{2,3}) (?P<date>[\d-]+|unknown)(?: (?P<label>\".*\"))?")
_SYNTAX = re.compile(r"Syntax error in po file.* ?\(line (?P<line>\d+)\)(?P<why>.*)")


@dataclass(slots=True)
class _Rule:
    """A rule with its examples, as far as they are translated."""

    number: RuleNumber
    line: int | None
    text: str
    named: bool
    of: OfDay
    translates: list[str]
    examples: list[str] = field(default_factory=list)


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

    def differs(self, original: str) -> bool:
        """Whether it was behind when it was exported."""
        return self.moved is not None or self.translates not in (None, original)


@dataclass(frozen=True, slots=True)
class _Translated:
    """A translation as it is to be held."""

    text: str
    number: RuleNumber
    of: OfDay
    original: str
    behind: bool = False


def read_po(content: bytes, source: str, *, now: Mapping[Part, str]) -> SourceTexts:
    """The translated rules; each other one is a note. Raises Unreadable with the line.

    What is behind the English text comes back as it was: under the number and the day of its own
    edition. ``now`` are the hashes of the English texts of the base.
    """
    file = _parsed(content)
    code = language(file.metadata.get("Language", ""), "Language")
    notes: list[Note] = []
    rules = list(_rules(file, code, notes, Behind(now)))
    if not rules:
        raise Unreadable("no entry is translated")
    digest = hashlib.sha256(content).hexdigest()
    editions = by_day.editions(
        [(rule.of, _text(rule)) for rule in rules], language=code, source=source, digest=digest
    )
    notes.extend(by_day.notes(editions, of="entries"))
    return SourceTexts(source, "po", code, editions, notes=tuple(notes))


def _text(rule: _Rule) -> RuleText:
    return RuleText(
        rule.number,
        rule.text,
        rule.text if rule.named else None,
        tuple(rule.examples),
        line=rule.line,
        translates=tuple(rule.translates) if any(rule.translates) else (),
    )


def _rules(file: polib.POFile, code: str, notes: list[Note], behind: Behind) -> Iterator[_Rule]:
    """In the order of the file; an example belongs to the rule before it."""
    rule: _Rule | None = None
    place: RuleNumber | None = None
    seen: set[str] = set()
    for entry in file:
        said = _said_beside(entry, code)
        if entry.obsolete and said.translates is None:
            detail = f"an obsolete entry is no text: {entry.msgid[:80]!r}"
            notes.append(Note(NoteKind.OTHER_TEXT, detail, line=entry.linenum))
            continue
        part = _part(entry.msgctxt or "", f"line {entry.linenum}, msgctxt")
        if (entry.msgctxt or "") in seen:
            detail = f"the entry {context(part)} stands twice"
            notes.append(Note(NoteKind.DUPLICATE_NUMBER, detail, part.number, entry.linenum))
        seen.add(entry.msgctxt or "")
        made = _made(entry, part, said)
        if isinstance(made, str):
            detail = f"{context(part)}: {made}"
            notes.append(Note(NoteKind.MISSING_NUMBER, detail, part.number, entry.linenum))
        elif entry.obsolete:
            notes.extend(behind.gone(part, entry.linenum))
        elif made.behind:
            moved = said.moved.number if said.moved else None
            notes.extend(behind.told(part, moved, entry.linenum))
        else:
            notes.extend(behind.note(part, made.original, entry.linenum))
        if not part.example:
            if rule is not None:
                yield rule
            rule, place = None, part.number
            if isinstance(made, _Translated):
                rule = _Rule(
                    made.number, entry.linenum, made.text, said.named, made.of, [made.original]
                )
        elif isinstance(made, _Translated):
            if rule is not None and place == part.number:
                rule.examples.append(made.text)
                rule.translates.append(made.original)
            else:
                detail = f"{context(part)}: an example of a rule that is not translated"
                notes.append(Note(NoteKind.OTHER_TEXT, detail, part.number, entry.linenum))
    if rule is not None:
        yield rule


def _made(entry: polib.POEntry, part: Part, said: _Said) -> _Translated | str:
    """The translation as it is to be held, or why there is none."""
    text = " ".join(entry.msgstr.split())
    if not text:
        return "not translated"
    if text == entry.msgid and not said.named:  # a name may be the same in two languages
        return "the translation repeats the original"
    original = content_hash(entry.msgid)
    held = said.held or OfDay(said.original)
    if entry.obsolete:
        return _Translated(text, part.number, held, said.translates or "")
    if not entry.fuzzy:
        if said.differs(original) or said.held is None:
            # a translator has made it for the English text beside it, so it is of that edition
            return _Translated(text, part.number, OfDay(said.original), original)
        return _Translated(text, part.number, held, said.translates or "")
    if said.differs(original):
        number = said.moved.number if said.moved else part.number
        return _Translated(text, number, held, said.translates or "", behind=True)
    if entry.previous_msgid:  # a tool has set it beside a newer English text
        before = content_hash(entry.previous_msgid)
        return _Translated(text, part.number, held, before, behind=True)
    return "fuzzy, to be checked by a translator"


def _part(text: str, at: str) -> Part:
    found = _CONTEXT.fullmatch(text)
    number = told(RuleNumber.parse, found["number"] if found else text, at)
    return Part(number, int((found and found["example"]) or 0))


def _said_beside(entry: polib.POEntry, code: str) -> _Said:
    """What the machine's comment tells; of an obsolete entry it is the translator's."""
    lines = (entry.tcomment if entry.obsolete else entry.comment).split("\n")
    editions: dict[str, OfDay] = {}
    translates = moved = None
    for line in lines:
        at = f"line {entry.linenum}"
        key, _, value = line.strip().rpartition(" ")
        if key == TRANSLATES:
            translates = "" if value == UNKNOWN else told_hash(value, f"{at}, {TRANSLATES}")
        elif line.startswith(f"{MOVED} "):
            moved = _part(line.removeprefix(f"{MOVED} ").strip(), f"{at}, {MOVED}")
        elif match := _EDITION.fullmatch(line.strip()):
            known = None if match["date"] == UNKNOWN else match["date"]
            day = date(known, f"{at}, edition")
            editions[match["code"]] = OfDay(day, _label(match["label"], entry.linenum))
    original = editions.get(ORIGINAL, OfDay(None)).day
    return _Said(original, editions.get(code), NAME in lines, translates, moved)


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
