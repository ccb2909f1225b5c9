"""Terms checked against the table: words that are wrong, and words that lack."""

import pytest

from kb.compare.terms import FaultKind, Original, faults
from kb.number import RuleNumber
from kb.term_words import said as names_said
from kb.term_words import words_of

KICKER = RuleNumber.parse("702.33")


def said(text: str, language: str, **about: object) -> list[tuple[str, str, list[str]]]:
    """Kind, word of the table, and the words found."""
    return [
        (str(fault.kind), fault.expected, [text[place.start : place.end] for place in fault.found])
        for fault in faults(text, language, **about)  # type: ignore[arg-type]
    ]


def english(text: str) -> Original:
    names = names_said(text, words_of(text), "en")
    return Original(text, "en", [(name.start, name.end, name.terms[0].concept) for name in names])


@pytest.mark.parametrize(
    ("says", "text", "language", "expected"),
    [
        (
            "the word of another language alone",
            "La sua forza e la sua RESISTENZA.",
            "it",
            [("expected", "costituzione", ["RESISTENZA"])],
        ),
        (
            "and beside the right one",
            "La costituzione. Forza e resistenza.",
            "it",
            [("two-words", "costituzione", ["costituzione", "resistenza"])],
        ),
        ("the right word", "La sua forza e la sua costituzione.", "it", []),
        ("the same word where it is right", "Fuerza y resistencia.", "es", []),
        (
            "two names that differ in one word",
            "Il costo addizionale, poi i costi aggiuntivi.",
            "it",
            [("two-words", "Costo addizionale", ["costo addizionale", "costi aggiuntivi"])],
        ),
        (
            "another verb for it",
            "Tutorare, o cercare.",
            "it",
            [("two-words", "Passare in rassegna", ["Tutorare", "cercare"])],
        ),
        ("halves of a double name", "Forza base e costituzione base.", "it", []),
        (
            "two forms of a known mistake",
            "Contatore e contatori.",
            "it",
            [("expected", "segnalino", ["Contatore"]), ("expected", "segnalini", ["contatori"])],
        ),
        ("singular and plural", "Il costo aggiuntivo, poi i costi aggiuntivi.", "it", []),
        ("a short name", "Punti vita e vita.", "it", []),
        ("a part of a longer word", "Le resistenze.", "it", []),
        ("a language without wrong words", "Toughness and costituzione.", "en", []),
    ],
)
def test_wrong_words(
    says: str, text: str, language: str, expected: list[tuple[str, str, list[str]]]
) -> None:
    assert said(text, language) == expected, says


@pytest.mark.parametrize(
    ("says", "text", "about", "expected"),
    [
        (
            "the word that names another rule",
            "Potenciar tiene un coste.",
            {"number": RuleNumber.parse("702.33a")},
            [("false-friend", "Estímulo", ["Potenciar"])],
        ),
        (
            "told by what it cites",
            "Véase la regla 702.33d sobre potenciar.",
            {"cites": [RuleNumber.parse("702.33d")]},
            [("false-friend", "Estímulo", ["potenciar"])],
        ),
        (
            "inflected",
            "Se ha potenciado.",
            {"number": RuleNumber.parse("702.33a")},
            [("false-friend", "Estímulo", ["potenciado"])],
        ),
        ("of its own rule", "Potenciar.", {"number": RuleNumber.parse("702.193a")}, []),
        ("of nobody knows what", "Potenciar.", {}, []),
        (
            "of both rules",
            "Potenciar y estímulo.",
            {"cites": [KICKER, RuleNumber.parse("702.193")]},
            [],
        ),
    ],
)
def test_false_friends(
    says: str, text: str, about: dict[str, object], expected: list[tuple[str, str, list[str]]]
) -> None:
    assert said(text, "es", **about) == expected, says


@pytest.mark.parametrize(
    ("says", "text", "original", "expected"),
    [
        ("it is there", "Il bersaglio.", "The target.", []),
        ("it is not", "Lo scopo.", "The target.", [("expected", "Bersaglio", [])]),
        ("a word that nobody has seen in print", "Quando va via.", "When it dies.", []),
        ("an everyday word", "Si paga.", "The cost is paid.", []),
        ("a keyword in a rule about something else", "Si arriva.", "To reach it.", []),
    ],
)
def test_what_the_original_names(
    says: str, text: str, original: str, expected: list[tuple[str, str, list[str]]]
) -> None:
    assert said(text, "it", original=english(original)) == expected, says


def test_a_keyword_is_expected_in_its_own_rule() -> None:
    original = "Kicker is a static ability."
    [fault] = faults("È un’abilità statica.", "it", number=KICKER, original=english(original))
    assert (fault.kind, fault.concept) == (FaultKind.EXPECTED, "kicker")
    assert [original[place.start : place.end] for place in fault.original] == ["Kicker"]
