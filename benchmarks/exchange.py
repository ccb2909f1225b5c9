"""The cost of what translators exchange: a whole English edition with a translation of another.

The translation is made: each word of an older edition backwards, in another language. Each command
is a process of its own, against a bare Python in the same rounds. Quote the ratios, not the
seconds.
"""

import argparse
import multiprocessing
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.measure import Row, editions_folder, installed, print_rows
from kb.edition import EditionKind
from kb.lang import ORIGINAL, codes
from kb.model import EditionTexts, RuleText, SourceTexts


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks exchange", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args(arguments)
    regulae = installed()
    older, newest = sorted(editions_folder().glob("*.txt"))[-2:]
    language = next(code for code in codes() if code != ORIGINAL)
    with tempfile.TemporaryDirectory() as scratch:
        base, empty, made = (Path(scratch) / name for name in ("base", "empty", "made.json"))
        # in a process of its own: what this one has in memory counts for each that it starts
        making = multiprocessing.get_context("spawn").Process(
            target=_translate, args=(older, language, made)
        )
        making.start()
        making.join()
        if making.exitcode:
            sys.exit(making.exitcode)
        for command in (
            [regulae, "--kb", str(empty), "build"],
            [regulae, "--kb", str(base), "ingest", str(older), str(newest), str(made)],
        ):
            subprocess.run(command, check=True, capture_output=True)
        exports = {form: Path(scratch) / f"export.{form}" for form in ("po", "tmx", "json")}
        rows = [Row("python -c pass", [sys.executable, "-c", "pass"])]
        for form in ("po", "tmx", "xliff", "review", "json"):
            place = str(exports.get(form, Path(scratch) / f"export.{form}"))
            command = [regulae, "--kb", str(base), "export", form, place, "--lang", language]
            rows.append(Row(f"export {form}", [*command, "--force"]))
        for form, export in exports.items():
            command = [regulae, "--kb", str(base), "ingest", str(export), "--dry-run"]
            rows.append(Row(f"ingest {form} --dry-run", command))
        for _ in range(args.rounds):
            for row in rows:
                row.run()
        taken = [ingest(regulae, empty, export, Path(scratch)) for export in exports.values()]
        sizes = {form: export.stat().st_size / 1e6 for form, export in exports.items()}
        print(", ".join(f"{form} {size:.1f} MB" for form, size in sizes.items()))
    yardsticks = [rows[0], next(row for row in rows if row.name == "export json")]
    print_rows(f"{older.stem} translated beside {newest.stem}", rows, yardsticks=yardsticks)
    print_rows("taken into an empty base, with its index", [rows[0], *taken], yardsticks=[rows[0]])


def _translate(edition: Path, language: str, made: Path) -> None:
    from ingest.pipeline import read_path
    from kb.export_json import write_json

    with made.open("wb") as file:
        write_json([translation(read_path(str(edition)), language)], file)


def translation(english: SourceTexts, language: str) -> SourceTexts:
    """The edition of a document with each word backwards."""
    (texts,) = english.editions
    of = replace(texts.edition, language=language, kind=EditionKind.TRANSLATION, source="made")
    rules = tuple(
        RuleText(
            rule.number,
            backwards(rule.text),
            rule.title and backwards(rule.title),
            tuple(map(backwards, rule.examples)),
        )
        for rule in texts.rules
    )
    return SourceTexts("made", "text", language, (EditionTexts(of, rules),))


def backwards(text: str) -> str:
    """Twice gives the text again."""
    return " ".join(word[::-1] for word in text.split())


def ingest(regulae: str, empty: Path, export: Path, scratch: Path) -> Row:
    """The export taken once into a base that has only the bundle."""
    base = scratch / f"base-{export.suffix[1:]}"
    shutil.copytree(empty, base)
    row = Row(f"ingest {export.suffix[1:]}", [regulae, "--kb", str(base), "ingest", str(export)])
    row.run()
    return row
