"""The command export: what the base holds, for other programs, spreadsheets and translators."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from kb.edition import EditionDate
from kb.lang import ORIGINAL
from search.cli import session
from search.sentences import words

if TYPE_CHECKING:
    from kb.model import SourceTexts
    from kb.store import Store


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
@click.argument("form", type=click.Choice(["json", "csv", "po"]))
@click.argument("dest", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--lang",
    type=session.language_code,
    metavar="CODE",
    help="Only the texts of this language; for po, the language of the translation.",
)
@click.option(
    "--edition",
    "at",
    type=session.day_of_edition,
    metavar="DATE",
    help="Only the edition in force on that day.",
)
@click.option("--force", is_flag=True, help="Take the place of an export that is there already.")
@session.json_answer
@click.pass_obj
def export(
    kb: Path | None,
    form: str,
    dest: Path,
    lang: str | None,
    at: EditionDate | None,
    force: bool,
    as_json: bool,
) -> None:
    """Write what the base holds, so that `regulae ingest` can read it back.

    \b
        regulae export json rules.json
        regulae export csv tables/ --lang it --edition 2024-11-23
        regulae export po italiano.po --lang it
        regulae export json - | regulae --kb ./other ingest -

    json and csv lose nothing: editions, rules, examples, rulings, glossary, facts and notes come
    back as they were, and what you change in between comes back as a text of its own. csv is a
    folder with one table a file, safe to open and save in a spreadsheet. po sets English and the
    language of --lang side by side; it holds numbers, names, texts, examples and the date of each
    edition, and neither rulings, glossary, facts, notes nor lines. DEST may be - for standard
    output, but for csv.
    """
    said = session.message_language()
    to_stdout = str(dest) == "-"
    if to_stdout and (form == "csv" or as_json):
        raise click.UsageError("csv wants a folder, and --json the standard output for itself")
    if form == "po" and lang in (None, ORIGINAL):
        raise click.UsageError(f"po wants --lang with a language other than {ORIGINAL}")
    with session.base(kb, lang=said) as store, store.snapshot():
        if form == "po":
            answer = _write_po(store, dest, lang or "", at, force=force)
        else:
            answer = _write(store, form, dest, lang, at, force=force)
    if answer is None:
        click.echo(words(said, "nothing_to_export", language=lang), err=True)
        sys.exit(1)
    if as_json:
        session.print_json({"export": {"form": form, "dest": str(dest), **answer}})
        return
    key = "exported_po" if form == "po" else "exported"
    click.echo(words(said, key, dest=dest, language=lang, **answer), err=to_stdout)
    for key in ("fuzzy", "gone"):
        if answer.get(key):
            click.echo(words(said, f"exported_{key}", count=answer[key]), err=True)


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
        "gone": made.gone,
    }


@contextmanager
def _file(dest: Path, *, force: bool) -> Iterator[BinaryIO]:
    """Standard output for ``-``, else a file that is there when it is whole."""
    if str(dest) == "-":
        yield sys.stdout.buffer
        return
    from kb.new_place import new_file

    with new_file(dest, force=force) as file:
        yield file
