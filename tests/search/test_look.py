"""Look up: numbers, ranges, sections and names in any language."""

import pytest

from kb.edition import EditionDate
from kb.errors import BadRange, UnknownEdition
from kb.holdings import Holdings
from kb.store import in_memory
from search.look import LookUp, look_up
from tests.factories import document, edition, put, rule


def numbers(answer: LookUp) -> list[str]:
    return [str(shown.number) for shown in answer.results]


@pytest.mark.parametrize(
    ("what", "first"),
    [
        ("702.33d", "702.33d"),
        ("702.33d.", "702.33d"),
        ("kicker", "702.33"),
        ("Potenziamento", "702.33"),
        ("ESTIMULO", "702.33"),
        ("estímulo", "702.33"),
        ("multipotenziamento", "702.33c"),
        ("arruolare", "702.154"),
        ("alistar", "702.154"),
        ("enlist", "702.154"),
        ("superpotere", "702.193"),
        ("potenciar", "702.193"),
        ("power-up", "702.193"),
        ("power up", "702.193"),
        ("doppio attacco", "702.4"),
        ("mareo de invocación", "302.6"),
        ("abilità legate", "607"),
    ],
)
def test_finds(holdings: Holdings, what: str, first: str) -> None:
    answer = look_up(holdings, [what], language="it")
    assert numbers(answer)[0] == first
    assert not answer.absent


def test_words_of_one_name_need_no_quotes(holdings: Holdings) -> None:
    assert numbers(look_up(holdings, ["doppio", "attacco"], language="it")) == ["702.4"]


def test_several_things_at_once(holdings: Holdings) -> None:
    answer = look_up(holdings, ["702.33d", "302.6", "702.33d"], language="en")
    assert numbers(answer) == ["702.33d", "302.6"]


def test_a_rule_comes_with_its_subrules_and_a_range_alone(holdings: Holdings) -> None:
    whole = numbers(look_up(holdings, ["702.33"], language="en"))
    assert whole == ["702.33", *(f"702.33{letter}" for letter in "abcdefgh")]
    assert numbers(look_up(holdings, ["702.33b-d"], language="en")) == [
        "702.33b",
        "702.33c",
        "702.33d",
    ]


@pytest.mark.parametrize("language", ["it", "es", "en"])
@pytest.mark.parametrize("group", ["702.33", "702.154", "702.160", "702.193", "718"])
def test_the_groups_are_answered_in_each_language(
    holdings: Holdings, group: str, language: str
) -> None:
    answer = look_up(holdings, [group], language=language)
    assert len(answer.results) > 1
    for shown in answer.results:
        assert shown.text, shown.number
        assert shown.language == language
        assert shown.edition is not None and not shown.edition.official


@pytest.mark.parametrize(
    ("word", "number", "other"),
    [("potenciar", "702.193", "702.33"), ("potenziamento", "702.33", "702.193")],
)
def test_false_friends_are_told(holdings: Holdings, word: str, number: str, other: str) -> None:
    [friend] = look_up(holdings, [word], language="it").warnings
    assert (str(friend.number), str(friend.other_number)) == (number, other)


def test_a_known_number_without_text(holdings: Holdings) -> None:
    [shown] = look_up(holdings, ["travolgere"], language="it").results
    assert (str(shown.number), shown.text, shown.edition) == ("702.19", None, None)
    assert shown.title is not None and shown.title.text == "Travolgere"
    assert shown.previous is not None and str(shown.previous) == "702.18"


def test_an_unsure_name_is_found_but_the_english_one_is_written(holdings: Holdings) -> None:
    unsure = next(t for t in holdings.terms() if not t.sure and t.kind == "keyword-ability")
    [shown, *_] = look_up(holdings, [unsure.word], language=unsure.language).results
    assert shown.number == unsure.number
    assert shown.title is not None and shown.title.language == "en"


@pytest.mark.parametrize(
    ("what", "near"),
    [
        ("702.33z", "702.33h"),
        ("702.999", "702.195"),
        ("kiker", "Kicker (702.33)"),
        ("potenziament", "Potenziamento (702.33)"),
        ("799", "733"),
    ],
)
def test_what_is_absent_has_neighbours(holdings: Holdings, what: str, near: str) -> None:
    answer = look_up(holdings, [what], language="en")
    assert answer.results == ()
    [absent] = answer.absent
    assert near in absent.nearest


@pytest.mark.parametrize("what", ["", "   ", "xyzzyplugh", "'; DROP TABLE rule; --", "\udc80", "%"])
def test_what_is_nothing_is_absent(holdings: Holdings, what: str) -> None:
    assert look_up(holdings, [what], language="en").results == ()


@pytest.mark.parametrize("what", ["702.33d-a", "702.33a-702.34b", "601.2h–f"])
def test_a_range_that_is_none(holdings: Holdings, what: str) -> None:
    with pytest.raises(BadRange, match="cannot be read"):
        look_up(holdings, [what], language="en")


def test_ties_of_a_rule(holdings: Holdings) -> None:
    [shown] = look_up(holdings, ["702.33d"], language="it").results
    assert (str(shown.parent), str(shown.previous), str(shown.next)) == (
        "702.33",
        "702.33c",
        "702.33e",
    )
    assert [str(number) for number in shown.cites] == ["601.2b"]
    assert shown.checks > 0
    [cited] = look_up(holdings, ["601.2b"], language="it").results
    assert {"702.33a", "702.33d"} <= {str(number) for number in cited.cited_by}


def test_all_languages(holdings: Holdings) -> None:
    answer = look_up(holdings, ["702.33d"], language="it", all_languages=True)
    assert [shown.language for shown in answer.results] == ["en", "es", "it"]


def test_an_edition_of_a_day() -> None:
    with in_memory() as store:
        put(store, document(rule("601.2", "old"), of=edition(date="2011-06-17", digest="1")))
        put(store, document(rule("601.2", "new"), of=edition(date="2026-01-16", digest="2")))
        holdings = Holdings(store)
        for day, text in (("2012-01-01", "old"), ("2026-01-16", "new")):
            at = EditionDate.parse(day)
            [shown] = look_up(holdings, ["601.2"], language="it", at=at).results
            assert shown.text == text
        with pytest.raises(UnknownEdition, match="held: 2011-06-17, 2026-01-16"):
            look_up(holdings, ["601.2"], language="it", at=EditionDate.parse("2011-06-16"))
