"""What ingest reports: a line a document, its notes, and the sum of all."""

import json
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import click

from ingest.answer import document
from kb.model import Note, NoteKind
from kb.saying import told
from search.cli.intake import Taken
from search.sentences import words

_NOTES_SHOWN = 12
_IN_MEMORY = 4 * 2**20


@dataclass(slots=True)
class Sum:
    """What all documents together came to."""

    documents: int = 0
    held: int = 0
    refused: int = 0
    rules: int = 0
    notes: Counter[NoteKind] = field(default_factory=Counter)

    def add(self, taken: Taken) -> None:
        self.documents += 1
        self.held += taken.held
        self.refused += taken.texts.refused
        self.rules += sum(len(edition.rules) for edition in taken.texts.editions)
        self.notes.update(note.kind for note in taken.texts.notes)


class JsonReport:
    """One JSON object; kept on disk until it is whole, since a hundred editions are large."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        self._file.write(b'{"documents": [')
        self._first = True

    def add(self, taken: Taken, language: str) -> None:
        text = json.dumps(document(taken.texts, language=language), ensure_ascii=False)
        self._file.write(b"" if self._first else b", ")
        self._file.write(text.encode("utf-8", "backslashreplace"))
        self._first = False

    def print(self) -> None:
        self._file.write(b"]}\n")
        self._file.seek(0)
        with self._file:
            while part := self._file.read(2**20):
                click.echo(part, nl=False)


def report_document(taken: Taken, language: str, *, one_of_many: bool) -> None:
    """One document for people; of many each has its notes counted, not listed."""
    texts = taken.texts
    if texts.refused:
        reasons = [
            told(note.detail, language) for note in texts.notes if note.kind is NoteKind.REFUSED
        ]
        line = words(language, "refused", source=texts.source, reason="; ".join(reasons))
        click.echo(line, err=True)
        return
    click.echo(
        words(
            language,
            "ingested",
            source=texts.source,
            form=texts.form,
            language=texts.language,
            rules=sum(len(edition.rules) for edition in texts.editions),
            rulings=sum(len(edition.rulings) for edition in texts.editions),
            glossary=sum(len(edition.glossary) for edition in texts.editions),
        )
    )
    if taken.held:
        click.echo(f"  {words(language, 'already_held', source=texts.source)}")
    for edition in texts.editions:
        date = edition.edition.date or words(language, "unknown_date")
        click.echo(f"  {words(language, 'edition')}: {date} {edition.edition.label or ''}".rstrip())
    if not one_of_many:
        _list(texts.notes, language)
    elif texts.notes:
        counted = by_kind(Counter(note.kind for note in texts.notes))
        click.echo(f"  {words(language, 'notes_by_kind', notes=counted)}", err=True)


def report_revision(taken: Taken, language: str) -> None:
    """That an edition was held already under its date, with other content or in another form."""
    if (former := taken.revises) is not None:
        line = words(
            language,
            "revision" if former.changed else "same_rules",
            source=taken.texts.source,
            date=former.date,
            former=former.source,
            changed=former.changed,
        )
        click.echo(line, err=True)


def report_sum(total: Sum, language: str) -> None:
    """All documents together."""
    new = total.documents - total.held - total.refused
    click.echo(
        words(
            language,
            "ingested_in_all",
            documents=total.documents,
            new=new,
            held=total.held,
            refused=total.refused,
            rules=total.rules,
        )
    )
    if total.notes:
        click.echo(words(language, "notes_by_kind", notes=by_kind(total.notes)), err=True)


def by_kind(notes: Counter[NoteKind]) -> str:
    """Kinds of notes with their counts, in the order of their names."""
    return ", ".join(f"{kind} {notes[kind]}" for kind in sorted(notes))


def _list(notes: Iterable[Note], language: str) -> None:
    lines = [
        f"  {note.kind}"
        + (f" {note.number}" if note.number else "")
        + (f" ({words(language, 'line', line=note.line)})" if note.line else "")
        + f": {told(note.detail, language)}"
        for note in notes
    ]
    for line in lines[:_NOTES_SHOWN]:
        click.echo(line, err=True)
    if len(lines) > _NOTES_SHOWN:
        click.echo(f"  {words(language, 'more_notes', count=len(lines) - _NOTES_SHOWN)}", err=True)
