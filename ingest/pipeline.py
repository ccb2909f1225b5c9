"""From a source to its rule texts: decode, read, segment, date, check."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from ingest.assembly import Parts, editions_of
from ingest.decode import decode
from ingest.document import Document
from ingest.entities import without_entities
from ingest.exported import folder_of, is_export
from ingest.forms import (
    BYTE_READERS,
    FORMS,
    LARGEST_FILE,
    READERS,
    form_of_bytes,
    form_of_name,
    form_of_text,
    holds_wiki_answer,
    read_bytes,
    reader_for,
)
from ingest.languages import language_of
from ingest.order import without_copies
from ingest.pages import is_error_page
from ingest.remarks import remarks
from ingest.rules import segment
from kb.edition import EditionDate
from kb.errors import Unreadable
from kb.files import read_up_to
from kb.held_numbers import NO_BASE, HeldNumbers
from kb.lang import language as language_called
from kb.model import Note, NoteKind, SourceTexts
from kb.saying import said

SUFFIXES = frozenset((".txt", ".html", ".htm", ".wiki", ".mediawiki", ".docx", ".pdf", ".po"))
"""Names of files that a folder is searched for."""


def read_path(
    path: str,
    *,
    form: str = "auto",
    language: str | None = None,
    date: EditionDate | None = None,
    held: HeldNumbers = NO_BASE,
) -> SourceTexts:
    """A file, or standard input for ``-``; raises Unreadable where it cannot be opened."""
    content = read_up_to(path, LARGEST_FILE + 1, wanted="rules")
    return read_source(content, source=path, form=form, language=language, date=date, held=held)


def files_in(path: str) -> Iterator[str]:
    """The sources that a path stands for: itself, or the files below a folder, in order.

    A folder below it that may not be listed is among them: nothing is left out in silence.
    """
    if not path:
        raise Unreadable(said("file.empty_name", wanted=said("wanted.rules")))
    folder = Path(path)
    if path == "-" or not folder.is_dir() or folder_of(path) is not None:
        yield path
        return
    unlisted: list[Path] = []

    def keep(error: OSError) -> None:
        unlisted.append(Path(str(error.filename)))

    below = [Path(top, name) for top, _, names in os.walk(folder, onerror=keep) for name in names]
    wanted = [file for file in below if _may_hold_rules(file)]
    yield from map(str, sorted((*wanted, *unlisted)))


def _may_hold_rules(file: Path) -> bool:
    """By its name or beginning; what cannot be opened is for the reading to say."""
    try:
        if file.suffix.lower() in SUFFIXES:
            return file.is_file() or file.is_symlink()
        return file.is_file() and (is_export(file) or holds_wiki_answer(file))
    except PermissionError:
        return True


def read_source(
    data: bytes,
    *,
    source: str,
    form: str = "auto",
    language: str | None = None,
    date: EditionDate | None = None,
    held: HeldNumbers = NO_BASE,
) -> SourceTexts:
    """What the bytes of a source hold; one that holds no rule and no glossary is ``refused``.

    ``language`` and ``date`` win over what the text says of itself. ``held`` are the numbers of
    the knowledge base, which a citation may mean.
    """
    # A name of a file need not be UTF-8; what is kept of it must be.
    source = os.fsencode(source).decode("utf-8", "backslashreplace")
    if form not in ("auto", *FORMS):
        raise Unreadable(said("file.no_form", form=form, forms=", ".join(("auto", *FORMS))))
    if language is not None:
        language_called(language)  # an unknown code is refused before anything is read
    found = (form_of_bytes(data) or form_of_name(source) or "") if form == "auto" else form
    try:
        if found in BYTE_READERS:
            document = read_bytes(found, data)
        else:
            if found not in ("", *READERS):
                reader_for(found)  # refuses what cannot be read, before anything is decoded
            decoded = decode(data)
            found = found or form_of_text(decoded.text)
            text, damage = decoded.text, decoded.damage
            if found == "text":
                text, entities = without_entities(text)
                if entities:
                    damage = (*damage, said("note.entities", count=entities))
            marks = tuple(Note(NoteKind.DAMAGED_TEXT, detail) for detail in damage)
            document = reader_for(found)(text).with_notes(marks)
        parts = _parts(document, source, data, language, date)
    except Unreadable as error:
        refusal = Note(NoteKind.REFUSED, error.said)
        return SourceTexts(source, found or "text", language, notes=(refusal,))
    return SourceTexts(
        source=source,
        form=document.form,
        language=parts.language,
        editions=editions_of(parts),
        facts=parts.segmented.facts,
        notes=remarks(parts, held=held),
    )


def _parts(
    document: Document,
    source: str,
    content: bytes,
    language: str | None,
    date: EditionDate | None,
) -> Parts:
    segmented = segment(document)
    rules, copies = without_copies(segmented.rules)
    if all(rule.named for rule in rules) and (document.without_rules or is_error_page(document)):
        rules = []  # only headings, or the name of what could not be found
    texts = [rule.text for rule in rules]
    texts += [ruling.text for ruling in segmented.rulings]
    texts += [found.entry.text for found in segmented.glossary]
    if not rules:
        texts += [line.text for line in document.lines]
    return Parts(
        document=document,
        segmented=segmented,
        rules=tuple(rules),
        notes=(*document.notes, *segmented.notes, *copies),
        language=language or language_of(texts),
        date=date,
        source=source,
        hash=hashlib.sha256(content).hexdigest(),
    )
