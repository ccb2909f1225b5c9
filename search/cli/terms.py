"""The command about names: terms."""

import sys
from pathlib import Path

import click

from kb.edition import EditionDate
from kb.files import read_utf8
from kb.holdings import Holdings
from kb.saying import said
from search.cli import completing, session
from search.sentences import friend_sentence, words

_LARGEST = 4 * 2**20
"""Bytes of a text that is checked: four times the rule book."""


@click.command()
@click.argument("word", nargs=-1, shell_complete=completing.rules)
@click.option("--langs", metavar="CODE,…", help="Only what these languages call it.")
@click.option("--forms", is_flag=True, help="With variants and inflections.")
@click.option("--friends", is_flag=True, help="Like words of two languages for different rules.")
@session.edition_day
@click.option("--check", metavar="FILE", help="Check the terms of a text (- is standard input).")
@session.answer_language
@session.json_answer
@click.pass_obj
def terms(
    kb: Path | None,
    word: tuple[str, ...],
    langs: str | None,
    forms: bool,
    friends: bool,
    edition: EditionDate | None,
    check: str | None,
    lang: str,
    as_json: bool,
) -> None:
    """List the names of rules in all languages, or those that a word or a number has.

    \b
        regulae terms potenziamento
        regulae terms 702.154 --forms
        regulae terms 702.32 --edition 2019-05-03
        regulae terms --friends --langs it,es
        regulae terms --check ruling.txt --lang it

    A word may be of any language, inflected, without accents. --check tells where a text has a
    word that its language does not use for the concept: a known mistake, a second word for the
    same, the word of another language, a false friend. There --lang is the language of the text
    (default: told from the text). Exit code 1: something was found.
    """
    asked = " ".join(word)
    if check is not None:
        if word or langs or forms or friends or edition:
            raise click.UsageError(said("usage.check_alone"))
        _check(check, lang if session.is_spoken("lang") else None, as_json=as_json)
        return
    if friends and forms:
        raise click.UsageError(said("usage.friends_and_forms"))
    languages = [session.language_code(code) for code in langs.split(",")] if langs else []
    with session.base(kb, lang=lang, at=edition) as store:
        holdings = Holdings(store)
        if friends:
            _friends(holdings, asked, languages, lang, as_json=as_json)
        else:
            _names(holdings, asked, languages, lang, forms=forms, as_json=as_json)


def _names(
    holdings: Holdings, word: str, languages: list[str], lang: str, *, forms: bool, as_json: bool
) -> None:
    from search.names import names

    answer = names(holdings, word, base_form=_base_form, languages=languages)
    if as_json:
        from search.terms_json import names_json

        session.print_json(names_json(answer))
    elif answer.names:
        from search.term_tables import names_table

        names_table(answer, lang, forms=forms)
    for friend in answer.warnings:
        click.echo(friend_sentence(friend, lang), err=True)
    if not answer.names:
        from search.asked import Absent
        from search.render import absent_text

        click.echo(absent_text([Absent(word, answer.nearest)], lang), err=True)
        sys.exit(1)


def _base_form(word: str, code: str) -> str:
    from kb.dictionary import base_form  # a name of the table needs no dictionary

    return base_form(word, code)


def _friends(
    holdings: Holdings, word: str, languages: list[str], lang: str, *, as_json: bool
) -> None:
    from search.names import friends

    pairs = friends(holdings, word, language=lang, languages=languages)
    if as_json:
        from search.terms_json import friends_json

        session.print_json(friends_json(pairs))
    elif pairs:
        from search.term_tables import friends_table

        friends_table(pairs, lang)
    if not pairs:
        click.echo(words(lang, "term_no_friends"), err=True)
        sys.exit(1)


def _check(file: str, lang: str | None, *, as_json: bool) -> None:
    from kb.dictionary import dictionary
    from kb.term_faults import faults
    from search.term_check import fault_line, faults_json, placed

    text = read_utf8(file, largest=_LARGEST, wanted="text").removeprefix("\ufeff")
    code = lang or session.told_language(text)
    if code is None:
        raise click.UsageError(said("usage.language_untold", file=file))
    spoken = session.message_language()
    found = list(placed(text, faults(text, code=code, is_word=dictionary(code).has)))
    if as_json:
        session.print_json(faults_json(file, code, found, spoken))
    else:
        for each in found:
            click.echo(fault_line(each, spoken, file=file))
        key = "term_faults" if found else "term_no_faults"
        click.echo(click.style(words(spoken, key, count=len(found)), dim=True))
    if found:
        sys.exit(1)
