"""What must hold of every reading: answered, whole, and nothing lost in silence."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

import polib
from bs4 import BeautifulSoup
from bs4.element import NavigableString

from benchmarks.fuzz_seeds import Sample
from ingest.answer import document as answer_of
from ingest.contents import body
from ingest.decode import decode, lines
from ingest.document import Document, LineKind
from ingest.entities import without_entities
from ingest.exported import exported
from ingest.forms import BYTE_READERS, read_bytes, reader_for
from ingest.found import Segmented
from ingest.pieces import Piece, PieceKind, pieces
from ingest.pipeline import files_in, read_path
from ingest.readers.text import clean
from ingest.rules import segment
from ingest.surroundings import part_named
from ingest.words import document_words
from kb.model import NoteKind, SourceTexts
from kb.store import in_memory
from tests.factories import put

_FORMS = {"wiki": "wiki"}
"""Where the content does not tell the form."""
_SHORTEST = 14
"""Letters of a run of words that is looked for; a shorter one stands everywhere."""
_LARGEST = 400_000
"""Bytes of a source that is looked through for what was lost."""

_RULE = re.compile(r"[\s•*\-–]*[1-9]\d\d\.[1-9]\d{0,2}[a-z]{0,2}\.?\s+[^\W\d_]{3}")
_APART = re.compile(r"[1-9]\d\d(?:\.\d{1,3}[a-z]{0,2})?|[.,;:()!?\t]|\N{REPLACEMENT CHARACTER}")
_MARKED = re.compile(r"[\[\]{}|&]|''|//|~~|__")
"""Marks of a wiki: what they stand in is shown otherwise."""
_UNSAID = re.compile(r"[\W_]+")
_KEPT_KINDS = (PieceKind.TEXT, PieceKind.START, PieceKind.UNCLEAR)
_COUNTED_KINDS = (PieceKind.BARE, PieceKind.NUMBERS, PieceKind.MENU)
_SILENT = (
    *("script", "style", "template", "noscript", "head", "title", "select", "option", "button"),
    *("textarea", "iframe", "object", "nav", "footer", "form", "aside", "svg"),
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a source gives, and whether it was read as an export."""

    documents: tuple[SourceTexts, ...]
    is_export: bool


def read(sample: Sample, folder: Path) -> Reading:
    """The documents of a source, as the command reads them from files."""
    for old in folder.iterdir():
        old.unlink()
    for name, content in sample.files:
        (folder / name).write_bytes(content)
    form = _FORMS.get(sample.reader, "auto")
    path = str(folder if len(sample.files) > 1 else folder / sample.files[0][0])
    found: list[SourceTexts] = []
    is_export = True
    for file in files_in(path):
        documents = exported(file, form=form)
        is_export = is_export and documents is not None
        found += [read_path(file, form=form)] if documents is None else documents
    return Reading(tuple(found), is_export)


def digest(reading: Reading) -> str:
    """Names an answer; raises where it cannot be written as JSON in UTF-8."""
    answers = [answer_of(texts) for texts in reading.documents]
    return hashlib.sha256(json.dumps(answers, ensure_ascii=False).encode()).hexdigest()


def faults(reading: Reading, sample: Sample) -> Iterator[str]:
    """What is wrong with an answer, in words."""
    documents = reading.documents
    if not documents:
        yield "no answer: the source gives not even a refusal"
    for texts in documents:
        if texts.refused:
            continue
        if not any(edition.rules or edition.glossary for edition in texts.editions):
            yield "empty: neither a rule nor a glossary entry, and no refusal"
    if any(texts.refused for texts in documents):
        return
    if reading.is_export:
        yield from _lost_entries(documents, sample)
    elif len(documents) == 1 and len(sample.content) <= _LARGEST:
        yield from _lost_lines(documents[0], sample.content)


def store(reading: Reading) -> None:
    """Raises where a base would not take the documents."""
    with in_memory() as base:
        put(base, *(texts for texts in reading.documents if not texts.refused))


# -- what was lost -------------------------------------------------------------------------------


def _lost_lines(texts: SourceTexts, content: bytes) -> Iterator[str]:
    """Rule lines that stand in the source and nowhere in the answer, on the three ways there."""
    if texts.form in BYTE_READERS:
        document, source = read_bytes(texts.form, content), ""
    else:
        source = decode(content).text
        source = without_entities(source)[0] if texts.form == "text" else source
        document = reader_for(texts.form)(source)
    read_lines = _said(line.text for line in document.lines)
    raw = [line for line in _rule_lines(texts.form, source) if not _stands(line, read_lines)]
    if len(raw) > document.skipped + len(document.notes):
        yield f"lost by the reader: {len(raw)} lines, {raw[0][:80]!r}"
    cut = [*pieces(document.lines)]
    in_pieces = _said(piece.line.text if piece.edition else piece.text for piece in cut)
    for line in document.lines:
        if _RULE.match(line.text) and not _stands(line.text, in_pieces):
            yield f"lost by the cutter: line {line.number}, {line.text[:80]!r}"
            return
    yield from _lost_pieces(texts, document, cut)


def _lost_pieces(texts: SourceTexts, document: Document, cut: Sequence[Piece]) -> Iterator[str]:
    segmented = segment(document)
    kept = _said(_kept(texts, segmented))
    shown = body(tuple(cut)).pieces
    lost = [
        piece
        for piece in shown
        if piece.kind in _KEPT_KINDS
        and part_named(piece) is None
        and not _stands(_without_marker(piece), kept)
    ]
    counted = segmented.counts.navigation - document.skipped
    counted -= sum(piece.kind in _COUNTED_KINDS for piece in shown)
    if len(lost) > max(counted, 0):
        first = lost[0]
        where = f"line {first.line.number}, {first.text[:80]!r}"
        yield f"lost by the segmenter: {len(lost)} pieces, {where}"


def _without_marker(piece: Piece) -> str:
    """What a piece says; a label may be kept under the name of what it means."""
    marker = document_words().example.match(piece.text)
    text = piece.text[marker.end() :] if marker else piece.text
    return text.partition("\t")[2] if piece.line.kind is LineKind.FACT else text


def _kept(texts: SourceTexts, segmented: Segmented) -> Iterator[str]:
    for edition in texts.editions:
        for rule in edition.rules:
            yield rule.text
            yield from rule.examples
        yield from (ruling.text for ruling in edition.rulings)
        for entry in edition.glossary:
            yield entry.term
            yield entry.text
    for key, value in texts.facts:
        yield key
        yield value
    yield from (text for text, _ in segmented.others)
    yield from (line.label for line in segmented.editions.lines)
    yield from (
        note.detail
        for note in texts.notes
        if note.kind in (NoteKind.DUPLICATE_TEXT, NoteKind.DUPLICATE_NUMBER)
    )


def _rule_lines(form: str, source: str) -> Iterator[str]:
    """Lines of the source that begin as rules do, where its form lets one tell."""
    match form:
        case "text":
            found: Iterable[str] = lines(source)
        case "html":
            found = _shown(source)
        case "wiki" if "{{" not in source and "<" not in source and source[:1] != "{":
            found = (line for line in lines(source) if not _MARKED.search(line))
        case "po":
            found = _translations(source)
        case _:
            found = ()
    yield from (line for line in found if _RULE.match(line))


def _shown(page: str) -> Iterator[str]:
    """The texts of a page outside of what nobody sees."""
    soup = BeautifulSoup(page, "lxml")
    for text in soup.find_all(string=True):
        if type(text) is NavigableString and _RULE.match(text):
            above = [*text.parents]
            classes = " ".join(" ".join(tag.get("class") or ()) for tag in above)
            if not any(tag.name in _SILENT for tag in above) and "edit" not in classes:
                yield from lines(str(text))


def _translations(source: str) -> Iterator[str]:
    for entry in polib.pofile("\n".join(lines(source)) + "\n"):
        repeated = " ".join(entry.msgid.split()) == " ".join(entry.msgstr.split())
        if not (entry.obsolete or entry.fuzzy or repeated or entry.msgstr_plural):
            yield from lines(entry.msgstr)


def _said(texts: Iterable[str]) -> str:
    """All letters and digits of the texts, which is what no reader may change."""
    return "|".join(_UNSAID.sub("", clean(text)) for text in texts)


def _stands(text: str, said: str) -> bool:
    """Whether each longer run of words of a text is among what is said."""
    # apart first: cleaning would join a label with its value
    runs = (_UNSAID.sub("", clean(run)) for run in _APART.split(normalize("NFC", text)))
    return all(run in said for run in runs if len(run) >= _SHORTEST)


def _lost_entries(documents: Sequence[SourceTexts], sample: Sample) -> Iterator[str]:
    """Rules of an export that stand in its files and not in the answer."""
    rules = [rule for texts in documents for edition in texts.editions for rule in edition.rules]
    match sample.reader:
        case "json":
            wanted, got = sample.content.count(b'"inferred":'), len(rules)
        case "po-export":
            entries = polib.pofile(sample.content.decode("utf-8-sig"))
            told = (NoteKind.MISSING_NUMBER, NoteKind.OTHER_TEXT)
            wanted = len(entries)
            got = len(rules) + sum(len(rule.examples) for rule in rules)
            got += sum(note.kind in told for texts in documents for note in texts.notes)
        case _:
            return  # the tables are read strictly: a row is read or refused
    if got < wanted:
        yield f"lost from the export: {wanted} entries, {got} of them in the answer"
