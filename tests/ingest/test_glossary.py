"""Glossaries: with blank lines, without, in lists; the entry at the end of the file."""

import pytest

from tests.ingest.reading import answered

RULES = "100. General\n100.1. A rule of the game.\n\n"


@pytest.mark.parametrize(
    ("says", "text", "wanted"),
    [
        (
            "blank lines between",
            "Glossary\n\nAbility\n1. A text.\n2. An object.\n\nVs.\nShort for versus.\n",
            [("Ability", "1. A text. 2. An object."), ("Vs.", "Short for versus.")],
        ),
        (
            "two blank lines, and one inside an entry",
            "Glossary\n\n\nAbility\nA text.\n\n\n\nSee rule 113.\n\nMana\nA resource.",
            [("Ability", "A text. See rule 113."), ("Mana", "A resource.")],
        ),
        (
            "no blank line at all",
            "Glosario\nApuesta\nCarta que se arriesga.\nVéase la regla 407.\nEmpate\nNadie gana.\n",
            [("Apuesta", "Carta que se arriesga. Véase la regla 407."), ("Empate", "Nadie gana.")],
        ),
        (
            "a single letter and an odd name",
            "Glossary\n\nX\nA placeholder.\n\nBury (Obsolete)\nOnce a word.\n",
            [("X", "A placeholder."), ("Bury (Obsolete)", "Once a word.")],
        ),
        (
            "a list with colons, as on a wiki",
            "Glossario\n\nAModifica\n• Abilità: un testo.\n  • Anche un oggetto.\n"
            "• Arma: si usa.\n",
            [("Abilità", "un testo. Anche un oggetto."), ("Arma", "si usa.")],
        ),
        (
            "a word of the menu that is a term",
            "Glossary\n\nExplore\nTo look at a card.\n",
            [("Explore", "To look at a card.")],
        ),
    ],
)
def test_entries(says: str, text: str, wanted: list[tuple[str, str]]) -> None:
    got = answered(RULES + text)
    assert [(entry["term"], entry["text"]) for entry in got["glossary"]] == wanted, says


def test_a_glossary_alone_is_enough() -> None:
    got = answered("Glossario\n\nAbilità\nUn testo che dice che cosa fa la carta.\n")
    assert len(got["glossary"]) == 1
    assert not [note for note in got["notes"] if note["kind"] == "refused"]


def test_a_link_to_a_glossary_above_the_rules_is_none() -> None:
    got = answered("Glossario\nMappa del sito\nUn testo di saluto.\n702.9. Volare\n702.9a Vola.\n")
    assert got["glossary"] == []
    assert len(got["rules"]) == 2
