"""The sentences checked by hand: how well they are read, and that docs/citations.md says so."""

import pytest

from benchmarks.citations import LANGUAGES, PAGE, Agreement, Score, page, score, sentences

FLOOR = 0.99


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_set_is_read(language: str) -> None:
    result = score(language)
    for agreement in (result.numbers, result.spans):
        assert agreement.precision >= FLOOR, told(result)
        assert agreement.recall >= FLOOR, told(result)


def told(result: Score) -> str:
    """Every miss, with what was wanted."""
    return "\n".join(
        f"{sentence.id} {sentence.text!r}\n  wanted {sentence.wanted}\n  found  {found}"
        for sentence, found in result.misses
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_set_is_large_and_has_traps(language: str) -> None:
    every = sentences(language)
    assert len({sentence.id for sentence in every}) == len(every) >= 110
    assert len({sentence.text for sentence in every}) == len(every), "none twice"
    assert sum(not sentence.wanted for sentence in every) >= 34, "traps"
    assert {sentence.language for sentence in every} == {language}


def test_the_page_is_true() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), (
        "run `python -m benchmarks citations` and look at what changed"
    )


@pytest.mark.parametrize(
    ("says", "found", "wanted", "precision", "recall"),
    [
        ("all right", "ab", "ab", 1.0, 1.0),
        ("one too many", "abc", "ab", 2 / 3, 1.0),
        ("one lacks", "a", "ab", 1.0, 0.5),
        ("the same twice is one too many", "aa", "a", 0.5, 1.0),
        ("nothing to find, nothing found", "", "", 1.0, 1.0),
        ("nothing to find", "a", "", 0.0, 1.0),
    ],
)
def test_agreement(says: str, found: str, wanted: str, precision: float, recall: float) -> None:
    agreement = Agreement()
    agreement.add(found, wanted)
    assert (agreement.precision, agreement.recall) == (precision, recall), says
