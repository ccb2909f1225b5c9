"""The answer is exact to the contract, and the texts behind it are typed."""

import json

from ingest.answer import answer
from kb.edition import EditionKind
from tests.ingest.reading import answered, numbers, read

TEXT = """\
Tipo\tAbilità statica
Regolamento
• Vale una volta.
(Aggiornato a Lune: alba, 3 marzo 2020)
702.33. Potenziamento
702.33a Vedi le regole 601.2b, 601.2k–n e 601.2b.
Esempio: Vedi regola 603.
Glossario
Pila
Zona delle magie. Vedi regola 405.
"""


def test_a_document() -> None:
    got = answered(TEXT)
    assert got["source"] == "here"
    assert (got["form"], got["language"]) == ("text", "it")
    (edition,) = got["editions"]
    assert (edition["date"], edition["label"]) == ("2020-03-03", "Lune: alba")
    assert (edition["kind"], edition["official"]) == ("translation", False)
    assert got["rules"] == [
        {
            "number": "702.33",
            "title": "Potenziamento",
            "text": "Potenziamento",
            "edition": "2020-03-03",
            "cites": [],
            "examples": [],
            "inferred": False,
            "line": 5,
        },
        {
            "number": "702.33a",
            "title": None,
            "text": "Vedi le regole 601.2b, 601.2k–n e 601.2b.",
            "edition": "2020-03-03",
            "cites": ["601.2b", "601.2k", "601.2m", "601.2n"],
            "examples": ["Vedi regola 603."],
            "inferred": False,
            "line": 6,
        },
    ]
    assert got["rulings"] == [{"text": "Vale una volta.", "about": "702.33"}]
    assert got["glossary"] == [{"term": "Pila", "text": "Zona delle magie. Vedi regola 405."}]
    assert got["facts"] == {"type": "Abilità statica"}
    assert got["notes"] == []


def test_an_answer_is_json_with_a_document_a_source() -> None:
    whole = answer([read(TEXT), read(b"")])
    assert len(whole["documents"]) == 2
    assert json.loads(json.dumps(whole)) == whole


def test_rules_come_in_the_order_of_the_text_whatever_their_edition() -> None:
    got = answered(
        "(Aggiornato a Uno, 3 marzo 2020)\n702.33. Potenziamento\n"
        "(Aggiornato a Due, 4 aprile 2021)\n718. Carte\n718.1. Sono due.\n"
        "(Aggiornato a Uno, 3 marzo 2020)\n702.34. Flashback\n"
    )
    assert numbers(got) == ["702.33", "718", "718.1", "702.34"]


def test_a_page_is_a_translation_and_a_whole_dated_document_official() -> None:
    head = "Rules\n\nThese rules are effective as of June 10, 2022.\n\n"
    sections = "".join(
        f"{chapter}. Chapter\n\n{chapter}00. General\n\n"
        + "".join(f"{chapter}00.{rule}. A rule of the game.\n\n" for rule in range(1, 90))
        for chapter in range(1, 7)
    )
    whole = read(head + sections).editions[0].edition
    assert whole.kind is EditionKind.OFFICIAL
    undated = read("Rules\n\n" + sections).editions[0].edition
    assert undated.kind is EditionKind.TRANSLATION
    part = read(head + sections[:9000]).editions[0].edition
    assert part.kind is EditionKind.TRANSLATION


def test_the_hash_is_of_the_content() -> None:
    first, same, other = read(TEXT), read(TEXT), read(TEXT + "\n")
    hashes = [source.editions[0].edition.hash for source in (first, same, other)]
    assert hashes[0] == hashes[1] != hashes[2]
    assert len(hashes[0]) == 64
