"""Intake: documents into the base, each in a transaction of its own, none of them twice."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from ingest.incoming import HowRead, Incoming
from kb.errors import NoPlace, StoreError
from kb.model import Note, NoteKind, SourceTexts
from kb.revisions import Revision, revision
from kb.saying import said
from kb.store import Store, explained, open_to_write
from search.cli import session
from search.sentences import words


@dataclass(frozen=True, slots=True)
class Reading:
    """A document that is read when it is asked for."""

    name: str
    read: Callable[[], SourceTexts]
    key: str | None = None
    """Names its bytes and how they are to be read; None where there are none to name."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A document that was read, or that is held already."""

    texts: SourceTexts
    held: bool = False
    revises: Revision | None = None


class Unindexed(StoreError):
    """Documents that are in the base, whose index could not be made."""


Take = Callable[[Reading], Taken]


def key_of(incoming: Incoming, how: HowRead) -> str:
    """The same bytes read as another form, language or date are another document."""
    source = incoming.source.id if incoming.source is not None else None
    digest = hashlib.sha256(incoming.content).hexdigest()
    parts = (digest, how.form, how.language, how.date, source)
    return " ".join(str(part or "-") for part in parts)


def take_nothing(reading: Reading) -> Taken:
    """Reads, and leaves the base as it is."""
    return Taken(reading.read())


@contextmanager
def intake(kb: Path | None, *, language: str, again: bool = False) -> Iterator[Take]:
    """Takes documents into the base, which is made where there is none; its index comes last.

    With ``again`` what is held is read once more, and what comes of it stands in its place.
    Raises NoEngine before anything is taken where the settings name no engine, and Unindexed after
    all where it could not make the index.
    """
    from search import indexing
    from search.engines import chosen

    chosen.maker()

    place = session.folder(kb)
    with session.base(kb, lang=language):
        pass  # built where there was none

    def waits() -> None:
        click.echo(words(language, "waiting", folder=place), err=True)

    with explained(place), open_to_write(place, on_wait=waits) as store:
        yield partial(_take, store, again=again)
        try:
            indexing.build(store)
        except NoPlace as error:
            click.echo(error.told(language), err=True)
        except StoreError as error:
            raise Unindexed(said("index.texts_taken", error=error)) from error


def _take(store: Store, reading: Reading, *, again: bool) -> Taken:
    from kb.bundle import analyse, is_bundle_of_another
    from kb.export import document
    from kb.records import add, holds, note_reading, read_before, remove_content

    if reading.key is not None and not again:
        before = read_before(store, reading.key)
        if before is not None:
            return Taken(replace(document(store, before), source=reading.name), held=True)
    texts = reading.read()
    if texts.language is None and not texts.refused:
        note = Note(NoteKind.REFUSED, said("note.language_untold"))
        texts = replace(texts, notes=(*texts.notes, note))
    if texts.refused:
        return Taken(texts)
    digest = _digest(texts)
    with store.writing():
        held = is_bundle_of_another(store, texts)
        if again and not held:
            remove_content(store, digest)
        held = held or holds(store, digest)
        if not held:
            add(store, texts, digest=digest, analyse=analyse)
        if reading.key is not None:
            note_reading(store, reading.key, digest=digest)
    return Taken(texts, held, None if held else revision(store, digest))


def _digest(texts: SourceTexts) -> str:
    """Names a document by what came out: the bytes, and the language and date of each edition."""
    editions = [texts.edition for texts in texts.editions]
    return " ".join(f"{edition.language}/{edition.date}/{edition.hash}" for edition in editions)
