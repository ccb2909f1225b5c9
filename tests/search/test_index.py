"""The search index: what it finds, in which order."""

from collections.abc import Iterator

import pytest

from kb import store as kb_store
from kb.model import EditionTexts, RuleText
from kb.number import RuleNumber
from kb.store import Store
from search.engine import MOST_MATCHES, AnyOf, Limits, Word
from search.index import Index
from search.indexing import in_memory
from search.words import concept_word
from tests.search.indexed import found, hold, library, texts

OPENED: list[Store] = []


def fresh() -> Store:
    """A base in memory, closed when the module is through."""
    OPENED.append(kb_store.in_memory())
    return OPENED[-1]


@pytest.fixture(scope="module", autouse=True)
def closed_at_the_end() -> Iterator[None]:
    yield
    for store in OPENED:
        store.db.close()


@pytest.fixture(scope="module")
def index() -> Index:
    return in_memory(hold(fresh(), *library()))


@pytest.mark.parametrize(
    ("says", "words", "numbers"),
    [
        ("a text is found by the base form of its words", ["creature"], {"704.5f"}),
        ("and not by the form that stands in it", ["creatures"], set()),
        ("by a word that is its own base form", ["table"], {"100.1"}),
        ("by its number", ["702.33a"], {"702.33a"}),
        ("not by the number above it", ["702.33"], set()),
        ("by any of the words", ["table", "creature"], {"100.1", "704.5f"}),
        ("no word finds nothing", [], set()),
        ("nor does an empty one", [""], set()),
        ("nor one that no text has", ["abracadabra"], set()),
        ("nor a sign that other engines read as a command", ['*"~(:^'], set()),
    ],
)
def test_words(index: Index, says: str, words: list[str], numbers: set[str]) -> None:
    matches = index.search(AnyOf(tuple(map(Word, words))))
    assert {match.number for match in matches} == numbers, says


def test_a_concept_is_found_in_every_language(index: Index) -> None:
    matches = index.search(AnyOf((Word(concept_word("kicker")),)))
    assert found(matches) == {("rule", "702.33a", "en"), ("rule", "702.33a", "it")}
    assert found(index.search(AnyOf((Word("potenziamento"),)))) == {("rule", "702.33a", "it")}


def test_lemmas_are_those_of_the_language_of_the_text() -> None:
    store = fresh()
    hold(store, texts("en", [("100.1", "One creature")]), texts("it", [("100.1", "Due creature")]))
    index = in_memory(store)
    assert found(index.search(AnyOf((Word("creatura"),)))) == {("rule", "100.1", "it")}
    assert found(index.search(AnyOf((Word("creature"),)))) == {("rule", "100.1", "en")}


@pytest.mark.parametrize(
    ("says", "languages", "expected"),
    [
        ("none named: all", (), {"en", "it"}),
        ("one", ("it",), {"it"}),
        ("several", ("it", "en"), {"en", "it"}),
        ("one of which nothing is held", ("es",), set()),
    ],
)
def test_languages(index: Index, says: str, languages: tuple[str, ...], expected: set[str]) -> None:
    matches = index.search(AnyOf((Word("702.33a"),)), Limits(languages))
    assert {match.language for match in matches} == expected, says


@pytest.mark.parametrize(
    ("kind", "word", "expected"),
    [
        ("rule", "704.5f", {("rule", "704.5f", "en"), ("rule", "704.5f", "it")}),
        ("example", "704.5f", {("example", "704.5f", "en")}),
        ("ruling", "704.5f", {("ruling", "704.5f", "en")}),
        ("glossary", "limbo", {("glossary", "", "en")}),
        ("glossary", "704.5f", set()),
    ],
)
def test_kinds(index: Index, kind: str, word: str, expected: set[tuple[str, str, str]]) -> None:
    matches = index.search(AnyOf((Word(word),)), Limits(kinds=(kind,)))
    assert found(matches) == expected


def test_kind_and_language_hold_at_once(index: Index) -> None:
    matches = index.search(AnyOf((Word("704.5f"),)), Limits(("it",), ("rule",)))
    assert found(matches) == {("rule", "704.5f", "it")}
    assert index.search(AnyOf((Word("704.5f"),)), Limits(("it",), ("ruling",))) == ()


def test_a_match_leads_back_to_its_text() -> None:
    store = hold(fresh(), *library())
    (match,) = in_memory(store).search(AnyOf((Word("limbo"),)))
    (body,) = store.db.execute("SELECT body FROM text WHERE id = ?", (match.text_key,)).fetchone()
    (language,) = store.db.execute(
        "SELECT language FROM edition WHERE id = ?", (match.edition,)
    ).fetchone()
    assert (match.title, body, language) == ("Limbo", "Where the forgotten ones wait.", "en")


def test_best_first(index: Index) -> None:
    matches = index.search(AnyOf((Word("graveyard"), Word("bear"), Word("shrinks"))))
    scores = [match.score for match in matches]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > scores[-1] > 0
    assert matches[0].kind == "example"


@pytest.mark.parametrize(
    ("says", "words", "first"),
    [
        ("the heavier word decides", [Word("table", 9.0), Word("creature")], "100.1"),
        ("either way", [Word("table"), Word("creature", 9.0)], "704.5f"),
    ],
)
def test_weights(index: Index, says: str, words: list[Word], first: str) -> None:
    assert index.search(AnyOf(tuple(words)))[0].number == first, says


def test_a_heading_counts_more_than_the_same_words_in_a_text() -> None:
    plain = RuleText(RuleNumber.parse("100.1"), "Extra turns")
    heading = RuleText(RuleNumber.parse("100.2"), "Extra turns", title="Extra turns")
    edition = EditionTexts(texts("en", []).edition, (plain, heading))
    matches = in_memory(hold(fresh(), edition)).search(AnyOf((Word("turns"),)))
    assert [match.number for match in matches] == ["100.2", "100.1"]
    assert matches[0].score > matches[1].score


def test_the_best_candidates_of_many() -> None:
    rows = [(f"{100 + n // 50}.{n % 50 + 1}", f"island {n}") for n in range(MOST_MATCHES + 50)]
    rows[-1] = ("900.1", "island island island")
    matches = in_memory(hold(fresh(), texts("en", rows))).search(AnyOf((Word("island"),)))
    assert len(matches) == MOST_MATCHES
    assert matches[0].number == "900.1"


def test_a_rule_is_found_by_what_people_say_of_it(bundled: Store, bundled_index: Index) -> None:
    """No rule says "forget": that a thing comes back as another says 400.7."""
    [match, *_] = bundled_index.search(AnyOf((Word("forget"),)))
    assert match.number == "400.7" and match.kind == "rule"
