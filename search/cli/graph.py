"""The command graph: a rule's neighbourhood, what to read before it, a path to another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from kb.edition import EditionDate
from kb.saying import said
from search.cli import completing, session
from search.sentences import words

if TYPE_CHECKING:  # networkx takes a while to import: only once a graph is asked for
    from kb.graph import RuleGraph


@click.command()
@click.argument("what", nargs=-1, required=True, shell_complete=completing.rules)
@click.option(
    "--needs", is_flag=True, help="What must be read to understand the rule, in reading order."
)
@click.option(
    "--path", is_flag=True, help="The fewest citations from the first WHAT to the second."
)
@click.option(
    "--depth",
    type=click.IntRange(0, 10),
    help="Steps to follow (default: 1; with --needs: all).",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["svg", "dot", "mermaid", "graphml", "json"]),
    help="What to write (default: svg, or a list with --needs and --path; with --json: json).",
)
@click.option("--all-langs", is_flag=True, help="Every language, tied rule by rule.")
@session.edition_day
@session.answer_language
@session.json_answer
@click.pass_obj
def graph(
    kb: Path | None,
    what: tuple[str, ...],
    needs: bool,
    path: bool,
    depth: int | None,
    form: str | None,
    all_langs: bool,
    edition: EditionDate | None,
    lang: str,
    as_json: bool,
) -> None:
    """Draw what a rule contains, cites and is cited by; list what it rests on.

    \b
        regulae graph 702.33 > kicker.svg
        regulae graph 718.3 --depth 2 --format mermaid
        regulae graph 702.33 --needs
        regulae graph 702.33 --path 107.3
        regulae graph kicker --edition 2011-06-17 --needs
    """
    _check(what, needs=needs, path=path, depth=depth, all_langs=all_langs)
    form = "json" if as_json else form
    if needs:
        _needs(kb, what, depth, form, lang, edition)
    elif path:
        _path(kb, what, form, lang, edition)
    else:
        depth = 1 if depth is None else depth
        _neighbourhood(kb, what, depth, form, lang, edition, all_languages=all_langs)


def _check(
    what: tuple[str, ...], *, needs: bool, path: bool, depth: int | None, all_langs: bool
) -> None:
    if needs and depth == 0:
        raise click.UsageError(said("usage.needs_depth_0"))
    if needs and path:
        raise click.UsageError(said("usage.needs_and_path"))
    if all_langs and (needs or path):
        raise click.UsageError(said("usage.needs_all_langs"))
    if path and depth is not None:
        raise click.UsageError(said("usage.path_depth"))
    if path and len(what) != 2:
        raise click.UsageError(said("usage.path_two_rules", count=len(what)))


def _neighbourhood(
    kb: Path | None,
    what: tuple[str, ...],
    depth: int,
    form: str | None,
    lang: str,
    at: EditionDate | None,
    *,
    all_languages: bool,
) -> None:
    from kb.holdings import Holdings
    from search.asked import asked
    from search.neighbourhood import neighbourhood
    from search.render import absent_text

    with session.base(kb, lang=lang, at=at) as store:
        if at is not None and not all_languages:
            Holdings(store).check_edition(lang, at)
        question = asked(Holdings(store), what)
        if question.absent:
            click.echo(absent_text(question.absent, lang), err=True)
        if not question.numbers:
            _nothing(form)
        part = neighbourhood(
            store, question.numbers, language=lang, depth=depth, all_languages=all_languages
        )
    if form == "json":
        from search.graph_formats import as_json

        session.print_json(as_json(part.graph))
    else:
        click.echo(_drawn(part.graph, part.centres[0], form or "svg", lang))


def _needs(
    kb: Path | None,
    what: tuple[str, ...],
    depth: int | None,
    form: str | None,
    lang: str,
    at: EditionDate | None,
) -> None:
    from kb.holdings import Holdings
    from search import graph_answers
    from search.asked import asked
    from search.needs import needs
    from search.render import absent_text

    with session.base(kb, lang=lang, at=at) as store:
        question = asked(Holdings(store), what)
        if question.absent:
            click.echo(absent_text(question.absent, lang), err=True)
        if not question.numbers:
            _nothing(form, needs=[])
        answer = needs(store, question.numbers, language=lang, exact=question.exact, depth=depth)
    if form is None:
        click.echo(graph_answers.needs_text(answer, lang))
    elif form == "json":
        session.print_json(graph_answers.needs_json(answer))
    else:
        click.echo(_drawn(answer.graph, answer.centre, form, lang))


def _path(
    kb: Path | None, what: tuple[str, ...], form: str | None, lang: str, at: EditionDate | None
) -> None:
    from kb.holdings import Holdings
    from search import graph_answers
    from search.asked import asked
    from search.citation_path import citation_paths
    from search.render import absent_text

    with session.base(kb, lang=lang, at=at) as store:
        holdings = Holdings(store)
        source, target = (asked(holdings, [text]) for text in what)
        absent = (*source.absent, *target.absent)
        if absent:
            click.echo(absent_text(absent, lang), err=True)
        if not source.numbers or not target.numbers:
            _nothing(form, path=[], direction=None)
        there, back = citation_paths(store, source.numbers, target.numbers, language=lang)
    ends = {"source": there.source, "target": there.target}
    found = there if there.steps else back
    if found is None or not found.steps:
        click.echo(words(lang, "graph_path_none", **ends), err=True)
        _nothing(form, path=[], direction=None)
    elif found is back:
        click.echo(words(lang, "graph_path_back", **ends), err=True)
    if form is None:
        click.echo(graph_answers.path_text(found, lang))
    elif form == "json":
        session.print_json(graph_answers.path_json(there, back))
    else:
        first = found.steps[0].source.key
        click.echo(_drawn(found.graph, first, form, lang))


def _drawn(part: RuleGraph, centre: str, form: str, lang: str) -> str:
    from search import graph_formats

    match form:
        case "dot":
            return graph_formats.as_dot(part)
        case "mermaid":
            return graph_formats.as_mermaid(part)
        case "graphml":
            return graph_formats.as_graphml(part)
    from search.picture.labels import PictureLabels
    from search.picture.svg import as_svg

    return as_svg(part, centre=centre, labels=PictureLabels.of(lang))


def _nothing(form: str | None, **empty: object) -> NoReturn:
    """Ends: there is nothing to draw or to list."""
    if form == "json":
        session.print_json({**empty, "nodes": [], "edges": []})
    sys.exit(1)
