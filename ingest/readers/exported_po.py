"""Exported PO read back, also after a translator has filled it in."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import polib

from ingest.decode import LARGEST
from kb.edition import Edition, EditionDate
from kb.errors import Unreadable
from kb.export_marks import PO_MARK, VERSION
from kb.export_po import NAME, UNKNOWN
from kb.export_shapes import date, language, told
from kb.lang import ORIGINAL
from kb.model import EditionTexts, Note, NoteKind, RuleText, SourceTexts
from kb.number import RuleNumber

MOST_LINES = 200_000
"""A whole edition beside another has 35,000."""
_EXAMPLE = re.compile(r"(?P<number>\S+) example (?P<place>[1-9]\d{0,2})")
_EDITION = re.compile(r"(?P<code>[a-z]{2,3}) (?P<date>[\d-]+|unknown)(?: (?P<label>\".*\"))?")
_SYNTAX = re.compile(r"Syntax error in po file.* ?\(line (?P<line>\d+)\)(?P<why>.*)")


@dataclass(slots=True)
class _Rule:
    """A rule with its examples, as far as they are translated."""

    number: RuleNumber
    line: int | None
    text: str
    named: bool
    edition: tuple[EditionDate | None, str | None]
    examples: list[str] = field(default_factory=list)


def read_po(content: bytes, source: str) -> SourceTexts:
    """The translated rules; each other one is a note. Raises Unreadable with the line."""
    file = _parsed(content)
    code = language(file.metadata.get("Language", ""), "Language")
    notes: list[Note] = []
    rules = list(_rules(file, code, notes))
    if not rules:
        raise Unreadable("no entry is translated")
    digest = hashlib.sha256(content).hexdigest()
    labels: dict[EditionDate | None, str | None] = {}
    for rule in rules:
        labels.setdefault(*rule.edition)
    if None in labels:
        notes.append(Note(NoteKind.UNKNOWN_EDITION, "some entries name no edition with a date"))
    if len(labels) > 1:
        names = ", ".join(str(day or UNKNOWN) for day in labels)
        notes.append(Note(NoteKind.SEVERAL_EDITIONS, f"entries of several editions: {names}"))
    return SourceTexts(
        source=source,
        form="po",
        language=code,
        editions=tuple(
            EditionTexts(
                Edition(code, day, label, source, hash=digest),
                tuple(_text(rule) for rule in rules if rule.edition[0] == day),
            )
            for day, label in labels.items()
        ),
        notes=tuple(notes),
    )


def _text(rule: _Rule) -> RuleText:
    title = rule.text if rule.named else None
    return RuleText(rule.number, rule.text, title, tuple(rule.examples), line=rule.line)


def _rules(file: polib.POFile, code: str, notes: list[Note]) -> Iterator[_Rule]:
    """In the order of the file; an example belongs to the rule before it."""
    rule: _Rule | None = None
    seen: set[str] = set()
    for entry in file:
        if entry.obsolete:
            detail = f"an obsolete entry is no text: {entry.msgid[:80]!r}"
            notes.append(Note(NoteKind.OTHER_TEXT, detail, line=entry.linenum))
            continue
        context = entry.msgctxt or ""
        at = f"line {entry.linenum}, msgctxt"
        example = _EXAMPLE.fullmatch(context)
        number = told(RuleNumber.parse, example["number"] if example else context, at)
        if context in seen:
            detail = f"the entry {context} stands twice"
            notes.append(Note(NoteKind.DUPLICATE_NUMBER, detail, number, entry.linenum))
        seen.add(context)
        edition, named = _said_beside(entry, code)
        text, why = _translation(entry, named=named)
        if not text:
            notes.append(Note(NoteKind.MISSING_NUMBER, f"{context}: {why}", number, entry.linenum))
        if example is None:
            if rule is not None:
                yield rule
            rule = None
            if text:
                rule = _Rule(number, entry.linenum, text, named, edition)
        elif text and rule is not None and rule.number == number:
            rule.examples.append(text)
        elif text:
            detail = f"{context}: an example of a rule that is not translated"
            notes.append(Note(NoteKind.OTHER_TEXT, detail, number, entry.linenum))
    if rule is not None:
        yield rule


def _translation(entry: polib.POEntry, *, named: bool) -> tuple[str, str]:
    """The translation, or nothing and the reason; a name alone may be the same in two languages."""
    text = " ".join(entry.msgstr.split())
    if entry.fuzzy:
        return "", "fuzzy, to be checked by a translator"
    if text == entry.msgid and not named:
        return "", "the translation repeats the original"
    return text, "not translated"


def _said_beside(
    entry: polib.POEntry, code: str
) -> tuple[tuple[EditionDate | None, str | None], bool]:
    """The edition of an entry, and whether it only names something.

    What a translator has filled in is of the edition of its original.
    """
    lines = entry.comment.split("\n")
    found: dict[str, tuple[EditionDate | None, str | None]] = {}
    for line in lines:
        match = _EDITION.fullmatch(line.strip())
        if match is not None:
            known = None if match["date"] == UNKNOWN else match["date"]
            day = date(known, f"line {entry.linenum}, edition")
            found[match["code"]] = day, _label(match["label"], entry.linenum)
    original = found.get(ORIGINAL, (None, None))[0]
    return found.get(code, (original, None)), NAME in lines


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
        file = polib.pofile(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Unreadable(f"byte {error.start} is no UTF-8") from error
    except (OSError, ValueError, IndexError, KeyError, AttributeError) as error:
        found = _SYNTAX.search(str(error))
        if found is None:
            raise Unreadable(f"no PO: {type(error).__name__}") from error
        raise Unreadable(f"line {found['line']}: no PO{found['why']}") from error
    version = file.metadata.get(PO_MARK)
    if version != str(VERSION):
        raise Unreadable(f"{PO_MARK} is {version!r}, this regulae reads {VERSION}")
    return file
