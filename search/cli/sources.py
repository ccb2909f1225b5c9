"""Commands about where rules come from: sources, editions."""

import sys

import click
from click.core import ParameterSource

from kb.edition import Edition
from kb.holdings import Holdings
from search.as_json import editions_json
from search.cli import session
from search.cli.held import held_sources
from search.held_sources import HeldSource, sources_json
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
    found = held_sources(session.folder(ctx.obj))
    if _chosen(ctx):
        found = tuple(source for source in found if source.language == lang)
    if as_json:
        session.print_json(sources_json(found))
        return
    if found:
        from search.tables import print_table

        heads = [words(lang, key) for key in ("source_id", "source", "held", "fetched")]
        print_table(heads, [_source_row(source, lang) for source in found])
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
        session.print_json(editions_json(held))
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


def _edition_row(edition: Edition, count: int, lang: str) -> list[str]:
    date = str(edition.date) if edition.date else words(lang, "unknown_date")
    name = f"{date}\n{edition.label}" if edition.label else date
    return [name, edition.language, words(lang, edition.kind), str(count), edition.source]


def _source_row(source: HeldSource, lang: str) -> list[str]:
    dates = sorted({str(each.date or words(lang, "unknown_date")) for each in source.held})
    when = words(lang, "never")
    if source.fetched is not None:
        when = words(lang, "days_ago", date=source.fetched.date(), days=source.days)
    name = f"{source.name} ({words(lang, source.kind)})\n{source.address}"
    return [source.id, name, ", ".join(dates) or "–", when]
