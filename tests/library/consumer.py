"""A program that imports the library: ``test_types`` lets mypy read it as one that is installed."""

from pathlib import Path

from search.library import (
    Citing,
    EditionDate,
    Found,
    Refused,
    RuleNumber,
    Store,
    cite,
    diff,
    extract,
    lint,
    look_up,
    open_base,
    search,
    verify,
)


def answer(folder: Path, question: str) -> str:
    with open_base(folder, edition=EditionDate.parse("2026-08-07")) as base:
        found: Found = search(base, question, language="it", limit=3)
        numbers: list[RuleNumber] = [hit.number for hit in found.hits if hit.number is not None]
        cited: Citing = cite(base, *map(str, numbers), language="it")
        return "; ".join(one.text for one in cited.citations)


def titles(base: Store, what: str) -> list[str]:
    return [shown.title.text for shown in look_up(base, what).results if shown.title is not None]


def changed(base: Store, old: EditionDate, new: EditionDate) -> int:
    return sum(diff(base, old, new).counts.values())


def cited_in(text: str) -> set[RuleNumber]:
    return {number for citation in extract(text) for number in citation.numbers}


def wrong(base: Store, text: str, game: str) -> list[str]:
    said = [finding.evidence for finding in lint(base, text)]
    return said + [found.reason for found in verify(game) if isinstance(found, Refused)]
