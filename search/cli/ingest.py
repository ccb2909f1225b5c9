"""The command ingest: sources read into the base, or only read."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from ingest.answer import answer
from ingest.forms import FORMS
from ingest.pipeline import files_in, read_path
from kb.edition import EditionDate
from kb.model import NoteKind, SourceTexts
from search.cli import session
from search.sentences import words

_NOTES_SHOWN = 12


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@session.text_language
@click.option("--form", type=click.Choice(["auto", *FORMS]), default="auto", show_default=True)
@click.option("--date", type=EditionDate.parse, metavar="DATE", help="The date of the edition.")
@click.option("--dry-run", is_flag=True, help="Read and report, but write nothing.")
@session.json_answer
@click.pass_obj
def ingest(
    kb: Path | None,
    sources: tuple[str, ...],
    lang: str | None,
    form: str,
    date: EditionDate | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Read rules from files, folders or standard input (-) into the knowledge base.

    \b
        regulae ingest kicker.html
        regulae ingest rules/ --lang it --date 2024-11-23
        regulae ingest page.txt --dry-run --json
    """
    said = session.message_language()
    paths = [path for source in sources for path in files_in(source)]
    read = (read_path(path, form=form, language=lang, date=date) for path in paths)
    taken = [(texts, False) for texts in read] if dry_run else list(_take(kb, read, said))
    documents = [texts for texts, _ in taken]
    if as_json:
        session.print_json(answer(documents))
    else:
        for texts, held in taken:
            _report(texts, held, said)
    if not documents:
        click.echo(words(said, "no_files", sources=", ".join(sources)), err=True)
    if not documents or any(texts.refused for texts in documents):
        sys.exit(1)


def _take(
    kb: Path | None, read: Iterator[SourceTexts], language: str
) -> Iterator[tuple[SourceTexts, bool]]:
    """Each document in a transaction of its own; the second value says that it was held."""
    from kb.bundle import analyse
    from kb.records import add, holds
    from kb.store import explained, open_to_write
    from search import indexing

    place = session.folder(kb)
    with session.base(kb, lang=language):
        pass  # built where there was none
    with explained(place), open_to_write(place) as store:
        for texts in read:
            digest = _digest(texts)
            held = False
            if not texts.refused:
                with store.writing():
                    held = holds(store, digest)
                    if not held:
                        add(store, texts, digest=digest, analyse=analyse)
            yield texts, held
        indexing.build(store)


def _digest(texts: SourceTexts) -> str:
    """Names a document: the same bytes read as another language or date are another one."""
    editions = [texts.edition for texts in texts.editions]
    return " ".join(f"{edition.language}/{edition.date}/{edition.hash}" for edition in editions)


def _report(texts: SourceTexts, held: bool, language: str) -> None:
    if texts.refused:
        reasons = [note.detail for note in texts.notes if note.kind is NoteKind.REFUSED]
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
    if held:
        click.echo(f"  {words(language, 'already_held', source=texts.source)}")
    for edition in texts.editions:
        date = edition.edition.date or words(language, "unknown_date")
        click.echo(f"  {words(language, 'edition')}: {date} {edition.edition.label or ''}".rstrip())
    _notes(texts, language)


def _notes(texts: SourceTexts, language: str) -> None:
    notes: Sequence[str] = [
        f"  {note.kind}"
        + (f" {note.number}" if note.number else "")
        + (f" ({words(language, 'line', line=note.line)})" if note.line else "")
        + f": {note.detail}"
        for note in texts.notes
    ]
    for note in notes[:_NOTES_SHOWN]:
        click.echo(note, err=True)
    if len(notes) > _NOTES_SHOWN:
        click.echo(f"  {words(language, 'more_notes', count=len(notes) - _NOTES_SHOWN)}", err=True)
