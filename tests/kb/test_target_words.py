"""Words of targets, qualities and triggers, in the languages that a document may use."""

import pytest

from kb.target_words import Wanted, Wish, by_x, keyword, quality, trigger, wanted

CREATURE = ((Wish("type", "Creature"),),)
OPPONENT = Wanted(CREATURE, (Wish("controller", "opponent"),))
SMALL = Wanted(CREATURE, (Wish("power", "most", 2),))
NOT_BLACK = Wanted(CREATURE, (Wish("not-color", "B"),))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("creature", Wanted(CREATURE, ())),
        ("Creatura", Wanted(CREATURE, ())),
        ("criatura", Wanted(CREATURE, ())),
        ("creature an opponent controls", OPPONENT),
        ("creatura controllata da un avversario", OPPONENT),
        ("criatura que controla un oponente", OPPONENT),
        ("creature with power 2 or less", SMALL),
        ("creatura con forza pari o inferiore a 2", SMALL),
        ("criatura con fuerza de 2 o menos", SMALL),
        ("nonblack creature", NOT_BLACK),
        ("creatura non nera", NOT_BLACK),
        ("criatura que no sea negra", NOT_BLACK),
    ],
)
def test_the_languages_mean_the_same(text: str, found: Wanted) -> None:
    assert wanted(text) == found


def test_or_is_a_choice_of_kinds_and_the_rest_holds_for_all() -> None:
    found = wanted("artifact or enchantment an opponent controls")
    assert found is not None
    assert found.kinds == ((Wish("type", "Artifact"),), (Wish("type", "Enchantment"),))
    assert found.rest == (Wish("controller", "opponent"),)


@pytest.mark.parametrize(
    ("says", "text"),
    [
        ("a word that is in no table", "creature with the most freckles"),
        ("nothing", ""),
        ("no kind on one side", "red or green"),
        ("a number too large to be one", "creature with power 99999 or less"),
    ],
)
def test_words_that_are_not_read(says: str, text: str) -> None:
    assert wanted(text) is None, says


@pytest.mark.parametrize(
    ("text", "head", "what"),
    [
        ("protection from black", "protection", Wish("color", "B")),
        ("protezione dal nero", "protection", Wish("color", "B")),
        ("protección contra el negro", "protection", Wish("color", "B")),
        ("protection from artifacts", "protection", Wish("type", "Artifact")),
        ("hexproof from multicolored", "hexproof-from", Wish("colors", "many")),
        ("protection from everything", "protection", Wish("everything", "")),
        ("protection from Tuesdays", "protection", None),
        ("ward 2", "ward", None),
    ],
)
def test_keywords_that_name_something(text: str, head: str, what: Wish | None) -> None:
    found = keyword(text)
    assert found is not None
    assert (found[0], quality(found[1])) == (head, what)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("enters", "enters"), ("entra", "enters"), ("muore", "dies"), ("muere", "dies"),
        ("The beginning of the end step", "step:end"), ("el comienzo del paso final", "step:end"),
        ("a creature you control enters", None), (None, None),
    ],
)  # fmt: skip
def test_when_an_ability_triggers(text: str | None, key: str | None) -> None:
    assert trigger(text) == key


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("destroy target artifact with mana value X or less.", Wish("mana-value", "most", 3)),
        ("distruggi l'artefatto con valore di mana pari o inferiore a X", Wish(
            "mana-value", "most", 3)),
        ("create X tokens", None),
        (None, None),
    ],
)  # fmt: skip
def test_what_x_measures(text: str | None, wish: Wish | None) -> None:
    assert by_x(text, 3) == wish
