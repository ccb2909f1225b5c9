"""Gettext files: the translations of an original, entry by entry."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

import polib

from ingest.decode import lines
from ingest.document import Document, Line
from ingest.numbers_in_lines import start_at, title_like
from ingest.readers.text import MOST_LINES, line_of
from kb.errors import Unreadable
from kb.model import Note, NoteKind
from kb.number import RuleNumber
from kb.saying import said

MOST_ENTRIES = 50_000
"""Entries of a file; a whole edition has some five thousand."""
MOST_OF_ONE = 2_000
"""Lines of one comment or text; the longest rule has thirty."""


def read_po(text: str) -> Document:
    """The translations in the order of the file; an entry without one is told, not shown.

    The number of an untranslated rule is a ``missing-number``; its text in the original
    language is never taken for a rule of the translation.
    """
    if (count := len(lines(text))) > 4 * MOST_LINES:
        raise Unreadable(f"{count} lines are more than the {4 * MOST_LINES} that are read")
    check_runs(lines(text))
    try:
        # the line end keeps polib from taking a short text for the name of a file
        entries = polib.pofile("\n".join(lines(text)) + "\n")
    except (OSError, ValueError, IndexError, KeyError, AttributeError) as error:
        raise Unreadable(said("read.no_po", why=str(error).strip()[:200])) from error
    if len(entries) > MOST_ENTRIES:
        raise Unreadable(f"{len(entries)} entries are more than the {MOST_ENTRIES} that are read")
    translation = _Translation()
    for entry in entries:
        if not entry.obsolete:
            translation.take(entry)
    return translation.document()


def check_runs(found: Sequence[str]) -> None:
    """Raises Unreadable where one comment or text runs on: polib copies it anew for each line."""
    for sign, run in groupby(found, key=lambda line: line.lstrip()[:1]):
        if sign in ("#", '"') and (count := sum(1 for _ in run)) > MOST_OF_ONE:
            raise Unreadable(f"{count} lines of one comment or text; {MOST_OF_ONE} are read")


@dataclass(slots=True)
class _Translation:
    lines: list[Line] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    entries: int = 0
    unnumbered: list[int] = field(default_factory=list)
    """Lines of untranslated entries that begin no rule."""

    def take(self, entry: polib.POEntry) -> None:
        self.entries += 1
        line = entry.linenum or 1
        number = _number(entry.msgid) or RuleNumber.read(entry.msgctxt or "")
        if reason := _untold(entry):
            if number is None:
                self.unnumbered.append(line)
            else:
                self.notes.append(Note(NoteKind.MISSING_NUMBER, reason, number, line))
            return
        for form in _forms(entry):
            if number is not None and str(number) == entry.msgctxt and _number(form) is None:
                form = f"{number}{' ' if number.is_subrule else '. '}{form}"
            self.say(form, line)

    def say(self, text: str, number: int) -> None:
        apart = True
        for raw in lines(text):
            line = line_of(raw, number=number, apart=apart)
            apart = line is None
            if line is not None:
                self.lines.append(line)

    def document(self) -> Document:
        if self.unnumbered:
            detail = said("note.unnumbered", count=len(self.unnumbered))
            self.notes.append(Note(NoteKind.OTHER_TEXT, detail, None, self.unnumbered[0]))
        why = None if self.lines else said("read.po_untranslated", count=self.entries)
        return Document("po", tuple(self.lines), notes=tuple(self.notes), without_rules=why)


def _number(text: str) -> RuleNumber | None:
    """The number that a text begins with, if it begins a rule."""
    start = start_at(text.lstrip())
    return start.number if start else None


def _forms(entry: polib.POEntry) -> Iterator[str]:
    """The translation, or each of its plural forms."""
    if entry.msgstr_plural:
        yield from (entry.msgstr_plural[form] for form in sorted(entry.msgstr_plural))
    else:
        yield entry.msgstr


def _untold(entry: polib.POEntry) -> str | None:
    """Why an entry has no translation that may be shown; None where it has one."""
    told = " ".join(" ".join(_forms(entry)).split())
    if not told:
        return said("note.entry_untranslated")
    if entry.fuzzy:
        return said("note.entry_fuzzy")
    # a name may be the same in two languages, a sentence is a copy of the original
    original = " ".join(entry.msgid.split())
    start = start_at(original)
    name = original[start.end :] if start else original
    if told == original and not title_like(name):
        return said("note.entry_repeats")
    return None
