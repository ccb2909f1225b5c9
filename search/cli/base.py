"""The command that makes the base: build."""

from pathlib import Path

import click

from kb.store import explained
from search.cli import session
from search.sentences import words


@click.command()
@session.engine_choice
@session.answer_language
@session.json_answer
@click.pass_obj
def build(kb: Path | None, engine: str | None, lang: str, as_json: bool) -> None:
    """Build the knowledge base from the bundled texts.

    \b
        regulae build
        regulae --kb ./rules build --json

    Run twice, it changes nothing; what was ingested is never touched.
    """
    from search.base import build as make

    place = session.folder(kb)
    with explained(place):
        built = make(place, engine=engine)
    if as_json:
        session.print_json(
            {
                "languages": {
                    count.language: {"editions": count.editions, "rules": count.rules}
                    for count in built.counts
                },
                "graph": {"nodes": built.nodes, "edges": built.edges},
                "terms": built.terms,
                "notes": [
                    {"kind": kind, "number": number, "detail": detail}
                    for kind, number, detail in built.notes
                ],
            }
        )
        return
    for _, _, detail in built.notes:
        click.echo(detail, err=True)
    click.echo(
        words(
            lang,
            "built" if built.changed else "up_to_date",
            folder=place,
            rules=sum(count.rules for count in built.counts),
            languages=", ".join(count.language for count in built.counts),
            nodes=built.nodes,
            edges=built.edges,
            terms=built.terms,
        )
    )
