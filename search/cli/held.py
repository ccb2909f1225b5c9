"""Sources as they are listed: those of ``ingest``, with what is held of each."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from ingest.fetched import FOLDER, Arrival, Fetched
from ingest.sources import FILE, Source
from ingest.sources import sources as all_sources
from kb.edition import Edition
from kb.holdings import Holdings
from kb.store import explained, open_existing
from search.held_sources import HeldSource


def held_sources(place: Path) -> tuple[HeldSource, ...]:
    """All sources, with what the base in a folder holds of them, if there is one."""
    found = all_sources(place / FILE)
    arrivals = tuple(Fetched(place / FOLDER).arrivals())
    held, now = _editions(place), datetime.now(UTC)
    return tuple(_held(source, arrivals, held, now) for source in found)


def _editions(place: Path) -> tuple[Edition, ...]:
    """Those of the base, if there is one: to list the sources none is built."""
    with explained(place):
        store = open_existing(place)
        if store is None:
            return ()
        with store:
            return Holdings(store).editions()


def _held(
    source: Source, arrivals: Iterable[Arrival], editions: Iterable[Edition], now: datetime
) -> HeldSource:
    mine = [arrival for arrival in arrivals if arrival.source == source.id]
    places = {*source.addresses(), *(arrival.address for arrival in mine)}
    last = max((arrival.at for arrival in mine), default=None)
    return HeldSource(
        id=source.id,
        language=source.language,
        name=source.name,
        kind=source.kind,
        form=source.form,
        address=source.address,
        pages=source.pages,
        licence=source.licence,
        whole=source.whole,
        held=tuple(edition for edition in editions if edition.source in places),
        fetched=last,
        days=None if last is None else max(0, (now - last).days),
    )
