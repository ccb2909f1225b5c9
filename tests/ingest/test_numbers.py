"""Which numbers begin a rule: by their place in the order, not by a pattern alone."""

import pytest

from ingest.numbers_in_lines import cites_on, start_at, title_like
from tests.ingest.reading import answered, kinds, noted, notes, numbers, rule


@pytest.mark.parametrize(
    ("text", "number", "says"),
    [
        ("702.33. Kicker", "702.33", "Kicker"),
        ("702.33a An ability.", "702.33a", "An ability."),
        ("702.33cMultikicker is", "702.33c", "Multikicker is"),
        ("702.33c“Multi” is", "702.33c", "“Multi” is"),
        ("702.33cÈ una variante", "702.33c", "È una variante"),
        ("704.5aa Check.", "704.5aa", "Check."),
        ("119.1d. In this", "119.1d", "In this"),
        ("606.5 If the", "606.5", "If the"),
        ("901.4.All", "901.4", "All"),
        ("100. General", "100", "General"),
        ("100 - Generale", "100", "Generale"),
        ("7. Additional Rules", "7", "Additional Rules"),
        ("1 - Concetti", "1", "Concetti"),
        ("702.186. ∞ (Infinity)", "702.186", "∞ (Infinity)"),
        ("122.3 -1/-1 si toglie.", "122.3", "-1/-1 si toglie."),
    ],
)
def test_what_begins_something(text: str, number: str, says: str) -> None:
    start = start_at(text)
    assert start is not None
    assert (str(start.number), text[start.end :]) == (number, says)


@pytest.mark.parametrize(
    "text",
    [
        "601.2, “Casting,” promised",
        "601.2–4 e poi",
        "601.2.b Testo",
        "601.2.4 Testo",
        "105",
        "300 carte in tutto",
        "300. Le carte sono tante, e sono rosse.",
        "1. Text on an object that explains it.",
        "1.500 punti",
        "25.01.2019 Testo",
        "702.33cmulti è",
        "704.5l Testo",
        "100.01 Testo",
        "702.1000 Testo",
    ],
)
def test_what_begins_nothing(text: str) -> None:
    assert start_at(text) is None


@pytest.mark.parametrize(
    "text", ["see rule", "rules 603.4 and", "(vedi", "le regole 601.2b,", "según la regla", "cfr."]
)
def test_what_cites_the_number_behind_it(text: str) -> None:
    assert cites_on(text)


@pytest.mark.parametrize("text", ["", "It ends.", "Regole aggiuntive", "vedi regola 718.3."])
def test_what_does_not(text: str) -> None:
    assert not cites_on(text)


@pytest.mark.parametrize(
    ("text", "is_name"),
    [
        ("For Mirrodin!", True),
        ("Team vs. Team Variant", True),
        ("∞ (Infinity)", True),
        ("Abilità definite da parola chiave", True),
        ("Some cards are blue.", False),
        ("Here is more: a list", False),
        ("a wrapped line that ends with the word rule", False),
        ("x" * 71, False),
    ],
)
def test_names(text: str, is_name: bool) -> None:
    assert title_like(text) is is_name


def test_rules_run_together_on_one_line() -> None:
    got = answered(
        "718. Carte strane 718.1. Sono in due parti. 718.2. La seconda è piccola (vedi regola "
        "718.3). 718.2a Resta sul tavolo; vedi regola 718.3. 718.3. Chi la lancia sceglie, come "
        "dice la regola 601.2. 718.4. Altro? No: vedi regole 718.2a e 718.3."
    )
    assert numbers(got) == ["718", "718.1", "718.2", "718.2a", "718.3", "718.4"]
    assert rule(got, "718")["title"] == "Carte strane"
    assert rule(got, "718.2a")["text"] == "Resta sul tavolo; vedi regola 718.3."
    assert rule(got, "718.4")["cites"] == ["718.2a", "718.3"]
    assert noted(got) == set()


def test_a_citation_at_the_start_of_a_wrapped_line_begins_nothing() -> None:
    got = answered(
        "608.1. Whenever everyone passes, the top object is dealt with as rule\n"
        "601.2, “Casting,” promised.\n\n"
        "608.2. The steps are taken in order. The reader should look at rule\n"
        "608.3. if the object is a card.\n\n"
        "608.2a A condition is looked at once more, see rules 603.4 and\n608.2b.\n\n"
        "608.3. A card simply enters.\n"
    )
    assert numbers(got) == ["608.1", "608.2", "608.2a", "608.3"]
    assert rule(got, "608.2a")["cites"] == ["603.4", "608.2b"]


@pytest.mark.parametrize(
    ("says", "text", "kind", "number", "read_as"),
    [
        ("glued", "702.9aVola alto.", "glued-number", "702.9a", ["702.9a"]),
        ("glued to a quote", "702.9a“Vola” alto.", "glued-number", "702.9a", ["702.9a"]),
        ("a subrule with a dot", "702.9a. Vola alto.", "odd-number", "702.9a", ["702.9a"]),
        ("a rule without one", "702.9 Chi vola passa.", "odd-number", "702.9", ["702.9"]),
        ("no blank behind the dot", "702.9.Chi vola passa.", "odd-number", "702.9", ["702.9"]),
        ("a letter or a word?", "702.9avola alto.", "glued-number", "702.9a", []),
        ("an l for a letter", "702.9l Vola alto.", "odd-number", None, []),
        ("a zero before it", "100.01 Vola alto.", "odd-number", None, []),
    ],
)
def test_odd_numbers(
    says: str, text: str, kind: str, number: str | None, read_as: list[str]
) -> None:
    got = answered(f"700.1. Una regola.\n{text}\n", language="it")
    assert numbers(got) == ["700.1", *read_as], says
    (note,) = notes(got, kind)
    assert (note["number"], note["line"]) == (number, 2), says


def test_a_letter_left_out_is_missing_and_so_are_few_rules() -> None:
    got = answered(
        "702.9. Volare\n702.9a Uno.\n702.9d Due.\n702.12. Rapidità\n702.20. Cautela\n702.20b Tre.\n"
    )
    assert [note["number"] for note in notes(got, "missing-number")] == [
        *("702.9b", "702.9c", "702.10", "702.11"),
    ]


def test_a_number_with_two_texts_is_kept_twice() -> None:
    got = answered("406.3. Sono coperte.\n406.3. Sono scoperte.\n406.4. Altro.\n")
    assert numbers(got) == ["406.3", "406.3", "406.4"]
    assert notes(got, "duplicate-number")[0]["number"] == "406.3"
    assert "missing-number" not in kinds(got)


def test_a_text_that_stands_twice_is_kept_once() -> None:
    once = "100. Generale\n100.1. Una regola che si legge.\n100.2. Un'altra regola ancora.\n"
    got = answered(once + once)
    assert numbers(got) == ["100", "100.1", "100.2"]
    assert "duplicate-number" not in kinds(got)
    assert "2 rules" in notes(got, "duplicate-text")[0]["detail"]


def test_a_subrule_under_a_strange_parent_is_misplaced_and_not_missing() -> None:
    got = answered("100.1. Uno.\n101.1a Due.\n100.1b Tre.\n100.2. Quattro.\n")
    assert [note["number"] for note in notes(got, "misplaced-number")] == ["101.1a"]
    assert "100.1a" in notes(got, "misplaced-number")[0]["detail"]
    assert "missing-number" not in kinds(got)


def test_an_excerpt_may_begin_anywhere() -> None:
    got = answered("702.33c Un pezzo di pagina.\n702.33d Un altro pezzo.\n")
    assert numbers(got) == ["702.33c", "702.33d"]
    assert noted(got) == set()


def test_a_number_alone_has_its_text_in_the_next_line() -> None:
    got = answered("702.9\nVolare\n\n702.9a\nChi vola passa sopra.\n")
    assert [(rule["number"], rule["text"]) for rule in got["rules"]] == [
        ("702.9", "Volare"),
        ("702.9a", "Chi vola passa sopra."),
    ]
