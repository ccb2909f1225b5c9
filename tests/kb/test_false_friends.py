"""False friends: found in the tables, listed by hand, and what is none."""

import pytest

from kb.false_friends import all_false_friends, found_in, listed
from kb.holdings import Holdings
from kb.lang import folded
from kb.number import RuleNumber
from kb.term import FalseFriend, Likeness, Status, Term, TermKind
from kb.terms import named
from kb.word_likeness import likeness, likeness_keys


def pair(friend: FalseFriend) -> frozenset[tuple[str, str]]:
    return frozenset(((friend.language, friend.word), (friend.other_language, friend.other_word)))


@pytest.mark.parametrize(
    ("says", "word", "other", "how"),
    [
        ("one word", "Planes", "planes", Likeness.SAME),
        ("but for an accent", "Maná", "mana", Likeness.SAME),
        ("a short one", "ante", "Ante", Likeness.SAME),
        ("the spelling of a sound", "Reforçar", "Reforzar", Likeness.NEAR),
        ("a doubled letter and vowels", "Alleanza", "Alianza", Likeness.NEAR),
        ("an ending", "Tormenta", "Tormentare", Likeness.NEAR),
        ("two letters of a long word", "Recuperar", "Recupero", Likeness.NEAR),
        ("one stem", "Potenciar", "Potenziamento", Likeness.STEM),
        ("other consonants", "Alliance", "Alcance", None),
        ("two letters of a short word", "Velo", "Vuelo", None),
        ("a beginning alone", "Planes", "Planeswalker", None),
        ("two words of three", "Mana cost", "Costo di mana", None),
        ("nothing in common", "Kicker", "Estímulo", None),
        ("no letters", "∞", "702", None),
    ],
)
def test_likeness(says: str, word: str, other: str, how: Likeness | None) -> None:
    assert likeness(word, other) is how, says
    assert likeness(other, word) is how, says
    if how is not None:
        assert likeness_keys(word) & likeness_keys(other), says


BY_FORM = {
    ("es", "Potenciar", "it", "Potenziamento"),
    ("es", "Recuperar", "it", "Recupero"),
    ("es", "Tormenta", "it", "Tormentare"),
    ("en", "Planes", "es", "Planes"),
    ("es", "Alianza", "it", "Alleanza"),
}
"""The pairs of the list that their letters give away; the others a dictionary does."""


def test_what_the_list_has_by_its_letters_is_found() -> None:
    found = {pair(f) for f in all_false_friends() if f.likeness is not Likeness.LISTED}
    wanted = {frozenset(((one, word), (two, other))) for one, word, two, other in BY_FORM}
    assert wanted <= {pair(friend) for friend in listed()}
    assert wanted <= found


def test_the_part_of_a_rule_adds_nothing_to_its_rule(holdings: Holdings) -> None:
    """Potenziata (702.33d) is as near to Potenciar as Potenziamento (702.33) is."""
    assert likeness("Potenciar", "Potenziata") is Likeness.NEAR
    assert [friend.other_word for friend in holdings.false_friends("potenciar")] == [
        "Potenziamento"
    ]


def test_each_listed_pair_is_told_once() -> None:
    pairs = [pair(friend) for friend in all_false_friends()]
    assert {pair(friend) for friend in listed()} <= set(pairs)
    assert len(set(pairs)) == len(pairs)


def test_all_that_is_found_was_read_by_a_person() -> None:
    """Precision counts: whoever adds a name looks here at what it now seems to be."""
    found = [f for f in all_false_friends() if f.likeness is not Likeness.LISTED]
    assert {(f.language, f.word, str(f.number), f.other_language, f.other_word) for f in found} == {
        ("en", "Alliance", "207.2c", "es", "Alianza"),
        ("en", "Increment", "702.191", "it", "Incrementare"),
        ("en", "Planes", "311", "es", "Planes"),
        ("es", "Alianza", "207.2c", "it", "Alleanza"),
        ("es", "Potenciar", "702.193", "it", "Potenziamento"),
        ("es", "Rapidez", "702.109", "it", "Rapidità"),
        ("es", "Recuperar", "702.27", "it", "Recupero"),
        ("es", "Tormenta", "702.40", "it", "Tormentare"),
    }


@pytest.mark.parametrize(
    ("word", "others"),
    [
        ("Potenziamento", {"702.33", "702.193"}),
        ("potenciar", {"702.33", "702.193"}),
        ("recupero", {"702.27", "702.59"}),
        ("affinita", {"308", "702.41"}),
        ("kicker", set()),
    ],
)
def test_false_friends_of_a_word(holdings: Holdings, word: str, others: set[str]) -> None:
    found = holdings.false_friends(word)
    assert {folded(pair.word) for pair in found} <= {folded(word)}
    assert {str(n) for pair in found for n in (pair.number, pair.other_number)} == others


def test_each_false_friend_is_a_name_of_its_number() -> None:
    for friend in all_false_friends():
        for side in (friend, friend.turned):
            assert (side.language, side.number) in [
                (term.language, term.number) for term in named(side.word)
            ], friend


def term(language: str, concept: str, number: str, word: str, status: str = "known") -> Term:
    place = RuleNumber.parse(number)
    return Term(language, concept, place, TermKind.KEYWORD_ABILITY, word, Status(status))


TRAMPLE = term("es", "trample", "702.19", "Reforzar")


@pytest.mark.parametrize(
    ("says", "table", "count"),
    [
        ("two rules", [TRAMPLE, term("it", "kicker", "702.33", "Reforzare")], 1),
        ("two rules at one number", [TRAMPLE, term("it", "odd", "702.19", "Reforzare")], 1),
        ("one concept", [TRAMPLE, term("it", "trample", "702.19", "Reforzare")], 0),
        ("one language", [TRAMPLE, term("es", "kicker", "702.33", "Reforzare")], 0),
        ("a rule and its part", [TRAMPLE, term("it", "odd", "702.19a", "Reforzare")], 0),
        ("nobody checked one", [TRAMPLE, term("it", "odd", "702.33", "Reforzare", "unsure")], 0),
        (
            "both alike in Italian too",
            [
                TRAMPLE,
                term("it", "trample", "702.19", "Reforzar"),
                term("it", "kicker", "702.33", "Reforzare"),
            ],
            0,
        ),
        (
            "one word of both",
            [
                TRAMPLE,
                term("es", "odd", "702.33", "Reforzar"),
                term("it", "odd", "702.33", "Reforzar"),
            ],
            0,
        ),
        (
            "the same word counts all the same",
            [
                TRAMPLE,
                term("it", "trample", "702.19", "Reforzare"),
                term("it", "kicker", "702.33", "Reforzar"),
            ],
            1,
        ),
    ],
)
def test_what_is_a_false_friend(says: str, table: list[Term], count: int) -> None:
    assert len(list(found_in(table))) == count, says
