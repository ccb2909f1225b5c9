"""Analysis at build time: sentences, lemmas and names, found with spaCy."""

import csv
from pathlib import Path

import pytest

from kb.analyst import Analyst
from kb.dictionary import Dictionary, overrides
from kb.lang import codes, folded


@pytest.fixture(scope="module", params=["it", "es", "en"])
def analyst(request: pytest.FixtureRequest) -> tuple[str, Analyst]:
    return request.param, Analyst(request.param)


TEXTS = {
    "it": ("Il costo di mana è zero. La magia è potenziata.", "mana-cost", "costo di mana"),
    "es": ("El coste de maná es cero. El hechizo fue estimulado.", "mana-cost", "coste de maná"),
    "en": ("The mana cost is zero. The spell was kicked.", "mana-cost", "mana cost"),
}


def test_sentences_and_names(analyst: tuple[str, Analyst]) -> None:
    code, pipeline = analyst
    text, concept, words = TEXTS[code]
    [found] = pipeline.analyses([text])
    assert [text[start:end] for start, end in found.sentences] == [
        part.strip() + "." for part in text.split(".")[:-1]
    ]
    spans = {span.concept: text[span.start : span.end].casefold() for span in found.terms}
    assert spans[concept] == words, "the longest name, not the word inside it"
    assert "kicked" in spans


def test_names_do_not_overlap(analyst: tuple[str, Analyst]) -> None:
    code, pipeline = analyst
    [found] = pipeline.analyses([TEXTS[code][0]])
    ends = [span.end for span in found.terms]
    starts = [span.start for span in found.terms]
    assert all(start >= end for start, end in zip(starts[1:], ends[:-1], strict=True))


@pytest.mark.parametrize("text", ["", " ", "{X}{G/W}", "702.33a", "…", "\x00", "a\u0301" * 50])
def test_odd_texts(analyst: tuple[str, Analyst], text: str) -> None:
    assert len(list(analyst[1].analyses([text, text]))) == 2


@pytest.mark.parametrize(
    ("code", "word", "lemma"),
    [
        ("it", "magie", "magia"),
        ("it", "bersagli", "bersaglio"),
        ("it", "danni", "danno"),
        ("it", "potenziata", "potenziare"),
        ("it", "TAPpa", "tappare"),
        ("it", "mano", "mano"),
        ("it", "mana", "mana"),
        ("es", "hechizos", "hechizo"),
        ("es", "costes", "coste"),
        ("es", "fichas", "ficha"),
        ("es", "estimulada", "estimular"),
        ("es", "muestra", "mostrar"),
        ("es", "elijas", "elegir"),
        ("es", "estado", "estado"),
        ("es", "mano", "mano"),
        ("es", "maná", "mana"),
        ("en", "spells", "spell"),
        ("en", "dealt", "deal"),
        ("en", "dying", "die"),
    ],
)
def test_lemma(code: str, word: str, lemma: str) -> None:
    assert Dictionary(code).lemma(word) == lemma


@pytest.mark.parametrize("code", ["it", "es", "en"])
def test_lemmas_of_a_list_of_words(code: str) -> None:
    path = Path(__file__).with_name(f"lemmas_{code}.csv")
    with path.open(encoding="utf-8", newline="") as file:
        pairs = [(row["form"], row["lemma"]) for row in csv.DictReader(file)]
    assert len(pairs) >= 150
    found = Dictionary(code).lemma
    assert [(form, found(form)) for form, lemma in pairs if found(form) != folded(lemma)] == []


def test_hand_and_mana_stay_apart() -> None:
    for code in ("it", "es"):
        lemmas = Dictionary(code)
        assert lemmas.lemma("mano") != lemmas.lemma("mana")


@pytest.mark.parametrize("code", codes())
def test_the_list_of_overrides_is_needed(code: str) -> None:
    """A word that the dictionary gets right by now has no place in our list."""
    import simplemma

    needless = [
        form
        for form, lemma in overrides(code).items()
        if folded(simplemma.lemmatize(form, lang=code)) == lemma
    ]
    assert needless == []
