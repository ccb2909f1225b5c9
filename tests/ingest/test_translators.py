"""The round trip of translators: export, an English edition, ingest and export again."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.exported import exported
from ingest.pipeline import read_source
from kb.edition import EditionKind
from kb.export_po import as_po
from kb.model import EditionTexts, NoteKind, RuleText, SourceTexts
from kb.number import RuleNumber
from kb.originals import content_hash, hashes_in_force
from kb.store import Store, in_memory
from tests.factories import document, edition, put, rule

FACE = "The face of a creature with morph is known to nobody but the player who cast it face down."
NAME = "The name of a creature with morph is known to nobody but the player who cast it face down."
OLD = (
    rule("100.1", "As it was."),
    rule("100.2", "To be edited.", examples=("Kept.", "To be edited as well.")),
    rule("100.3", "To be deleted for good."),
    rule("100.4a", FACE, examples=("It moves with its rule.",)),
)
NEW = (
    rule("100.1", "As it was."),
    rule("100.2", "It is edited.", examples=("Kept.", "Edited as well.")),
    rule("100.4a", NAME),
    rule("100.4b", FACE, examples=("It moves with its rule.",)),
)
ITALIAN = (
    rule("100.1", "Com’era."),
    rule("100.2", "Da cambiare.", examples=("Tenuto.", "Anche questo da cambiare.")),
    rule("100.3", "Da togliere del tutto."),
    rule("100.4a", "La faccia.", examples=("Si sposta con la sua regola.",)),
)


def english(date: str, *rules: RuleText) -> SourceTexts:
    return document(*rules, of=edition("en", date, kind=EditionKind.OFFICIAL, digest=date))


@pytest.fixture
def store() -> Iterator[Store]:
    """Two English editions, and a translation of the first."""
    with in_memory() as made:
        put(made, english("2024-11-08", *OLD), english("2025-04-04", *NEW))
        put(made, document(*ITALIAN, of=edition(date="2024-11-23")))
        yield made


def entries(content: str) -> dict[str, polib.POEntry]:
    """By their context; what is obsolete with ``~`` before it."""
    return {f"{'~' * e.obsolete}{e.msgctxt}": e for e in polib.pofile(content)}


def read(content: str, place: Path, *, base: Store | None = None) -> SourceTexts:
    path = place / "it.po"
    path.write_text(content, encoding="utf-8")
    found = exported(str(path), originals=lambda: hashes_in_force(base) if base else {})
    assert found is not None
    [texts] = found
    return texts


def test_an_english_edition_marks_what_it_changes_as_fuzzy(store: Store) -> None:
    made = as_po(store, "it")
    found = entries(made.content)
    assert {name: (entry.fuzzy, entry.msgstr) for name, entry in found.items()} == {
        "100.1": (False, "Com’era."),
        "100.2": (True, "Da cambiare."),
        "100.2 example 1": (False, "Tenuto."),
        "100.2 example 2": (True, "Anche questo da cambiare."),
        "100.4a": (False, ""),
        "100.4b": (True, "La faccia."),
        "100.4b example 1": (True, "Si sposta con la sua regola."),
        "~100.3": (False, "Da togliere del tutto."),
    }
    assert (found["100.2"].msgid, found["100.2"].previous_msgid) == (
        "It is edited.",
        "To be edited.",
    )
    assert f"translates {content_hash('To be edited.')}" in found["100.2"].comment.split("\n")
    moved = found["100.4b"]
    assert (moved.previous_msgctxt, moved.previous_msgid) == ("100.4a", FACE), "no word is another"
    assert "moved from 100.4a" in moved.comment.split("\n")
    assert (made.rules, made.translated, made.fuzzy, made.gone) == (4, 3, 4, 1)


def test_every_fuzzy_one_differs_and_no_other(store: Store) -> None:
    """By the file alone: hash and number beside the translation against the English text."""
    for entry in polib.pofile(as_po(store, "it").content):
        if entry.obsolete or not entry.msgstr:
            continue
        [told] = re.findall(r"^translates (\w+)$", entry.comment, re.MULTILINE)
        moved = "moved from" in entry.comment
        assert entry.fuzzy is (moved or told != content_hash(entry.msgid)), entry.msgctxt


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="GNU gettext is not installed")
def test_gettext_itself_reads_it(store: Store, tmp_path: Path) -> None:
    """It is stricter than polib: no former context without a former text."""
    with in_memory() as unknown:
        put(unknown, english("2021-04-22", rule("702.33", title="Kicker")))
        named = RuleText(RuleNumber.parse("702.32"), "Nome", "Nome", translates=("0" * 16,))
        put(unknown, document(named, of=edition(date="2019-05-03")))
        contents = [as_po(each, "it").content for each in (store, unknown)]
    assert "moved from 702.32" in contents[1]
    for content in contents:
        place = tmp_path / "it.po"
        place.write_text(content, encoding="utf-8")
        done = subprocess.run(
            ["msgfmt", "-c", "-o", str(tmp_path / "it.mo"), str(place)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr


WORDS = st.lists(st.sampled_from(["one", "two", "three", "four"]), min_size=1, max_size=24)


@st.composite
def editions(draw: st.DrawFn) -> tuple[list[RuleText], list[RuleText]]:
    """An edition, and one after it: rules kept, reworded, moved, dropped and put in at random."""
    texts = draw(st.lists(WORDS.map(" ".join), min_size=1, max_size=9, unique=True))
    old = dict(zip(draw(st.permutations(range(1, 10))), texts, strict=False))
    new: dict[int, str] = {}
    for number, text in old.items():
        place = draw(st.sampled_from((number, number, *range(1, 10))))
        reworded = draw(st.booleans()) and draw(st.booleans())
        if place not in new and draw(st.integers(0, 5)):
            new[place] = draw(WORDS.map(" ".join)) if reworded else text
    new = new or {1: "one"}
    made = [[rule(f"100.{n}", each[n]) for n in sorted(each)] for each in (old, new)]
    return made[0], made[1]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(pair=editions())
def test_whatever_an_edition_does(pair: tuple[list[RuleText], list[RuleText]]) -> None:
    """All are there, each fuzzy one is really another and each that is not is really the same."""
    before, after = pair
    with in_memory() as store:
        put(store, english("2024-11-08", *before), english("2025-04-04", *after))
        made = [rule(str(each.number), f"It. {each.number} {each.text}") for each in before]
        put(store, document(*made, of=edition(date="2024-11-23")))
        file = polib.pofile(as_po(store, "it").content)
    assert sorted(e.msgstr for e in file if e.msgstr) == sorted(each.text for each in made)
    assert [e.msgctxt for e in file if not e.obsolete] == [str(each.number) for each in after]
    for entry in file:
        if not entry.msgstr:
            continue
        _, number, text = entry.msgstr.split(" ", 2)
        if entry.obsolete:
            assert (number, text) not in [(str(e.number), e.text) for e in after]
        else:
            assert entry.fuzzy is ((number, text) != (entry.msgctxt, entry.msgid))
            assert entry.previous_msgid == (text if entry.fuzzy else None)
            assert entry.previous_msgctxt == (number if number != entry.msgctxt else None)


def test_what_is_behind_comes_back_as_it_was(store: Store, tmp_path: Path) -> None:
    """Under its old number and day: the edition of 2024 never said it under the new ones."""
    texts = read(as_po(store, "it").content, tmp_path)
    [made] = texts.editions
    assert str(made.edition.date) == "2024-11-23"
    back = {str(each.number): (each.text, each.examples) for each in made.rules}
    assert back == {str(each.number): (each.text, each.examples) for each in ITALIAN}
    notes = [(str(n.number)) for n in texts.notes if n.kind is NoteKind.EDITION_CLASH]
    assert notes == ["100.2", "100.4b", "100.3"], "one a rule that is behind, and no other"


def test_nothing_is_lost_from_base_to_base(store: Store, tmp_path: Path) -> None:
    """The other base has the English text of now and never had that of then."""
    first = as_po(store, "it")
    with in_memory() as other:
        put(other, english("2025-04-04", *NEW), read(first.content, tmp_path))
        second = as_po(other, "it")
    before, after = entries(first.content), entries(second.content)
    assert before.keys() == after.keys()
    for name, entry in before.items():
        assert (entry.msgstr, entry.fuzzy) == (after[name].msgstr, after[name].fuzzy), name
        assert entry.comment == after[name].comment, name
    assert after["100.2"].previous_msgid is None, "it is not held there"


def test_entries_in_any_order(store: Store, tmp_path: Path) -> None:
    """Tools sort entries by their English text: each example finds its rule all the same."""
    content = as_po(store, "it").content
    file = polib.pofile(content)
    file.sort(key=lambda entry: (entry.msgid, entry.msgctxt))
    one, other = (read(each, tmp_path).editions for each in (content, str(file)))

    def texts(editions: tuple[EditionTexts, ...]) -> set[tuple[str, str, tuple[str, ...]]]:
        return {(str(r.number), r.text, r.examples) for each in editions for r in each.rules}

    assert texts(one) == texts(other)


def test_an_example_that_is_gone_comes_back_with_its_rule(tmp_path: Path) -> None:
    with in_memory() as store:
        put(store, english("2024-11-08", rule("100.1", "A.", examples=("One.", "Two."))))
        put(store, english("2025-04-04", rule("100.1", "A.", examples=("Two.",))))
        translation = rule("100.1", "Uno.", examples=("Es. 1.", "Es. 2."))
        put(store, document(translation, of=edition(date="2024-11-23")))
        content = as_po(store, "it").content
    [made] = read(content, tmp_path).editions
    assert [sorted(each.examples) for each in made.rules] == [["Es. 1.", "Es. 2."]]
    with in_memory() as other:
        put(other, english("2025-04-04", rule("100.1", "A.", examples=("Two.",))))
        put(other, read(content, tmp_path))
        found = entries(as_po(other, "it").content)
    assert found["100.1 example 1"].msgstr == "Es. 2."
    assert [entry.msgstr for entry in found.values() if entry.obsolete] == ["Es. 1."]


def test_an_entry_twice_is_told(store: Store, tmp_path: Path) -> None:
    content = as_po(store, "it").content
    twice = content[content.index("#. en") : content.index('msgctxt "100.2"')]
    texts = read(f"{content}\n{twice.rsplit('#. en', 1)[0]}", tmp_path)
    assert [n.detail for n in texts.notes if n.kind is NoteKind.DUPLICATE_NUMBER] == [
        "100.1 stands twice in the edition of 2024-11-23"
    ]


def test_a_reviewed_entry_is_up_to_date(store: Store, tmp_path: Path) -> None:
    """A translator corrects it and takes the mark away; what the machine wrote beside it stays."""
    file = polib.pofile(as_po(store, "it").content)
    for entry in file:
        if entry.msgctxt in ("100.2", "100.4b"):
            entry.msgstr = f"Rivista: {entry.msgctxt}."
            entry.flags.remove("fuzzy")
    texts = read(str(file), tmp_path)
    by_day = {str(each.edition.date): each.rules for each in texts.editions}
    assert [str(each.number) for each in by_day["2025-04-04"]] == ["100.2", "100.4b"]
    put(store, texts)
    found = entries(as_po(store, "it").content)
    for name in ("100.2", "100.4b"):
        assert (found[name].msgstr, found[name].fuzzy) == (f"Rivista: {name}.", False)
        assert found[name].previous_msgid is None
    assert found["100.2 example 2"].fuzzy, "nobody has looked at it"


def test_an_example_keeps_its_place_beside_one_that_is_not_translated(tmp_path: Path) -> None:
    text = rule("100.1", "A.", examples=("One.", "Two."))
    with in_memory() as store:
        put(store, english("2024-11-08", text))
        file = polib.pofile(as_po(store, "it").content)
        for entry in file:
            entry.msgstr = "" if entry.msgctxt == "100.1 example 1" else f"It. {entry.msgid}"
        put(store, read(str(file), tmp_path))
        found = entries(as_po(store, "it").content)
    assert [entry.msgstr for entry in found.values()] == ["It. A.", "", "It. Two."]
    assert not any(entry.fuzzy for entry in found.values())


def test_the_base_has_a_newer_english_text_than_the_file(tmp_path: Path) -> None:
    with in_memory() as store:
        put(store, english("2024-11-08", *OLD), document(*ITALIAN, of=edition(date="2024-11-23")))
        content = as_po(store, "it").content
        assert "fuzzy" not in content
        assert not read(content, tmp_path, base=store).notes
        put(store, english("2025-04-04", *NEW))
        texts = read(content, tmp_path, base=store)
    clashes = [note for note in texts.notes if note.kind is NoteKind.EDITION_CLASH]
    assert [str(note.number) for note in clashes] == ["100.2", "100.4a"]
    assert content_hash("It is edited.") in clashes[0].detail
    assert [each.text for each in texts.editions[0].rules] == [each.text for each in ITALIAN]


def test_a_tool_sets_translations_beside_newer_english_texts(store: Store, tmp_path: Path) -> None:
    """As msgmerge does: the former English text as the previous one, and a fuzzy mark."""
    with in_memory() as old:
        put(old, english("2024-11-08", *OLD), document(*ITALIAN, of=edition(date="2024-11-23")))
        file = polib.pofile(as_po(old, "it").content)
    entry = file.find("100.2", by="msgctxt")
    assert entry is not None
    entry.previous_msgid, entry.msgid = entry.msgid, "It is edited."
    entry.comment = entry.comment.replace(
        content_hash("To be edited."), content_hash("It is edited.")
    )
    entry.flags.append("fuzzy")
    [made] = read(str(file), tmp_path).editions
    [back] = [each for each in made.rules if str(each.number) == "100.2"]
    assert back.translates[0] == content_hash("To be edited.")
    entry.comment = "en 2025-04-04"  # where the tool takes the comments of the newer file
    *_, undated = read(str(file), tmp_path).editions
    [back] = undated.rules
    assert undated.edition.date is None, "it is not of the English edition beside it"
    assert (back.text, back.translates[0]) == ("Da cambiare.", content_hash("To be edited."))


@pytest.mark.parametrize(
    "more",
    [
        pytest.param('"b"\n', id="a text of many lines"),
        pytest.param("# b\n", id="a comment of many lines"),
        pytest.param("#. translates 0123456789abcdef\n", id="a comment of the machine"),
    ],
)
def test_what_runs_on_is_refused_before_it_is_read(more: str, store: Store, tmp_path: Path) -> None:
    """The parser of gettext would take it apart anew for each line: half a minute."""
    texts = read(as_po(store, "it").content + more * 190_000, tmp_path)
    assert texts.refused
    assert "190000 lines of one comment or text" in texts.notes[-1].detail
    foreign = read_source(
        f'msgid "x"\nmsgstr "y"\n{more * 190_000}'.encode(), source="x", form="po"
    )
    assert foreign.refused
    assert "lines of one comment or text" in foreign.notes[-1].detail


@pytest.mark.parametrize(
    ("says", "old", "new", "place"),
    [
        ("a hash that is none", "#. translates ", "#. translates x", r"translates: 'x\w+' is no"),
        ("a move from nowhere", "#. moved from 100.4a", "#. moved from x", r"moved from: 'x' is"),
        ("an obsolete one of no number", '#~ msgctxt "100.3"', '#~ msgctxt "x"', r"msgctxt: 'x'"),
    ],
)
def test_refused(says: str, old: str, new: str, place: str, store: Store, tmp_path: Path) -> None:
    content = as_po(store, "it").content
    assert old in content
    texts = read(content.replace(old, new, 1), tmp_path)
    assert texts.refused
    assert re.search(place, texts.notes[-1].detail), f"{says}: {texts.notes[-1].detail}"
