"""The command ingest: sources read into the base, or only read."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import click

from ingest.exported import FORMS as EXPORTED
from ingest.exported import exported
from ingest.fetched import FOLDER
from ingest.forms import FORMS
from ingest.incoming import HowRead, Net, arrive, not_read, spread, texts_of
from ingest.sources import FILE, Wanted, expand, expand_all
from kb.edition import EditionDate
from kb.errors import Unfetched, Unreadable
from kb.held_numbers import NO_BASE, HeldNumbers, held_numbers
from kb.model import SourceTexts
from kb.originals import Part
from kb.saying import said
from kb.store import explained, open_existing
from search.cli import session, spreading
from search.cli.ingest_report import (
    JsonReport,
    Sum,
    report_document,
    report_revision,
    report_sum,
)
from search.cli.intake import Reading, Unindexed, intake, key_of, take_nothing
from search.progress import bar
from search.sentences import words


@click.command()
@click.argument("sources", nargs=-1, metavar="SOURCE...")
@click.option(
    "--all", "everything", is_flag=True, help="All sources listed (with --lang: in that language)."
)
@session.text_language
@click.option(
    "--form", type=click.Choice(["auto", *FORMS, *EXPORTED]), default="auto", show_default=True
)
@click.option("--date", type=EditionDate.parse, metavar="DATE", help="The date of the edition.")
@click.option("--dry-run", is_flag=True, help="Read and report, but leave the base as it is.")
@click.option("--again", is_flag=True, help="Read also what is held, and put it in its place.")
@click.option("--offline", is_flag=True, help="Read addresses as they were fetched last.")
@click.option("--allow-private", is_flag=True, help="Fetch from this machine and its network too.")
@spreading.options
@session.json_answer
@click.pass_obj
def ingest(
    kb: Path | None,
    sources: tuple[str, ...],
    everything: bool,
    lang: str | None,
    form: str,
    date: EditionDate | None,
    dry_run: bool,
    again: bool,
    offline: bool,
    allow_private: bool,
    as_json: bool,
) -> None:
    """Read rules from files, folders, standard input (-) or the net into the knowledge base.

    \b
        regulae ingest kicker.html
        regulae ingest rules/ --lang it --date 2024-11-23
        regulae ingest en-rules it-wiki:Cascata
        regulae ingest --all --lang it
        regulae ingest page.txt --dry-run --json
        regulae ingest archive/ --dry-run --workers 8 --out read/

    A SOURCE on the net is an http(s) address, a source that `regulae sources` lists, or one page
    of it (SOURCE:PAGE). What arrives is kept in the folder of the base.
    """
    if not sources and not everything:
        raise click.UsageError(said("usage.missing_source"))
    spoken = session.message_language()
    if (spread_over := spreading.asked(spoken)) is not None:
        spreading.refuse(all=everything, again=again, offline=offline)
        if not dry_run:
            raise click.UsageError(said("spread.only_read"))
        from search.cli.ingest_parts import ingest_in_parts

        ingest_in_parts(kb, sources, HowRead(form, lang, date), spread_over, as_json=as_json)
        return
    place = session.folder(kb)
    wanted = [each for word in sources for each in expand(word, own=place / FILE)]
    wanted += expand_all(lang, own=place / FILE) if everything else ()
    files = list(spread(wanted))
    how = HowRead(form, lang, date, _held_numbers(place))
    total, report = Sum(), JsonReport() if as_json else None
    unindexed: Unindexed | None = None
    try:
        with (
            Net(place / FOLDER, offline=offline, allow_private=allow_private) as net,
            nullcontext(take_nothing)
            if dry_run
            else intake(kb, language=spoken, again=again) as take,
            bar(words(spoken, "reading"), len(files)) as step,
        ):
            for each in files:
                for reading in readings(each, net, how, place):
                    taken = take(reading)
                    total.add(taken)
                    report_revision(taken, spoken)
                    if report is not None:
                        report.add(taken, spoken)
                    else:
                        report_document(taken, spoken, one_of_many=len(files) > 1)
                step(each.place)
    except Unindexed as error:  # the documents are taken: they are reported all the same
        unindexed = error
    if report is not None:
        report.print()
    elif total.documents > 1:
        report_sum(total, spoken)
    if unindexed is not None:
        raise unindexed
    if not total.documents:
        missing = "no_files" if wanted else "no_sources"
        click.echo(words(spoken, missing, sources=", ".join(sources)), err=True)
    if not total.documents or total.refused:
        sys.exit(1)


def readings(wanted: Wanted, net: Net, how: HowRead, place: Path) -> Iterator[Reading]:
    """The document of a file or address, or those of an export."""
    try:
        documents = _exported(wanted, how, place)
        if documents is not None:
            for texts in documents:
                yield Reading(texts.source, partial(_identity, texts))
            return
        incoming = arrive(wanted, net)
    except Unreadable as error:
        if wanted.found_in is None and not isinstance(error, Unfetched):
            raise  # named by the user, who may have misspelt it
        # an address or one file of many that gives no document does not stop the others
        yield Reading(wanted.place, partial(not_read, wanted, error))
        return
    yield Reading(incoming.name, partial(texts_of, incoming, how), key_of(incoming, how))


def _identity(texts: SourceTexts) -> SourceTexts:
    return texts


def _exported(wanted: Wanted, how: HowRead, place: Path) -> Iterator[SourceTexts] | None:
    """The documents of a file or folder that `regulae export` wrote; None where it is none."""
    if wanted.on_the_net:
        return None
    return exported(
        wanted.place,
        form=how.form,
        language=how.language,
        date=how.date,
        originals=partial(_originals, place),
    )


def _originals(place: Path) -> Mapping[Part, str]:
    """The hashes of the English texts of the base, if there is one."""
    from kb.originals import hashes_in_force

    with explained(place):
        store = open_existing(place)
        if store is None:
            return {}
        with store:
            return hashes_in_force(store)


def _held_numbers(place: Path) -> HeldNumbers:
    """Those of the base, if there is one; a dry run builds none."""
    with explained(place):
        store = open_existing(place)
        if store is None:
            return NO_BASE
        with store:
            return held_numbers(store)
