"""HTML pages of the shapes that wikis, rule sites and transcripts have."""

import pytest

from ingest.forms import looks_like_html
from ingest.readers.html import read_html
from tests.ingest.reading import answered, kinds, noted, notes, numbers, page, rule


def test_a_wiki_page_of_a_keyword() -> None:
    got = page("it_keyword.html")
    assert (got["form"], got["language"]) == ("html", "it")
    assert [(e["date"], e["label"]) for e in got["editions"]] == [("2025-03-07", "Le maree: alba")]
    assert numbers(got) == ["702.150", "702.150a", "702.150b", "702.150c"]
    assert rule(got, "702.150")["title"] == rule(got, "702.150")["text"] == "Risonanza"
    assert rule(got, "702.150a")["cites"] == ["601.2b", "601.2f", "601.2g", "601.2h"]
    assert rule(got, "702.150b")["text"].startswith("Quando la copi")
    assert rule(got, "702.150b")["cites"] == ["115.7"]
    assert rule(got, "702.150c")["text"] == "Chi la controlla paga {2} e poi per ciascuna."
    assert [ruling["text"] for ruling in got["rulings"]] == [
        "Si ripete una volta sola.",
        "La copia non è lanciata.",
        "Nemmeno se costa {X}.",
    ]
    assert {ruling["about"] for ruling in got["rulings"]} == {"702.150"}
    assert got["facts"] == {
        "type": "Abilità innescata",
        "introduced": "Le maree: alba",
        "Richiamo": "Un suono solo.",
    }
    assert noted(got) == {"glued-number", "lost-symbol"}
    assert notes(got, "glued-number")[0]["number"] == "702.150b"
    assert notes(got, "lost-symbol")[0] == {
        "kind": "lost-symbol",
        "number": "702.150c",
        "line": 30,
        "detail": "icons without alternative text: 1",
    }


def test_a_wiki_page_of_sections_with_nested_lists() -> None:
    got = page("it_section.html")
    assert numbers(got) == [
        *("400", "400.1", "401.1a", "400.1b", "400.2", "400.2a"),
        *("401", "401.1", "401.2"),
    ]
    assert rule(got, "400")["title"] == "Generale"
    assert rule(got, "401")["title"] == "Grimorio"
    assert rule(got, "400.1")["text"].endswith("può stare una carta.")
    assert rule(got, "400.1b")["cites"] == ["4"]
    assert rule(got, "400.2a")["examples"] == ["Una carta a faccia in su si vede."]
    assert len(rule(got, "401.2")["examples"]) == 2
    assert got["editions"][0]["date"] is None
    assert noted(got) == {"misplaced-number", "odd-number"}
    (misplaced,) = notes(got, "misplaced-number")
    assert misplaced["number"] == "401.1a"
    assert "400.1a" in misplaced["detail"]


def test_a_page_for_one_rule() -> None:
    got = page("es_single_rule.html")
    assert got["language"] == "es"
    assert numbers(got) == ["702.190", "702.190a", "702.190b"]
    assert [rule["inferred"] for rule in got["rules"]] == [False, True, True]
    assert rule(got, "702.190a")["cites"] == []
    assert rule(got, "702.190b")["cites"] == ["118.7", "602.2a", "602.2b"]
    assert rule(got, "702.190b")["examples"] == ["Paga dos y vuelve."]
    assert noted(got) == {"inferred-number"}
    assert {"navigation", "unknown-edition"} <= kinds(got)


def test_a_transcript_with_the_chrome_of_its_site() -> None:
    got = page("it_transcript.html")
    assert numbers(got) == ["1", "100", "100.1", "100.1a"]
    assert rule(got, "100.1")["text"].endswith("partita di due o più giocatori.")
    assert rule(got, "100.1a")["text"] == "Una partita in due è semplice da spiegare."
    assert [entry["term"] for entry in got["glossary"]] == ["Abilità", "Bersaglio"]
    assert noted(got) == {"truncated"}
    assert "credits" in notes(got, "truncated")[0]["detail"]


def test_two_cells_are_a_number_and_its_text_or_a_label_and_its_value() -> None:
    got = answered(
        "<html><body><table><tr><th>Tipo</th><td>Abilità statica</td></tr></table>"
        "<table><tr><td>702.9.</td><td>Volare</td></tr>"
        "<tr><td>702.9a</td><td>Chi vola passa sopra.</td></tr></table>"
        "<dl><dt>702.9b</dt><dd>Chi ha raggiungere la ferma.</dd></dl></body></html>"
    )
    assert got["facts"] == {"type": "Abilità statica"}
    assert [rule["text"] for rule in got["rules"]] == [
        "Volare",
        "Chi vola passa sopra.",
        "Chi ha raggiungere la ferma.",
    ]


def test_entities_and_line_breaks() -> None:
    got = answered(
        "<!DOCTYPE html><html><body><p>702.9a&nbsp;Volare &egrave; &laquo;alto&raquo; &lt;e&gt; "
        "pi&ugrave; &amp; meno.<br>702.9b Vedi regole 604.1&#8211;2.</p></body></html>"
    )
    assert rule(got, "702.9a")["text"] == "Volare è «alto» <e> più & meno."
    assert rule(got, "702.9b")["cites"] == ["604.1", "604.2"]


def test_lines_are_those_of_the_source() -> None:
    read = read_html(
        "<html>\n<body>\r\n<p>uno</p>\r<div>\n<p>due</p></div>\n<pre>tre\nquattro</pre>"
    )
    assert [(line.text, line.number) for line in read.lines] == [
        ("uno", 3),
        ("due", 5),
        ("tre", 6),
        ("quattro", 7),
    ]


@pytest.mark.parametrize(
    ("says", "icon", "text"),
    [
        ("alternative text", '<img alt="{T}">', "Paga {T} e pesca."),
        ("a title", '<i class="ms ms-r" title="{R}"></i>', "Paga {R} e pesca."),
        ("a drawing with a title", "<svg><title>{G}</title></svg>", "Paga {G} e pesca."),
    ],
)
def test_icons_that_say_what_they_are(says: str, icon: str, text: str) -> None:
    got = answered(f"<html><body><p>702.9a Paga {icon} e pesca.</p></body></html>")
    assert rule(got, "702.9a")["text"] == text, says
    assert "lost-symbol" not in kinds(got), says


@pytest.mark.parametrize("icon", ['<img src="r.png">', '<span class="mana-symbol"></span>'])
def test_icons_that_do_not(icon: str) -> None:
    got = answered(f"<html><body><p>702.9a Paga {icon} e pesca.</p></body></html>")
    assert rule(got, "702.9a")["text"] == "Paga e pesca."
    assert notes(got, "lost-symbol")[0]["number"] == "702.9a"


def test_a_page_in_an_old_encoding_that_says_so() -> None:
    page = '<html><head><meta charset="iso-8859-1"></head><body><p>702.9a È più in là.</p></body>'
    assert rule(answered(page.encode("cp1252")), "702.9a")["text"] == "È più in là."


def test_a_page_with_an_xml_declaration() -> None:
    page = '<?xml version="1.0" encoding="utf-8"?>\n<html><body><p>702.9a Qui.</p></body></html>'
    assert rule(answered(page), "702.9a")["line"] == 2


@pytest.mark.parametrize(
    ("text", "is_page"),
    [
        ("<!DOCTYPE html><p>x", True),
        ("  <html lang=it>", True),
        ("<p>uno</p>\n<p>due</p>", True),
        ("Rules at <www.example.org> and <em> more", False),
        ("100.1. Testo < altro > testo", False),
    ],
)
def test_what_is_a_page(text: str, is_page: bool) -> None:
    assert looks_like_html(text) is is_page


def test_signs_glued_to_the_name_of_a_mark() -> None:
    got = answered(
        "<html><body><p||>702.9. Volare</p>\n<p/>702.9a Qui.<br/>702.9b Là.</body></html>"
    )
    assert [rule(got, number)["line"] for number in ("702.9", "702.9a", "702.9b")] == [1, 2, 2]
