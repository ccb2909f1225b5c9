"""The command that finds rules: search."""

import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kb.edition import EditionDate
from kb.holdings import Holdings
from kb.lang import codes
from kb.saying import said
from kb.store import Store
from search.cli import chat as chats
from search.cli import completing, session
from search.sentences import friend_sentence, words

if TYPE_CHECKING:  # a completion needs no index
    from search.hits import Found

_LEFT_OUT = re.compile(r"""-(?: [^\W\d_]{2} | ["“«(] | \d{3}\. )""", re.VERBOSE)
"""What the query language takes for something to leave out: no option has one dash and a word."""
_SHOWN = 200
"""Signs of a query that are told again where nothing is found."""


class _Search(click.Command):
    """Its help ends with the table of the query language."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = list(args)  # click takes from the list what it has read
        left_out = next(_left_out(given), None)
        if left_out is None:
            return super().parse_args(ctx, args)
        words = [each for each in self._words(given) if each != left_out]
        write = shlex.quote(" ".join((*words, left_out)))
        if not words:  # a word in quotes is an option all the same where a dash begins it
            write = f"-- {shlex.quote(f'{left_out} …')}"
        told = said("usage.left_out", came=left_out, write=f"regulae search {write}")
        raise click.UsageError(told, ctx)

    def _words(self, args: Sequence[str]) -> Iterator[str]:
        """What is no option and no value of one."""
        wants_value = {
            name
            for each in self.params
            if isinstance(each, click.Option) and not each.is_flag
            for name in each.opts
        }
        before = ""
        for arg in args:
            if not arg.startswith("-") and before not in wants_value:
                yield arg
            before = arg

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from search.query.table import TABLE, example_in

        lang = session.message_language()
        with formatter.section(words(lang, "query_help_title").rstrip(":")):
            formatter.write_dl(
                [(example_in(lang, entry), words(lang, entry.help)) for entry in TABLE]
            )


def _left_out(args: Sequence[str]) -> Iterator[str]:
    """Words after a dash among the options: the shell has taken the quotes off the query."""
    for arg in args:
        if arg == "--":
            return
        if _LEFT_OUT.match(arg):
            yield arg


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
    like: str | None,
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
        regulae search --like kicker
        regulae search --complete poten
        regulae search "kicker cost" --explain
        regulae search "damage on the stack" --edition 2006-07-15
        regulae search "kicker cost" --limit 3 --style discord

    Ordinary words and questions need no signs. With --edition all texts are those in force on
    that day, and the first question about it takes some seconds.
    """
    text = " ".join(query)
    if (bool(query), like is not None, complete is not None).count(True) != 1:
        raise click.UsageError(said("usage.one_question"))
    if complete is not None:
        if chat is not None:
            raise click.UsageError(said("usage.complete_for_chat"))
        with session.base(kb, lang=lang, at=edition) as store:
            _complete(store, complete, lang=lang, limit=limit, as_json=as_json)
        return
    options: dict[str, Any] = {
        "language": lang, "within": None if within == "all" else within, "kind": kind,
        "limit": limit, "explain": explain,
    }  # fmt: skip
    day = edition if like is not None else _day(text, edition)
    with session.base(kb, lang=lang, at=day) as store:
        index = session.index(store, lang=lang, engine=engine)
        if like is not None:
            from search.like import find_like, rule_of

            answer = find_like(store, index, rule_of(Holdings(store), like), **options)
        else:
            from search.find import find

            answer = find(store, index, text, **options)
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
        if like is None:
            _tell_bare_fields(text, lang)
    if not answer.hits:
        sys.exit(1)


def _post(chat: chats.Chat, answer: "Found", lang: str, *, as_json: bool) -> None:
    from search.as_json import found_json
    from search.chat import saying

    found = found_json(answer) if as_json else None
    chat.post(saying.hits(answer, lang), found, language=lang)


def _day(query: str, edition: EditionDate | None) -> EditionDate | None:
    """The day of which the answer is to be, as the query or the option names it."""
    from search.query.meaning import day_of, edition_elsewhere
    from search.query.reading import read

    tree = read(query)
    day = day_of(tree, query)
    if day is not None and edition is not None:
        raise edition_elsewhere(tree, query)
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


def _tell_bare_fields(query: str, lang: str) -> None:
    """That a field without its value was read as a word, in case it was not meant as one."""
    from search.query.lexing import bare_fields
    from search.query.table import field_example, field_in

    for name in bare_fields(query):
        told = {"field": f"{field_in(lang, name)}:", "example": field_example(lang, name)}
        click.echo(words(lang, "query_bare_field", **told), err=True)


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
