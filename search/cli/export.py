"""The command export: what the base holds, for other programs, spreadsheets and translators."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

import click

from kb.edition import EditionDate
from kb.lang import ORIGINAL, codes
from kb.saying import said
from search.cli import session
from search.sentences import words

if TYPE_CHECKING:
    from kb.model import SourceTexts
    from kb.store import Store


_REPORTS = ("xliff", "review")
_FOLDERS = ("csv", "site")
_OF_ONE = ("po", *_REPORTS)
"""Forms that set one language beside English."""


@dataclass(slots=True)
class _Counts:
    """What was written."""

    documents: int = 0
    editions: int = 0
    rules: int = 0

    def counted(self, documents: Iterable["SourceTexts"]) -> Iterator["SourceTexts"]:
        """The same documents, counted as they go by."""
        for texts in documents:
            self.documents += 1
            self.editions += len(texts.editions)
            self.rules += sum(len(edition.rules) for edition in texts.editions)
            yield texts


@click.command()
@click.argument("form", type=click.Choice(["json", "csv", "po", "tmx", "xliff", "review", "site"]))
@click.argument("dest", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--lang",
    type=session.language_code,
    metavar="CODE",
    help="Only the texts of this language; for po, xliff and review that of the translation.",
)
@click.option(
    "--langs",
    metavar="CODES",
    help="For tmx: the languages beside the English text, as in it,es (default: all).",
)
@click.option(
    "--edition",
    "at",
    type=session.day_of_edition,
    metavar="DATE",
    help="Only the edition in force on that day.",
)
@click.option(
    "--base-url",
    metavar="URL",
    help="For site: the address at which it will stand (default: all links are relative).",
)
@click.option("--force", is_flag=True, help="Take the place of an export that is there already.")
@session.json_answer
@click.pass_obj
def export(
    kb: Path | None,
    form: str,
    dest: Path,
    lang: str | None,
    langs: str | None,
    at: EditionDate | None,
    base_url: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Write what the base holds, so that `regulae ingest` can read it back, or as pages.

    \b
        regulae export json rules.json
        regulae export csv tables/ --lang it --edition 2024-11-23
        regulae export po italiano.po --lang it
        regulae export tmx memory.tmx --langs it,es
        regulae export xliff italiano.xlf --lang it
        regulae export review italiano.csv --lang it
        regulae export site public/ --base-url https://me.example/rules
        regulae export json - | regulae --kb ./other ingest -

    json and csv lose nothing: editions, rules, examples, rulings, glossary, facts and notes come
    back as they were, and what you change in between comes back as a text of its own. csv is a
    folder with one table a file, safe to open and save in a spreadsheet.

    po and tmx are for the tools of translators. They hold numbers, names, texts, examples and the
    date of each edition, and neither rulings, glossary, facts, notes nor lines. Each translation
    carries the hash of the English text for which it was made: where English says something else
    now, or under another number, it is fuzzy in po and stands beside the former text in tmx.

    xliff and review are reports that are not read back: what to translate and to review, and why.
    review is a table, the most urgent first. DEST may be - for standard output, but for folders.

    site is a folder of linked pages in all languages, with a search of its own, for any host of
    files: those of `regulae serve` for the newest editions. docs/site.md tells what is in it.
    """
    spoken = session.message_language()
    to_stdout = str(dest) == "-"
    if to_stdout and form in _FOLDERS:
        raise click.UsageError(said("usage.wants_folder", form=form))
    if to_stdout and as_json:
        raise click.UsageError(said("usage.json_wants_file"))
    if langs is not None and (form != "tmx" or lang is not None):
        raise click.UsageError(said("usage.langs_for_tmx"))
    if form in _OF_ONE and lang in (None, ORIGINAL):
        raise click.UsageError(said("usage.wants_other_lang", form=form, original=ORIGINAL))
    if form == "site" and (lang is not None or at is not None):
        raise click.UsageError(said("usage.site_has_all"))
    if base_url is not None and form != "site":
        raise click.UsageError(said("usage.base_url_for_site"))
    if form == "site":
        _write_site(kb, dest, base_url, spoken, force=force, as_json=as_json)
        return
    with session.base(kb, lang=spoken) as store, store.snapshot():
        if form == "po":
            answer = _write_po(store, dest, lang or "", at, force=force)
        elif form == "tmx":
            answer = _write_tmx(store, dest, _languages(lang, langs), at, force=force)
        elif form in _REPORTS:
            answer = _write_report(store, form, dest, lang or "", spoken, at, force=force)
        else:
            answer = _write(store, form, dest, lang, at, force=force)
    if answer is None:
        click.echo(words(spoken, "nothing_to_export", language=lang), err=True)
        sys.exit(1)
    if as_json:
        session.print_json({"export": {"form": form, "dest": str(dest), **answer}})
        return
    key = "exported" if form in ("json", "csv") else f"exported_{form}"
    if form in _REPORTS:
        key = "exported_report"
    click.echo(words(spoken, key, dest=dest, language=lang, **answer), err=to_stdout)
    for key in ("fuzzy", "obsolete", "left_out"):
        if answer.get(key):
            click.echo(words(spoken, f"exported_{key}", count=answer[key]), err=True)


def _write_site(
    kb: Path | None, dest: Path, base_url: str | None, spoken: str, *, force: bool, as_json: bool
) -> None:
    from search.cli import site

    base = site.base_address(base_url)
    with session.base(kb, lang=spoken) as store:  # the pages are made by processes of their own
        answer = site.write(store, dest, base=base, spoken=spoken, force=force)
    if as_json:
        session.print_json({"export": {"form": "site", "dest": str(dest), **answer}})
        return
    size = f"{answer['bytes'] / 2**20:.0f}"
    click.echo(words(spoken, "exported_site", dest=dest, size=size, **answer))
    if base is None:
        click.echo(words(spoken, "site_without_base"), err=True)


def _write(
    store: "Store", form: str, dest: Path, lang: str | None, at: EditionDate | None, *, force: bool
) -> dict[str, int] | None:
    """The documents of the base; None, and nothing written, where there are none."""
    from kb.export import documents

    found = documents(store, language=lang, at=at)
    first = next(found, None)
    if first is None:
        return None
    counts = _Counts()
    counted = counts.counted(chain([first], found))
    if form == "json":
        from kb.export_json import write_json

        with _file(dest, force=force) as file:
            write_json(counted, file)
    else:
        from kb.export_csv import is_csv_export, write_csv
        from kb.new_place import new_folder

        with new_folder(dest, force=force, ours=is_csv_export) as folder:
            write_csv(counted, folder)
    return asdict(counts)


def _write_po(
    store: "Store", dest: Path, lang: str, at: EditionDate | None, *, force: bool
) -> dict[str, int] | None:
    from kb.export_po import as_po

    made = as_po(store, lang, at=at)
    if not made.rules:
        return None
    with _file(dest, force=force) as file:
        file.write(made.content.encode("utf-8"))
    return {
        "rules": made.rules,
        "translated": made.translated,
        "fuzzy": made.fuzzy,
        "obsolete": made.gone,
        "left_out": made.left_out,
    }


def _languages(lang: str | None, langs: str | None) -> tuple[str, ...]:
    if langs is None:
        return codes() if lang is None else (lang,)
    return tuple(dict.fromkeys(session.language_code(code) for code in langs.split(",")))


def _write_tmx(
    store: "Store",
    dest: Path,
    languages: tuple[str, ...],
    at: EditionDate | None,
    *,
    force: bool,
) -> dict[str, int] | None:
    from search.exchange.as_tmx import memory, write_tmx

    units = memory(store, languages, at=at)
    if not units:
        return None
    with _file(dest, force=force) as file:
        texts = write_tmx(units, file)
    translations = [unit for each in units for _, unit in each.translations]
    return {
        "units": len(units),
        "texts": texts,
        "behind": sum(unit.state.behind for unit in translations),
        "left_out": sum(unit.passed_over for unit in translations),
    }


def _write_report(
    store: "Store",
    form: str,
    dest: Path,
    lang: str,
    spoken: str,
    at: EditionDate | None,
    *,
    force: bool,
) -> dict[str, int] | None:
    """Sentences of the report are in the language of messages."""
    from collections import Counter

    from kb.originals import Originals
    from kb.translations import State, units

    found = units(store, lang, originals=Originals(store, at), at=at)
    if not found:
        return None
    with _file(dest, force=force) as file:
        if form == "xliff":
            from search.exchange.as_xliff import write_xliff

            write_xliff(found, file, translation=lang, language=spoken)
        else:
            from kb.holdings import Holdings
            from search.exchange.as_review import write_review

            cited = Holdings(store).cited_by_counts(ORIGINAL)
            write_review(found, file, cited=cited, language=spoken)
    counts = Counter(unit.state for unit in found)
    return {state.value: counts[state] for state in State}


@contextmanager
def _file(dest: Path, *, force: bool) -> Iterator[BinaryIO]:
    """Standard output for ``-``, else a file that is there when it is whole."""
    if str(dest) == "-":
        if not sys.stdout.isatty():
            yield sys.stdout.buffer
            return
        from search.exchange.on_terminal import Shown

        with Shown(sys.stdout.buffer) as shown:
            yield cast(BinaryIO, shown)
        return
    from kb.new_place import new_file

    with new_file(dest, force=force) as file:
        yield file
