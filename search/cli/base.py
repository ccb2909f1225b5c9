"""The command that makes the base: build."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.store import explained, open_to_read
from search.cli import session
from search.engines import chosen
from search.sentences import words

if TYPE_CHECKING:  # few have this engine
    from search.engines.opensearch.health import Health


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
    health = _health(place, engine)
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
                **({"opensearch": health._asdict()} if health else {}),
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
    if health is not None:
        told = health._asdict() | {"state": words(lang, f"opensearch_{health.state}")}
        click.echo(words(lang, "opensearch_health", **told))
        if not health.served:
            click.echo(words(lang, "opensearch_not_served", name=health.name))


def _health(folder: Path, engine: str | None) -> "Health | None":
    """Of the index that is kept in a cluster; None for the engines that keep theirs here."""
    if not chosen.is_remote(engine):
        return None
    from search.engines.with_opensearch import Remote
    from search.index import open_index

    maker = chosen.maker(engine)
    with open_to_read(folder) as store:
        index = open_index(store, engine=engine)
    if index is None or index.place is None or not isinstance(maker, Remote):
        return None  # a note of the build says why it could not be kept
    return maker.health(index.place)
