"""What translators exchange: memories that a tool opens, and reports of what to review."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree
from translate.storage import pypo, tmx, xliff

from ingest.exported import exported
from kb.edition import EditionKind
from kb.export_po import as_po
from kb.export_tables import said
from kb.holdings import Holdings
from kb.lang import ORIGINAL
from kb.model import RuleText, SourceTexts
from kb.originals import Originals, Part, content_hash
from kb.store import Store, in_memory
from kb.translations import State, units
from search.exchange.as_review import COLUMNS, write_review
from search.exchange.as_tmx import memory, write_tmx
from search.exchange.as_xliff import write_xliff
from tests.factories import document, edition, put, rule

FACE = "The face of a creature with morph is known to nobody but the player who cast it face down."
OLD = (
    rule("100.1", title="As it was"),
    rule("100.2", "To be edited <b>&amp; more</b>.", examples=("Kept.", "To be edited as well.")),
    rule("100.3", "To be deleted for good."),
    rule("100.4a", FACE),
    rule("100.5", "See rules 100.2 and 100.4b.", examples=("Never translated.",)),
    rule("100.6", "See rule 100.2."),
)
NEW = (
    rule("100.1", title="As it was"),
    rule("100.2", "It is edited <b>&amp; more</b>.", examples=("Kept.", "Edited as well.")),
    rule("100.4a", "Another rule, which came in between and was never there before."),
    rule("100.4b", FACE),
    rule("100.5", "See rules 100.2 and 100.4b.", examples=("Never translated.",)),
    rule("100.6", "See rule 100.2."),
)
ITALIAN = (
    rule("100.1", title="Com’era"),
    rule("100.2", "Da cambiare <i>&lt;</i>.", examples=("Tenuto.", "Anche questo da cambiare.")),
    rule("100.3", "Da togliere."),
    rule("100.4a", "La faccia."),
    rule("100.5", "Vedi regole 100.2 e 100.4b."),
)
SPANISH = (rule("100.2", "Por cambiar."), rule("100.6", "Véase la regla 100.2."))


def english(date: str, *rules: RuleText) -> SourceTexts:
    return document(*rules, of=edition("en", date, kind=EditionKind.OFFICIAL, digest=date))


@pytest.fixture
def store() -> Iterator[Store]:
    """Two English editions, an Italian translation of the first, a Spanish one of unknown day."""
    with in_memory() as made:
        put(made, english("2024-11-08", *OLD), english("2025-04-04", *NEW))
        put(made, document(*ITALIAN, of=edition(date="2024-11-23", digest="it")))
        put(made, document(*SPANISH, of=edition("es", None, digest="es")))
        yield made


def tmx_of(store: Store, *languages: str) -> bytes:
    file = io.BytesIO()
    write_tmx(memory(store, languages), file)
    return file.getvalue()


def xliff_of(store: Store, language: str = "it") -> bytes:
    file = io.BytesIO()
    found = units(store, language, originals=Originals(store))
    write_xliff(found, file, translation=language, language="en")
    return file.getvalue()


def review_of(store: Store, language: str = "it", *, said_in: str = "en") -> list[dict[str, str]]:
    file = io.BytesIO()
    found = units(store, language, originals=Originals(store))
    cited = Holdings(store).cited_by_counts(ORIGINAL)
    write_review(found, file, cited=cited, language=said_in)
    return [*csv.DictReader(io.StringIO(file.getvalue().decode("utf-8-sig"), newline=""))]


def read(content: bytes, place: Path, *, language: str | None = None) -> dict[str, SourceTexts]:
    path = place / "memory.tmx"
    path.write_bytes(content)
    found = exported(str(path), language=language)
    assert found is not None, "not known as a translation memory"
    return {texts.language or "": texts for texts in found}


def texts_of(source: SourceTexts) -> list[tuple[str, str, str | None, tuple[str, ...], str]]:
    return sorted(
        (str(each.number), each.text, each.title, each.examples, str(texts.edition.date))
        for texts in source.editions
        for each in texts.rules
    )


# -- translation memories --------------------------------------------------------------------

# The part of TMX 1.4 that concerns us: what stands in what, and which attributes there must be.
STRUCTURE = """
<!ELEMENT tmx (header, body)> <!ATTLIST tmx version CDATA #FIXED "1.4">
<!ELEMENT header (note | prop)*>
<!ATTLIST header creationtool CDATA #REQUIRED creationtoolversion CDATA #REQUIRED
  segtype (block | paragraph | sentence | phrase) #REQUIRED o-tmf CDATA #REQUIRED
  adminlang CDATA #REQUIRED srclang CDATA #REQUIRED datatype CDATA #REQUIRED>
<!ELEMENT body (tu*)>
<!ELEMENT tu ((note | prop)*, tuv+)> <!ATTLIST tu tuid ID #IMPLIED srclang CDATA #IMPLIED>
<!ELEMENT tuv ((note | prop)*, seg)> <!ATTLIST tuv xml:lang CDATA #REQUIRED>
<!ELEMENT seg (#PCDATA)>
<!ELEMENT note (#PCDATA)>
<!ELEMENT prop (#PCDATA)> <!ATTLIST prop type CDATA #REQUIRED>
"""


def test_a_memory_has_the_structure_of_tmx(store: Store) -> None:
    root = etree.fromstring(tmx_of(store, "it", "es"))
    # a name may not begin with a digit where it is declared as one, so ids are compared here
    ids = [unit.get("tuid") for unit in root.iter("tu")]
    assert len(ids) == len(set(ids))
    assert not any(set(" \t\n") & set(str(each)) for each in ids)
    structure = etree.DTD(io.StringIO(STRUCTURE.replace("tuid ID", "tuid CDATA")))
    assert structure.validate(root), structure.error_log
    for broken in (b"<seg>", b' xml:lang="it"', b' segtype="paragraph"'):
        content = tmx_of(store, "it").replace(broken, b"<seg><x/>" if b"seg>" in broken else b"")
        assert not structure.validate(etree.fromstring(content)), broken


def test_a_tool_opens_a_memory(store: Store) -> None:
    opened = tmx.tmxfile.parsestring(tmx_of(store, "it", "es"))
    found = {
        unit.getid(): (unit.source, unit.gettarget("it"), unit.gettarget("es"))
        for unit in opened.units
    }
    edited, before = content_hash(NEW[1].text), content_hash(OLD[1].text)
    assert edited != before
    assert found == {
        "100.1": ("As it was", "Com’era", None),
        "100.2": (NEW[1].text, None, None),
        "100.2/example-1": ("Kept.", "Tenuto.", None),
        "100.2/example-2": ("Edited as well.", None, None),
        "100.4a": (NEW[2].text, None, None),
        "100.4b": (FACE, "La faccia.", None),
        "100.5": (NEW[4].text, "Vedi regole 100.2 e 100.4b.", None),
        "100.5/example-1": ("Never translated.", None, None),
        "100.6": (NEW[5].text, None, None),
        f"100.2@{before}": (OLD[1].text, ITALIAN[1].text, None),
        "100.2@unknown-es": ("Por cambiar.", None, "Por cambiar."),
        f"100.2/example-2@{content_hash(OLD[1].examples[1])}": (
            "To be edited as well.",
            "Anche questo da cambiare.",
            None,
        ),
        f"100.3@{content_hash(OLD[2].text)}": (OLD[2].text, "Da togliere.", None),
        "100.6@unknown-es": ("Véase la regla 100.2.", None, "Véase la regla 100.2."),
    }
    assert opened.translate(OLD[1].text, sourcelang="en", targetlang="it") == ITALIAN[1].text
    assert opened.translate(NEW[1].text, sourcelang="en", targetlang="it") is None, (
        "what English says now has no translation"
    )


def test_a_memory_comes_back(store: Store, tmp_path: Path) -> None:
    """Translations as they were; English as it is now."""
    read_back = read(tmx_of(store, "it", "es"), tmp_path)
    assert read_back.keys() == {"en", "it", "es"}
    assert texts_of(read_back["it"]) == texts_of(document(*ITALIAN, of=edition()))
    assert texts_of(read_back["es"]) == texts_of(document(*SPANISH, of=edition("es", None)))
    assert texts_of(read_back["en"]) == texts_of(document(*NEW, of=edition("en", "2025-04-04")))
    assert {each.form for each in read_back.values()} == {"tmx"}
    kinds = {texts.edition.kind for each in read_back.values() for texts in each.editions}
    assert kinds == {EditionKind.TRANSLATION}, "whatever the file says of itself"


@pytest.mark.parametrize("language", ["it", "es"])
def test_nothing_is_lost_from_base_to_base(language: str, store: Store, tmp_path: Path) -> None:
    """Not even where the other base never had the former English texts."""

    def held(base: Store) -> list[tuple[Part, str | None, State]]:
        found = units(base, language, originals=Originals(base))
        return [(unit.part, unit.held.text if unit.held else None, unit.state) for unit in found]

    with in_memory() as other:
        put(other, *read(tmx_of(store, language), tmp_path).values())
        assert held(other) == held(store)


def test_one_language_of_a_memory(store: Store, tmp_path: Path) -> None:
    content = tmx_of(store, "it", "es")
    assert read(content, tmp_path, language="es").keys() == {"es"}


def test_a_memory_that_another_tool_has_saved(store: Store, tmp_path: Path) -> None:
    """Its header is another, and so are the codes of languages; a translator added a text."""
    opened = tmx.tmxfile.parsestring(tmx_of(store, "it"))
    opened.addheader()
    [unit] = [unit for unit in opened.units if unit.getid() == "100.2"]
    unit.settarget("Nuova traduzione.", "it", append=True)
    content = bytes(opened).replace(b'xml:lang="it"', b'xml:lang="it-IT"')
    made = read(content, tmp_path)["it"]
    added = [
        (str(texts.edition.date), each.translates)
        for texts in made.editions
        for each in texts.rules
        if each.text == "Nuova traduzione."
    ]
    assert added == [("2025-04-04", (content_hash(NEW[1].text),))], "of the edition it translates"


# -- reports ---------------------------------------------------------------------------------


def test_xliff_says_what_is_to_be_done_and_why(store: Store) -> None:
    root = etree.fromstring(xliff_of(store))
    space = {"x": "urn:oasis:names:tc:xliff:document:1.2"}
    found: dict[str, tuple[str | None, str | None]] = {}
    for unit in root.iterfind(".//x:trans-unit", space):
        children = [etree.QName(child).localname for child in unit]
        assert children[:2] == ["source", "target"]
        assert children[2:] == sorted(children[2:], reverse=True), "notes before other versions"
        target = unit.find("x:target", space)
        assert target is not None
        found[str(unit.get("id"))] = target.get("state"), unit.findtext("x:note", None, space)
    review = "needs-review-translation"
    assert found == {
        "100.1": ("final", None),
        "100.2": (review, "The English text changed in the edition of 2025-04-04."),
        "100.2/example-1": ("final", None),
        "100.2/example-2": (review, "The English text changed in the edition of 2025-04-04."),
        "100.4a": ("needs-translation", "Not translated yet."),
        "100.4b": (review, "Moved here from 100.4a."),
        "100.5": ("final", None),
        "100.5/example-1": ("needs-translation", "Not translated yet."),
        "100.6": ("needs-translation", "Not translated yet."),
        "gone-100.3": (None, "English has had it no more since the edition of 2025-04-04."),
    }


def test_a_tool_opens_xliff(store: Store) -> None:
    opened = xliff.xlifffile.parsestring(xliff_of(store))
    found = {unit.source: unit for unit in opened.units}
    edited = found[NEW[1].text]
    assert edited.target == ITALIAN[1].text
    assert edited.isfuzzy()
    assert [other.source for other in edited.getalttrans()] == [OLD[1].text]
    assert not found["Kept."].isfuzzy()
    assert not found["Never translated."].istranslated()
    assert not found[OLD[2].text].istranslatable(), "what is gone is not to be translated"


def test_a_tool_opens_po(store: Store) -> None:
    opened = pypo.pofile.parsestring(as_po(store, "it").content.encode())
    found = {unit.getcontext(): unit for unit in opened.units if not unit.isobsolete()}
    assert found["100.2"].isfuzzy()
    assert found["100.2"].prev_source == OLD[1].text
    assert not found["100.1"].isfuzzy()
    assert [unit.target for unit in opened.units if unit.isobsolete()] == ["Da togliere."]


def test_the_review_begins_with_what_misleads_most(store: Store) -> None:
    rows = review_of(store)
    assert tuple(rows[0]) == COLUMNS
    shown = [(row["number"], row["part"], row["state"], row["cited_by"]) for row in rows]
    assert shown == [
        ("100.2.", "text", "changed", "2"),
        ("100.2.", "example 2", "changed", "2"),
        ("100.4a", "text", "missing", "0"),
        ("100.5.", "example 1", "missing", "0"),
        ("100.6.", "text", "missing", "0"),
        ("100.4b", "text", "moved", "1"),
        ("100.3.", "text", "gone", ""),
    ]
    first = rows[0]
    assert said(first["english_now"]) == NEW[1].text
    assert said(first["english_then"]) == OLD[1].text
    assert said(first["translation"]) == ITALIAN[1].text
    assert first["days_behind"] == "132", "from 2024-11-23 to 2025-04-04"


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("it", "Il testo inglese è cambiato con l’edizione del 2025-04-04."),
        ("es", "El texto inglés cambió en la edición del 2025-04-04."),
        ("en", "The English text changed in the edition of 2025-04-04."),
    ],
)
def test_reasons_are_in_the_language_of_the_reader(
    language: str, reason: str, store: Store
) -> None:
    assert said(review_of(store, said_in=language)[0]["reason"]) == reason


def test_an_unknown_edition_is_told(store: Store) -> None:
    [row] = [
        row for row in review_of(store, "es") if row["number"] == "100.2." and row["translation"]
    ]
    assert (row["state"], row["days_behind"]) == ("unknown", "")
    assert "edition of the translation is unknown" in row["reason"]


def test_our_own_words_are_no_translation_of_the_official_ones(fresh_bundle: Store) -> None:
    official = edition("en", "2026-08-07", kind=EditionKind.OFFICIAL, digest="official")
    texts = [rule("702.33a", "The official words."), rule("100.1", "Not in our own words.")]
    put(fresh_bundle, document(*texts, of=official))
    rows = review_of(fresh_bundle)
    ours = [row for row in rows if row["number"] == "702.33a" and row["part"] == "text"]
    assert "our own words" in ours[0]["reason"]
    assert {row["state"] for row in rows} <= {"changed", "missing"}


@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "\t=1", "＝1"])
def test_no_cell_of_the_review_runs(text: str) -> None:
    with in_memory() as store:
        put(
            store,
            english("2024-11-08", rule("100.1", "A.")),
            english("2025-04-04", rule("100.1", text)),
        )
        put(store, document(rule("100.1", f"{text} it"), of=edition()))
        rows = review_of(store)
    assert rows
    for row in rows:
        assert not any(value.startswith(tuple("=+-@\t\r\n＝")) for value in row.values())


@pytest.mark.parametrize("text", ["a\x00b", "]]>", "<seg>", "&lt;", "\ufffe", "<!--", "\x1b[31m"])
def test_any_sign_may_stand_in_xml(text: str, tmp_path: Path) -> None:
    with in_memory() as store:
        put(store, english("2024-11-08", rule("100.1", f"{text} A.")))
        put(store, document(rule("100.1", f"{text} Uno."), of=edition()))
        content = tmx_of(store, "it")
        etree.fromstring(xliff_of(store))
    [made] = read(content, tmp_path)["it"].editions
    assert made.rules[0].text == f"{text} Uno.".translate(dict.fromkeys((0, 27, 0xFFFE), "\ufffd"))
