"""The command graph: a rule's neighbourhood, as a picture or for other programs."""

import sys
from pathlib import Path

import click

from search.cli import session


@click.command()
@click.argument("what", nargs=-1, required=True)
@click.option(
    "--depth", type=click.IntRange(0, 10), default=1, show_default=True, help="Steps to follow."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["svg", "dot", "mermaid", "graphml", "json"]),
    help="What to write (default: svg; with --json: json).",
)
@click.option("--all-langs", is_flag=True, help="Every language, tied rule by rule.")
@session.answer_language
@session.json_answer
@click.pass_obj
def graph(
    kb: Path | None,
    what: tuple[str, ...],
    depth: int,
    form: str | None,
    all_langs: bool,
    lang: str,
    as_json: bool,
) -> None:
    """Draw what a rule contains, cites and is cited by.

    \b
        regulae graph 702.33 > kicker.svg
        regulae graph 718.3 --depth 2 --format mermaid
    """
    from kb.holdings import Holdings
    from search import graph_formats
    from search.asked import asked
    from search.neighbourhood import neighbourhood
    from search.picture.labels import PictureLabels
    from search.picture.svg import as_svg
    from search.render import absent_text

    with session.base(kb, lang=lang) as store:
        question = asked(Holdings(store), what)
        if question.absent:
            click.echo(absent_text(question.absent, lang), err=True)
        if not question.numbers:
            if as_json or form == "json":
                session.print_json({"nodes": [], "edges": []})
            sys.exit(1)
        part = neighbourhood(
            store, question.numbers, language=lang, depth=depth, all_languages=all_langs
        )
    if as_json or form == "json":
        session.print_json(graph_formats.as_json(part.graph))
        return
    match form:
        case "dot":
            text = graph_formats.as_dot(part.graph)
        case "mermaid":
            text = graph_formats.as_mermaid(part.graph)
        case "graphml":
            text = graph_formats.as_graphml(part.graph)
        case _:
            labels = PictureLabels.of(lang)
            text = as_svg(part.graph, centre=part.centres[0], labels=labels)
    click.echo(text)
