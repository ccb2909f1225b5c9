"""The command about names: terms."""

import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.edition import EditionDate
from kb.files import read_utf8
from kb.holdings import Holdings
from search.cli import completing, session
from search.sentences import friend_sentence, words

if TYPE_CHECKING:  # a name of the table needs no dictionary
    from kb.dictionary import Dictionary

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
            raise click.UsageError("--check goes with --lang and --json alone")
        _check(check, lang if session.is_spoken("lang") else None, as_json=as_json)
        return
    if friends and forms:
        raise click.UsageError("--friends shows no forms; leave --forms out")
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


@cache
def _dictionary(code: str) -> "Dictionary":
    from kb.dictionary import Dictionary

    return Dictionary(code)


def _base_form(word: str, code: str) -> str:
    return _dictionary(code).lemma(word)


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
    from kb.term_faults import faults
    from search.term_check import fault_json, fault_line, placed

    text = read_utf8(file, largest=_LARGEST, wanted="a text to check").removeprefix("\ufeff")
    code = lang or session.told_language(text)
    if code is None:
        raise click.UsageError(f"{file}: nothing tells its language; name it with --lang")
    spoken = session.message_language()
    found = list(placed(text, faults(text, code=code, is_word=_dictionary(code).has)))
    if as_json:
        findings = [fault_json(each, spoken) for each in found]
        session.print_json({"file": file, "language": code, "findings": findings})
    else:
        for each in found:
            click.echo(fault_line(each, spoken, file=file))
        key = "term_faults" if found else "term_no_faults"
        click.echo(click.style(words(spoken, key, count=len(found)), dim=True))
    if found:
        sys.exit(1)
