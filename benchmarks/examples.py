"""The table in docs/examples-of-the-rules.md: the examples of one edition as game states."""

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import ROOT, editions_folder
from ingest.pipeline import read_path
from kb.checks import checked_rules
from kb.edition import EditionDate
from kb.number import RuleNumber
from kb.paths import data_dir
from kb.state_read import read

PAGE = ROOT / "docs/examples-of-the-rules.md"
EDITION = "2026-01-16"
_REF = re.compile(
    r"""
    (?P<rule> \d{3}\.\d+[a-z]? )      # the rule below which the example stands
    \ example\ (?P<place> [1-9]\d* )  # its place among the examples of that rule
    \ \( (?P<edition> [\d-]{10} ) \)
    """,
    re.VERBOSE,
)
HEADS = ("rule", "example", "the rule has a checker", "documents, or why there is none")
NO_CHECKER = "no checker is about what it shows"
WHY = {
    "no field for what is replaced or prevented": (
        "120.4d-1", "400.6", "603.2g", "611.2c-2", "614", "615", "616", "701.23f", "704.7",
        "707.9e", "712.13a", "801.13a", "801.13b",
    ),
    "no field for the condition or the end of an effect": (
        "609.2", "611.2b", "611.3b", "611.3c", "613.5", "613.9-2", "702.1b", "702.1c",
    ),
    "no field for a number that changes with the game": ("208.2a", "704.4", "700.5a"),
    "no field for switching power and toughness": ("613.4d",),
    "no field for flipped or melded permanents": ("110.5c", "707.3-2", "710.2", "712.21"),
    "no field for casting one half of a card, or face down": ("601.3e",),
    "no field for a permission to cast as though with flash": ("601.3b", "609.4a"),
    "no field for names, types and colours that players choose": (
        "201.4a", "205.3e", "607.4", "607.5a", "707.6",
    ),
    "no field for the mana that an ability makes": ("106", "107.1b-2", "605.4a", "707.10-3"),
    "no field for drawing, revealing, searching, shuffling": (
        "603.8", "603.11", "608.2f-2", "609.3", "700.3c", "701.20c", "701.23b", "701.23c",
        "701.24", "702.26b-1",
    ),
    "no field for changing targets of what is on the stack": ("115.7e",),
    "no field for stickers in a name": ("123.6b", "123.6c"),
    "no field for what a card exiled or was exiled with": ("111.12", "607.5-1", "610.3d"),
    "no field for delayed and reflexive abilities": ("603.7a", "603.7c", "603.12", "700.7"),
    "no field for objects sacrificed or lost as a spell resolves": ("608.2d", "118.12"),
    "no field for piles, shortcuts, loops, subgames and players controlled by others": (
        "722", "726", "728", "731",
    ),
    "no field for range of influence, teams, and how a variant begins": (
        "801", "807", "809", "810", "811", "902",
    ),
    "no field for commanders and colour identity": ("903",),
    "only the words of a card tell": (
        "111.11", "113", "201.5a", "201.5b", "603.4", "707.9a", "707.9d-2", "707.9f", "707.10-2",
        "707.11",
    ),
    "the checker looks at what the leaving player owns, not at whose effects end": ("800.4a-2",),
}  # fmt: skip
"""Reasons, with the sections, rules or single examples for which they hold."""
_INTRODUCTION = f"""# The examples of the rules as game states

The official rules give examples under many rules. Those of the edition of {EDITION} that a game
state can tell are documents in `data/scenarios/examples/`, in words and with names of our own: one
for what an example calls right, one ending in `-not` for what it calls wrong. Each expects the
verdict that the example states, and a test verifies them. Here are all examples, by rule and place
below it. Written by `python -m benchmarks examples` from the folder that `REGULAE_SHARED` names; a
test holds it true.

"""


@dataclass(frozen=True, order=True, slots=True)
class Example:
    """An example: the rule below which it stands, its place there from 1."""

    rule: RuleNumber
    place: int

    def __str__(self) -> str:
        return f"{self.rule}-{self.place}"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks examples", description=__doc__)
    parser.parse_args(arguments)
    PAGE.write_text(page(editions_folder()), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written")


def page(folder: Path) -> str:
    """The whole page, from the plain-text files of a folder."""
    all_, documents = tuple(examples(folder)), told()
    checked = frozenset(checked_rules(EditionDate.parse(EDITION)))
    shown = [example for example in all_ if example in documents]
    count = sum(map(len, documents.values()))
    summary = f"{len(all_)} examples; {len(shown)} of them are told by {count} documents.\n\n"
    rows = [
        (
            str(example.rule),
            str(example.place),
            "yes" if example.rule in checked else "no",
            ", ".join(f"`{name}`" for name in documents.get(example, ())) or why(example),
        )
        for example in all_
    ]
    lines = [HEADS, tuple("---" for _ in HEADS), *rows]
    return _INTRODUCTION + summary + "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def examples(folder: Path) -> Iterator[Example]:
    """The examples of the edition, in its order."""
    for texts in read_path(str(folder / f"{EDITION}.txt")).editions:
        for rule in texts.rules:
            for place in range(1, len(rule.examples) + 1):
                yield Example(rule.number, place)


def told() -> dict[Example, tuple[str, ...]]:
    """The documents of each example, by name."""
    found: dict[Example, tuple[str, ...]] = {}
    folder = data_dir() / "scenarios/examples"
    for path in sorted(folder.glob("*.yaml"), key=lambda path: path.stem):
        example = of_document(path)
        found[example] = (*found.get(example, ()), path.stem)
    return found


def of_document(path: Path) -> Example:
    """The example that a document tells; raises ValueError where its source does not name one."""
    [document] = read(path.read_text(encoding="utf-8"), name=path.name)
    ref = document.source.ref if document.source is not None else None
    match = _REF.fullmatch(ref or "")
    if match is None or match["edition"] != EDITION:
        raise ValueError(f"{path}: source {ref!r}; wanted like '702.19b example 1 ({EDITION})'")
    return Example(RuleNumber.parse(match["rule"]), int(match["place"]))


def why(example: Example) -> str:
    """Why no document tells an example; the most particular entry of the table wins."""
    found = [
        (len(entry), reason)
        for reason, entries in WHY.items()
        for entry in entries
        if _is_about(entry, example)
    ]
    return max(found)[1] if found else NO_CHECKER


def _is_about(entry: str, example: Example) -> bool:
    if "-" in entry:
        return entry == str(example)
    return example.rule.within(RuleNumber.parse(entry))
