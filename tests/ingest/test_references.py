"""Citations of a source: to nothing, to what is newer, unreadable, under another's title."""

import pytest

from tests.ingest.reading import answered, kinds, noted, notes, rule


@pytest.mark.parametrize(
    ("says", "cites", "kind"),
    [
        ("a section that never was", "regola 799.4", "dangling-reference"),
        ("beyond the last of its section", "regola 702.990", "newer-reference"),
        ("a section that may come", "regola 734.1", "newer-reference"),
        ("backwards", "regole 601.2h–f", "unreadable-reference"),
        ("over two parents", "regole 601.2f–602.2a", "unreadable-reference"),
        ("a damaged dash", "l'intervallo 306\ufffd311", "unreadable-reference"),
        ("a form that is no number", "regola 601.2.b", "unreadable-reference"),
        ("the title of another", 'regola 607, "Mano"', "title-mismatch"),
        ("the English title of another", "regola 607, “Hand”", "title-mismatch"),
    ],
)
def test_faults(says: str, cites: str, kind: str) -> None:
    got = answered(f"702.9a Chi vola segue {cites}.\n", language="it")
    (note,) = notes(got, kind)
    assert (note["number"], note["line"]) == ("702.9a", 1), says
    assert noted(got, besides=["damaged-text"]) == {kind}, says


@pytest.mark.parametrize(
    "cites",
    [
        "regole 601.2b e 601.2f–h",
        'regola 607, "Abilità legate"',
        "regola 607, “Linked Abilities.”",
        'regola 402, "mano"',
        'regola 607, "Un nome che nessuno ha"',
        "regola 601.2z",
    ],
)
def test_no_faults(cites: str) -> None:
    assert noted(answered(f"702.9a Chi vola segue {cites}.\n", language="it")) == set()


def test_a_broken_range_gives_its_ends_and_a_damaged_one_none() -> None:
    got = answered("702.9a Vedi regole 601.2h–f.\n702.9b Vedi le regole 306\ufffd311.\n")
    assert rule(got, "702.9a")["cites"] == ["601.2h", "601.2f"]
    assert rule(got, "702.9b")["cites"] == []


def test_the_document_s_own_headings_come_first() -> None:
    text = "402. Grimorio\n402.1. Vedi regola 403, “Mano.”\n402.2. Vedi regola 402, “Mano.”\n"
    got = answered(f"{text}403. Mano\n403.1. Qui si tiene.\n", language="it")
    (note,) = notes(got, "title-mismatch")
    assert note["number"] == "402.2"


def test_an_edition_before_the_chapters_of_today_is_not_measured_by_them() -> None:
    text = "502.2a Véase la regla 310, «Paso de daño de combate», y la regla 502.61 y 420.5.\n"
    old = answered(f"Este texto vale a partir de febrero de 2005.\n{text}")
    assert noted(old) == set()


def test_a_title_is_compared_only_where_it_stood_already() -> None:
    text = "702.1. See rule 702.32, “Kicker.”\n"
    then = answered(f"These rules are effective as of May 3, 2015.\n{text}")
    now = answered(f"These rules are effective as of May 3, 2024.\n{text}")
    assert "title-mismatch" not in kinds(then)
    assert "title-mismatch" in kinds(now)


def test_the_glossary_cites_too() -> None:
    got = answered("100.1. A rule.\nGlossary\n\nMap\nA token. See rule 799.10.\n")
    (note,) = notes(got, "dangling-reference")
    assert (note["number"], note["line"]) == (None, 4)
