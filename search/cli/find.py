"""The command that finds rules: search."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kb.edition import EditionDate
from kb.holdings import Holdings
from kb.lang import codes
from kb.number import RuleNumber
from kb.store import Store
from search.cli import chat as chats
from search.cli import completing, session
from search.sentences import friend_sentence, words

if TYPE_CHECKING:  # a completion needs no index
    from search.hits import Found

_SHOWN = 200
"""Signs of a query that are told again where nothing is found."""


class _Search(click.Command):
    """Its help ends with the table of the query language."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from search.query.table import TABLE

        lang = session.message_language()
        with formatter.section(words(lang, "query_help_title").rstrip(":")):
            formatter.write_dl([(entry.example, words(lang, entry.help)) for entry in TABLE])


@click.command(cls=_Search)
@click.argument("query", nargs=-1, shell_complete=completing.rules)
@click.option(
    "--in",
    "within",
    type=click.Choice([*codes(), "all"]),
    default="all",
    show_default=True,
    help="Texts of one language only.",
)
@click.option(
    "--kind", type=click.Choice(["rule", "glossary", "ruling", "example"]), help="One kind only."
)
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True)
@click.option(
    "--like",
    type=RuleNumber.parse,
    metavar="RULE",
    shell_complete=completing.rules,
    help="Rules that speak of the same as this one, in place of a query.",
)
@click.option("--complete", metavar="PREFIX", help="Only list the numbers and names that begin so.")
@click.option("--explain", is_flag=True, help="Tell of each hit what makes up its score.")
@session.edition_day
@session.engine_choice
@chats.options
@session.answer_language
@session.json_answer
@click.pass_obj
def search(
    kb: Path | None,
    query: tuple[str, ...],
    within: str,
    kind: str | None,
    limit: int,
    like: RuleNumber | None,
    complete: str | None,
    explain: bool,
    edition: EditionDate | None,
    engine: str | None,
    chat: chats.Chat | None,
    lang: str,
    as_json: bool,
) -> None:
    """Search the rules with words in any language.

    \b
        regulae search "costo di potenziamento"
        regulae search mareo de invocación --lang es --limit 3
        regulae search '"additional cost" AND (kicker OR buyback) -multikicker'
        regulae search "potenzia* rule:702.33 in:it"
        regulae search "counter since:2026-04-01"
        regulae search --like 702.33d
        regulae search --complete poten
        regulae search "kicker cost" --explain
        regulae search "damage on the stack" --edition 2006-07-15
        regulae search "kicker cost" --limit 3 --style discord

    Ordinary words and questions need no signs. With --edition all texts are those in force on
    that day, and the first question about it takes some seconds.
    """
    text = " ".join(query)
    if (bool(query), like is not None, complete is not None).count(True) != 1:
        raise click.UsageError("wanted one of these: words to search, --like, --complete")
    if complete is not None:
        if chat is not None:
            raise click.UsageError("--style: a list of names is no answer for a chat")
        with session.base(kb, lang=lang, at=edition) as store:
            _complete(store, complete, lang=lang, limit=limit, as_json=as_json)
        return
    options: dict[str, Any] = {
        "language": lang, "within": None if within == "all" else within, "kind": kind,
        "limit": limit, "explain": explain,
    }  # fmt: skip
    day = edition if like is not None else _day(text, edition, lang)
    with session.base(kb, lang=lang, at=day) as store:
        index = session.index(store, lang=lang, engine=engine)
        if like is not None:
            from search.like import find_like

            answer = find_like(store, index, like, **options)
        else:
            from search.find import find
            from search.query.faults import QueryError

            try:
                answer = find(store, index, text, **options)
            except QueryError as fault:
                raise fault.in_language(lang) from fault
    if chat is not None:
        _post(chat, answer, lang, as_json=as_json)
    elif as_json:
        from search.as_json import found_json

        session.print_json(found_json(answer))
    elif answer.hits:
        from search.found_text import found_text

        click.echo(found_text(answer, lang))
    if chat is None:
        _tell(answer, lang)
    if not answer.hits:
        sys.exit(1)


def _post(chat: chats.Chat, answer: "Found", lang: str, *, as_json: bool) -> None:
    from search.as_json import found_json
    from search.chat import saying

    found = found_json(answer) if as_json else None
    chat.post(saying.hits(answer, lang), found, language=lang)


def _day(query: str, edition: EditionDate | None, lang: str) -> EditionDate | None:
    """The day of which the answer is to be, as the query or the option names it."""
    from search.query.faults import QueryError
    from search.query.meaning import day_of
    from search.query.reading import read

    try:
        day = day_of(read(query), query)
        if day is not None and edition is not None:
            raise QueryError("edition_inside", query, 0, name="edition")
    except QueryError as fault:
        raise fault.in_language(lang) from fault
    return day or edition


def _tell(answer: "Found", lang: str) -> None:
    """What is to be known of the answer, beside the hits."""
    from search.render import printable

    for friend in answer.warnings:
        click.echo(friend_sentence(friend, lang), err=True)
    for each in answer.textless:
        title = f" {each.title.text}" if each.title else ""
        click.echo(f"{each.number}{title}: {words(lang, 'not_held')}", err=True)
    for expansion in answer.expansions:
        if expansion.total > len(expansion.forms):
            told = {"shown": len(expansion.forms), "total": expansion.total}
            click.echo(words(lang, "expanded", word=expansion.said, **told), err=True)
    for phrase in answer.loosened if answer.hits else ():
        click.echo(words(lang, "loosened", phrase=printable(phrase)), err=True)
    if not answer.hits:
        click.echo(words(lang, "no_hit", query=printable(_short(answer.query))), err=True)
    if answer.did_you_mean:
        suggestions = ", ".join(
            words(lang, "finding_quote", text=printable(each)) for each in answer.did_you_mean
        )
        click.echo(words(lang, "did_you_mean", suggestions=suggestions), err=True)


def _short(query: str) -> str:
    """Enough of it to know it again."""
    return query if len(query) <= _SHOWN else f"{query[:_SHOWN]}…"


def _complete(store: Store, prefix: str, *, lang: str, limit: int, as_json: bool) -> None:
    from search.completion import completions

    found = completions(Holdings(store), prefix, language=lang, most=limit)
    if as_json:
        from search.as_json import completions_json

        session.print_json(completions_json(found))
    else:
        for each in found:
            where = str(each.number) if each.language else ""
            click.echo("  ".join(filter(None, (each.text, where, each.title))))
    if not found:
        click.echo(words(lang, "complete_none", prefix=prefix), err=True)
        sys.exit(1)
