"""Commands that read the base: show, search, compare, terms."""

import sys
from pathlib import Path

import click

from kb.edition import EditionDate
from kb.holdings import Holdings
from kb.lang import ORIGINAL, codes
from search.cli import session
from search.sentences import friend_sentence, words


@click.command()
@click.argument("what", nargs=-1, required=True)
@click.option("--all-langs", is_flag=True, help="In every language that has a text.")
@click.option(
    "--edition", type=session.day_of_edition, metavar="DATE", help="The edition in force then."
)
@session.answer_language
@session.json_answer
@click.pass_obj
def show(
    kb: Path | None,
    what: tuple[str, ...],
    all_langs: bool,
    edition: EditionDate | None,
    lang: str,
    as_json: bool,
) -> None:
    """Show rules: a number, a range, a section, or a name in any language.

    \b
        regulae show 702.33d --lang it
        regulae show 702.33a-d
        regulae show potenziamento --all-langs

    A number that only an older edition has is shown from the newest that has it, with what became
    of it.
    """
    from search.look import look_up

    with session.base(kb, lang=lang) as store:
        answer = look_up(Holdings(store), what, language=lang, all_languages=all_langs, at=edition)
    from search import render

    if as_json:
        from search.as_json import look_up_json

        session.print_json(look_up_json(answer))
    elif answer.results:
        click.echo(render.look_up_text(answer, lang))
    for friend in answer.warnings:
        click.echo(friend_sentence(friend, lang), err=True)
    if answer.absent:
        click.echo(render.absent_text(answer.absent, lang), err=True)
    if answer.absent or not answer.results:
        sys.exit(1)


@click.command()
@click.argument("query", nargs=-1, required=True)
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
@session.answer_language
@session.json_answer
@click.pass_obj
def search(
    kb: Path | None,
    query: tuple[str, ...],
    within: str,
    kind: str | None,
    limit: int,
    lang: str,
    as_json: bool,
) -> None:
    """Search the rules with words in any language.

    \b
        regulae search "costo di potenziamento"
        regulae search mareo de invocación --lang es --limit 3
    """
    from search.find import find

    with session.base(kb, lang=lang) as store:
        answer = find(
            store,
            session.index(store, lang=lang),
            " ".join(query),
            language=lang,
            within=None if within == "all" else within,
            kind=kind,
            limit=limit,
        )
    if as_json:
        from search.as_json import found_json

        session.print_json(found_json(answer))
    elif answer.hits:
        from search import render

        click.echo(render.found_text(answer, lang))
    for friend in answer.warnings:
        click.echo(friend_sentence(friend, lang), err=True)
    for each in answer.textless:
        title = f" {each.title.text}" if each.title else ""
        click.echo(f"{each.number}{title}: {words(lang, 'not_held')}", err=True)
    if not answer.hits:
        click.echo(words(lang, "no_hit", query=answer.query), err=True)
        sys.exit(1)


@click.command()
@click.argument("what", nargs=-1, required=True)
@click.option(
    "--langs",
    default=",".join((*(code for code in codes() if code != ORIGINAL), ORIGINAL)),
    show_default=True,
    help="Languages, in order.",
)
@session.answer_language
@session.json_answer
@click.pass_obj
def compare(kb: Path | None, what: tuple[str, ...], langs: str, lang: str, as_json: bool) -> None:
    """Compare the texts of a rule in several languages, side by side.

    \b
        regulae compare 702.33
        regulae compare prototipo --langs it,es
    """
    from kb.compare import compare as side_by_side
    from search.asked import asked
    from search.render import absent_text

    languages = tuple(session.language_code(code) for code in langs.split(","))
    with session.base(kb, lang=lang) as store:
        holdings = Holdings(store)
        question = asked(holdings, what)
        answer = side_by_side(holdings, question.numbers, languages, exact=question.exact)
    for friend in question.warnings:
        click.echo(friend_sentence(friend, lang), err=True)
    if question.absent:
        click.echo(absent_text(question.absent, lang), err=True)
    if as_json:
        from search.as_json import comparison_json

        session.print_json(comparison_json(answer, lang))
    elif answer.rows:
        from search.tables import comparison_table

        comparison_table(answer, languages, lang)
    elif answer.numbers:
        click.echo(words(lang, "not_held"), err=True)
    if not answer.rows:
        sys.exit(1)


@click.command()
@click.argument("word", nargs=-1)
@session.answer_language
@session.json_answer
@click.pass_obj
def terms(kb: Path | None, word: tuple[str, ...], lang: str, as_json: bool) -> None:
    """List the names of rules in all languages, or those that a word or a number has.

    \b
        regulae terms potenziamento
        regulae terms 702.154
        regulae terms
    """
    from search.names import names

    with session.base(kb, lang=lang) as store:
        answer = names(Holdings(store), " ".join(word))
    if as_json:
        from search.as_json import names_json

        session.print_json(names_json(answer))
    elif answer.names:
        from search.tables import names_table

        names_table(answer, lang)
    for friend in answer.warnings:
        click.echo(friend_sentence(friend, lang), err=True)
    if not answer.names:
        click.echo(words(lang, "no_rule", what=" ".join(word)), err=True)
        sys.exit(1)
