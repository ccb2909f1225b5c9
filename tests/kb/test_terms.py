"""The bundled tables: names found, titles given, moves, and rows refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import kb.paths
import kb.terms
from kb.errors import BadData
from kb.number import RuleNumber
from kb.term import Title
from kb.terms import (
    CheckClass,
    classes,
    edition_date,
    moves,
    named,
    names_of,
    numbers,
    title,
)


def of(text: str) -> list[tuple[str, str]]:
    return [(term.language, str(term.number)) for term in named(text)]


@pytest.mark.parametrize(
    ("says", "text", "first"),
    [
        ("an English keyword", "trample", ("en", "702.19")),
        ("an Italian one, shouted", "TRAVOLGERE", ("it", "702.19")),
        ("a Spanish one without its accent", "estimulo", ("es", "702.33")),
        ("a hyphen left out", "antimalocchio", ("it", "702.11")),
        ("a hyphen read as a blank", "web slinging", ("en", "702.188")),
        ("a straight apostrophe", "unione d'anime", ("it", "702.95")),
        ("a curly one", "unione d’anime", ("it", "702.95")),
        ("an exclamation mark left out", "for mirrodin", ("en", "702.163")),
        ("two exclamation marks left out", "por mirrodin", ("es", "702.163")),
        ("half of a double name", "notturno", ("it", "702.145")),
        ("a variant with its own subrule", "multiestímulo", ("es", "702.33c")),
        ("a participle is the idea, not the keyword", "potenziate", ("it", "702.33d")),
        ("a Spanish participle", "alistada", ("es", "702.154")),
        ("a verb form in odd capitals", "STAPpata", ("it", "701.26")),
        ("an abbreviation", "sba", ("en", "704")),
        ("an older name", "costo di mana convertito", ("it", "202.3")),
        ("what players say", "mareado", ("es", "302.6")),
        ("a sign", "∞", ("en", "702.186")),
        ("an unsure name is found", "fasatura", ("it", "702.26")),
    ],
)
def test_a_name_is_found(says: str, text: str, first: tuple[str, str]) -> None:
    assert of(text)[0] == first, says


@pytest.mark.parametrize(
    "text", ["", "-", "!", "702.33", "tram", "mana value of", "estímulo potenciar"]
)
def test_what_is_no_name_is_not_found(text: str) -> None:
    assert of(text) == []


def test_sure_names_come_before_unsure_ones() -> None:
    found = [(str(term.number), term.sure) for term in named("fase") if term.language == "it"]
    assert found == [("500", True), ("702.26", False)]


def test_a_word_comes_before_an_inflection() -> None:
    assert of("counter") == [("en", "701.6"), ("en", "122")]
    assert [number for language, number in of("counters")] == ["122", "701.6"]


def test_names_of_a_number_prefer_its_heading() -> None:
    names = {code: term and term.word for code, term in names_of(RuleNumber.parse("602")).items()}
    assert names["en"] == "Activating Activated Abilities"
    assert names["it"] == "Attivare abilità attivate"
    assert names["es"] == "Activar habilidades activadas"


def test_names_of_a_number_say_where_there_is_none() -> None:
    tiered = names_of(RuleNumber.parse("702.183"))
    assert (tiered["it"] is None, tiered["es"] is None) == (False, True)


@pytest.mark.parametrize(
    ("says", "number", "code", "wanted"),
    [
        ("a keyword", "702.33", "it", Title("Potenziamento", "it")),
        ("a subrule has the title of its rule", "702.33d", "es", Title("Estímulo", "es")),
        ("a rule has the title of its section", "718.3b", "it", Title("Carte prototipo", "it")),
        ("English where there is no name", "702.183a", "es", Title("Tiered", "en")),
        ("English where the name is unsure", "702.26", "it", Title("Phasing", "en")),
        ("a checked name is sure", "702.154", "es", Title("Alistar", "es")),
        ("an idea is no title", "202.3", "it", Title("Costo di mana", "it")),
        ("a chapter", "4", "es", Title("Zonas", "es")),
        ("English in English", "702.179a", "en", Title("Start Your Engines!", "en")),
        ("an absent number", "799.1a", "en", None),
    ],
)
def test_titles(says: str, number: str, code: str, wanted: Title | None) -> None:
    assert title(RuleNumber.parse(number), code) == wanted, says


def test_the_numbers_of_the_newest_edition() -> None:
    held = [known.number for known in numbers()]
    assert held == sorted(set(held))
    chapters = sum(number.is_chapter for number in held)
    sections = sum(number.is_section for number in held)
    assert (str(edition_date()), chapters, sections) == ("2026-08-07", 9, 147)
    assert len(held) - chapters - sections == 3162


def test_only_places_that_name_something_have_a_heading() -> None:
    headed = {known.number: known.heading for known in numbers() if known.heading}
    assert headed[RuleNumber.parse("702.163")] == "For Mirrodin!"
    assert headed[RuleNumber.parse("205.3")] == "Subtypes"
    assert not [number for number in headed if number.is_subrule]
    assert RuleNumber.parse("702.1") not in headed


def follow(number: str, since: str) -> list[str]:
    """The numbers that a rule of an edition has had since, by the table of moves."""
    step = {(str(m.from_edition), str(m.from_number)): m for m in moves()}
    dates = sorted({str(m.from_edition) for m in moves()})
    path = [number]
    for date in dates[dates.index(since) :]:
        if (date, path[-1]) in step:
            path.append(str(step[date, path[-1]].to_number))
    return path


@pytest.mark.parametrize(
    ("says", "since", "number", "path"),
    [
        ("illegal actions", "2026-01-16", "732.1", ["732.1", "733.1"]),
        ("casting, from 601.5 on", "2026-01-16", "601.5", ["601.5", "601.6"]),
        ("Kicker", "2006-07-15", "502.21", ["502.21", "702.30", "702.31", "702.32", "702.33"]),
        ("Flashback", "2013-05-01", "702.32", ["702.32", "702.33", "702.34"]),
        ("Madness", "2011-06-17", "702.33", ["702.33", "702.34", "702.35"]),
        ("copying", "2021-04-22", "706.10", ["706.10", "707.10"]),
        ("prototype cards", "2022-11-18", "719.3b", ["719.3b", "718.3b"]),
        ("Enlist has stood still", "2022-11-18", "702.154a", ["702.154a"]),
    ],
)
def test_moves(says: str, since: str, number: str, path: list[str]) -> None:
    assert follow(number, since) == path, says


def test_a_move_changes_the_number_and_goes_forward() -> None:
    for move in moves():
        assert move.from_number != move.to_number, move
        assert move.from_edition < move.to_edition, move
    assert len({(m.from_edition, m.from_number) for m in moves()}) == len(moves())
    assert len({(m.to_edition, m.to_number) for m in moves()}) == len(moves())


def test_each_rule_and_subrule_has_a_class() -> None:
    held = {known.number for known in numbers() if known.number.rule is not None}
    assert set(classes()) == held


def test_a_heading_has_nothing_to_execute() -> None:
    for known in numbers():
        if known.heading and known.number.rule is not None:
            assert classes()[known.number] is CheckClass.NONE, known


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder in the place of data/."""
    monkeypatch.setattr(kb.paths, "_HERE", tmp_path / "kb")
    forget()
    folder = tmp_path / "data"
    folder.mkdir()
    yield folder
    forget()


def forget() -> None:
    for part in (kb.terms.moves, kb.terms.classes, kb.terms.numbers, kb.terms._edition_table):
        part.cache_clear()


@pytest.mark.parametrize(
    ("says", "content", "message"),
    [
        ("no header", "732.1,H\n", "moves.csv:1: wanted the columns from_edition"),
        ("a cell too few", "{}2026-01-16,732.1,733.1\n", "moves.csv:2: 3 cells instead of 4"),
        ("no number", "{}2026-01-16,732.1,2026-04-17,733.l\n", "moves.csv:2: to_number: '733.l'"),
        ("no date", "{}2026-13-16,732.1,2026-04-17,733.1\n", "moves.csv:2: from_edition:"),
        ("an empty cell", "{}2026-01-16,,2026-04-17,733.1\n", "moves.csv:2: from_number is empty"),
        ("an open quote", '{}2026-01-16,"732.1,2026-04-17,733.1\n', "moves.csv:2: unexpected end"),
    ],
)
def test_a_bad_row_is_refused_with_its_line(
    data: Path, says: str, content: str, message: str
) -> None:
    header = "from_edition,from_number,to_edition,to_number\n"
    (data / "moves.csv").write_text(content.replace("{}", header), encoding="utf-8")
    with pytest.raises(BadData) as refusal:
        moves()
    assert message in str(refusal.value), says


def test_an_unknown_class_is_refused(data: Path) -> None:
    (data / "classes.csv").write_text("number,class\n702.33,Z\n", encoding="utf-8")
    with pytest.raises(BadData, match=r"classes\.csv:2: class is 'Z'; wanted one of S, H, D, N"):
        classes()


def test_a_missing_table_is_named(data: Path) -> None:
    with pytest.raises(BadData, match=r"moves\.csv: cannot be read"):
        moves()
    (data / "editions").mkdir()
    with pytest.raises(BadData, match="no table of numbers"):
        numbers()
