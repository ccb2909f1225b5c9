"""Texts of the segmenter: what belongs to a rule, what stands beside it, what is left out."""

import pytest

from tests.ingest.reading import answered, kinds, noted, notes, numbers, rule

HEAD = "Magic Comprehensive Rules\n\nThese rules are effective as of June 10, 2022.\n\n"


def test_names_are_titles_and_texts() -> None:
    got = answered("7. Regole\n\n702. Parole\n\n702.9. Volare\n\n702.9a Chi vola passa sopra.\n")
    assert [rule["title"] for rule in got["rules"]] == ["Regole", "Parole", "Volare", None]
    assert [rule["text"] for rule in got["rules"]][:3] == ["Regole", "Parole", "Volare"]


@pytest.mark.parametrize(
    ("says", "raw", "text"),
    [
        (
            "blanks of all kinds",
            "Uno\u00a0due\u2009tre  quattro\u2028cinque.",
            "Uno due tre quattro cinque.",
        ),
        ("soft hyphens and nothing wide", "ca\u00adrta\u200b.", "carta."),
        ("ligatures", "inﬁnite oﬀerte di ﬂotta.", "infinite offerte di flotta."),
        ("decomposed accents", "abilita\u0300.", "abilità."),
        ("typed apostrophes stay", "E' cosi', perche' no.", "E' cosi', perche' no."),
        ("signs stay", "Magic™ – x² “qui”.", "Magic™ – x² “qui”."),
    ],
)
def test_text_is_as_printed_but_for_blanks(says: str, raw: str, text: str) -> None:
    assert answered(f"702.9a {raw}\n")["rules"][0]["text"] == text, says


@pytest.mark.parametrize(
    ("says", "lines", "text"),
    [
        ("a word", "Si conta il nume-\nro di carte.", "Si conta il numero di carte."),
        ("a soft hyphen", "Si conta il nume\u00ad\nro di carte.", "Si conta il numero di carte."),
        ("a name", "Un oggetto Face-\nDown resta.", "Un oggetto Face-Down resta."),
        (
            "a compound, as elsewhere in the text",
            "Combat damage is dealt in a combat-\ndamage step; combat and damage.",
            "Combat damage is dealt in a combat-damage step; combat and damage.",
        ),
    ],
)
def test_words_cut_at_a_line_end(says: str, lines: str, text: str) -> None:
    assert answered(f"702.9a {lines}\n")["rules"][0]["text"] == text, says


def test_any_number_of_examples_also_after_a_blank_line() -> None:
    examples = "".join(f"Example: Case {number} applies.\n" for number in range(1, 6))
    got = answered(f"509.1a Only these.\n{examples}\n509.1b More.\n\nExample: A late one.\n")
    assert rule(got, "509.1a")["examples"] == [f"Case {number} applies." for number in range(1, 6)]
    assert rule(got, "509.1b")["examples"] == ["A late one."]


def test_examples_in_a_list_and_examples_with_numbers() -> None:
    got = answered(
        "702.45a Un testo.\nEsempi:\n• Uno attacca.\n• Due bloccano.\n702.45b Altro.\n"
        "Ejemplo 2: Si tres, cuatro.\n"
    )
    assert rule(got, "702.45a")["examples"] == ["Uno attacca.", "Due bloccano."]
    assert rule(got, "702.45b")["examples"] == ["Si tres, cuatro."]


def test_examples_do_not_cite_for_their_rule() -> None:
    got = answered("702.9a Vedi regola 601.2b.\nEsempio: Vedi regola 601.2c.\n")
    assert rule(got, "702.9a")["cites"] == ["601.2b"]


def test_indented_paragraphs_belong_to_the_rule_above() -> None:
    got = answered(HEAD + "205.4. One paragraph.\n\n     And a second one.\n\n205.5. Next.\n")
    assert rule(got, "205.4")["text"] == "One paragraph. And a second one."


def test_text_behind_the_last_rule_is_counted_and_not_its() -> None:
    got = answered("702.9a Chi vola passa sopra.\n\nQuesta pagina parla di uccelli, di draghi.\n")
    assert rule(got, "702.9a")["text"] == "Chi vola passa sopra."
    assert "other text: 1" in notes(got, "other-text")[0]["detail"]


def test_a_cut_off_copy_of_an_earlier_line() -> None:
    first = 'Il suono rapido dice: "Puoi ripetere la magia quando finisce. Se lo fai, pesca".'
    got = answered(
        f'{first}\n702.9. Volare\n702.9a Vola.\nla magia quando finisce. Se lo fai, pesca".'
    )
    assert rule(got, "702.9a")["text"] == "Vola."
    assert notes(got, "duplicate-text")[0]["line"] == 4


def test_contents_go_and_the_headings_of_the_body_stay() -> None:
    got = answered(
        f"{HEAD}Contents\n\n1. Concepts\n100. General\n7. More\n702. Words\nGlossary\nCredits\n\n"
        "1. Concepts\n\n100. General\n\n100.1. A rule of some length.\n\n7. More\n\n702. Words\n\n"
        "702.1. Another rule.\n\nGlossary\n\nWord\nWhat it means.\n\nCredits\n\nBy us.\n"
    )
    assert numbers(got) == ["1", "100", "100.1", "7", "702", "702.1"]
    assert [rule["line"] for rule in got["rules"]] == [14, 16, 18, 20, 22, 24]
    assert noted(got) == set()


def test_contents_with_dot_leaders_and_without_a_heading() -> None:
    leaders = answered(
        f"{HEAD}100. General......2\n101. Gold . . . . . . 3\n100. General\n100.1. A rule here.\n"
        "101. Gold\n101.1. Another rule.\n"
    )
    bare = answered(
        f"{HEAD}1 - Concepts\n    100 - General\n    101 - Gold\n\n100 - General\n"
        "100.1. A rule here.\n101 - Gold\n101.1. Another rule.\n"
    )
    assert numbers(leaders) == ["100", "100.1", "101", "101.1"]
    assert numbers(bare) == ["1", "100", "100.1", "101", "101.1"]


def test_the_body_lacks_what_the_contents_promise() -> None:
    head = f"{HEAD}Contents\n\n100. General\nGlossary\nCredits\n\n100. General\n\n100.1. A rule.\n"
    assert len(notes(answered(head), "truncated")) == 2
    with_glossary = answered(f"{head}\nGlossary\n\nWord\nIts meaning.")
    (note,) = notes(with_glossary, "truncated")
    assert "credits" in note["detail"]
    assert with_glossary["glossary"] == [{"term": "Word", "text": "Its meaning."}]


def test_letters_are_inferred_under_the_label() -> None:
    got = answered(
        "702.190. Retornar\nSubreglas\nLa carta vuelve a la mano.\nSolo una vez, no más.\n"
        "Otras reglas de este apartado\n- 702.1\n- 702.2\n- 702.3\n"
    )
    assert [(r["number"], r["inferred"]) for r in got["rules"]] == [
        ("702.190", False),
        ("702.190a", True),
        ("702.190b", True),
    ]
    assert [note["number"] for note in notes(got, "inferred-number")] == ["702.190a", "702.190b"]
    assert "navigation" in kinds(got)
    assert "702.3" in notes(got, "unknown-edition")[0]["detail"]


def test_links_with_names_are_no_rules() -> None:
    got = answered(
        "702.190. Retornar\nSubreglas\nLa carta vuelve a la mano.\nOtras reglas de este apartado\n"
        "- 702.1. Toque mortal\n- 702.2. Defensor\n"
    )
    assert numbers(got) == ["702.190", "702.190a"]


@pytest.mark.parametrize(
    "line",
    [
        "Advertisement",
        "Pagina unoPagina duePagina tre",
        "Sei sulla pagina 1di 200",
        "Sie sind auf Seite 1von 212",
        "Está en la página 1de 273",
        "8/17/2019 NombreDelArchivo",
        "1/227",
        "105",
        "« 702.8 | 702.10 »",
    ],
)
def test_lines_of_the_site_are_counted(line: str) -> None:
    got = answered(f"702.9. Volare\n702.9a Chi vola passa\n{line}\nsopra gli altri.\n")
    assert numbers(got) == ["702.9", "702.9a"]
    assert rule(got, "702.9a")["text"] == "Chi vola passa sopra gli altri."
    assert "navigation" in kinds(got)


def test_names_in_a_list_of_contents_are_no_rules() -> None:
    got = answered(
        "• 702.33. Potenziamento\n• 702.34. Flashback\n\n702.33. Potenziamento\n702.33a Si paga.\n"
        "702.34. Flashback\n702.34a Si rilancia.\n"
    )
    assert numbers(got) == ["702.33", "702.33a", "702.34", "702.34a"]
    assert noted(got) == set()


def test_rulings_below_a_rule_are_about_it() -> None:
    got = answered(
        "702.33. Kicker\n702.33a It is paid.\n\nRulings\nOnce only.\n\n702.34. Flashback\n"
    )
    assert got["rulings"] == [{"text": "Once only.", "about": "702.33"}]


def test_rulings_end_at_the_edition_line_or_the_first_number() -> None:
    got = answered(
        "Suono\n\nRegolamento[modifica | modifica sorgente]\n• Uno è permesso.\n  • Due no.\n\n"
        "(Aggiornato a Lune, 3 marzo 2020)\n702.9. Volare\n702.9a Regolamento e altro.\n"
    )
    assert [ruling["text"] for ruling in got["rulings"]] == ["Uno è permesso.", "Due no."]
    assert {ruling["about"] for ruling in got["rulings"]} == {"702.9"}


@pytest.mark.parametrize(
    "heading", ["Curiosità[]", "Curiosità[modifica]", "CuriositàModifica", "Notas[editar]"]
)
def test_another_heading_ends_them_too(heading: str) -> None:
    got = answered(f"Regolamento[]\n• Uno è permesso.\n{heading}\n• È bella.\n702.9. Volare\n")
    assert [ruling["text"] for ruling in got["rulings"]] == ["Uno è permesso."]


def test_brackets_in_a_rule_are_no_edit_link() -> None:
    got = answered("702.9a Potenziamento [costo] e/o [costo]\n702.9b Il giocatore modifica")
    assert rule(got, "702.9a")["text"].endswith("[costo]")
    assert rule(got, "702.9b")["text"].endswith("modifica")


def test_facts_of_an_infobox_in_tabs() -> None:
    got = answered(
        "Suono\nTipo\tAbilità statica\nIntrodotta in\tLune: alba\nStorm Scale\t5\n702.9. Volare\n"
    )
    assert got["facts"] == {
        "type": "Abilità statica",
        "introduced": "Lune: alba",
        "Storm Scale": "5",
    }


@pytest.mark.parametrize(
    ("says", "text", "kind", "number"),
    [
        ("an unknown symbol", "702.9a Paga {BB}.", "unknown-symbol", "702.9a"),
        ("a cost gone before its colon", "702.9a Puoi fare , : pesca.", "lost-symbol", "702.9a"),
        (
            "a cost gone behind its verb",
            "702.9a Puoi pagare addizionale ora.",
            "lost-symbol",
            "702.9a",
        ),
        (
            "the Spanish word",
            "702.9a La forza e la resistenza sono due.",
            "term-mismatch",
            "702.9a",
        ),
        (
            "lost outside the rules",
            "Puoi pagare addizionale ora.\n702.9. Volare",
            "lost-symbol",
            None,
        ),
    ],
)
def test_faults_in_a_text(says: str, text: str, kind: str, number: str | None) -> None:
    got = answered(text, language="it")
    assert [note["number"] for note in notes(got, kind)] == [number], says


@pytest.mark.parametrize(
    "text",
    [
        "702.9a Paga {2}{W/U}{G/P}{T}{X}{CHAOS}{TK}{oW}{rN1}{LEVEL 2-3} e pesca.",
        "702.9a Scrivi “Nome: testo”, poi altro; (vedi: sotto).",
        "702.9a Forza e costituzione sono pari a 4/4.",
    ],
)
def test_texts_without_a_fault(text: str) -> None:
    assert noted(answered(text, language="it")) == set()


def test_letters_dropped_from_known_words() -> None:
    damaged = answered("100.1. Las reglas vlidas estn en la pgina, con un nmero y ms seccin.")
    whole = answered("100.1. Las reglas válidas están en la página, con un número y más sección.")
    assert "damaged-text" in kinds(damaged)
    assert "damaged-text" not in kinds(whole)
    assert rule(answered("100.1. Lea la seccin 8 en la pgina."), "100.1")["cites"] == ["8"]
