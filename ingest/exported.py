"""Exports read back: their documents as they were, or as somebody has changed them."""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from ingest.decode import LARGEST
from kb.edition import EditionDate, EditionKind
from kb.errors import Unreadable
from kb.export_marks import MANIFEST, MARK, PO_MARK
from kb.files import read_up_to
from kb.model import EditionTexts, Note, NoteKind, SourceTexts
from kb.originals import Part
from kb.saying import said

FORMS = ("json", "csv", "tmx")
"""The forms that only exports have; a PO file may be anybody's."""
UNSEALED = ("po", "tmx")
"""Forms in which each file is a document of its own, and its texts translations."""

FIRST = 4096
"""Bytes by which a file is known."""
_JSON = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{.*"' + MARK.encode() + rb'"\s*:', re.DOTALL)
_TMX = re.compile(
    rb"""
    \s* (?>                                        # what may stand before it, taken once
      <\?[^>]*> \s*
    | <!--.*?--> \s*
    | <!DOCTYPE[^\[>]* (?: \[ [^\]]* \] \s* )? > \s*
    )*+
    <tmx[\s>]
    """,
    re.VERBOSE | re.DOTALL,
)
_PO = f'"{PO_MARK}:'.encode()
OriginalsHeld = Callable[[], Mapping[Part, str]]
"""Gives the hash of each English text that a base has in force."""


def _none_held() -> Mapping[Part, str]:
    return {}


Sealed = tuple[SourceTexts, str | None]
"""A document, and the seal that it had when it was exported."""


def exported(
    path: str,
    *,
    form: str = "auto",
    language: str | None = None,
    date: EditionDate | None = None,
    originals: OriginalsHeld = _none_held,
) -> Iterator[SourceTexts] | None:
    """The documents of an export; None where the path holds something else.

    The last of them may be ``refused`` with the place of the fault; those before it are whole.
    ``originals`` is asked for the English texts of the base where translations come in.
    """
    found = form if form in FORMS else _form(path)
    if found is None or form not in ("auto", found):
        return None
    return _or_refused(path, found, language, date, originals)


def folder_of(path: str) -> Path | None:
    """The folder of exported tables that a path is, or is a table of; None where it is none."""
    place = Path(path)
    folder = place.parent if place.suffix.lower() == ".csv" else place
    return folder if path != "-" and (folder / MANIFEST).is_file() else None


def is_export(file: Path) -> bool:
    """Whether a file found in a folder is JSON that we wrote, a translation memory, or stands for
    tables of ours."""
    if file.suffix.lower() in (".json", ".tmx"):
        return _form(str(file)) == file.suffix.lower()[1:]
    return file.name == MANIFEST


def _form(path: str) -> str | None:
    if folder_of(path) is not None:
        return "csv"
    return form_of(_first_bytes(path))


def form_of(first: bytes) -> str | None:
    """The form of an export that begins with these bytes, but for tables; None where it is none."""
    if _JSON.match(first):
        return "json"
    # with or without the marks of UTF-8 and UTF-16, and the blank halves of its signs
    if _TMX.match(first.lstrip(b"\xef\xbb\xbf\xff\xfe").replace(b"\0", b"")):
        return "tmx"
    return "po" if _PO in first else None


def _first_bytes(path: str) -> bytes:
    """What a file or standard input begins with; whoever reads it next finds it all there."""
    if path != "-":
        return read_up_to(path, FIRST, wanted="rules")
    peek = getattr(sys.stdin.buffer, "peek", None)  # a pipe and a file have it
    return bytes(peek(FIRST)[:FIRST]) if peek is not None else b""


def _or_refused(
    path: str,
    form: str,
    language: str | None,
    date: EditionDate | None,
    originals: OriginalsHeld,
) -> Iterator[SourceTexts]:
    read = 0
    try:
        if date is not None:
            raise Unreadable(said("export.dated"))
        for texts, seal in _documents(path, form, language, originals):
            codes = {edition.edition.language for edition in texts.editions}
            if language is not None and codes != {language}:
                raise Unreadable(
                    said("export.other_language", held=", ".join(sorted(codes)), language=language)
                )
            yield texts if form in UNSEALED else _as_it_is(texts, seal, path)
            read += 1
        if not read:
            raise Unreadable(said("export.empty"))
    except Unreadable as error:
        yield SourceTexts(path, form, language, notes=(Note(NoteKind.REFUSED, error.said),))


def _documents(
    path: str, form: str, language: str | None, originals: OriginalsHeld
) -> Iterator[Sealed]:
    match form:
        case "json":
            from ingest.readers.exported_json import read_json

            if path == "-":
                yield from read_json(sys.stdin.buffer)
                return
            with Path(path).open("rb") as file:
                yield from read_json(file)
        case "csv":
            from ingest.readers.exported_csv import read_csv

            folder = folder_of(path)
            if folder is None:
                raise Unreadable(said("export.no_folder", manifest=MANIFEST))
            yield from read_csv(folder)
        case "tmx":
            from ingest.readers import exported_tmx

            content = read_up_to(path, exported_tmx.LARGEST + 1, wanted="memory")
            for texts in exported_tmx.read_tmx(content, path, now=originals(), language=language):
                yield texts, None
        case _:
            from ingest.readers.exported_po import read_po

            content = read_up_to(path, LARGEST + 1, wanted="po")
            yield read_po(content, path, now=originals()), None


def _as_it_is(texts: SourceTexts, seal: str | None, path: str) -> SourceTexts:
    """A document that was changed is no longer the edition that it was exported from."""
    from kb.export_shapes import seal_of

    digest = seal_of(texts)
    if digest == seal:
        return texts
    if not any(edition.rules or edition.glossary for edition in texts.editions):
        raise Unreadable(said("export.no_rule", source=texts.source))
    note = Note(
        NoteKind.EDITION_CLASH,
        said("note.changed_since", source=texts.source[:200]),
    )
    return replace(
        texts,
        source=path,
        editions=tuple(_own(edition, path, digest) for edition in texts.editions),
        notes=(*texts.notes, note),
    )


def _own(texts: EditionTexts, path: str, digest: str) -> EditionTexts:
    edition = replace(texts.edition, kind=EditionKind.TRANSLATION, source=path, hash=digest)
    return replace(texts, edition=edition)
