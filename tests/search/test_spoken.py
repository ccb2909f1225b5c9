"""Words of a query: in which language each counts, and what an unknown one is taken for."""

import pytest

from kb.store import Store
from kb.tokens import tokens
from search.index import Index
from search.near_words import sound
from search.plans import Way, plan
from search.spoken import Spoken, names_among, spoken
from search.words import Lexicon


@pytest.fixture
def lexicon(bundled: Store) -> Lexicon:
    return Lexicon(bundled)


def said(lexicon: Lexicon, index: Index, text: str) -> tuple[Spoken, ...]:
    return spoken(lexicon, index.contents, tuple(tokens(text)))


@pytest.mark.parametrize(
    ("says", "text", "word", "language", "lemma"),
    [
        (
            "one that two languages have goes by the others",
            "il costo della magia",
            1,
            "it",
            "costo",
        ),
        ("by others of the other language", "los costos de un hechizo", 1, "es", "coste"),
        ("one of another language stays its own", "posso pagare un sweeper", 3, "en", "sweeper"),
        ("a pronoun behind it", "devo pagarla", 1, "it", "pagare"),
        ("the same after an accent", "puedo lanzarlo sacrificándolo", 2, "es", "sacrificar"),
        ("a slip of the fingers", "cimitreo della magia", 0, "it", "cimitero"),
    ],
)
def test_the_language_of_a_word(
    lexicon: Lexicon,
    bundled_index: Index,
    says: str,
    text: str,
    word: int,
    language: str,
    lemma: str,
) -> None:
    lemmas = said(lexicon, bundled_index, text)[word].lemmas
    assert list(lemmas) == [language], says
    assert lemma in lemmas[language], says


def test_hand_and_mana_are_asked_apart(lexicon: Lexicon, bundled_index: Index) -> None:
    [hand, mana] = (said(lexicon, bundled_index, text)[1] for text in ("la mano", "il mana"))
    assert "mano" in hand.lemmas["it"] and "mana" in mana.lemmas["it"]
    for one, other in ((hand, "mana"), (mana, "mano")):
        assert other not in {each for lemmas in one.lemmas.values() for each in lemmas}


def test_words_that_say_nothing_are_kept_where_there_are_no_others(
    lexicon: Lexicon, bundled_index: Index
) -> None:
    assert [word.is_silent for word in said(lexicon, bundled_index, "il costo")] == [True, False]
    assert [word.is_silent for word in said(lexicon, bundled_index, "il di la")] == [False] * 3


def test_a_phrase_is_one_slot_with_what_it_means(lexicon: Lexicon, bundled_index: Index) -> None:
    words = said(lexicon, bundled_index, "entrare nel campo di battaglia")
    slots = plan(lexicon, words, names_among(lexicon, words), "en")
    meant = {way.words for slot in slots for way in slot.ways}
    assert ("enter", "battlefield") in meant
    own = plan(lexicon, words, names_among(lexicon, words), "it")
    assert Way(("entrare",), 1.0) in [way for slot in own for way in slot.ways]


def test_what_is_said_twice_is_asked_once(lexicon: Lexicon, bundled_index: Index) -> None:
    once = said(lexicon, bundled_index, "spell")
    twice = said(lexicon, bundled_index, "spell spell")
    assert plan(lexicon, twice, (), "en") == plan(lexicon, once, (), "en") != ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("vinculo", "binculo"),
        ("habilidad", "abilidad"),
        ("letale", "lettale"),
        ("kicker", "quiquer"),
    ],
)
def test_words_that_sound_alike(one: str, other: str) -> None:
    assert sound(one) == sound(other)


def test_hand_does_not_sound_like_mana() -> None:
    assert sound("mano") != sound("mana")
