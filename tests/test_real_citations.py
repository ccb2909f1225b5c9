"""The citations of a real edition: how many lead where, and that none leads nowhere."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from ingest.pipeline import read_path
from kb.cite import citations
from kb.model import Citation, RuleText
from kb.number import RuleNumber, span
from kb.store import Store, in_memory
from tests.factories import put

pytestmark = pytest.mark.real_text


@pytest.fixture(scope="module")
def held(shared: Path) -> Iterator[Store]:
    with in_memory() as store:
        put(store, read_path(str(shared / "cr" / "2026-08-07.txt")))
        yield store


@pytest.fixture(scope="module")
def rules(shared: Path) -> tuple[RuleText, ...]:
    (texts,) = read_path(str(shared / "cr" / "2026-08-07.txt")).editions
    return texts.rules


def test_the_edges_of_an_edition(held: Store) -> None:
    """Distinct pairs of a rule and what it cites, without a rule that cites itself."""
    pairs = held.db.execute(
        "SELECT DISTINCT source, target FROM edge WHERE kind != 'title' AND source != target"
    ).fetchall()
    targets = [RuleNumber.parse(target) for _, target in pairs]
    sections = sum(target.is_section for target in targets)
    chapters = sum(target.is_chapter for target in targets)
    assert (len(targets) - sections - chapters, sections, chapters) == (908, 411, 7)
    numbers = {number for (number,) in held.db.execute("SELECT number FROM rule")}
    assert {target for _, target in pairs} <= numbers, "dangling"


def test_every_range_is_written_out(rules: tuple[RuleText, ...]) -> None:
    found = [pair for rule in rules for c in _read(rule) for pair in _ranges(rule.text, c)]
    assert len(found) == 82
    for first, last, between in found:
        assert (first, *between, last) == span(first, last)


def _read(rule: RuleText) -> Iterator[Citation]:
    return citations(rule.text, language="en", bare=True) if rule.title is None else iter(())


def _ranges(
    text: str, citation: Citation
) -> Iterator[tuple[RuleNumber, RuleNumber, tuple[RuleNumber, ...]]]:
    """The ends of each range as they are written, and the numbers given between the two."""
    written = [m for m in citation.mentions if m.kind == "explicit"]
    for first, last in pairwise(written):
        if text[first.end : last.start].strip() in ("–", "-", "through", "to"):
            begin, end = citation.mentions.index(first), citation.mentions.index(last)
            between = tuple(m.number for m in citation.mentions[begin + 1 : end])
            yield first.number, last.number, between
