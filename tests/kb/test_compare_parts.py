"""The parts of a comparison: sentences laid side by side, texts without letters, cues, marks."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from kb.analyst import Analysis
from kb.compare.cues import Cue, balances, cues
from kb.compare.marks import forms, numbers, symbols
from kb.compare.reading import Reading
from kb.compare.sentences import Bead, Sentence, aligned, beside, crossed
from kb.compare.side_by_side import compare
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store, in_memory
from tests.factories import document, edition, put, rule


def sentences(*told: tuple[int, str]) -> tuple[Sentence, ...]:
    """One after the other, each with its length and its anchors."""
    found, start = [], 0
    for length, anchors in told:
        found.append(Sentence(start, start + length, Counter(anchors.split())))
        start += length + 1
    return tuple(found)


@pytest.mark.parametrize(
    ("says", "here", "there", "expected"),
    [
        (
            "one for one",
            [(50, "cost"), (80, "601.2b")],
            [(55, "cost"), (75, "601.2b")],
            [((0, 1), (0, 1)), ((1, 2), (1, 2))],
        ),
        ("two that are one", [(50, "a"), (50, "b")], [(105, "a b")], [((0, 2), (0, 1))]),
        (
            "one that is missing",
            [(80, "a"), (90, "c")],
            [(80, "a"), (85, "b"), (90, "c")],
            [((0, 1), (0, 1)), ((1, 1), (1, 2)), ((1, 2), (2, 3))],
        ),
        (
            "one too many at the end",
            [(80, "a"), (90, "b")],
            [(80, "a")],
            [((0, 1), (0, 1)), ((1, 2), (1, 1))],
        ),
        ("nothing on one side", [], [(80, "a")], [((0, 0), (0, 1))]),
    ],
)
def test_alignment(
    says: str,
    here: list[tuple[int, str]],
    there: list[tuple[int, str]],
    expected: list[tuple[tuple[int, int], tuple[int, int]]],
) -> None:
    found = aligned(sentences(*here), sentences(*there))
    assert found == tuple(Bead(*bead) for bead in expected), says


def test_a_long_text_is_laid_beside_the_other_as_a_whole() -> None:
    many = sentences(*[(50, "a")] * 2_000)
    assert aligned(many, many) == (Bead((0, 2_000), (0, 2_000)),)


def test_sentences_that_changed_places() -> None:
    here = sentences((80, "kicker 601.2b cost"), (82, "target stack mana"))
    there = sentences((80, "target stack mana"), (82, "kicker 601.2b cost"))
    [bead] = aligned(here, there)
    assert crossed(here, there, bead)
    assert not any(crossed(here, here, bead) for bead in aligned(here, here))


def test_three_languages_side_by_side() -> None:
    """Two sentences that one language has as one stay together in all."""
    english = sentences((50, "a"), (60, "b"), (70, "c"))
    italian = sentences((112, "a b"), (72, "c"))
    found = beside({"it": italian, "es": english, "en": english}, by="en")
    assert found == (
        {"it": (0, 112), "es": (0, 111), "en": (0, 111)},
        {"it": (113, 185), "es": (112, 182), "en": (112, 182)},
    )


def test_swapped_and_missing_sentences_of_our_own_words(bundled: Store) -> None:
    """Known faults put into real texts are found; in the texts as they are there is none."""
    holdings = Holdings(bundled)
    gone = swapped = faults = texts = 0
    for english in holdings.current_rules("en"):
        here = holdings.rule(english.number, "it")
        assert here is not None
        mine, theirs = Reading(holdings, here).sentences, Reading(holdings, english).sentences
        for bead in aligned(mine, theirs):
            faults += bead.here[0] == bead.here[1] or crossed(mine, theirs, bead)
        if len(mine) < 2:
            continue
        texts += 1
        beads = aligned(mine[1:], theirs)
        gone += [bead.there for bead in beads if bead.here[0] == bead.here[1]] == [(0, 1)]
        other = (mine[1], mine[0], *mine[2:])
        swapped += any(crossed(other, theirs, bead) for bead in aligned(other, theirs))
    assert faults == 0
    assert texts > 60
    assert gone >= 0.8 * texts
    assert swapped >= 0.9 * texts


# -- texts without letters ---------------------------------------------------------------


def test_a_text_without_letters_is_cut_where_the_other_has_them() -> None:
    whole = "Costa {2}{R}, vedi regola 601.2b. Finisce con +X/+0, vedi regola 607.2h."
    with in_memory() as store:
        put(
            store,
            document(rule("702.154", whole)),
            document(
                rule("702.154", title="Enlist"),
                rule("702.154a", "It costs {2}{R}, see rule 601.2b."),
                rule("702.154b", "It ends with +X/+0, see rule 607.2h."),
                of=edition("en"),
            ),
            analyse=by_full_stops,
        )
        answer = compare(Holdings(store), [RuleNumber.parse("702.154")], ["it", "en"])
        [alone] = compare(Holdings(store), [RuleNumber.parse("702.154b")], ["it", "en"]).rows
    texts = {str(row.number): row.texts["it"] for row in answer.rows}
    first, second = texts["702.154a"], texts["702.154b"]
    assert first is not None and first.text == "Costa {2}{R}, vedi regola 601.2b."
    assert second is not None and second.text == "Finisce con +X/+0, vedi regola 607.2h."
    assert [row.portions for row in answer.rows] == [(), ("it",), ("it",)]
    assert answer.findings == ()
    assert alone == answer.rows[2]


def by_full_stops(language: str, texts: Sequence[str]) -> Iterator[Analysis]:
    for text in texts:
        ends = [match.end() for match in re.finditer(r"\.(?= |$)", text)] or [len(text)]
        starts = [0, *(end + 1 for end in ends)]
        yield Analysis(tuple(zip(starts, ends, strict=False)), (), ())


# -- cues and marks ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "text", "language", "expected"),
    [
        ("longest first", "It can’t attack.", "en", ["cannot"]),
        ("with either apostrophe", "It can't attack.", "en", ["cannot"]),
        ("denied in two words", "Non può attaccare.", "it", ["cannot"]),
        ("whole words only", "Annotation of a canton.", "en", []),
        ("a beginning excuses, and accuses nothing", "A nonmodal card.", "en", []),
        ("neutral phrases say nothing", "No solo eso.", "es", []),
        ("letters that are others in small", "It muſt. İt may.", "en", ["may"]),
        ("every kind", "Debe, y solo si puede; no antes.", "es", ["must", "only", "may", "not"]),
    ],
)
def test_cues(says: str, text: str, language: str, expected: list[str]) -> None:
    assert [str(met.cue) for met in cues(text, language) if met.sure] == expected, says


def test_a_denial_is_missed_where_both_languages_have_words_for_it() -> None:
    denied = cues("It can’t attack.", "en")
    assert [one.cue for one in balances((), denied, languages=("it", "en"))] == [Cue.NOT]


@pytest.mark.parametrize(
    ("says", "text", "language", "expected"),
    [
        ("digits and words", "Zwei, two and 3", "en", ["2", "3"]),
        ("thousands", "1.000 e 20.000", "it", ["1000", "20000"]),
        ("no symbols", "{2}{R} und 3/2", "it", []),
        ("letters that are others in small", "ſix, ſeven, two", "en", ["2"]),
        ("an ordinal", "the 21st", "en", ["21"]),
        ("more digits than a number may have", f"0{'1' * 5_000}", "en", ["1" * 5_000]),
        ("the words of the other language", "due, two", "it", ["2"]),
    ],
)
def test_numbers(says: str, text: str, language: str, expected: list[str]) -> None:
    assert [mark.sign for mark in numbers(text, language)] == expected, says


def test_symbols() -> None:
    signs = [mark.sign for mark in symbols("{oW}{2/u}: +1/−1, *a 10/10*")]
    assert signs == ["{W}", "{2/U}", "+1/-1", "10/10"]


@pytest.mark.parametrize(
    ("says", "text", "expected"),
    [
        ("the whole of it", "“Power-up — [Cost]: [Effect]”", ["— [] : []"]),
        ("with other quotes", '"Equip [cost]"', ["[]"]),
        ("no template", "“enlists”", []),
        ("an end that does not come", "“Kicker [cost]", []),
        ("a place that is no name", f"“[{'x' * 200}]: y”", []),
        ("with a symbol", "“[Cost]: Add {R}”", ["[] : {R}"]),
    ],
)
def test_forms(says: str, text: str, expected: list[str]) -> None:
    assert [mark.sign for mark in forms(text, "en")] == expected, says
