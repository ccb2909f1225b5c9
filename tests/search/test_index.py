"""The search index: what it finds, and that no half-written or damaged one is ever served."""

import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from kb import store as kb_store
from kb.analyst import Analysis, TermSpan
from kb.edition import Edition, EditionDate, EditionKind
from kb.errors import StoreError
from kb.model import EditionTexts, GlossaryEntry, RuleText, Ruling, SourceTexts
from kb.number import RuleNumber
from kb.records import add
from kb.store import INDEX, Store
from kb.tokens import tokens
from search.engine import MOST_MATCHES, AnyOf, Limits, Match, Word
from search.engines import with_whoosh
from search.index import Index, open_index
from search.indexing import build, in_memory
from search.words import FORMAT, concept_word

LEMMAS = {
    "creatures": "creature",
    "graveyards": "graveyard",
    "kicked": "kick",
    "creature": "creatura",
    "cimiteri": "cimitero",
}
CONCEPTS = {"kicker": "kicker", "potenziamento": "kicker", "graveyard": "graveyard"}
HOUR = 3600

Rows = Sequence[tuple[str, str]]

ENGLISH: Rows = (
    ("100.1", "Two piles and a table are enough to play."),
    ("702.33a", "With kicker a player pays a bit more and the spell does more."),
    ("704.5f", "Creatures without any toughness left lie in their graveyards afterwards."),
)
ITALIAN: Rows = (
    ("702.33a", "Con il potenziamento si paga un po' di più e la magia fa di più."),
    ("704.5f", "I corpi senza costituzione giacciono poi nei cimiteri."),
)


def analyse(code: str, texts: Sequence[str]) -> Iterator[Analysis]:
    """One sentence a text, a few lemmas and a few names: what spaCy gives, made small."""
    for text in texts:
        words = tuple(tokens(text))
        # Italian "creature" is a plural, English "creature" is not.
        base = {form: lemma for form, lemma in LEMMAS.items() if code == "it" or form != "creature"}
        yield Analysis(
            sentences=((0, len(text)),),
            terms=tuple(
                TermSpan(word.start, word.end, CONCEPTS[word.form])
                for word in words
                if word.form in CONCEPTS
            ),
            lemmas=tuple(
                (word.form, base.get(word.form, word.form)) for word in words if word.form.isalpha()
            ),
        )


def texts(code: str, rows: Rows) -> EditionTexts:
    """An edition with these rules and nothing else."""
    edition = Edition(
        code, EditionDate.parse("2026-01-16"), kind=EditionKind.OURS, hash=f"{code}: {rows}"
    )
    return EditionTexts(
        edition, tuple(RuleText(RuleNumber.parse(number), text) for number, text in rows)
    )


OPENED: list[Store] = []


def fresh() -> Store:
    """A base in memory, closed when the module is through."""
    OPENED.append(kb_store.in_memory())
    return OPENED[-1]


@pytest.fixture(scope="module", autouse=True)
def closed_at_the_end() -> Iterator[None]:
    yield
    for store in OPENED:
        store.db.close()


def hold(store: Store, *editions: EditionTexts) -> Store:
    """Write the editions into the store, as one document."""
    document = SourceTexts("table", "text", None, editions)
    digest = " ".join(edition.edition.hash for edition in editions)
    with store.writing():
        add(store, document, digest=digest, analyse=analyse)
    return store


def library() -> tuple[EditionTexts, ...]:
    """Two languages, and one text of each kind."""
    english = texts("en", ENGLISH)
    *rest, last = english.rules
    bear = RuleText(
        last.number, last.text, examples=("The bear shrinks and is put on the graveyard.",)
    )
    return (
        EditionTexts(
            english.edition,
            (*rest, bear),
            rulings=(Ruling("Look twice at the graveyard.", about=last.number),),
            glossary=(GlossaryEntry("Limbo", "Where the forgotten ones wait."),),
        ),
        texts("it", ITALIAN),
    )


@pytest.fixture(scope="module")
def index() -> Index:
    return in_memory(hold(fresh(), *library()))


def found(matches: Sequence[Match]) -> set[tuple[str, str, str]]:
    return {(match.kind, match.number, match.language) for match in matches}


@pytest.mark.parametrize(
    ("says", "words", "numbers"),
    [
        ("a text is found by the base form of its words", ["creature"], {"704.5f"}),
        ("and not by the form that stands in it", ["creatures"], set()),
        ("by a word that is its own base form", ["table"], {"100.1"}),
        ("by its number", ["702.33a"], {"702.33a"}),
        ("not by the number above it", ["702.33"], set()),
        ("by any of the words", ["table", "creature"], {"100.1", "704.5f"}),
        ("no word finds nothing", [], set()),
        ("nor does an empty one", [""], set()),
        ("nor one that no text has", ["abracadabra"], set()),
        ("nor a sign that other engines read as a command", ['*"~(:^'], set()),
    ],
)
def test_words(index: Index, says: str, words: list[str], numbers: set[str]) -> None:
    matches = index.search(AnyOf(tuple(map(Word, words))))
    assert {match.number for match in matches} == numbers, says


def test_a_concept_is_found_in_every_language(index: Index) -> None:
    matches = index.search(AnyOf((Word(concept_word("kicker")),)))
    assert found(matches) == {("rule", "702.33a", "en"), ("rule", "702.33a", "it")}
    assert found(index.search(AnyOf((Word("potenziamento"),)))) == {("rule", "702.33a", "it")}


def test_lemmas_are_those_of_the_language_of_the_text() -> None:
    store = fresh()
    hold(store, texts("en", [("100.1", "One creature")]), texts("it", [("100.1", "Due creature")]))
    index = in_memory(store)
    assert found(index.search(AnyOf((Word("creatura"),)))) == {("rule", "100.1", "it")}
    assert found(index.search(AnyOf((Word("creature"),)))) == {("rule", "100.1", "en")}


@pytest.mark.parametrize(
    ("says", "languages", "expected"),
    [
        ("none named: all", (), {"en", "it"}),
        ("one", ("it",), {"it"}),
        ("several", ("it", "en"), {"en", "it"}),
        ("one of which nothing is held", ("es",), set()),
    ],
)
def test_languages(index: Index, says: str, languages: tuple[str, ...], expected: set[str]) -> None:
    matches = index.search(AnyOf((Word("702.33a"),)), Limits(languages))
    assert {match.language for match in matches} == expected, says


@pytest.mark.parametrize(
    ("kind", "word", "expected"),
    [
        ("rule", "704.5f", {("rule", "704.5f", "en"), ("rule", "704.5f", "it")}),
        ("example", "704.5f", {("example", "704.5f", "en")}),
        ("ruling", "704.5f", {("ruling", "704.5f", "en")}),
        ("glossary", "limbo", {("glossary", "", "en")}),
        ("glossary", "704.5f", set()),
    ],
)
def test_kinds(index: Index, kind: str, word: str, expected: set[tuple[str, str, str]]) -> None:
    matches = index.search(AnyOf((Word(word),)), Limits(kinds=(kind,)))
    assert found(matches) == expected


def test_kind_and_language_hold_at_once(index: Index) -> None:
    matches = index.search(AnyOf((Word("704.5f"),)), Limits(("it",), ("rule",)))
    assert found(matches) == {("rule", "704.5f", "it")}
    assert index.search(AnyOf((Word("704.5f"),)), Limits(("it",), ("ruling",))) == ()


def test_a_match_leads_back_to_its_text() -> None:
    store = hold(fresh(), *library())
    (match,) = in_memory(store).search(AnyOf((Word("limbo"),)))
    (body,) = store.db.execute("SELECT body FROM text WHERE id = ?", (match.text_key,)).fetchone()
    (language,) = store.db.execute(
        "SELECT language FROM edition WHERE id = ?", (match.edition,)
    ).fetchone()
    assert (match.title, body, language) == ("Limbo", "Where the forgotten ones wait.", "en")


def test_best_first(index: Index) -> None:
    matches = index.search(AnyOf((Word("graveyard"), Word("bear"), Word("shrinks"))))
    scores = [match.score for match in matches]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > scores[-1] > 0
    assert matches[0].kind == "example"


@pytest.mark.parametrize(
    ("says", "words", "first"),
    [
        ("the heavier word decides", [Word("table", 9.0), Word("creature")], "100.1"),
        ("either way", [Word("table"), Word("creature", 9.0)], "704.5f"),
    ],
)
def test_weights(index: Index, says: str, words: list[Word], first: str) -> None:
    assert index.search(AnyOf(tuple(words)))[0].number == first, says


def test_a_heading_counts_more_than_the_same_words_in_a_text() -> None:
    plain = RuleText(RuleNumber.parse("100.1"), "Extra turns")
    heading = RuleText(RuleNumber.parse("100.2"), "Extra turns", title="Extra turns")
    edition = EditionTexts(texts("en", []).edition, (plain, heading))
    matches = in_memory(hold(fresh(), edition)).search(AnyOf((Word("turns"),)))
    assert [match.number for match in matches] == ["100.2", "100.1"]
    assert matches[0].score > matches[1].score


def test_the_best_candidates_of_many() -> None:
    rows = [(f"{100 + n // 50}.{n % 50 + 1}", f"island {n}") for n in range(MOST_MATCHES + 50)]
    rows[-1] = ("900.1", "island island island")
    matches = in_memory(hold(fresh(), texts("en", rows))).search(AnyOf((Word("island"),)))
    assert len(matches) == MOST_MATCHES
    assert matches[0].number == "900.1"


# On disk


@pytest.fixture
def base(tmp_path: Path) -> Iterator[Store]:
    with kb_store.open_to_write(tmp_path) as store:
        yield hold(store, *library())


def folders(store: Store) -> set[str]:
    assert store.folder is not None
    return {path.name for path in (store.folder / INDEX).iterdir()}


def place(store: Store) -> Path:
    assert store.folder is not None
    return store.folder / INDEX / f"{store.version}-whoosh-{with_whoosh.format}-{FORMAT}"


def answers(index: Index | None) -> set[tuple[str, str, str]]:
    assert index is not None
    return found(index.search(AnyOf((Word("704.5f"),))))


def test_built_once(base: Store) -> None:
    assert open_index(base) is None
    assert build(base) is True
    assert folders(base) == {place(base).name}
    assert build(base) is False
    assert answers(open_index(base)) == answers(in_memory(base)) != set()


def test_an_index_of_a_former_program_is_not_opened(
    base: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(base)
    monkeypatch.setattr("search.index.FORMAT", FORMAT + 1)
    assert open_index(base) is None


def test_an_index_of_a_former_version_goes(base: Store) -> None:
    build(base)
    former = base.version
    hold(base, texts("es", [("704.5f", "Los cuerpos sin resistencia acaban en el cementerio.")]))
    assert base.version != former
    assert open_index(base) is None, "the former index is not served for the new version"
    assert build(base) is True
    assert folders(base) == {place(base).name}
    assert ("rule", "704.5f", "es") in answers(open_index(base))


def test_a_base_in_memory_has_no_place_for_an_index() -> None:
    with fresh() as store, pytest.raises(StoreError, match="in memory"):
        build(store)


def test_where_nothing_can_be_written(base: Store) -> None:
    assert base.folder is not None
    (base.folder / INDEX).write_text("a file stands in the way")
    with pytest.raises(StoreError, match="could not be written") as refusal:
        build(base)
    assert str(base.folder / INDEX) in str(refusal.value)


@pytest.mark.parametrize(
    ("says", "age", "kept"),
    [
        ("a young one may be another process at work", 0, True),
        ("an old one is of a build that was killed", 2 * HOUR, False),
    ],
)
def test_what_a_killed_build_left(base: Store, says: str, age: int, kept: bool) -> None:
    left = place(base).with_name("making-left")
    left.mkdir(parents=True)
    (left / "_MAIN_1.toc").write_bytes(b"half of")
    then = time.time() - age
    os.utime(left, (then, then))
    assert open_index(base) is None
    assert build(base) is True
    assert folders(base) == {place(base).name} | ({left.name} if kept else set()), says
    assert answers(open_index(base)) == answers(in_memory(base))


def die_at(event: str, part: str) -> None:
    """End this process without any tidying as soon as it does that to such a path."""

    def watch(name: str, arguments: tuple[object, ...]) -> None:
        if name == event and any(part in str(argument) for argument in arguments[:2]):
            os._exit(9)

    sys.addaudithook(watch)


def build_and_die(folder: Path, event: str, part: str) -> None:
    with kb_store.open_to_read(folder) as store:
        die_at(event, part or store.version)
        build(store)


SPAWN = multiprocessing.get_context("spawn")


@pytest.mark.parametrize(
    ("says", "event", "part"),
    [
        ("before the first file", "open", "_MAIN_0.toc"),
        ("while the texts are written", "open", ".seg"),
        ("before the table of contents is in place", "os.rename", "_MAIN_1.toc"),
        ("before the whole index is in place", "os.rename", ""),
    ],
)
def test_a_killed_build(base: Store, says: str, event: str, part: str) -> None:
    child = SPAWN.Process(target=build_and_die, args=(base.folder, event, part))
    child.start()
    child.join(60)
    assert child.exitcode == 9, says
    assert any(name.startswith("making-") for name in folders(base)), says
    assert open_index(base) is None, says
    assert build(base) is True, says
    assert answers(open_index(base)) == answers(in_memory(base)), says


def build_with_others(folder: Path, barrier: Barrier) -> None:
    with kb_store.open_to_read(folder) as store:
        barrier.wait(60)
        build(store)
        index = open_index(store)
        assert index is not None and index.search(AnyOf((Word("704.5f"),)))


def test_two_builds_at_once(base: Store) -> None:
    barrier = SPAWN.Barrier(2)
    children = [
        SPAWN.Process(target=build_with_others, args=(base.folder, barrier)) for _ in range(2)
    ]
    for child in children:
        child.start()
    for child in children:
        child.join(60)
    assert [child.exitcode for child in children] == [0, 0]
    assert folders(base) == {place(base).name}
    assert answers(open_index(base)) == answers(in_memory(base))


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def halved(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def one_bit_wrong(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("suffix", [".toc", ".seg", "seal.json"])
@pytest.mark.parametrize("damage", [Path.unlink, emptied, halved, one_bit_wrong])
def test_damage(base: Store, damage: Callable[[Path], None], suffix: str) -> None:
    """What was damaged is not even opened, and is made anew."""
    build(base)
    [path] = place(base).glob(f"*{suffix}")
    damage(path)
    assert open_index(base) is None
    assert build(base) is True
    assert answers(open_index(base)) == answers(in_memory(base))


def test_a_version_does_not_lead_out_of_the_base(base: Store, tmp_path: Path) -> None:
    """A base may come from anywhere; nothing beside its own indexes is ever removed."""
    assert base.folder is not None
    sentinel = base.folder / "beside"
    sentinel.mkdir()
    with base.writing():
        base.set_meta("version", "../../elsewhere")
    for asking in (build, open_index):
        with pytest.raises(StoreError, match="no version of a base"):
            asking(base)
    assert sentinel.is_dir()


def test_what_is_not_ours_stays(base: Store) -> None:
    build(base)
    assert base.folder is not None
    other = base.folder / INDEX / "photographs"
    other.mkdir()
    hold(base, texts("es", [("704.5f", "Los cuerpos sin resistencia acaban en el cementerio.")]))
    assert build(base) is True
    assert other.is_dir()


def test_an_index_that_is_a_link_is_refused(base: Store, tmp_path: Path) -> None:
    assert base.folder is not None
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "kept").mkdir(parents=True)
    (base.folder / INDEX).symlink_to(elsewhere)
    with pytest.raises(StoreError, match="is a link to another folder"):
        build(base)
    assert (elsewhere / "kept").is_dir()


def test_a_rule_is_found_by_what_people_say_of_it(bundled: Store, bundled_index: Index) -> None:
    """No rule says "forget": that a thing comes back as another says 400.7."""
    [match, *_] = bundled_index.search(AnyOf((Word("forget"),)))
    assert match.number == "400.7" and match.kind == "rule"
