"""Commands about citations: cite, extract."""

import sys
from pathlib import Path
from typing import Any

import click

from kb.cite import citations
from kb.cite_write import cite as written
from kb.cite_write import styles
from kb.edition import EditionDate
from kb.files import read_utf8
from kb.holdings import Holdings
from kb.model import Citation
from kb.number import RuleNumber
from kb.store import explained, open_existing
from search.cli import session
from search.sentences import friend_sentence, words

_LARGEST = 64 * 2**20
"""Bytes of a text from which citations are extracted."""


@click.command()
@click.argument("what", nargs=-1, required=True)
@click.option("--style", type=click.Choice(styles()), default="plain", show_default=True)
@click.option(
    "--edition", type=EditionDate.parse, metavar="DATE", help="The edition in force then."
)
@session.answer_language
@session.json_answer
@click.pass_obj
def cite(
    kb: Path | None,
    what: tuple[str, ...],
    style: str,
    edition: EditionDate | None,
    lang: str,
    as_json: bool,
) -> None:
    """Write citations to paste in a ruling, with their edition.

    \b
        regulae cite 702.33d --lang it
        regulae cite potenciar 118.7 --style markdown --lang es
    """
    from search.as_json import edition_json
    from search.asked import asked
    from search.look import shown
    from search.render import absent_text

    with session.base(kb, lang=lang) as store:
        holdings = Holdings(store)
        if edition is not None:
            holdings.check_edition(lang, edition)
        question = asked(holdings, what)
        rules = [shown(holdings, number, language=lang, at=edition) for number in question.numbers]
    answers = [
        {
            "number": str(rule.number),
            "text": written(
                rule.number,
                language=lang,
                style=style,
                edition=rule.edition,
                title=rule.title.text if rule.title else None,
            ),
            "edition": edition_json(rule.edition) if rule.edition else None,
        }
        for rule in rules
    ]
    if as_json:
        session.print_json({"citations": answers})
    else:
        for answer in answers:
            click.echo(answer["text"])
    for friend in question.warnings:
        click.echo(friend_sentence(friend, lang), err=True)
    if question.absent:
        click.echo(absent_text(question.absent, lang), err=True)
    if not answers:
        sys.exit(1)


@click.command()
@click.argument("file", default="-")
@session.text_language
@session.json_answer
@click.pass_obj
def extract(kb: Path | None, file: str, lang: str | None, as_json: bool) -> None:
    """Extract the citations of rules from a text, with their places.

    \b
        regulae extract ruling.md
        echo "vedi regole 601.2b e 601.2f–h" | regulae extract - --lang it --json
    """
    text = read_utf8(file, largest=_LARGEST, wanted="a text to read")
    found = list(citations(text, language=lang, known=_known(kb)))
    if as_json:
        session.print_json({"citations": [_citation(text, citation) for citation in found]})
        return
    line, counted = 1, 0
    for citation in found:
        line += text.count("\n", counted, citation.start)
        counted = citation.start
        column = citation.start - text.rfind("\n", 0, citation.start)
        numbers = ", ".join(map(str, citation.numbers)) or citation.fault or ""
        title = f"  “{citation.title}”" if citation.title else ""
        click.echo(f"{line}:{column}  {numbers}{title}")
    if not found:
        click.echo(words(session.message_language(), "no_citation"), err=True)


def _citation(text: str, citation: Citation) -> dict[str, Any]:
    return {
        "text": text[citation.start : citation.end],
        "start": citation.start,
        "end": citation.end,
        "numbers": [str(number) for number in citation.numbers],
        "title": citation.title,
        "fault": citation.fault,
    }


def _known(kb: Path | None) -> frozenset[RuleNumber]:
    """The numbers of the bundled table and of the base, if there is one; none is built."""
    from kb.terms import numbers

    bundled = {known.number for known in numbers()}
    place = session.folder(kb)
    with explained(place):
        store = open_existing(place)
        if store is None:
            return frozenset(bundled)
        with store:
            return frozenset(bundled | Holdings(store).all_numbers())
