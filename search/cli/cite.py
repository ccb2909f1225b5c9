"""Commands about citations: cite, extract."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.cite import citations
from kb.cite_links import LinkPattern
from kb.cite_write import linking, styles, together
from kb.edition import EditionDate
from kb.holdings import Holdings
from kb.lines import Lines
from kb.model import Citation
from kb.number import RuleNumber
from kb.saying import told
from kb.store import explained, open_existing
from search.cli import chat as chats
from search.cli import completing, session
from search.lint.source import read_text
from search.render import absent_text, printable
from search.sentences import friend_sentence, words

if TYPE_CHECKING:  # extract does not pay for the modules of cite
    from search.citing import Citing


@click.command()
@click.argument("what", nargs=-1, required=True, shell_complete=completing.rules)
@click.option("--style", type=click.Choice(styles()), default="plain", show_default=True)
@click.option("--quote", is_flag=True, help="Add the text, marked as official or not.")
@click.option(
    "--edition", type=session.day_of_edition, metavar="DATE", help="The edition in force then."
)
@click.option(
    "--link",
    type=LinkPattern.parse,
    metavar="PATTERN",
    envvar="REGULAE_LINK",
    help="Address of a rule, like https://example.org/{number}"
    " (fields: number, section, rule, letter, edition, lang; default: REGULAE_LINK).",
)
@chats.sizes
@session.answer_language
@session.json_answer
@click.pass_obj
def cite(
    kb: Path | None,
    what: tuple[str, ...],
    style: str,
    quote: bool,
    edition: EditionDate | None,
    link: LinkPattern | None,
    chat: chats.Chat | None,
    lang: str,
    as_json: bool,
) -> None:
    """Write citations to paste in a ruling, with their edition.

    What is written is read back by extract to the same numbers; a text that is quoted with it
    stands below, and what that cites is read too.

    \b
        regulae cite 702.33d --lang it
        regulae cite 702.33a-d --style short
        regulae cite potenciar 118.7 --style markdown --quote --lang es
        regulae cite 702.33 --style html --link "https://example.org/cr/{number}"
        regulae cite 702.33a-d --style discord --quote
    """
    from search.citing import Manner, citing

    manner = Manner(language=lang, style=style, at=edition, link=link, quote=quote)
    with session.base(kb, lang=lang) as store:
        answer = citing(Holdings(store), what, manner)
    if chat is not None:
        _post(chat, answer, lang, quote=quote, as_json=as_json)
    elif as_json:
        from search.citing_json import citing_json

        session.print_json(citing_json(answer.citations, quote=quote))
    elif answer.citations:
        click.echo(together([one.text for one in answer.citations], style=style))
    if style not in linking() and session.is_spoken("link"):
        click.echo(words(lang, "no_link", style=style, styles=", ".join(linking())), err=True)
    _tell(answer, lang)
    for one in answer.citations:
        if quote and one.quoted is None:
            click.echo(f"{one.numbers[0]}: {words(lang, 'not_held')}", err=True)
    if answer.absent or not answer.citations:
        sys.exit(1)


def _tell(answer: Citing, lang: str) -> None:
    """What is to be known of the answer, beside the citations."""
    for friend in answer.warnings:
        click.echo(friend_sentence(friend, lang), err=True)
    for former in chain.from_iterable(one.former for one in answer.citations):
        click.echo(printable(former.told), err=True)
    if answer.absent:
        click.echo(absent_text(answer.absent, lang), err=True)


def _post(chat: chats.Chat, answer: Citing, lang: str, *, quote: bool, as_json: bool) -> None:
    from search.chat import saying
    from search.citing_json import citing_json

    written = citing_json(answer.citations, quote=quote) if as_json else None
    chat.post(saying.citations(answer, lang), written, language=lang)


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

    The text may be UTF-8, UTF-16 or UTF-32 with its mark, or that of Windows (cp1252). Offsets
    are code points from 0, the mark of UTF-8 counted; --json gives them.
    """
    text = read_text(file, wanted="text")
    found = citations(text, language=lang, known=_known(kb))
    if as_json:
        from search.citing_json import citation_json

        # piece by piece what other commands write whole: a text may hold a million citations
        answers = (session.json_text(citation_json(text, citation)) for citation in found)
        first = next(answers, "")
        rest = (piece for answer in answers for piece in (", ", answer))
        session.echo(chain(('{"citations": [', first), rest, ("]}\n",)), for_programs=True)
        return
    lines = Lines(text)
    language = session.message_language()
    shown = (_shown(citation, lines, language) for citation in found)
    some = next(shown, None)
    if some is None:
        click.echo(words(language, "no_citation"), err=True)
    else:
        session.echo(chain((some,), shown))


def _shown(citation: Citation, lines: Lines, language: str) -> str:
    numbers = ", ".join(map(str, citation.numbers)) or told(citation.fault or "", language)
    title = f"  “{citation.title}”" if citation.title else ""
    place = f"{lines.line(citation.start)}:{lines.column(citation.start)}"
    return printable(f"{place}  {numbers}{title}") + "\n"


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
