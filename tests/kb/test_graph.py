"""The graph: what contains, cites, defines; known and dangling ends; neighbourhoods."""

from kb.graph import Relation, RuleGraph, RuleNode, build, place, rule_key
from kb.holdings import Holdings
from kb.model import GlossaryEntry
from kb.number import RuleNumber
from kb.store import Store, in_memory
from tests.factories import document, edition, put, rule

ALL = frozenset(Relation)


def ties(graph: RuleGraph, relation: Relation) -> set[tuple[str, str]]:
    return {(e.source, e.target) for e in graph.edges if e.relation is relation}


def node(graph: RuleGraph, key: str) -> RuleNode:
    found = graph.node(key)
    assert isinstance(found, RuleNode)
    return found


def test_every_rule_hangs_from_its_chapter() -> None:
    with in_memory() as store:
        put(store, document(rule("702.33a"), rule("702.33b")))
        graph = build(store, ["it"])
    assert ties(graph, Relation.CONTAINS) == {
        ("it:7", "it:702"),
        ("it:702", "it:702.33"),
        ("it:702.33", "it:702.33a"),
        ("it:702.33", "it:702.33b"),
    }
    assert node(graph, "it:702.33").edition is None


def test_citations_say_where_they_stand_and_how() -> None:
    text = "Vedi regole 601.2f–h."
    with in_memory() as store:
        put(store, document(rule("702.33a", text)))
        graph = build(store, ["it"])
    cited = [edge for edge in graph.edges if edge.relation is Relation.CITES]
    assert {edge.target for edge in cited} == {"it:601.2f", "it:601.2g", "it:601.2h"}
    assert {edge.how for edge in cited} == {"explicit", "range"}
    assert all(edge.start is not None and edge.end is not None for edge in cited)


def test_a_number_that_is_nowhere_is_not_known(bundled: Store) -> None:
    with in_memory() as store:
        put(store, document(rule("702.33a", "See rule 799.1."), of=edition("en")))
        assert not node(build(store, ["en"]), "en:799.1").known
    known = node(build(bundled, ["en"]), "en:601.3")
    assert known.known and known.edition is None


def test_languages_are_tied_rule_by_rule() -> None:
    with in_memory() as store:
        put(store, document(rule("702.33a")), document(rule("702.33a"), of=edition("es")))
        graph = build(store, ["it", "es"])
    assert ties(graph, Relation.SAME) == {
        ("it:702.33a", "es:702.33a"),
        ("es:702.33a", "it:702.33a"),
    }


def test_names_define_rules(bundled: Store) -> None:
    graph = build(bundled, ["it"])
    assert ("it:kicker", "it:702.33") in ties(graph, Relation.DEFINES)


def test_neighbourhood_grows_with_depth(bundled: Store) -> None:
    graph = build(bundled, ["en"])
    centre = rule_key("en", RuleNumber.parse("702.33d"))
    sizes = [len(graph.around([centre], depth=d, relations=ALL).nodes) for d in range(4)]
    assert sizes[0] == 1
    assert sizes == sorted(set(sizes))
    near = graph.around([centre], depth=1, relations=ALL)
    assert {"en:702.33", "en:601.2b"} <= {one.key for one in near.nodes}


def test_a_known_number_without_text_can_be_drawn(bundled: Store) -> None:
    graph = build(bundled, ["it"])
    place(graph, bundled, "it", [RuleNumber.parse("702.19")])
    assert ("it:702", "it:702.19") in ties(graph, Relation.CONTAINS)


def test_the_bundle_has_no_dangling_end(bundled: Store) -> None:
    graph = build(bundled, ["it", "es", "en"])
    unknown = [one.key for one in graph.nodes if isinstance(one, RuleNode) and not one.known]
    assert unknown == []


def test_a_name_without_a_number_is_a_citation_by_title() -> None:
    text = "See “Kicker” and rule 702.34a."
    with in_memory() as store:
        put(
            store,
            document(
                rule("702.33", title="Kicker"),
                rule("702.35a", text),
                of=edition("en", "2026-08-07"),
            ),
        )
        graph = build(store, ["en"])
        assert [str(n) for n in Holdings(store).cited_by(RuleNumber.parse("702.33"), "en")] == [
            "702.35a"
        ]
    cited = {e.target: e for e in graph.edges if e.relation is Relation.CITES}
    assert {key: edge.how for key, edge in cited.items()} == {
        "en:702.33": "title",
        "en:702.34a": "explicit",
    }
    assert text[cited["en:702.33"].start : cited["en:702.33"].end] == "“Kicker”"


def test_a_name_with_its_number_is_one_citation() -> None:
    with in_memory() as store:
        put(
            store,
            document(
                rule("702.33", title="Kicker"),
                rule("702.35a", "See “Kicker” (702.33)."),
                of=edition("en", "2026-08-07"),
            ),
        )
        graph = build(store, ["en"])
    [edge] = [edge for edge in graph.edges if edge.relation is Relation.CITES]
    assert (edge.target, edge.how) == ("en:702.33", "explicit")


def test_what_the_glossary_says_is_told_apart() -> None:
    entry = GlossaryEntry("Mulching", "To strew. See rule 702.33.")
    with in_memory() as store:
        put(store, document(rule("702.33"), of=edition("en"), glossary=[entry]))
        graph = build(store, ["en"])
    [edge] = [edge for edge in graph.edges if edge.how == "glossary"]
    assert (edge.target, edge.relation) == ("en:702.33", Relation.DEFINES)
