"""The rule graph as JSON, GraphML, DOT and Mermaid."""

import io
import json
import re
import shutil
import subprocess

import networkx as nx
import pytest

from kb.graph import Relation, RuleGraph
from search.graph_formats import as_dot, as_graphml, as_json, as_mermaid
from tests.search.graphs import HOSTILE, Sketch, hostile, kicker, lone, section

GRAPHS = [lone(), kicker(), section(40), hostile(), RuleGraph()]
NAMES = ["lone", "kicker", "section", "hostile", "empty"]
every_graph = pytest.mark.parametrize("graph", GRAPHS, ids=NAMES)

_DOT_STRING = r'"(?: [^"\\] | \\. )*"'
_DOT_LINE = re.compile(
    rf"""
    [ ]{{2}} (?: rankdir=LR
      | node [ ] \[ [^"]* \]
      | {_DOT_STRING} (?: [ ] -> [ ] {_DOT_STRING} )?    # a node, or an edge
        [ ] \[ (?: label={_DOT_STRING} )? (?: [^"\]] | "[\w,]+" )* \] )
    """,
    re.VERBOSE,
)
_MERMAID_LINE = re.compile(
    r"""
    [ ]{2} (?: n\d+ (?: \["[^"]*"\] | \(\["[^"]*"\]\) )     # a rule, a name
      | n\d+ [ ] (?: --- | --> | -\.-> | -\.- ) [ ] n\d+
      | classDef [ ] (?: textless | unknown ) [ ] [\w:, -]+
      | class [ ] n\d+ (?: ,n\d+ )* [ ] (?: textless | unknown ) )
    """,
    re.VERBOSE,
)


def lines_to_draw(graph: RuleGraph) -> set[tuple[str, str, Relation]]:
    return {
        (min(edge.source, edge.target), max(edge.source, edge.target), edge.relation)
        if edge.relation is Relation.SAME
        else (edge.source, edge.target, edge.relation)
        for edge in graph.edges
    }


# -- JSON ----------------------------------------------------------------------------------


def test_json_tells_all_of_a_rule() -> None:
    nodes = {node["id"]: node for node in as_json(kicker())["nodes"]}
    assert nodes["en:702.33"] == {
        "id": "en:702.33",
        "kind": "rule",
        "number": "702.33",
        "language": "en",
        "title": "Kicker",
        "known": True,
        "edition": {
            "language": "en",
            "date": "2024-11-23",
            "label": "L'edizione",
            "source": "rules.txt",
            "kind": "official",
            "official": True,
            "hash": "c0ffee",
        },
    }
    assert nodes["en:607"]["known"] and nodes["en:607"]["edition"] is None
    assert not nodes["en:601.99z"]["known"]
    assert nodes["en:kicked"] == {
        "id": "en:kicked",
        "kind": "term",
        "language": "en",
        "concept": "kicked",
        "word": "Kicked",
    }


def test_json_keeps_each_citation_with_its_place() -> None:
    edges = as_json(kicker())["edges"]
    twice = [e for e in edges if (e["source"], e["target"]) == ("en:702.33a", "en:601.2b")]
    assert twice == [
        {
            "source": "en:702.33a",
            "target": "en:601.2b",
            "kind": "cites",
            "how": "explicit",
            "start": start,
            "end": start + 6,
        }
        for start in (0, 10)
    ]


@every_graph
def test_json_holds_every_node_and_edge(graph: RuleGraph) -> None:
    answer = json.loads(json.dumps(as_json(graph)))
    assert [node["id"] for node in answer["nodes"]] == [node.key for node in graph.nodes]
    assert [(e["source"], e["target"], e["kind"]) for e in answer["edges"]] == [
        (edge.source, edge.target, edge.relation) for edge in graph.edges
    ]


# -- GraphML -------------------------------------------------------------------------------


@every_graph
def test_graphml_is_read_back_whole(graph: RuleGraph) -> None:
    read = nx.read_graphml(io.BytesIO(as_graphml(graph).encode()), force_multigraph=True)
    assert set(read) == {node.key for node in graph.nodes}
    found = sorted((one, two, row["kind"]) for one, two, row in read.edges(data=True))
    assert found == sorted((edge.source, edge.target, edge.relation) for edge in graph.edges)


def test_graphml_attributes_are_flat_and_typed() -> None:
    read = nx.read_graphml(io.BytesIO(as_graphml(kicker()).encode()), force_multigraph=True)
    rule = read.nodes["en:702.33"]
    assert (rule["edition_date"], rule["edition_official"], rule["known"]) == (
        "2024-11-23",
        True,
        True,
    )
    assert "edition_date" not in read.nodes["en:607"]
    ranges = [row for _, _, row in read.edges(data=True) if row.get("how") == "range"]
    assert [row["start"] for row in ranges] == [0, 10, 20]


def test_graphml_edges_have_ids_of_their_own() -> None:
    ids = re.findall(r'<edge [^>]*id="([^"]*)"', as_graphml(kicker()))
    assert len(ids) == len(set(ids)) == len(kicker().edges)


def test_graphml_replaces_only_what_xml_cannot_hold() -> None:
    read = nx.read_graphml(io.BytesIO(as_graphml(hostile()).encode()), force_multigraph=True)
    titles = [read.nodes[f"en:702.{place}"]["title"] for place in range(1, len(HOSTILE) + 1)]
    assert titles[0] == HOSTILE[0]
    assert titles[1] == "one\ntwo\nthree\nfour"
    assert titles[7] == "\ufffd\ufffd\ufffd[31m\ufffd\ufffd \x7f\x85"
    assert titles[11] == HOSTILE[11]


# -- DOT -----------------------------------------------------------------------------------


@every_graph
def test_dot_has_a_line_for_each_node_and_edge(graph: RuleGraph) -> None:
    first, *lines, last, end = as_dot(graph).split("\n")
    assert (first, last, end) == ("digraph rules {", "}", "")
    assert [line for line in lines if not _DOT_LINE.fullmatch(line)] == []
    assert sum("label=" in line for line in lines) == len(graph.nodes)
    assert sum(bool(re.match(r'  "\S+" -> "', line)) for line in lines) == len(lines_to_draw(graph))


@pytest.mark.parametrize(
    ("says", "title", "label"),
    [
        ("quotes", 'a "b"', r"a \"b\""),
        ("a backslash is no escape", r"a\N", r"a\\N"),
        ("an entity is no sign", "&lt;", "&amp;lt;"),
        ("one line", "a\nb", "a b"),
        ("a backslash at the end", "a\\", "a\\\\"),
    ],
)
def test_dot_labels(says: str, title: str, label: str) -> None:
    sketch = Sketch()
    sketch.rule("702.33", title)
    assert f'  "en:702.33" [label="702.33\\n{label}"]' in as_dot(sketch.graph), says


def test_dot_tells_held_known_and_unknown_apart() -> None:
    dot = as_dot(kicker())
    assert '"en:607" [label="607\\nLinked abilities", style="rounded,dashed"]' in dot
    assert re.search(r'"en:601.99z" \[.*color=red', dot)
    assert '"en:702.33" [label="702.33\\nKicker"]' in dot


@pytest.mark.skipif(shutil.which("dot") is None, reason="no Graphviz here to ask")
@every_graph
def test_graphviz_reads_the_dot(graph: RuleGraph) -> None:
    run = subprocess.run(
        ["dot", "-Tjson"], input=as_dot(graph), capture_output=True, text=True, encoding="utf-8"
    )
    assert (run.returncode, run.stderr) == (0, "")
    drawn = json.loads(run.stdout)
    assert {node["name"] for node in drawn.get("objects", ())} == {n.key for n in graph.nodes}
    assert len(drawn.get("edges", ())) == len(lines_to_draw(graph))


# -- Mermaid -------------------------------------------------------------------------------


@every_graph
def test_mermaid_has_a_line_for_each_node_and_edge(graph: RuleGraph) -> None:
    first, *lines, end = as_mermaid(graph).split("\n")
    assert (first, end) == ("flowchart LR", "")
    assert [line for line in lines if not _MERMAID_LINE.fullmatch(line)] == []
    assert sum('["' in line for line in lines) == len(graph.nodes)
    arrows = sum(bool(re.search(r" n\d+ \S+ n\d+$", line)) for line in lines)
    assert arrows == len(lines_to_draw(graph))


@pytest.mark.parametrize(
    ("says", "title", "label"),
    [
        ("quotes end a label", 'a"b', "a#34;b"),
        ("no HTML", "<b>&", "#60;b#62;#38;"),
        ("no entity of the title's own", "#35;", "#35;35#59;"),
        ("a directive may stand anywhere in the source", "%%{x}", "#37;#37;#123;x#125;"),
        ("no Markdown", "`a` *b* _c_", "#96;a#96; #42;b#42; #95;c#95;"),
        ("no list", "- a-b", "#45; a-b"),
        ("one line", "a\nb", "a b"),
        ("letters stay", "Abilità, d’ogni 漢", "Abilità, d’ogni 漢"),
    ],
)
def test_mermaid_labels(says: str, title: str, label: str) -> None:
    sketch = Sketch()
    sketch.rule("702.33", title)
    assert f'  n0["702.33<br/>{label}"]' in as_mermaid(sketch.graph), says


def test_mermaid_tells_held_known_and_unknown_apart() -> None:
    text = as_mermaid(kicker())
    textless = re.search(r"class (n\d+) textless", text)
    unknown = re.search(r"class (n\d+) unknown", text)
    assert textless and f'{textless[1]}["607<br/>' in text
    assert unknown and f'{unknown[1]}["601.99z"]' in text


@pytest.mark.parametrize("write", [as_graphml, as_dot, as_mermaid])
def test_the_same_graph_is_written_the_same(write: object) -> None:
    assert callable(write)
    assert write(kicker()) == write(kicker())
