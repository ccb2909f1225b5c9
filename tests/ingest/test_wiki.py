"""MediaWiki markup and the answers of a MediaWiki API."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ingest.pipeline import files_in, read_path
from ingest.readers.wiki_export import is_export
from ingest.readers.wiki_safety import DEEPEST, LARGEST, MOST_MARKS
from tests.ingest.reading import answered, notes, numbers, rule

PAGE = """{{Riquadro
|tipo = Abilità statica
|introdotta_in = [[Alfa]]
}}
'''Volare''' (''Flying'') fa passare sopra.<ref>702.994a una nota</ref>

== Regolamento ==
* Si può volare [[Da soli|da soli]].
** E anche in due.
<!-- 702.994b
un commento -->
{| class="mw-collapsible mw-collapsed"
! Tratto dal Regolamento (Aggiornato a [[Alfa: Beta]], 3 Aprile 2025)
|-
|
702.9. Volare

702.9a Volare è un'abilit&agrave; di elusione. {{T}}: paga {{Mana|2W}}.

702.9b ''Chi vola'' passa [[Sopra#come|sopra]]<nowiki>.</nowiki>
* Esempio: Un uccello vola.
|}
[[Categoria:Abilità]] [[en:Flying]]
"""


def wiki(text: str) -> dict[str, Any]:
    return answered(text, form="wiki")


def test_a_page() -> None:
    got = wiki(PAGE)
    assert (got["form"], got["language"]) == ("wiki", "it")
    (edition,) = got["editions"]
    assert (edition["date"], edition["label"]) == ("2025-04-03", "Alfa: Beta")
    assert got["facts"] == {"type": "Abilità statica", "introduced": "Alfa"}
    assert [ruling["text"] for ruling in got["rulings"]] == [
        "Si può volare da soli.",
        "E anche in due.",
    ]
    assert numbers(got) == ["702.9", "702.9a", "702.9b"]
    assert rule(got, "702.9b")["text"] == "Chi vola passa sopra."
    assert rule(got, "702.9b")["examples"] == ["Un uccello vola."]


def test_symbols_of_templates() -> None:
    text = rule(wiki(PAGE), "702.9a")["text"]
    assert text == "Volare è un'abilità di elusione. {T}: paga {2}{W}."


def test_lines_are_those_of_the_source() -> None:
    got = wiki(PAGE)
    source = PAGE.splitlines()
    for number in numbers(got):
        assert source[rule(got, number)["line"] - 1].startswith(number)


@pytest.mark.parametrize(
    ("says", "markup", "text"),
    [
        ("a link with a label", "[[A|passa]] sopra", "passa sopra"),
        ("a link within a label", "[[A|passa ''sopra'']]", "passa sopra"),
        ("an address", "[http://a.example passa] sopra", "passa sopra"),
        ("a picture with words", "passa [[File:x.png|20px|alt=sopra]]", "passa sopra"),
        ("a wide picture", "passa [[File:x.png|thumb|alt=carta]] sopra", "passa sopra"),
        ("a card", "passa {{Carta|sopra}}", "passa sopra"),
        ("a card by another name", "passa {{Carta|x|sopra}}", "passa sopra"),
        ("a symbol in two colours", "{{Mana|2/W}} passa", "{2/W} passa"),
        ("a bar of a table", "passa {{!}} sopra", "passa | sopra"),
        ("a box", "<div class='x'>passa</div> sopra", "passa sopra"),
        ("a mark alone", "passa '' sopra", "passa '' sopra"),
        ("a word that switches", "__NOTOC__passa sopra", "passa sopra"),
        ("a parameter", "passa {{{1|sopra}}}", "passa sopra"),
        ("an open link", "passa [[sopra", "passa [[sopra"),
        ("lists", ":::passa sopra", "passa sopra"),
    ],
)
def test_markup(says: str, markup: str, text: str) -> None:
    prefix = ":" if markup.startswith(":") else ""
    got = wiki(f"702.9. Volare\n{prefix}702.9a Chi vola {markup.lstrip(':')}.\n")
    assert rule(got, "702.9a")["text"] == f"Chi vola {text}.", says


def test_icons_without_words_are_lost() -> None:
    got = wiki("702.9a Paga [[File:x.png|20px]]: vola. {{Niente}} Poi basta.\n")
    (note,) = notes(got, "lost-symbol")
    assert note["number"] == "702.9a" and "2" in note["detail"]


def test_tables_and_lists_of_definitions() -> None:
    got = wiki(
        "702.9. Volare\n{|\n|-\n! Tipo !! Statica\n|-\n| 702.9a || Chi vola passa.\n|}\n"
        "== Glossario ==\n;Mano: dove stanno le carte\n;Pila\n:dove stanno le magie\n"
    )
    assert rule(got, "702.9a")["text"] == "Chi vola passa."
    assert [(entry["term"], entry["text"]) for entry in got["glossary"]] == [
        ("Mano", "dove stanno le carte"),
        ("Pila", "dove stanno le magie"),
    ]


SHAPES: list[tuple[str, object]] = [
    ("revisions", {"query": {"pages": [{"title": "V", "revisions": [{"content": PAGE}]}]}}),
    ("old revisions", {"query": {"pages": {"7": {"title": "V", "revisions": [{"*": PAGE}]}}}}),
    (
        "slots",
        {
            "batchcomplete": True,
            "query": {"pages": [{"revisions": [{"slots": {"main": {"content": PAGE}}}]}]},
        },
    ),
    ("parse", {"parse": {"title": "V", "wikitext": PAGE}}),
    ("old parse", {"parse": {"title": "V", "wikitext": {"*": PAGE}}}),
    ("REST", {"id": 1, "title": "V", "content_model": "wikitext", "source": PAGE}),
]


@pytest.mark.parametrize(("says", "shape"), SHAPES)
def test_answers_of_an_api_are_found_by_content(says: str, shape: object) -> None:
    got = answered(json.dumps(shape))
    assert got["form"] == "wiki", says
    assert numbers(got) == ["702.9", "702.9a", "702.9b"], says


def test_a_shown_page_in_an_answer() -> None:
    html = "<div class='mw-parser-output'><p>702.9. Volare</p><p>702.9a Chi vola passa.</p></div>"
    got = answered(json.dumps({"parse": {"title": "Volare", "text": {"*": html}}}))
    assert (got["form"], numbers(got)) == ("wiki", ["702.9", "702.9a"])


def test_several_pages_in_one_answer() -> None:
    pages = [
        {"title": text[:5], "revisions": [{"content": text}]}
        for text in ("702.9. Volare\n702.9a Chi vola passa.", "702.10. Rapidità\n702.10a Subito.")
    ]
    got = answered(json.dumps({"query": {"pages": pages}}))
    assert numbers(got) == ["702.9", "702.9a", "702.10", "702.10a"]


EXPORT = """<?xml version="1.0" encoding="UTF-8"?>
<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="it">
  <siteinfo><sitename>Una wiki</sitename></siteinfo>
  <page><title>Volare</title><ns>0</ns>
    <revision><timestamp>2024-02-01T00:00:00Z</timestamp>
      <text xml:space="preserve">702.9. Volare
702.9a Chi vola passa&lt;nowiki>.&lt;/nowiki> &amp;Egrave; vero.</text></revision>
    <revision><timestamp>2019-02-01T00:00:00Z</timestamp><text>702.9. Planare</text></revision>
  </page>
  <page><title>Discussione:Volare</title><ns>1</ns>
    <revision><text>702.9b Una chiacchiera.</text></revision></page>
  <page><title>Rapidità</title><ns>0</ns>
    <revision><text>702.10. Rapidità
702.10a Subito.</text></revision></page>
</mediawiki>
"""


@pytest.mark.parametrize("opening", ["", "\n<!-- una copia -->\n"])
def test_the_export_of_a_wiki(opening: str) -> None:
    got = answered(EXPORT.replace("<mediawiki", f"{opening}<mediawiki"))
    assert got["form"] == "wiki"
    assert numbers(got) == ["702.9", "702.9a", "702.10", "702.10a"], "the newest of each article"
    assert rule(got, "702.9a")["text"] == "Chi vola passa. È vero."
    assert "1" in notes(got, "navigation")[0]["detail"], "the talk page is counted"


def test_the_lines_of_an_export_are_those_of_the_file() -> None:
    got = answered(EXPORT.replace("702.10a Subito.", "702.10aSubito."))
    (glued,) = notes(got, "glued-number")
    line = EXPORT.replace("702.10a Subito.", "702.10aSubito.").splitlines()[glued["line"] - 1]
    assert line.startswith("702.10aSubito.")


def test_an_export_in_a_folder_is_found_by_its_content(tmp_path: Path) -> None:
    (tmp_path / "wiki.xml").write_text(EXPORT, encoding="utf-8")
    (tmp_path / "altro.xml").write_text("<rss/>", encoding="utf-8")
    assert [Path(file).name for file in files_in(str(tmp_path))] == ["wiki.xml"]


@pytest.mark.parametrize(
    ("says", "text", "reason"),
    [
        ("half of one", EXPORT[:700], "damaged XML"),
        ("without a page", "<mediawiki></mediawiki>", "no text of a page"),
        (
            "a bomb",
            '<?xml version="1.0"?><mediawiki><page><title>a</title>&b;</page></mediawiki>',
            "damaged XML",
        ),
        ("deep", "<mediawiki>" + "<page>" * 5000, "damaged XML"),
    ],
)
def test_an_export_that_cannot_be_read(says: str, text: str, reason: str) -> None:
    got = answered(text)
    assert (got["form"], got["rules"]) == ("wiki", []), says
    assert reason in notes(got, "refused")[0]["detail"], says


@pytest.mark.parametrize(
    ("says", "text", "reason"),
    [
        ("an error", '{"error": {"code": "missingtitle", "info": "No page."}}', "missingtitle"),
        ("no page", '{"query": {"pages": {"-1": {"title": "Vola", "missing": ""}}}}', "'Vola'"),
        ("another JSON", '{"a": 1}', "no text"),
        ("half of one", '{"query": {', "damaged JSON"),
        ("deep JSON", '{"query": ' + "[" * 200_000, "damaged JSON"),
        ("a redirect", "#RINVIA [[Volare]]", "'Volare'"),
        ("a long page", "a" * (LARGEST + 1), "letters of markup"),
        ("many marks", "[[a]] " * (MOST_MARKS + 1), "marks"),
        ("deep templates", "{{a|" * (DEEPEST + 1) + "}}" * (DEEPEST + 1), "levels"),
    ],
)
def test_refused(says: str, text: str, reason: str) -> None:
    got = wiki(text)
    (refused,) = notes(got, "refused")
    assert reason in refused["detail"], f"{says}: {refused['detail']}"


def test_line_ends_of_every_kind() -> None:
    for end in ("\r\n", "\r"):
        assert numbers(wiki(PAGE.replace("\n", end))) == ["702.9", "702.9a", "702.9b"], repr(end)


def test_plain_markup_needs_its_form_or_the_name_of_its_file(tmp_path: Path) -> None:
    text = "702.9. Volare\n702.9a Chi vola '''passa'''.\n"
    assert answered(text)["form"] == "text"
    for name, form in (("a.txt", "text"), ("a.wiki", "wiki"), ("b.mediawiki", "wiki")):
        (tmp_path / name).write_text(text)
        assert read_path(str(tmp_path / name)).form == form, name


def test_a_folder_gives_the_answers_of_a_wiki_among_its_files(tmp_path: Path) -> None:
    (tmp_path / "page.json").write_text(json.dumps(SHAPES[0][1]))
    (tmp_path / "other.json").write_text('{"name": "x"}')
    assert [Path(file).name for file in files_in(str(tmp_path))] == ["page.json"]


@pytest.mark.parametrize(
    ("says", "fill"),
    [
        ("boxes", lambda n: "<div>" * n + "\n702.9b Due.\n" + "</div>" * n),
        ("spans", lambda n: "702.9b " + "<span class='x'>" * n + "Due." + "</span>" * n),
        ("items", lambda n: "*" * n + " 702.9b Due."),
    ],
)
def test_deep_nesting_is_read(says: str, fill: Callable[[int], str]) -> None:
    got = wiki("702.9a Uno.\n" + fill(20_000))
    assert numbers(got) == ["702.9a", "702.9b"], says


@pytest.mark.parametrize(
    "mark",
    (
        *("{{a|b=", "[[a|", "<ref name=", "<ref>", "{|\n", "[http://a ", "'' '''x ", "<!-- "),
        *("{{{a|", "== a\n", "*:#", ";a:", "&amp;", "__A", "<nowiki>", "a='b "),
        "{|\n|-\n| a || b\n|}\n",
    ),
)
def test_marks_without_end(mark: str) -> None:
    for count in (300, 4000):
        begin = time.monotonic()
        wiki("702.9a Uno.\n" + mark * count)
        assert time.monotonic() - begin < 20, f"{mark!r} {count} times"


def test_comments_upon_comments_are_told_from_an_export_at_once() -> None:
    """Each may end at any end of one after it: taken in all ways, thirty would take minutes."""
    assert not is_export("<!---->" * 1000 + "<page>")
    assert is_export("<!---->" * 1000 + "<mediawiki>")
