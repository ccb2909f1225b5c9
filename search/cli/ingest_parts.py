"""The command ingest --dry-run where its work is spread over workers: rows of documents."""

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ingest.answer import document
from ingest.exported import FIRST, form_of
from ingest.fetched import FOLDER
from ingest.forms import LARGEST_FILE
from ingest.incoming import HowRead, Incoming, Net, not_read, spread, texts_of
from ingest.pipeline import SUFFIXES
from ingest.sources import FILE, Wanted, expand
from kb.edition import EditionDate
from kb.errors import Unreadable
from kb.held_numbers import NO_BASE, HeldNumbers, held_numbers
from kb.model import NoteKind, SourceTexts
from kb.saying import said
from kb.store import explained, open_existing
from search.cli import session, spreading
from search.cli.ingest import readings
from search.cli.ingest_report import Sum, report_sum
from search.distributed import orders
from search.distributed.addresses import LOCAL, is_address, place_of
from search.distributed.carrying import Tally, carried_out
from search.distributed.content import content_of, digest_of
from search.distributed.cutting import partitions
from search.distributed.linting import opened_base
from search.distributed.listing import apart, files
from search.distributed.orders import File, Order, Range
from search.distributed.parts import Row
from search.distributed.run import Job

_WANTED = "rules_spread"
_NOTES = "note "
_MINE = threading.local()
"""What a thread knows of the numbers that the base holds."""


class Options(msgspec.Struct, frozen=True):
    """The settings of the command as they are sent, and the base that is asked."""

    base: str
    version: str
    """Empty where there is no base."""
    form: str
    language: str | None
    date: str | None


def ingest_in_parts(
    kb: Path | None,
    names: tuple[str, ...],
    how: HowRead,
    asked: spreading.Spread,
    *,
    as_json: bool,
) -> None:
    """Read, say where the documents are, and leave with the exit code."""
    lang = session.message_language()
    place = session.folder(kb)
    _refuse_net(names, place)
    apart(names, asked.out)
    found = files(names, lambda name: _found(name, place), suffixes=SUFFIXES, wanted=_WANTED)
    cut = partitions(found, by_lines=lambda name: False, size=asked.size)
    options = Options(
        base=str(place.absolute()),
        version=_version(place),
        form=how.form,
        language=how.language,
        date=str(how.date) if how.date else None,
    )
    sent = json.dumps(msgspec.to_builtins(options))
    job = Job("ingest", ingest_part, sent, cut, asked.form, asked.size, lang)
    totals = spreading.carried_out(asked, job, lang)
    spreading.closing_words(asked, totals, lang, as_json=as_json)
    if not as_json:
        report_sum(_sum(totals.counts), lang)
    if totals.failed:
        spreading.leave(totals)
    if not totals.rows or totals.unread:
        raise SystemExit(1)


def _refuse_net(names: tuple[str, ...], place: Path) -> None:
    for name in names:
        if name == "-" or (is_address(name) and not name.lower().startswith("http")):
            continue
        for wanted in expand(name, own=place / FILE):
            if wanted.on_the_net:
                raise Unreadable(
                    said("spread.on_the_net", name=name, wanted=said(f"wanted.{_WANTED}"))
                )


def _found(name: str, place: Path) -> Iterator[str]:
    return (wanted.place for wanted in spread(expand(name, own=place / FILE)))


def _version(place: Path) -> str:
    with explained(place):
        store = open_existing(place)
        if store is None:
            return ""
        with store:
            return store.version


def _sum(counts: dict[str, int]) -> Sum:
    total = Sum(counts.get("documents", 0), 0, counts.get("refused", 0), counts.get("rules", 0))
    for key in counts:
        if key.startswith(_NOTES):
            total.notes[NoteKind(key.removeprefix(_NOTES))] = counts[key]
    return total


# -- what a worker runs ------------------------------------------------------------------


def ingest_part(order: bytes) -> bytes:
    """What a worker runs."""
    return carried_out(order, _answers)


def _answers(order: Order, tally: Tally) -> Iterator[Row]:
    assert not isinstance(order.partition, Range)  # a document is not cut
    options = orders.read(order.options, Options)
    day = None if options.date is None else EditionDate.parse(options.date)
    how = HowRead(options.form, options.language, day, _held(options))
    for file in order.partition.files:
        try:
            content = content_of(file, largest=LARGEST_FILE, wanted="rules")
        except Unreadable as error:
            tally.contents.append("")
            yield _row(file.name, not_read(Wanted(file.name), error), tally)
            continue
        tally.contents.append(digest_of(content))
        for texts in _documents(file, content, how, Path(options.base)):
            yield _row(file.name, texts, tally)


def _held(options: Options) -> HeldNumbers:
    if not options.version:
        return NO_BASE
    key = (options.base, options.version)
    known: tuple[tuple[str, str], HeldNumbers] | None = getattr(_MINE, "held", None)
    if known is None or known[0] != key:
        with opened_base(*key) as store:
            known = key, held_numbers(store)
        _MINE.held = known
    return known[1]


def _documents(file: File, content: bytes, how: HowRead, base: Path) -> Iterator[SourceTexts]:
    place = place_of(file.address)
    if place.protocol != LOCAL:
        if form_of(content[:FIRST]) is not None:
            error = Unreadable(said("spread.export_elsewhere"))
            yield not_read(Wanted(file.name), error)
        else:
            yield texts_of(Incoming(file.name, content), how)
        return
    # A worker that stands where the driver does uses the name that the user gave.
    where = file.name if os.path.abspath(file.name) == place.path else place.path
    with Net(base / FOLDER, offline=True) as net:
        for reading in readings(Wanted(where, found_in=os.path.dirname(where)), net, how, base):
            yield reading.read()


def _row(file: str, texts: SourceTexts, tally: Tally) -> Row:
    tally.counts.update(
        documents=1,
        refused=texts.refused,
        rules=sum(len(edition.rules) for edition in texts.editions),
    )
    tally.counts.update(f"{_NOTES}{note.kind.value}" for note in texts.notes)
    reasons = [note.detail for note in texts.notes if note.kind is NoteKind.REFUSED]
    return Row(
        file,
        None,
        json.dumps(document(texts), ensure_ascii=False),
        f"{file}: {'; '.join(reasons)}" if texts.refused else None,
        texts.refused,
        (),
    )
