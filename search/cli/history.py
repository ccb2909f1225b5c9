"""Commands that set editions against each other: diff, history."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.diff.kinds import ChangeKind
from kb.edition import EditionDate
from kb.lang import codes
from kb.saying import said
from search.cli import completing, session
from search.sentences import friend_sentence, language_name, words

if TYPE_CHECKING:  # each command pays for its own modules only
    from kb.diff.phrases import Found
    from search.changes import Changes
    from search.histories import Histories

_within = click.option(
    "--in",
    "within",
    type=click.Choice(codes()),
    help="The language of the editions (default: the first that has them).",
)
_full = click.option("--full", is_flag=True, help="Whole texts, also where nothing changed.")


@click.command()
@click.argument("old", type=EditionDate.parse, metavar="OLD")
@click.argument("new", type=EditionDate.parse, metavar="NEW")
@click.argument("what", nargs=-1, shell_complete=completing.rules)
@click.option(
    "--kind",
    "kinds",
    type=click.Choice([*map(str, ChangeKind)]),
    multiple=True,
    help="Of this kind only; may be said again.",
)
@click.option("--summary", is_flag=True, help="Only how many there are of each kind.")
@_full
@click.option("--html", metavar="FILE", help="Write one page of HTML to a new file, or to - .")
@click.option("--force", is_flag=True, help="Let the page take the place of a file.")
@_within
@session.answer_language
@session.json_answer
@click.pass_obj
def diff(
    kb: Path | None,
    old: EditionDate,
    new: EditionDate,
    what: tuple[str, ...],
    kinds: tuple[str, ...],
    summary: bool,
    full: bool,
    html: str | None,
    force: bool,
    within: str | None,
    lang: str,
    as_json: bool,
) -> None:
    """Show what the rules became from one edition to another, word by word.

    \b
        regulae diff 2026-04-17 2026-08-07
        regulae diff 2011-06-17 2026-08-07 702.33 --full
        regulae diff 2021-04 2026-08-07 --kind split --kind merged
        regulae diff 2026-04-17 2026-08-07 --html changes.html

    An edition is named by its date, or by any day on which it was in force. Rules are matched by
    what they say, by their numbers only then. WHAT is a number, a range, a section or a name as
    in show, of the newer edition.
    """
    from search.changes import Wanted, changes, keep
    from search.render import absent_text

    if html is not None and (as_json or summary):
        raise click.UsageError(said("usage.html_alone"))
    wanted = Wanted(old, new, what, frozenset(map(ChangeKind, kinds)))
    with session.base(kb, lang=lang) as store:
        answer, chain = changes(store, wanted, language=lang, within=within)
        keep(store, chain)
    for friend in answer.warnings:
        click.echo(friend_sentence(friend, lang), err=True)
    if answer.absent:
        click.echo(absent_text(answer.absent, lang), err=True)
    if answer.same_edition:
        click.echo(words(lang, "diff_same", edition=answer.new.date), err=True)
    _note_not_held(answer, lang)
    if html is not None:
        from search.changes_html import changes_page

        _write(html, changes_page(answer, lang), force=force)
    elif as_json:
        from search.changes_json import changes_json

        session.print_json(changes_json(answer))
    else:
        from search.changes_text import changes_text, summary_text

        parts = [summary_text(answer, lang)] if summary else changes_text(answer, lang, full=full)
        for part in parts:
            click.echo(part)
    if what and not answer.asked and not answer.entries:
        sys.exit(1)


def _note_not_held(answer: Changes, lang: str) -> None:
    """That pages are no whole editions: what they lack may have been a rule all the same."""
    for edition, lacking in ((answer.new, answer.only_old), (answer.old, answer.only_new)):
        if lacking:
            line = words(lang, "diff_not_held", count=len(lacking), edition=edition.date)
            click.echo(line, err=True)


def _write(place: str, page: str, *, force: bool) -> None:
    if place == "-":
        click.echo(page.encode(), nl=False)
        return
    from kb.new_place import new_file

    with new_file(Path(place), force=force) as file:
        file.write(page.encode())


@click.command()
@click.argument("what", nargs=-1, shell_complete=completing.rules)
@click.option(
    "--phrase",
    metavar="TEXT",
    help="In which editions these words stand, since when, and in which rules.",
)
@click.option(
    "--edition",
    type=session.day_of_edition,
    metavar="DATE",
    help="The day on which WHAT had this number (default: the newest edition).",
)
@click.option("--whole", is_flag=True, help="With all that stands below each rule.")
@click.option("--all-langs", is_flag=True, help="With the editions of every language.")
@click.option(
    "--limit",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    help="Rules with the phrase, at most.",
)
@_full
@_within
@session.answer_language
@session.json_answer
@click.pass_obj
def history(
    kb: Path | None,
    what: tuple[str, ...],
    phrase: str | None,
    edition: EditionDate | None,
    whole: bool,
    all_langs: bool,
    limit: int,
    full: bool,
    within: str | None,
    lang: str,
    as_json: bool,
) -> None:
    """Follow a rule through its moves over all editions, or find when some words came in.

    \b
        regulae history kicker
        regulae history 702.31 --edition 2011-06-17 --whole
        regulae history --phrase "state-based actions are checked"

    WHAT is a number, a range, a section or a name as in show. With --phrase and WHAT only the
    texts of these rules are looked through. The first question after an edition came in takes
    some seconds: the rules of all editions are matched, and that is kept in the base.
    """
    from search.histories import Reader, Wanted, histories
    from search.histories import phrase as find

    if not what and phrase is None:
        raise click.UsageError(said("usage.nothing_to_follow"))
    if phrase is not None and not phrase.strip():
        raise click.UsageError(said("usage.empty_phrase"))
    also = codes() if all_langs else (lang,) if within is None else ()
    wanted = Wanted(what, edition, whole, within, also)
    reader = Reader(lang, lambda code: _say_indexing(code, lang))
    with session.base(kb, lang=lang) as store:
        if phrase is None:
            found, told = None, histories(store, wanted, reader)
        else:
            found, told = find(store, phrase, wanted, reader, limit=limit)
    _note(told, lang)
    if found is not None:
        _print_phrase(found, lang, as_json=as_json)
    else:
        _print_histories(told, lang, full=full, as_json=as_json)


def _say_indexing(code: str, lang: str) -> None:
    click.echo(words(lang, "history_indexing", language=language_name(code, lang)), err=True)


def _note(told: Histories, lang: str) -> None:
    from search.histories_text import former_text
    from search.render import absent_text

    for friend in told.warnings:
        click.echo(friend_sentence(friend, lang), err=True)
    if told.undated:
        click.echo(words(lang, "history_undated", count=told.undated), err=True)
    for held in told.former:
        click.echo(former_text(held, told.at, lang), err=True)
    if told.absent:
        click.echo(absent_text(told.absent, lang), err=True)


def _print_histories(told: Histories, lang: str, *, full: bool, as_json: bool) -> None:
    if as_json:
        from search.histories_json import histories_json

        session.print_json(histories_json(told))
    else:
        from search.histories_text import history_text

        for place, one in enumerate(told.histories):
            click.echo(("\n" if place else "") + "\n".join(history_text(one, lang, full=full)))
    if not told.histories:
        sys.exit(1)


def _print_phrase(found: Found, lang: str, *, as_json: bool) -> None:
    if as_json:
        from search.histories_json import phrase_json

        session.print_json(phrase_json(found))
    elif found.holders:
        from search.phrases_text import phrase_text

        for part in phrase_text(found, lang):
            click.echo(part)
    if not found.holders:
        from search.render import in_one_line

        click.echo(words(lang, "phrase_nowhere", phrase=in_one_line(found.phrase)), err=True)
        sys.exit(1)
