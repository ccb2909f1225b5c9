"""Translations that come in behind the English text of the base: a note for each of their rules."""

from collections.abc import Iterator, Mapping

from kb.model import Note, NoteKind
from kb.number import RuleNumber
from kb.originals import Part
from kb.saying import said


class Behind:
    """Notes, one a rule: of its text and examples the first that is behind is named."""

    def __init__(self, now: Mapping[Part, str]) -> None:
        self._now = now
        self._noted: set[RuleNumber] = set()

    def note(self, part: Part, original: str, line: int | None) -> Iterator[Note]:
        """For a translation of an English text that is no longer the one of the base."""
        held = self._now.get(part)
        if original and held not in (None, original):
            what = said("note.made_for_text", original=original, held=held)
            yield from self._once(part, what, line)

    def told(self, part: Part, moved: RuleNumber | None, line: int | None) -> Iterator[Note]:
        """For one that was behind already when it was exported."""
        what = said("note.had_it_at", number=moved) if moved else said("note.made_for_other")
        yield from self._once(part, what, line)

    def gone(self, part: Part, line: int | None) -> Iterator[Note]:
        """For one whose rule is no more."""
        yield from self._once(part, said("note.english_gone"), line)

    def _once(self, part: Part, what: str, line: int | None) -> Iterator[Note]:
        if part.number not in self._noted:
            self._noted.add(part.number)
            where = f"{part.number} example {part.example}" if part.example else str(part.number)
            detail = said("note.kept_for_review", where=where, what=what)
            yield Note(NoteKind.EDITION_CLASH, detail, part.number, line)
