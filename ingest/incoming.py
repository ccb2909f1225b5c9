"""Incoming documents: their bytes from a file or from the net, and the texts in them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.forms import LARGEST_FILE
from ingest.pipeline import files_in, read_source
from ingest.sources import Source, Wanted
from kb.edition import EditionDate
from kb.errors import Unfetched, Unreadable
from kb.files import read_up_to
from kb.held_numbers import NO_BASE, HeldNumbers
from kb.model import Note, NoteKind, SourceTexts
from kb.saying import said

if TYPE_CHECKING:
    from ingest.fetch import Fetcher


@dataclass(frozen=True, slots=True)
class Incoming:
    """The bytes of a document under the path or address by which it is held."""

    name: str
    content: bytes
    source: Source | None = None


class Net:
    """The way to the net, made when the first address is asked for: it is slow to import."""

    def __init__(self, folder: Path, *, offline: bool = False, allow_private: bool = False) -> None:
        self._folder = folder
        self._offline = offline
        self._allow_private = allow_private
        self._fetcher: Fetcher | None = None

    def __enter__(self) -> "Net":
        return self

    def __exit__(self, *error: object) -> None:
        if self._fetcher is not None:
            self._fetcher.__exit__(*error)

    @property
    def fetcher(self) -> "Fetcher":
        if self._fetcher is None:
            from ingest.fetch import Fetcher
            from ingest.fetched import Fetched

            self._fetcher = Fetcher(
                Fetched(self._folder), offline=self._offline, allow_private=self._allow_private
            )
        return self._fetcher


def spread(wanted: Iterable[Wanted]) -> Iterator[Wanted]:
    """The same with each folder replaced by the files of rules below it."""
    for each in wanted:
        if each.on_the_net:
            yield each
        else:
            for file in files_in(each.place):
                yield Wanted(file, found_in=None if file == each.place else each.place)


def arrive(wanted: Wanted, net: Net) -> Incoming:
    """Its bytes; raises Unfetched for an address that gives none, Unreadable for such a file."""
    if not wanted.on_the_net:
        if wanted.found_in is not None and Path(wanted.place).is_dir():
            raise Unreadable(said("file.unlisted", path=wanted.place))
        content = read_up_to(wanted.place, LARGEST_FILE + 1, wanted="rules")
        return Incoming(wanted.place, content)
    source = wanted.source
    name = None if source is None else source.id
    arrival, content = net.fetcher.fetch(wanted.place, source=name)
    if source is not None and source.links is not None and wanted.place == source.address:
        from ingest.fetch_links import document_link

        page = content.decode("utf-8", "replace")
        link = document_link(page, address=arrival.answered, pattern=source.links)
        try:
            arrival, content = net.fetcher.fetch(link, source=name)
        except Unfetched as error:
            raise Unfetched(said("fetch.linked", link=link, error=error)) from error
    return Incoming(arrival.address, content, source)


@dataclass(frozen=True, slots=True)
class HowRead:
    """What the user says about a document, and what the base holds before it."""

    form: str = "auto"
    language: str | None = None
    date: EditionDate | None = None
    held: HeldNumbers = NO_BASE


def texts_of(incoming: Incoming, how: HowRead = HowRead()) -> SourceTexts:
    """What it holds. Of a listed source we know the language, and whether it is official."""
    source = incoming.source
    form, language = how.form, how.language
    if source is not None:
        language = language or source.language
        if form == "auto" and source.form == "wiki":
            form = "wiki"  # the one form that its content does not tell
    texts = read_source(
        incoming.content,
        source=incoming.name,
        form=form,
        language=language,
        date=how.date,
        held=how.held,
    )
    if source is None:
        return texts
    editions = [
        replace(each, edition=replace(each.edition, kind=source.kind)) for each in texts.editions
    ]
    return replace(texts, editions=tuple(editions))


def not_read(wanted: Wanted, error: Unreadable) -> SourceTexts:
    """The refusal of an address or a file, which does not keep the others from being read."""
    source = wanted.source
    form, language = (source.form, source.language) if source else ("auto", None)
    note = Note(NoteKind.REFUSED, error.said)
    return SourceTexts(wanted.place, "text" if form == "auto" else form, language, notes=(note,))
