"""Dates in three languages, the lines that date an edition, and those that only seem to."""

import pytest

from ingest.dates import dates
from ingest.editions import EditionFinder
from tests.ingest.reading import answered, kinds, notes


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("23 Novembre 2024", "2024-11-23"),
        ("03 Aprile 2025", "2025-04-03"),
        ("19 GENNAIO 2018", "2018-01-19"),
        ("3 sett. 2019", "2019-09-03"),
        ("1º de octubre de 2012", "2012-10-01"),
        ("3 mayo, 2019", "2019-05-03"),
        ("viernes, 25 de enero de 2019", "2019-01-25"),
        ("7 ene 2020", "2020-01-07"),
        ("January 16, 2026", "2026-01-16"),
        ("16th of March, 2003", "2003-03-16"),
        ("a partir de febrero de 2005", "2005-02"),
        ("settembre 2011", "2011-09"),
        ("Giugno2010", "2010-06"),
        ("2021-07-23", "2021-07-23"),
        ("8/17/2019", "2019-08-17"),
        ("25.01.2019", "2019-01-25"),
        ("02-04-1999", "None"),
        ("31 febbraio 2020", "None"),
    ],
)
def test_dates(text: str, wanted: str) -> None:
    assert [str(found.date) for found in dates(text)] == [wanted]


@pytest.mark.parametrize("text", ["martedì 4", "il 5 per cento nel 2010", "marzolino", "1.500"])
def test_no_dates(text: str) -> None:
    assert not list(dates(text))


@pytest.mark.parametrize(
    ("line", "date", "label"),
    [
        (
            "Tratto dal Regolamento (Aggiornato a Lune: Alba, 03 Aprile 2025)",
            "2025-04-03",
            "Lune: Alba",
        ),
        ("(Aggiornato a Lune, 21 Novembre 2025)", "2025-11-21", "Lune"),
        ("De las Reglas completas (Sol (3 mayo, 2019))", "2019-05-03", "Sol"),
        ("From the Comprehensive Rules (Moons, May 3, 2019)", "2019-05-03", "Moons"),
        ("These rules are effective as of November 17, 2023", "2023-11-17", None),
        ("These rules are current as of March 15, 2003.", "2003-03-15", None),
        ("Aggiornamento: 16 Luglio 2010", "2010-07-16", None),
        ("Queste regole valgono dal 20 novembre 2020.", "2020-11-20", None),
        ("Estas reglas son vlidas desde el 25 de enero de 2019.", "2019-01-25", None),
        ("Este texto vale a partir de febrero de 2005.", "2005-02", None),
        ("È l’edizione di settembre 2011, ormai vecchia.", "2011-09", None),
    ],
)
def test_edition_lines(line: str, date: str, label: str | None) -> None:
    (found,) = EditionFinder().lines(line, line=1)
    assert (str(found.date), found.label) == (date, label or line.partition(", ormai")[0])


@pytest.mark.parametrize(
    "line",
    [
        "8/17/2019 NomeDelFile",
        "Ultimo aggiornamento: 3 marzo 2020",
        "Página actualizada: actualización: 3 de marzo de 2020",
        "Last updated to the new layout on May 3, 2019",
        "La carta uscì il 3 marzo 2020.",
    ],
)
def test_dates_of_pages_are_no_editions(line: str) -> None:
    assert not list(EditionFinder().lines(line, line=1))


RULE = "702.33. Potenziamento\n702.33a È un'abilità che si paga.\n"


def test_each_edition_holds_until_the_next() -> None:
    got = answered(
        f"(Aggiornato a Uno, 3 marzo 2020)\n{RULE}\n(Aggiornato a Due, 4 aprile 2021)\n"
        "718. Carte prototipo\n718.1. Le carte sono due.\n\n(Aggiornato a Uno, 3 marzo 2020)\n"
        "702.34. Flashback\n"
    )
    assert [edition["date"] for edition in got["editions"]] == ["2020-03-03", "2021-04-04"]
    assert [rule["edition"] for rule in got["rules"]] == [
        "2020-03-03",
        "2020-03-03",
        "2021-04-04",
        "2021-04-04",
        "2020-03-03",
    ]
    assert "several-editions" in kinds(got)


def test_the_same_line_twice_is_one_edition() -> None:
    line = "(Aggiornato a Uno, 3 marzo 2020)\n"
    got = answered(f"{line}{RULE}\n{line}718. Carte prototipo\n718.1. Le carte sono due.\n")
    assert len(got["editions"]) == 1
    assert "several-editions" not in kinds(got)


def test_rules_before_the_first_of_two_editions_are_of_neither() -> None:
    got = answered(
        f"{RULE}(Aggiornato a Uno, 3 marzo 2020)\n702.34. Flashback\n"
        "(Aggiornato a Due, 4 aprile 2021)\n702.35. Follia\n"
    )
    assert [edition["date"] for edition in got["editions"]] == [None, "2020-03-03", "2021-04-04"]
    assert got["rules"][0]["edition"] is None
    assert "unknown-edition" in kinds(got)


def test_an_edition_line_below_the_rules_holds_for_them() -> None:
    got = answered(f"{RULE}\n(Aggiornato a Uno, 3 marzo 2020)\n")
    assert {rule["edition"] for rule in got["rules"]} == {"2020-03-03"}


def test_no_line_means_unknown_with_the_evidence() -> None:
    got = answered(RULE)
    assert got["editions"][0]["date"] is None
    assert "702.33a" in notes(got, "unknown-edition")[0]["detail"]


def test_a_date_that_can_be_read_in_two_ways_is_told() -> None:
    got = answered(f"Aggiornamento: 02/04/2010\n{RULE}")
    assert got["editions"][0]["date"] is None
    assert "02/04/2010" in notes(got, "unknown-edition")[0]["detail"]


def test_the_title_of_another_month_is_a_clash() -> None:
    got = answered(f"Regole Complete - Giugno2010\nAggiornamento: 16 Luglio 2010\n{RULE}")
    assert "2010-06" in notes(got, "edition-clash")[0]["detail"]
    same = answered(f"Regole Complete - Luglio 2010\nAggiornamento: 16 Luglio 2010\n{RULE}")
    assert "edition-clash" not in kinds(same)


def test_the_date_given_wins_and_the_clash_is_told() -> None:
    from kb.edition import EditionDate

    text = f"Aggiornamento: 16 Luglio 2010\n{RULE}"
    got = answered(text, date=EditionDate.parse("2011-09"))
    assert [edition["date"] for edition in got["editions"]] == ["2011-09"]
    assert "2010-07-16" in notes(got, "edition-clash")[0]["detail"]
    agreed = answered(text, date=EditionDate.parse("2010-07-16"))
    assert noted_clash(agreed) == []


def noted_clash(got: dict[str, object]) -> list[dict[str, object]]:
    return notes(got, "edition-clash")
