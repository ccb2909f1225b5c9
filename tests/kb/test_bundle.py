"""The bundle: installed once, renewed when it changes, and nothing else is touched."""

import pytest

from kb import bundle
from kb.edition import EditionKind
from kb.holdings import Holdings
from kb.lang import codes
from kb.number import RuleNumber
from kb.store import Store, in_memory
from kb.terms import numbers, terms
from tests.factories import document, edition, put, rule

GROUPS = ("702.33", "702.154", "702.160", "702.193", "718")


def content(store: Store) -> list[tuple[object, ...]]:
    tables = ("edition", "rule", "text", "edge", "term", "term_form", "known", "checker", "lemma")
    return [row for table in tables for row in store.db.execute(f"SELECT * FROM {table}")]


def test_installed_once() -> None:
    with in_memory() as store:
        assert bundle.install(store) is True
        before = content(store)
        assert bundle.install(store) is False
        assert content(store) == before


def test_renewed_without_touching_what_was_ingested(monkeypatch: pytest.MonkeyPatch) -> None:
    page = document(rule("601.2", "From a page."), of=edition("it", "2019-05-03"))
    with in_memory() as store:
        bundle.install(store)
        put(store, page)
        before = store.db.execute("SELECT count(*) FROM rule").fetchone()
        monkeypatch.setattr(bundle, "_digest", lambda: "another bundle")
        assert bundle.install(store) is True
        assert store.db.execute("SELECT count(*) FROM rule").fetchone() == before
        held = Holdings(store).rule(RuleNumber.parse("601.2"), "it")
        assert held is not None and held.text == "From a page."
        kinds = [one.kind for one in Holdings(store).editions("it")]
        assert sorted(kinds) == sorted([EditionKind.TRANSLATION, EditionKind.OURS])


def test_counts(bundled: Store) -> None:
    counted = {count.language: count for count in bundle.counts(bundled)}
    assert set(counted) == set(codes())
    assert len({count.rules for count in counted.values()}) == 1
    assert all(count.editions == 1 for count in counted.values())
    assert bundle.term_count(bundled) == sum(len(terms(code)) for code in codes())


def test_every_text_of_the_groups_is_there_and_marked_as_ours(holdings: Holdings) -> None:
    everything = [known.number for known in numbers()]
    for group in map(RuleNumber.parse, GROUPS):
        wanted = [number for number in everything if number.within(group)]
        for code in codes():
            for number in wanted:
                held = holdings.rule(number, code)
                assert held is not None, f"{number} {code}"
                assert held.edition.kind is EditionKind.OURS
                assert not held.edition.official


def test_what_the_groups_cite_is_bundled(holdings: Holdings) -> None:
    for group in GROUPS:
        for number in holdings.numbers_in(RuleNumber.parse(group), ["en"]):
            held = holdings.rule(number, "en")
            assert held is not None
            for cited in holdings.cites(held):
                assert holdings.rule(cited, "en") is not None, f"{number} cites {cited}"


def test_every_number_of_the_edition_is_known(holdings: Holdings) -> None:
    for number in ("1", "100", "100.1a", "704.5aa", "702.195", "905"):
        assert holdings.known(RuleNumber.parse(number)), number
    assert not holdings.known(RuleNumber.parse("799"))
