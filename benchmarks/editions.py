"""The table of the real editions in docs/editions.md: counts and kinds of notes, no text."""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import ROOT, editions_folder
from ingest.decode import decode
from ingest.pipeline import read_path

PAGE = ROOT / "docs/editions.md"
HEADS = (
    *("file", "encoding", "in force from", "chapters", "sections", "rules", "subrules"),
    *("examples", "glossary", "notes by kind"),
)
_INTRODUCTION = """# The editions that are read in full

Plain-text files of the official English rules, from the first wrapped ones to those of today, as
`regulae ingest` reads them: counts, and how many notes of which kind. A gap in the numbers is a
`missing-number`; where there is none, the numbers follow one another. Written by
`python -m benchmarks editions` from the folder that `REGULAE_SHARED` names; a test holds it true.

"""


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks editions", description=__doc__)
    parser.parse_args(arguments)
    PAGE.write_text(page(editions_folder()), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written")


def page(folder: Path) -> str:
    """The whole page, from the plain-text files of a folder."""
    rows = [row(path) for path in sorted(folder.glob("*.txt"))]
    lines = [HEADS, tuple("---" for _ in HEADS), *rows]
    return _INTRODUCTION + "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def row(path: Path) -> tuple[str, ...]:
    source = read_path(str(path))
    rules = [rule for texts in source.editions for rule in texts.rules]
    numbers = [rule.number for rule in rules]
    notes = Counter(note.kind.value for note in source.notes)
    counts = (
        sum(number.is_chapter for number in numbers),
        sum(number.is_section for number in numbers),
        sum(number.rule is not None and not number.is_subrule for number in numbers),
        sum(number.is_subrule for number in numbers),
        sum(len(rule.examples) for rule in rules),
        sum(len(texts.glossary) for texts in source.editions),
    )
    return (
        path.name,
        decode(path.read_bytes()).encoding,
        ", ".join(str(texts.edition.date) for texts in source.editions),
        *map(str, counts),
        ", ".join(f"{kind} {notes[kind]}" for kind in sorted(notes)),
    )
