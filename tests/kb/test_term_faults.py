"""Faults of terms: what is told, what is rightly left alone, and how long it takes."""

import tomllib
from pathlib import Path

import pytest

from kb.dictionary import Dictionary
from kb.lang import codes
from kb.paths import data_dir
from kb.term_faults import FaultKind, TermFault, faults
from kb.term_words import heads, said, words_of
from kb.terms import named, terms

WRONG, TWO, FOREIGN, FRIEND = (
    FaultKind.WRONG_WORD,
    FaultKind.TWO_WORDS,
    FaultKind.FOREIGN_WORD,
    FaultKind.FALSE_FRIEND,
)


def found(text: str, code: str) -> list[TermFault]:
    return list(faults(text, code=code, is_word=Dictionary(code).has))


@pytest.mark.parametrize(
    ("says", "code", "text", "kind", "word", "expected", "number"),
    [
        ("a known mistake", "it", "Ha resistenza 3.", WRONG, "resistenza", "costituzione", "208"),
        ("in Spanish", "es", "Baraja tu grimorio.", WRONG, "grimorio", "biblioteca", "401"),
        (
            "an older name beside today's",
            "it",
            "Il valore di mana, già costo di mana convertito.",
            TWO,
            "costo di mana convertito",
            "Valore di mana",
            "202.3",
        ),
        (
            "the name itself comes later",
            "it",
            "Crea un token. Metti la pedina in gioco.",
            TWO,
            "token",
            "Pedina",
            "111",
        ),
        (
            "of two that are not the name the first stands",
            "it",
            "Tutora una carta, cerca una terra: chi può tutorare, può cercare.",
            TWO,
            "tutorare",
            "Cercare",
            "701.23",
        ),
        ("two spellings", "es", "Su costo es un coste.", TWO, "costo", "Coste", "118"),
        ("inflected", "it", "Costo addizionale; costi aggiuntivi.", TWO, None, None, "118.8"),
        ("an English word", "it", "Ha trample.", FOREIGN, "trample", "Travolgere", "702.19"),
        ("a Spanish one", "it", "Lancia hechizos.", FOREIGN, "hechizos", "Magia", "112"),
        (
            "a longer name around an own word",
            "it",
            "Paga il coste de maná.",
            FOREIGN,
            "coste de maná",
            "Costo di mana",
            "202",
        ),
        ("over a line break", "it", "Ha first\nstrike.", FOREIGN, "first\nstrike", None, "702.7"),
        (
            "a word like another rule's",
            "it",
            "Potenciar la creatura.",
            FRIEND,
            "Potenciar",
            "Superpotere",
            "702.193",
        ),
        (
            "a friend without a sure name here",
            "it",
            "Chi sa recruit una creatura.",
            FRIEND,
            "recruit",
            None,
            "701.70",
        ),
        (
            "its number beside it is that of the like word",
            "it",
            "Il potenziamento (702.193a) costa.",
            FRIEND,
            "potenziamento",
            "Superpotere",
            "702.193",
        ),
        (
            "the number alone",
            "it",
            "Potenziamento (702.193)",
            FRIEND,
            "Potenziamento",
            "Superpotere",
            "702.193",
        ),
        (
            "the number before it",
            "it",
            "Vedi regola 702.27, recupero.",
            FRIEND,
            "recupero",
            "Riscatto",
            "702.27",
        ),
    ],
)
def test_a_fault_is_told(
    says: str,
    code: str,
    text: str,
    kind: FaultKind,
    word: str | None,
    expected: str | None,
    number: str,
) -> None:
    [fault] = found(text, code)
    assert (fault.kind, str(fault.number)) == (kind, number), says
    if word is not None:
        assert text[fault.start : fault.end] == word, says
    if expected is not None:
        assert fault.expected == expected, says


@pytest.mark.parametrize(
    ("says", "code", "text"),
    [
        ("forms of one name", "it", "Potenziamento, potenziare, costo di potenziamento."),
        ("a short form", "it", "Azioni generate dallo stato, dette azioni di stato."),
        ("a part of a double name", "it", "Forza e costituzione; la forza base."),
        ("an abbreviation of the name", "it", "Il valore di mana (VM)."),
        ("kinds of one ability", "it", "Passa-isole e passa-foreste sono passa-terra."),
        ("forms that begin otherwise", "it", "Quando muore: morire vuol dire andare al cimitero."),
        ("one word of the two alone", "es", "El costo de maná y otro costo."),
        ("the original beside it", "it", "Travolgere (trample) e «hexproof» – anti-malocchio."),
        ("an everyday word", "it", "Il coste della collina."),
        ("the name of a card", "it", "Gioca Lightning Flash e Elvish Kicker Lord."),
        ("where there is no translation", "es", "Tiene jump-start."),
        ("its own number beside it", "it", "Potenziamento (702.33a)."),
        ("both names beside the number", "it", "Potenziamento, non superpotere (702.193)."),
        ("the number in another sentence", "it", "Ecco il potenziamento. La 702.193 è altro."),
        ("both rules cited", "it", "Potenziamento (regole 702.33 e 702.193)."),
        ("a name that nobody checked is one", "it", "La fasatura e la fase."),
        ("nothing", "it", ""),
    ],
)
def test_what_is_no_fault(says: str, code: str, text: str) -> None:
    assert found(text, code) == [], says


@pytest.mark.parametrize("code", codes())
def test_our_own_texts_keep_to_the_table(code: str) -> None:
    for path in sorted((data_dir() / code / "corpus").glob("*.toml")):
        rules = tomllib.loads(path.read_text(encoding="utf-8")).values()
        text = "\n".join(rule.get("text") or rule["title"] for rule in rules)
        assert [text[each.start : each.end] for each in found(text, code)] == [], path


@pytest.mark.real_text
def test_the_rule_book_itself_has_its_two_obsolete_names(shared: Path) -> None:
    text = (shared / "cr" / "2026-08-07.txt").read_text(encoding="utf-8-sig", errors="replace")
    assert {text[each.start : each.end] for each in found(text, "en")} == {
        "Converted Mana Cost",
        "Remove from the Game",
    }


@pytest.mark.real_text
@pytest.mark.parametrize(
    ("seed", "words"),
    [
        ("000", {"Multikicker", "costi aggiuntivi", "costo aggiuntivo"}),
        ("003", {"resistenza", "abilità con parola chiave"}),
        ("004", set()),
    ],
)
def test_pages_as_people_write_them(shared: Path, seed: str, words: set[str]) -> None:
    [path] = (shared / "seeds").glob(f"{seed}_*.txt")
    text = path.read_text(encoding="utf-8")
    assert {text[each.start : each.end] for each in found(text, "it")} == words


def test_a_word_that_the_language_has_is_not_foreign() -> None:
    assert list(faults("Ha trample.", code="it", is_word=lambda word: word == "trample")) == []


@pytest.mark.parametrize(
    ("form", "head"),
    [
        ("costo addizionale", "Costo addizionale"),
        ("costi aggiuntivi", "Costo aggiuntivo"),
        ("passa in rassegna", "Passare in rassegna"),
        ("cercata", "Cercare"),
        ("vm", "Valore di mana"),
        ("cmc", "Costo di mana convertito"),
        ("debole da evocazione", "Debolezza da evocazione"),
    ],
)
def test_the_name_that_a_form_belongs_to(form: str, head: str) -> None:
    [term] = [term for term in named(form) if term.language == "it"]
    assert heads(term)[form] == head


@pytest.mark.parametrize("code", codes())
def test_each_form_belongs_to_a_name_of_its_term(code: str) -> None:
    for term in terms(code):
        assert set(heads(term).values()) <= {term.word, *term.variants}


@pytest.mark.parametrize(
    ("says", "code", "text", "expected"),
    [
        (
            "the longest first",
            "it",
            "Il costo di mana e l’abilità definita da parola chiave.",
            [
                ("costo di mana", "mana-cost"),
                ("abilità definita da parola chiave", "keyword-abilities"),
            ],
        ),
        ("a long s is an s", "en", "A ſpell.", [("ſpell", "spell")]),
        ("nothing of another language", "it", "A spell.", []),
    ],
)
def test_the_names_in_a_text(
    says: str, code: str, text: str, expected: list[tuple[str, str]]
) -> None:
    names = said(text, words_of(text), code)
    found = [(text[name.start : name.end], name.terms[0].concept) for name in names]
    assert found == expected, says
