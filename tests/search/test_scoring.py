"""Scoring: what texts and the ties of the book are worth to a question."""

import pytest

from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store
from search import ranking
from search.asking import Asked, asked
from search.engine import Match
from search.index import Index
from search.scoring import Scores, scores


def ask(store: Store, index: Index, text: str) -> tuple[Asked, tuple[Match, ...]]:
    question = asked(Holdings(store), text, index.contents)
    return question, index.search(question.part)


def scored(store: Store, index: Index, text: str, *, spreading: bool = False) -> Scores:
    question, matches = ask(store, index, text)
    return scores(index.contents, question, matches, question.named, spreading=spreading)


def number(text: str) -> RuleNumber:
    return RuleNumber.parse(text)


def test_a_rule_counts_by_the_best_of_its_languages(bundled: Store, bundled_index: Index) -> None:
    question, matches = ask(bundled, bundled_index, "costo di potenziamento")
    whole = scores(bundled_index.contents, question, matches, (), spreading=False).rules
    each = [
        scores(
            bundled_index.contents,
            question,
            [match for match in matches if match.language == language],
            (),
            spreading=False,
        ).rules
        for language in ("it", "es", "en")
    ]
    assert whole
    for rule, score in whole.items():
        assert score == max(found.get(rule, 0.0) for found in each)


def test_one_word_with_many_meanings_counts_as_one(bundled: Store, bundled_index: Index) -> None:
    """The English texts are asked for each meaning, and the best of them alone counts."""
    question, _ = ask(bundled, bundled_index, "terminare")
    [slot] = question.plans["en"]
    assert len(slot.ways) > 1
    assert slot.weight == 1.0


def test_more_of_the_query_is_worth_more_than_one_word_often(
    bundled: Store, bundled_index: Index
) -> None:
    found = scored(bundled, bundled_index, "alternative cost cast without paying").rules
    assert number(max(found, key=found.__getitem__)).within(number("118.9"))


def test_the_book_ties_rules_that_say_none_of_the_words(
    bundled: Store, bundled_index: Index
) -> None:
    plain = scored(bundled, bundled_index, "kicker").rules
    tied = scored(bundled, bundled_index, "kicker", spreading=True).rules
    beside = set(tied) - set(plain)
    assert beside
    held = {row[0] for row in bundled.db.execute("SELECT DISTINCT number FROM current")}
    assert beside <= held


@pytest.mark.parametrize("text", ["kicker", "potenziamento", "¿qué es estímulo?"])
def test_the_rule_of_a_name_and_its_first_subrule_come_first(
    bundled: Store, bundled_index: Index, text: str
) -> None:
    found = scored(bundled, bundled_index, text, spreading=True).rules
    best = sorted(found, key=found.__getitem__, reverse=True)[:2]
    assert best == ["702.33", "702.33a"]


def test_a_mere_name_is_worth_less_where_nobody_asks_for_it(
    bundled: Store, bundled_index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "paying the kicker cost twice"
    low = scored(bundled, bundled_index, text, spreading=True).rules["702.33"]
    monkeypatch.setattr(ranking, "HEADING_SHARE", 1.0)
    full = scored(bundled, bundled_index, text, spreading=True).rules["702.33"]
    assert 0 < low < full


def test_contents_tell_the_texts_of_words_and_the_ties_of_rules(bundled_index: Index) -> None:
    contents = bundled_index.contents
    held = contents.frequencies(["kicker", "xyzzy"])
    assert held["kicker", "en"] > 1 and ("xyzzy", "en") not in held
    whole, part = contents.ties(["702.33", "702.33a"])
    assert "702.33a" in whole.family and "702.33" in part.family
    assert part.cited and "702.33a" not in part.cited
    cited = next(iter(contents.ties([part.cited[0]])))
    assert "702.33a" in cited.citing
    assert contents.sounding_alike("stimulo") == ()
    assert "estimulo" in contents.sounding_alike("hestimulo")
