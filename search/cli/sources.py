"""Commands about where rules come from: sources, editions."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from ingest.fetched import FOLDER, Arrival, Fetched
from ingest.sources import FILE, Source
from ingest.sources import sources as all_sources
from kb.edition import Edition
from kb.holdings import Holdings
from kb.store import explained, open_existing
from search.as_json import edition_json
from search.cli import session
from search.sentences import words


@click.command()
@session.answer_language
@session.json_answer
@click.pass_context
def sources(ctx: click.Context, lang: str, as_json: bool) -> None:
    """List where rules are published, what of it is held, and how old it is.

    \b
        regulae sources
        regulae sources --lang it --json

    With --lang only the sources of that language. A file sources.toml of your own in the folder
    of the knowledge base adds to them; data/en/sources.toml explains its keys.
    """
    place = session.folder(ctx.obj)
    found = all_sources(place / FILE)
    if _chosen(ctx):
        found = tuple(source for source in found if source.language == lang)
    arrivals = tuple(Fetched(place / FOLDER).arrivals())
    held = _editions(place)
    answers = [_listed(source, arrivals, held, datetime.now(UTC)) for source in found]
    if as_json:
        session.print_json({"sources": [answer.json() for answer in answers]})
        return
    if answers:
        from search.tables import print_table

        heads = [words(lang, key) for key in ("source_id", "source", "held", "fetched")]
        print_table(heads, [answer.row(lang) for answer in answers])
    else:
        click.echo(words(lang, "no_sources"), err=True)


@click.command()
@session.answer_language
@session.json_answer
@click.pass_context
def editions(ctx: click.Context, lang: str, as_json: bool) -> None:
    """List the editions held: language, date, how far to trust them, and where they come from.

    \b
        regulae editions
        regulae editions --lang es --json

    With --lang only the editions in that language.
    """
    with session.base(ctx.obj, lang=lang) as store:
        holdings = Holdings(store)
        held = [
            (edition, count)
            for edition, count in holdings.counted_editions()
            if not _chosen(ctx) or edition.language == lang
        ]
    if as_json:
        session.print_json(
            {"editions": [edition_json(edition) | {"rules": count} for edition, count in held]}
        )
    elif held:
        from search.tables import print_table

        print_table(
            [words(lang, key) for key in ("edition", "language", "kind", "rules", "source")],
            [_edition_row(edition, count, lang) for edition, count in held],
        )
    if not held:
        click.echo(words(lang, "no_editions"), err=True)
        sys.exit(1)


def _chosen(ctx: click.Context) -> bool:
    """Whether ``--lang`` was said, and does not only follow from the environment."""
    return ctx.get_parameter_source("lang") is ParameterSource.COMMANDLINE


def _editions(place: Path) -> tuple[Edition, ...]:
    """Those of the base, if there is one: to list the sources none is built."""
    with explained(place):
        store = open_existing(place)
        if store is None:
            return ()
        with store:
            return Holdings(store).editions()


def _edition_row(edition: Edition, count: int, lang: str) -> list[str]:
    date = str(edition.date) if edition.date else words(lang, "unknown_date")
    name = f"{date}\n{edition.label}" if edition.label else date
    return [name, edition.language, words(lang, edition.kind), str(count), edition.source]


@dataclass(frozen=True, slots=True)
class _Listed:
    """A source with what was fetched from it and what is held of it."""

    source: Source
    held: tuple[Edition, ...]
    last: datetime | None
    """When something of it was fetched."""
    days: int | None

    def json(self) -> dict[str, Any]:
        source = self.source
        return {
            "id": source.id,
            "language": source.language,
            "name": source.name,
            "kind": str(source.kind),
            "form": source.form,
            "address": source.address,
            "pages": list(source.pages),
            "licence": source.licence,
            "all": source.whole,
            "held": [edition_json(edition) for edition in self.held],
            "fetched": self.last and self.last.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "days": self.days,
        }

    def row(self, lang: str) -> list[str]:
        dates = sorted({str(each.date or words(lang, "unknown_date")) for each in self.held})
        when = words(lang, "never")
        if self.last is not None:
            when = words(lang, "days_ago", date=self.last.date(), days=self.days)
        source = self.source
        name = f"{source.name} ({words(lang, source.kind)})\n{source.address}"
        return [source.id, name, ", ".join(dates) or "–", when]


def _listed(
    source: Source, arrivals: Iterable[Arrival], editions: Iterable[Edition], now: datetime
) -> _Listed:
    mine = [arrival for arrival in arrivals if arrival.source == source.id]
    places = {*source.addresses(), *(arrival.address for arrival in mine)}
    last = max((arrival.at for arrival in mine), default=None)
    return _Listed(
        source,
        tuple(edition for edition in editions if edition.source in places),
        last,
        None if last is None else max(0, (now - last).days),
    )
