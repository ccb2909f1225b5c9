"""The questions for the search: that they are sound, and that no set knows the other."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from ingest.pipeline import read_path
from kb.holdings import Holdings
from kb.lang import folded
from kb.number import RuleNumber
from kb.store import Store
from tests.search.questions import SETS, Question, questions

LANGUAGES = ("it", "es", "en")
KINDS = {
    "abbreviation",
    "concept",
    "glossary",
    "inflected",
    "keyword",
    "misspelling",
    "mixed",
    "multihop",
    "number",
    "phrase",
    "question",
    "situation",
}
FEWEST = {"tuning": 50, "held_out": 30}
"""Questions a language."""

ALL = [question for name in SETS for question in questions(name)]


def asked(query: str) -> str:
    """The query without case, accents and signs: alike for all who would call it the same."""
    return " ".join("".join(c if c.isalnum() else " " for c in folded(query)).split())


def test_no_two_have_the_same_id() -> None:
    assert not [each for each, times in Counter(q.id for q in ALL).items() if times > 1]


def test_no_two_ask_the_same() -> None:
    assert not [each for each, times in Counter(asked(q.query) for q in ALL).items() if times > 1]


@pytest.mark.parametrize("name", SETS)
def test_each_language_has_its_share(name: str) -> None:
    held = questions(name)
    for code in LANGUAGES:
        of_code = [q for q in held if q.lang == code]
        named = sum(q.scope == "named" for q in of_code) / len(of_code)
        assert len(of_code) >= FEWEST[name] and 0.25 <= named <= 0.45, code
        assert {q.kind for q in of_code} >= KINDS, code
    assert {q.lang for q in held} == set(LANGUAGES)
    assert {q.scope for q in held} == {"named", "full"}
    assert {q.kind for q in held} == KINDS | {"false-friend"}


@pytest.mark.parametrize("question", ALL, ids=lambda question: question.id)
def test_a_rule_answers(question: Question) -> None:
    assert 3 in question.relevant.values() and set(question.relevant.values()) <= {1, 2, 3}
    assert not set(question.not_first) & set(question.relevant)
    assert bool(question.not_first) == (question.kind == "false-friend")


def test_the_sets_ask_for_other_rules() -> None:
    tuning, held_out = ({*answers(name)} for name in SETS)
    assert len(tuning & held_out) <= len(held_out) / 10


def answers(name: str) -> Iterator[RuleNumber]:
    for question in questions(name):
        yield from (number for number, grade in question.relevant.items() if grade == 3)


def test_the_bundle_can_answer_what_is_named(bundled: Store) -> None:
    holdings = Holdings(bundled)
    for code in LANGUAGES:
        have = {rule.number for rule in holdings.current_rules(code)}
        for question in ALL:
            if question.scope == "named":
                assert set(question.relevant) <= have, (code, question.id)


@pytest.mark.real_text
def test_every_rule_is_one_of_the_edition(shared: Path) -> None:
    (edition,) = read_path(str(shared / "cr" / "2026-08-07.txt")).editions
    have = {rule.number for rule in edition.rules}
    for question in ALL:
        assert {*question.relevant, *question.not_first} <= have, question.id


@pytest.mark.real_text
def test_none_is_an_acceptance_case(shared: Path) -> None:
    """Those stand for a hidden set: whoever tunes by ours has not seen them."""
    files = sorted((shared / "accept" / "cases" / "search").glob("*.yaml"))
    rows = [row for path in files for row in yaml.safe_load(path.read_text(encoding="utf-8"))]
    assert len(rows) >= 150
    known = {asked(row["query"]) for row in rows}
    assert not [q.id for q in ALL if asked(q.query) in known]
