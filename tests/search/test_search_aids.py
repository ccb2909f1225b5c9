"""Around a search: completion, did-you-mean, more of the same, why a hit is one, snippets."""

import pytest

from kb.errors import UnknownRule
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store
from search.completion import completions
from search.find import find
from search.index import Index
from search.like import find_like
from search.snippet import Marker, Wording, snippet
from search.wording import holds, places, words_of


@pytest.mark.parametrize(
    ("prefix", "language", "wanted"),
    [
        ("poten", "it", ["potenziata", "potenziamento", "potenciar"]),
        ("poten", "es", ["potenciar", "potenziata", "potenziamento"]),
        ("ESTIM", "es", ["estímulo"]),
        ("debolezza da", "it", ["debolezza da evocazione"]),
        ("702.15", "en", ["702.15", "702.15a"]),
        ("702.33", "en", ["702.33", "702.33a", "702.33b"]),
        ("7", "en", ["7", "700", "700.1"]),
    ],
)
def test_what_is_typed_goes_on(
    holdings: Holdings, prefix: str, language: str, wanted: list[str]
) -> None:
    found = [each.text for each in completions(holdings, prefix, language=language)]
    assert [text for text in found if text in wanted] == wanted
    assert found[0] == wanted[0]


@pytest.mark.parametrize(
    "prefix", ["", "  ", "zzzz", "%", "\x00", "\udc80", "x" * 10_000, "7" * 99]
)
def test_nothing_begins_with_such(holdings: Holdings, prefix: str) -> None:
    assert completions(holdings, prefix, language="en") == ()


def test_a_completion_tells_number_and_title(holdings: Holdings) -> None:
    [each, *_] = completions(holdings, "potenziam", language="es")
    assert (str(each.number), each.language, each.title) == ("702.33", "it", "Estímulo")
    assert len(completions(holdings, "7", language="en", most=5)) == 5


@pytest.mark.parametrize(
    ("query", "language", "meant"),
    [
        ("potenziamneto", "it", ("potenziamento",)),
        ("costo di potenziamneto", "it", ("costo di potenziamento",)),
        ("Costo, potenziamneto?", "it", ("Costo, potenziamento?",)),
        ("potenziamneto -bersaglio", "it", ("potenziamento -bersaglio",)),
        ("kicker -bersagliox rule:702", "it", ()),
        ("costo di potenziamento", "it", ()),
        ("pagarla", "it", ()),
        ('"kicker mana"', "en", ()),  # its words are found apart
        ("kicker AND suspend", "en", ("kicker suspend",)),
        ("qqqqqqq", "en", ()),
        ("702.33d {T} +1/+1", "en", ()),
        ("potenziamneto " * 100, "it", ()),
    ],
)
def test_did_you_mean(
    bundled: Store, bundled_index: Index, query: str, language: str, meant: tuple[str, ...]
) -> None:
    assert find(bundled, bundled_index, query, language=language).did_you_mean == meant


def test_like_a_rule(bundled: Store, bundled_index: Index) -> None:
    answer = find_like(bundled, bundled_index, RuleNumber.parse("702.33d"), language="it", limit=5)
    numbers = [str(hit.number) for hit in answer.hits]
    assert "702.33d" not in numbers and len(numbers) == 5
    assert any(number.startswith("702.33") for number in numbers[:3])
    assert {hit.language for hit in answer.hits} == {"it"}


def test_nothing_is_like_a_rule_without_a_text(bundled: Store, bundled_index: Index) -> None:
    with pytest.raises(UnknownRule, match=r"702\.19"):
        find_like(bundled, bundled_index, RuleNumber.parse("702.19"), language="it")


@pytest.mark.parametrize(
    "query",
    [
        "kicker",
        "costo di potenziamento",
        "what if two kicker costs are paid",
        "kicker AND target",
        "potenzia* -bersaglio",
        '"additional cost"',
        "rule:702.33",
        "702.33a-c",
    ],
)
@pytest.mark.parametrize("kind", [None, "example"])
def test_what_explains_a_hit_adds_up_to_its_score(
    bundled: Store, bundled_index: Index, query: str, kind: str | None
) -> None:
    answer = find(bundled, bundled_index, query, language="en", kind=kind, limit=50, explain=True)
    plain = find(bundled, bundled_index, query, language="en", kind=kind, limit=50)
    assert answer.hits
    for hit, same in zip(answer.hits, plain.hits, strict=True):
        assert hit.why is not None and same.why is None
        assert hit._replace(why=None) == same
        assert sum(cause.value for cause in hit.why) == pytest.approx(hit.score, abs=1e-9)


def test_what_explains_a_hit_names_words_and_rules(bundled: Store, bundled_index: Index) -> None:
    answer = find(bundled, bundled_index, "potenziamento", language="it", explain=True)
    first = {(cause.kind, cause.what) for cause in answer.hits[0].why or ()}
    assert {("named", "702.33"), ("word", "c:kicker")} <= first
    assert any(kind == "family" and what.startswith("702.33") for kind, what in first)


def test_two_parts_of_a_long_text_are_shown_where_they_tell_more() -> None:
    text = "alpha river " + "filler words " * 30 + "boat omega " + "more words " * 30
    marks = tuple((text.index(word), text.index(word) + len(word)) for word in ("river", "boat"))
    cut = snippet(text, marks, width=80)
    assert "**river**" in cut and "**boat**" in cut and " … " in cut
    assert len(cut) < 110
    again = snippet(text + "river " * 5, marks[:1], width=80)
    assert " … " not in again, "one part that shows all is enough"


def test_a_translated_word_is_marked(bundled: Store, bundled_index: Index) -> None:
    hits = find(bundled, bundled_index, "bersaglio AND potenziamento", language="en").hits
    assert any("**target" in hit.snippet for hit in hits if hit.language == "en")


def test_phrases_are_marked_whole() -> None:
    marker = Marker(frozenset({"mana"}), frozenset(), (("mana", "value"),))
    assert marker.marks(Wording.of("The mana value of mana.", ())) == ((4, 14), (18, 22))


@pytest.mark.parametrize(
    ("phrase", "text", "is_there"),
    [
        ("mana value", "Its MANA  value.", True),
        ("mana value", "mana. Value", True),
        ("mana value", "mana and value", False),
        ("mana value", "manas value", False),
        ("mana value", "mana values", False),
        ("è largo", "il fiume e largo", True),
        ("e largo", "il fiume è largo", True),
        ("abilità d'innesco", "un’ABILITA\u0300 d’innesco", True),
        ("state-based", "state based", True),
        ("pay {T}", "pay {t} now", True),
        ("pay {T}", "pay {q} now", False),
        ("rule 702.33d", "see rule 702.33d.", True),
        ("value value", "value Value", True),
    ],
)
def test_phrases(phrase: str, text: str, is_there: bool) -> None:
    words = words_of(phrase)
    assert holds(text, words) is is_there
    assert bool(list(places(text, words))) is is_there
