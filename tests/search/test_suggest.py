"""Suggestions: rules that the sentences of rulings rest on."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml

from kb.errors import Unreadable
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store, open_to_read
from search.index import Index, open_index
from search.suggest.splitting import MOST_SENTENCES, sentences
from search.suggest.suggest import Suggestion, suggestions
from search.suggest.weighing import Why

_FILE = Path(__file__).with_name("suggest_cases.yaml")
CASES: list[dict[str, Any]] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))


def numbers(found: Iterable[Suggestion]) -> list[str]:
    return [str(each.number) for suggestion in found for each in suggestion.candidates]


def recall(store: Store, index: Index, cases: list[dict[str, Any]]) -> tuple[float, float]:
    """The share of sentences whose rule is first, and among the first five."""
    first = five = 0
    for code in ("en", "es", "it"):
        asked = [case for case in cases if case["lang"] == code]
        text = "\n\n".join(case["text"] for case in asked)
        found = list(suggestions(store, index, text, code=code))
        for case in asked:
            start = text.index(case["text"])
            of_case = range(start, start + len(case["text"]))
            got = numbers(each for each in found if each.bounds.start in of_case)
            first += bool(got) and got[0] in case["rules"]
            five += any(number in case["rules"] for number in got[:5])
    return first / len(cases), five / len(cases)


def held(store: Store) -> list[dict[str, Any]]:
    """The cases of which a rule has a text here."""
    holdings = Holdings(store)
    have = {
        str(rule.number) for code in ("it", "es", "en") for rule in holdings.current_rules(code)
    }
    return [case for case in CASES if have.intersection(case["rules"])]


def test_the_rules_that_the_bundle_has_are_found(bundled: Store, bundled_index: Index) -> None:
    cases = held(bundled)
    assert len(cases) > 25
    first, five = recall(bundled, bundled_index, cases)
    assert first >= 0.70 and five >= 0.85


@pytest.mark.parametrize(
    "case", [case for case in CASES if not case["rules"]], ids=lambda c: c["id"]
)
def test_what_is_none_of_the_rules_business_gets_little(
    bundled: Store, bundled_index: Index, case: dict[str, Any]
) -> None:
    found = list(suggestions(bundled, bundled_index, case["text"], code=case["lang"]))
    assert all(each.score < 0.5 for suggestion in found for each in suggestion.candidates)


@pytest.mark.real_text
def test_the_rules_of_a_real_edition_are_found(shared: Path, tmp_path: Path) -> None:
    from tests.test_interrupted import PLAIN, run

    edition = str(shared / "cr" / "2026-08-07.txt")
    code, _, err = run(PLAIN, "--kb", str(tmp_path), "ingest", edition)
    assert code == 0, err
    with open_to_read(tmp_path) as store:
        index = open_index(store)
        assert index is not None
        first, five = recall(store, index, [case for case in CASES if case["rules"]])
    assert first >= 0.62 and five >= 0.85


def test_a_candidate_says_why_and_in_which_edition(bundled: Store, bundled_index: Index) -> None:
    text = "Una magia è potenziata appena il costo è annunciato (regola 702.33d)."
    (suggestion,) = suggestions(bundled, bundled_index, text, code="it")
    best = suggestion.candidates[0]
    assert best.number == RuleNumber.parse("702.33d")
    assert best.reasons[0].why is Why.CITED
    assert best.edition is not None and best.edition.language == best.language == "it"
    assert all(0 < each.score <= 1 for each in suggestion.candidates)
    scores = [each.score for each in suggestion.candidates]
    assert scores == sorted(scores, reverse=True)


def test_a_rule_without_text_is_named_without_edition(bundled: Store, bundled_index: Index) -> None:
    """The bundle has the name of trample, and no text of it."""
    (suggestion,) = suggestions(bundled, bundled_index, "Attacca con travolgere.", code="it")
    named = {str(each.number): each for each in suggestion.candidates}["702.19"]
    assert named.edition is None and named.language is None
    assert named.title is not None and named.title.text == "Travolgere"
    assert named.reasons[0].why is Why.NAMED


def test_more_evidence_makes_a_rule_likelier(bundled: Store, bundled_index: Index) -> None:
    """Scores can be compared across sentences: a citation tells more than words do."""
    text = "A spell is kicked. A spell is kicked (rule 702.33d). See rule 702.33d."
    scores = [
        next(each.score for each in found.candidates if str(each.number) == "702.33d")
        for found in suggestions(bundled, bundled_index, text, code="en")
    ]
    words, both, citation = scores
    assert words < citation < both


def test_a_false_friend_is_read_in_the_language_of_the_text(
    bundled: Store, bundled_index: Index
) -> None:
    """it Potenziamento is kicker; es Potenciar is power-up."""
    italian = suggestions(
        bundled, bundled_index, "Il costo di potenziamento è addizionale.", code="it"
    )
    spanish = suggestions(bundled, bundled_index, "El coste de potenciar se reduce.", code="es")
    assert numbers(italian)[0].startswith("702.33")
    assert numbers(spanish)[0].startswith("702.193")


@pytest.mark.parametrize(
    ("says", "code", "text", "wanted"),
    [
        ("two", "en", "It is kicked. It resolves.", ["It is kicked.", "It resolves."]),
        (
            "an abbreviation",
            "en",
            "Cards, e.g. Auras, may. Do.",
            ["Cards, e.g. Auras, may.", "Do."],
        ),
        ("a number", "it", "Vedi 702.33. È chiaro.", ["Vedi 702.33.", "È chiaro."]),
        ("p. ej.", "es", "Un hechizo, p. ej. Rayo, sube.", ["Un hechizo, p. ej. Rayo, sube."]),
        ("a list", "en", "- It taps\n- It attacks", ["It taps", "It attacks"]),
        ("wrapped", "en", f"{'x' * 60}\nand so on.", [f"{'x' * 60}\nand so on."]),
        ("blank lines", "en", "One thing\n\nanother", ["One thing", "another"]),
        ("questions", "es", "¿Puede? ¡Sí!", ["¿Puede?", "¡Sí!"]),
        ("nothing", "en", " \n - \n", []),
    ],
)
def test_sentences(says: str, code: str, text: str, wanted: list[str]) -> None:
    assert [text[slice(*bounds)] for bounds in sentences(text, code=code)] == wanted, says


def test_no_sentence_ends_inside_a_citation() -> None:
    text = "See rules 601.2b,\n601.2f. Then pay."
    bounds = list(sentences(text, code="en", whole=[(4, 23)]))
    assert [text[slice(*each)] for each in bounds] == ["See rules 601.2b,\n601.2f.", "Then pay."]


def test_too_many_sentences_are_refused(bundled: Store, bundled_index: Index) -> None:
    with pytest.raises(Unreadable, match=f"over {MOST_SENTENCES} sentences"):
        list(sentences("No. " * (MOST_SENTENCES + 1), code="en"))


@pytest.mark.parametrize(
    ("says", "text"),
    [
        ("no blank", "x" * 500_000),
        ("one giant sentence", "kicker spell " * 40_000),
        ("numbers alone", "702.33a " * 20_000),
        ("signs", "\0\u202e\ud7ff" * 50_000),
        ("dots", "." * 300_000),
    ],
)
def test_hostile_texts(bundled: Store, bundled_index: Index, says: str, text: str) -> None:
    start = time.process_time()
    list(suggestions(bundled, bundled_index, text, code=None))
    assert time.process_time() - start < 20, says
