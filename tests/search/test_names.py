"""Names: by word, form and number; and what nothing is called."""

import pytest

from kb.dictionary import Dictionary
from kb.holdings import Holdings
from search.names import Names, friends, names


def base_form(word: str, code: str) -> str:
    return Dictionary(code).lemma(word)


def no_dictionary(word: str, code: str) -> str:
    raise AssertionError(f"{word} ({code}) stands in the table")


@pytest.mark.parametrize(
    ("says", "word", "number", "form"),
    [
        ("the name", "Arruolare", "702.154", "Arruolare"),
        ("without its accent, shouted", "ESTIMULO", "702.33", "Estímulo"),
        ("an inflection of the table", "alistada", "702.154", "alistada"),
        ("a variant", "costo di mana convertito", "202.3", "Costo di mana convertito"),
    ],
)
def test_a_word_of_the_table(
    holdings: Holdings, says: str, word: str, number: str, form: str
) -> None:
    found = names(holdings, word, base_form=no_dictionary)
    assert [str(name.number) for name in found.names] == [number], says
    assert form in [match.form for match in found.matches], says


@pytest.mark.parametrize(
    ("says", "word", "number", "language"),
    [
        ("an Italian gerund", "travolgendo", "702.19", "it"),
        ("a Spanish one", "arrollando", "702.19", "es"),
        ("several words", "costes de maná convertidos", "202.3", "es"),
        ("some without accents", "costes de mana convertidos", "202.3", "es"),
    ],
)
def test_an_inflection_that_no_table_lists(
    holdings: Holdings, says: str, word: str, number: str, language: str
) -> None:
    found = names(holdings, word, base_form=base_form)
    assert [str(name.number) for name in found.names] == [number], says
    assert [match.term.language for match in found.matches] == [language], says


def test_a_number_with_what_stands_below_it(holdings: Holdings) -> None:
    found = names(holdings, "702.33", base_form=no_dictionary)
    assert [str(n.number) for n in found.names] == ["702.33", "702.33c", "702.33d", "702.33h"]
    assert names(holdings, "702.999", base_form=no_dictionary) == Names(())


def test_some_languages_alone(holdings: Holdings) -> None:
    found = names(holdings, "", base_form=no_dictionary, languages=["it"])
    assert {word.language for name in found.names for word in name.words} == {"it"}
    every = names(holdings, "", base_form=no_dictionary)
    assert len(found.names) < len(every.names)


def test_a_misspelt_word_has_something_near(holdings: Holdings) -> None:
    found = names(holdings, "arruolrae", base_form=base_form)
    assert (found.names, found.nearest[0]) == ((), "Arruolare (702.154)")


@pytest.mark.parametrize(
    ("says", "word", "languages", "others"),
    [
        ("a word", "potenziamento", [], ["Potenciar"]),
        ("an inflection of it", "potenzia", [], ["Potenciar"]),
        ("a number", "702.193", [], ["Potenziamento"]),
        ("both at one number, once", "207.2c", ["it", "es"], ["Alleanza"]),
        ("other languages alone", "potenziamento", ["it", "en"], []),
        ("no false friend", "trample", [], []),
    ],
)
def test_false_friends_of(
    holdings: Holdings, says: str, word: str, languages: list[str], others: list[str]
) -> None:
    found = friends(holdings, word, language="it", languages=languages)
    assert [each.pair.other_word for each in found] == others, says


def test_each_concept_of_a_pair_is_called_by_name(holdings: Holdings) -> None:
    [pair] = friends(holdings, "alleanza", language="es", languages=["it", "es"])
    assert (pair.name, pair.other_name) == ("Alliance", "Alianza")


def test_all_false_friends_once(holdings: Holdings) -> None:
    pairs = [each.pair for each in friends(holdings, "", language="en")]
    assert len(pairs) > 20
    assert len({frozenset((pair, pair.turned)) for pair in pairs}) == len(pairs)
