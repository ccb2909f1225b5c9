"""The owner's documents beside the real editions: what a careful bilingual judge finds, no more."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.pipeline import read_path
from kb.bundle import analyse
from kb.compare.findings import Comparison, Difference
from kb.compare.side_by_side import compare
from kb.compare.terms import faults
from kb.edition import EditionDate
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store, in_memory
from tests.factories import put

pytestmark = pytest.mark.real_text

EDITIONS = ("2019-05-03", "2023-11-17", "2025-04-04", "2026-08-07")
SEEDS = (
    "000_3cb8df1ff8292127",
    "001_2c7f53b25e35a032",
    "003_12124926dbd6cbcc",
    "004_035f0cf30205382e",
)


@pytest.fixture(scope="module")
def held(bundled: Store, shared: Path) -> Iterator[Holdings]:
    with in_memory() as store:
        bundled.db.backup(store.db)
        paths = [shared / "seeds" / f"{name}.txt" for name in SEEDS]
        paths += [shared / "cr" / f"{name}.txt" for name in EDITIONS]
        put(store, *(read_path(str(path)) for path in paths), analyse=analyse)
        yield Holdings(store)


def side_by_side(held: Holdings, number: str, at: EditionDate | None = None) -> Comparison:
    return compare(held, [RuleNumber.parse(number)], ["it", "es", "en"], at=at)


def brief(finding: Difference) -> str:
    """``terms 702.160a it: it 121-133, it 335-345``."""
    places = ", ".join(f"{one.language} {one.start}-{one.end}" for one in finding.evidence)
    head = f"{finding.kind} {finding.number} {' '.join(finding.languages)}"
    return f"{head}: {places}" if places else head


# Written down before the code, from the texts themselves.
@pytest.mark.parametrize(
    ("says", "number", "expected"),
    [
        (
            "toughness has its own name once, and once the Spanish one",
            "702.160",
            ["edition 702.160 it", "terms 702.160a it: it 121-133, it 335-345"],
        ),
        (
            "a condition said by its opposite; two citations gone, and the word for linked is not"
            " that of its rule; a payment that becomes optional, twice, and an only that is lost",
            "702.154",
            [
                "edition 702.154 it",
                "negation 702.154a it: it 182-185, it 237-240, en 161-167",
                "citations 702.154b it: en 72-78, en 146-152",
                "terms 702.154b it: en 106-112",
                "negation 702.154c it: it 46-50",
                "negation 702.154d it: it 153-157, it 187-190, en 144-148, en 158-162",
            ],
        ),
        ("a faithful translation, only older", "702.33", ["edition 702.33 it"]),
        ("a faithful translation of nobody knows when", "702.193", ["edition 702.193 es"]),
        ("a faithful translation of a whole section, only older", "718", ["edition 718 it"]),
    ],
)
def test_what_a_judge_finds(held: Holdings, says: str, number: str, expected: list[str]) -> None:
    assert [brief(one) for one in side_by_side(held, number).findings] == expected, says


@pytest.mark.parametrize(
    ("says", "number", "expected"),
    [
        ("wrong words need no other text", "702.160", ["edition it", "terms it"]),
        ("our own words cite what the rules cite", "702.154", ["edition it", "citations it"]),
        ("nothing else can be told", "718", ["edition it"]),
    ],
)
def test_what_is_found_without_an_official_edition(
    bundled: Store, shared: Path, says: str, number: str, expected: list[str]
) -> None:
    with in_memory() as store:
        bundled.db.backup(store.db)
        paths = [shared / "seeds" / f"{name}.txt" for name in SEEDS]
        put(store, *(read_path(str(path)) for path in paths), analyse=analyse)
        found = side_by_side(Holdings(store), number).findings
    assert [f"{one.kind} {' '.join(one.languages)}" for one in found] == expected, says


@pytest.mark.parametrize(
    ("says", "date", "number", "expected"),
    [
        ("the edition that was translated", "2024-11-23", "702.33", []),
        (
            "before it had its number of today, and before one sentence permitted anything",
            "2019-05-03",
            "702.32",
            ["edition 702.33 en", "negation 702.33f it: it 49-56"],
        ),
    ],
)
def test_a_rule_in_the_edition_of_a_day(
    held: Holdings, says: str, date: str, number: str, expected: list[str]
) -> None:
    """Kicker is compared with kicker, wherever it stood then."""
    answer = compare(held, [RuleNumber.parse("702.33")], ["it", "en"], at=EditionDate.parse(date))
    english = answer.rows[0].texts["en"]
    assert english is not None and english.title == "Kicker", says
    assert str(english.number) == number, says
    assert [brief(one) for one in answer.findings if one.kind != "missing"] == expected, says


def test_no_rule_of_the_book_itself_has_a_wrong_term(held: Holdings) -> None:
    """Not base power beside base toughness, nor a symbol beside its counter."""
    rules = held.current_rules("en")
    assert len(rules) > 3000
    found = [
        (str(rule.number), fault.expected)
        for rule in rules
        for fault in faults(rule.text, "en", number=rule.number, cites=held.cites(rule))
    ]
    assert found == []
