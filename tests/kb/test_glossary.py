"""The glossary in the graph: which rule an entry refers to, by number or by another name."""

import pytest

from kb.edition import EditionKind
from kb.glossary import referring
from kb.graph import Relation, TermNode, build
from kb.model import GlossaryEntry
from kb.store import Store, in_memory
from tests.factories import document, edition, put, rule

ENTRIES = {
    "it": {
        "Abilità": "Ciò che un oggetto sa fare. Vedi regola 113.",
        "Velocità": "Vedi regole 702.10a–b e 302.6.",
        "Rapidità": "Vedi Velocità.",
        "Fretta": "Nome di una volta. Vedi anche Rapidità.",
        "Costo in più": "Vedi Potenziamento.",
        "Serie": "Si può vedere il mazzo. Nessuna regola.",
        "Cerchio": "Vedi Anello.",
        "Anello": "Vedi Cerchio.",
        "Coppia": "Vedi Abilità, Velocità.",
        "Sé": "Vedi Sé.",
    },
    "es": {"Prisa": "Véase la regla 702.10.", "Rapidez": "Véase “Prisa”."},
    "en": {"Haste": "See rule 702.10, “Haste.”", "Speed": "See Haste and Kicker."},
}


def numbers(store: Store, code: str) -> dict[str, list[str]]:
    return {each.term: [str(n) for n in each.numbers] for each in referring(store, code)}


def put_glossary(store: Store, code: str, *, date: str = "2024-11-23") -> None:
    entries = [GlossaryEntry(term, text) for term, text in ENTRIES[code].items()]
    put(store, document(rule("702.10"), of=edition(code, date, digest=date), glossary=entries))


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        (
            "it",
            {
                "Abilità": ["113"],
                "Velocità": ["702.10a", "702.10b", "302.6"],
                "Rapidità": ["702.10a", "702.10b", "302.6"],
                "Fretta": ["702.10a", "702.10b", "302.6"],
                "Coppia": ["113", "702.10a", "702.10b", "302.6"],
            },
        ),
        ("es", {"Prisa": ["702.10"], "Rapidez": ["702.10"]}),
        ("en", {"Haste": ["702.10"], "Speed": ["702.10"]}),
    ],
)
def test_to_which_rules_an_entry_refers(code: str, wanted: dict[str, list[str]]) -> None:
    with in_memory() as store:
        put_glossary(store, code)
        assert numbers(store, code) == wanted


def test_a_name_that_is_no_entry_is_looked_up_among_the_known_ones() -> None:
    from kb import bundle

    with in_memory() as store:
        bundle.install(store)
        put_glossary(store, "it")
        put_glossary(store, "en")
        assert numbers(store, "it")["Costo in più"] == ["702.33"]
        assert numbers(store, "en")["Speed"] == ["702.10", "702.33"]
        graph = build(store, ["it"])
    ties = {(e.source, e.target) for e in graph.edges if e.relation is Relation.DEFINES}
    assert ("it:glossary:costo in piu", "it:702.33") in ties
    assert ("it:kicker", "it:702.33") in ties
    node = graph.node("it:glossary:fretta")
    assert isinstance(node, TermNode)
    assert node.word == "Fretta"
    # Haste has a name in the table, so the entry is no second node beside it.
    assert "it:glossary:rapidita" not in graph.network
    assert len([tie for tie in ties if tie == ("it:haste", "it:702.10")]) == 1


def test_only_the_newest_official_glossary_counts() -> None:
    """702.33 was another rule in an older one."""
    kind = EditionKind.OFFICIAL
    with in_memory() as store:
        for day, number in (("2026-01-16", "702.34"), ("2019-05-03", "702.33")):
            put(
                store,
                document(
                    rule("702.33"),
                    of=edition("en", day, kind=kind, digest=day),
                    glossary=[GlossaryEntry("Flashback", f"See rule {number}.")],
                ),
            )
        gone = GlossaryEntry("Gone", "See rule 702.33.")
        page = edition("en", "2018-01-01", digest="page")
        put(store, document(rule("702.33"), of=page, glossary=[gone]))
        assert numbers(store, "en") == {"Flashback": ["702.34"]}


def test_without_an_official_one_each_term_is_of_the_newest_edition() -> None:
    with in_memory() as store:
        for day, entries in (
            ("2011-09", [("Prisa", "702.9"), ("Vigilancia", "702.19")]),
            ("2024-11-23", [("Prisa", "702.10")]),
        ):
            glossary = [GlossaryEntry(term, f"Véase la regla {n}.") for term, n in entries]
            put(
                store,
                document(rule("702.10"), of=edition("es", day, digest=day), glossary=glossary),
            )
        assert numbers(store, "es") == {"Prisa": ["702.10"], "Vigilancia": ["702.19"]}


def test_a_language_without_a_glossary() -> None:
    with in_memory() as store:
        put(store, document(rule("702.10")))
        assert numbers(store, "it") == {}
