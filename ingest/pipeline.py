"""From a source to its rule texts: decode, read, segment, date, check."""

import hashlib
from collections.abc import Collection, Iterator
from pathlib import Path

from ingest.assembly import Parts, editions_of
from ingest.decode import LARGEST, decode
from ingest.document import Document
from ingest.forms import FORMS, READERS, form_of_bytes, form_of_text, reader_for
from ingest.languages import language_of
from ingest.order import without_copies
from ingest.pages import is_error_page
from ingest.remarks import remarks
from ingest.rules import segment
from kb.edition import EditionDate
from kb.errors import Unreadable
from kb.files import read_up_to
from kb.lang import language as language_called
from kb.model import Note, NoteKind, SourceTexts
from kb.number import RuleNumber

SUFFIXES = frozenset((".txt", ".html", ".htm", ".wiki", ".docx", ".pdf", ".po"))
"""Names of files that a folder is searched for."""


def read_path(
    path: str,
    *,
    form: str = "auto",
    language: str | None = None,
    date: EditionDate | None = None,
    held: Collection[RuleNumber] = (),
) -> SourceTexts:
    """A file, or standard input for ``-``; raises Unreadable where it cannot be opened."""
    content = read_up_to(path, LARGEST + 1, wanted="a page or a text of rules")
    return read_source(content, source=path, form=form, language=language, date=date, held=held)


def files_in(path: str) -> Iterator[str]:
    """The sources that a path stands for: itself, or the files below a folder, in order."""
    folder = Path(path)
    if path == "-" or not folder.is_dir():
        yield path
        return
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.suffix.lower() in SUFFIXES:
            yield str(file)


def read_source(
    data: bytes,
    *,
    source: str,
    form: str = "auto",
    language: str | None = None,
    date: EditionDate | None = None,
    held: Collection[RuleNumber] = (),
) -> SourceTexts:
    """What the bytes of a source hold; one that holds no rule and no glossary is ``refused``.

    ``language`` and ``date`` win over what the text says of itself. ``held`` are the numbers of
    editions in the knowledge base, which a citation may mean.
    """
    if form not in ("auto", *FORMS):
        raise Unreadable(f"{form!r} is no form; there are auto, {', '.join(FORMS)}")
    if language is not None:
        language_called(language)  # an unknown code is refused before anything is read
    found = (form_of_bytes(data) or "") if form == "auto" else form
    try:
        if found not in ("", *READERS):
            reader_for(found)  # refuses what cannot be read, before anything is decoded
        decoded = decode(data)
        found = found or form_of_text(decoded.text)
        document = reader_for(found)(decoded.text)
        damage = tuple(Note(NoteKind.DAMAGED_TEXT, detail) for detail in decoded.damage)
        parts = _parts(document.with_notes(damage), source, data, language, date)
    except Unreadable as error:
        refusal = Note(NoteKind.REFUSED, str(error))
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
    if all(rule.named for rule in rules) and is_error_page(document):
        rules = []  # it only names what it could not find
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
