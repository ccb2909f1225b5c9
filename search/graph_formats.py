"""The rule graph in the forms that other programs read: JSON, GraphML, DOT, Mermaid."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

import networkx as nx

from kb.graph import Edge, Relation, RuleGraph, RuleNode, TermNode
from search.as_json import edition_json
from search.xml_text import one_line, xml_text

if TYPE_CHECKING:  # the shapes are for who checks and describes answers
    from search.shapes.rules import EdgeJson, GraphJson, NodeJson

_DOT_NODE = "node [shape=box, style=rounded]"
_DOT_LINES = {
    Relation.CONTAINS: "color=gray50, arrowhead=empty",
    Relation.CITES: "color=blue",
    Relation.DEFINES: "color=darkgreen, style=dotted",
    Relation.SAME: "color=purple, style=dashed",
}
_MERMAID_LINES = {
    Relation.CONTAINS: "---",
    Relation.CITES: "-->",
    Relation.DEFINES: "-.->",
    Relation.SAME: "-.-",
}
# What Mermaid may take for its own signs, for HTML or for Markdown. No colon is left either:
# Mermaid cuts the end off an entity that follows "style…:" in a line.
_MERMAID_SIGN = re.compile(
    r"""
    [^\w\s,'’-]         # any sign
    | _                 # emphasis
    | (?<! \w ) -       # a list
    | - (?! \w )        # an arrow
    """,
    re.VERBOSE,
)


def as_json(graph: RuleGraph) -> GraphJson:
    return {
        "nodes": [_node(node) for node in graph.nodes],
        "edges": [_edge(edge) for edge in graph.edges],
    }


def _node(node: RuleNode | TermNode) -> NodeJson:
    if isinstance(node, TermNode):
        return {
            "id": node.key,
            "kind": "term",
            "language": node.language,
            "concept": node.concept,
            "word": node.word,
        }
    return {
        "id": node.key,
        "kind": "rule",
        "number": str(node.number),
        "language": node.language,
        "title": node.title,
        "known": node.known,
        "edition": edition_json(node.edition) if node.edition else None,
    }


def _edge(edge: Edge) -> EdgeJson:
    return {
        "source": edge.source,
        "target": edge.target,
        "kind": str(edge.relation),
        "how": edge.how,
        "start": edge.start,
        "end": edge.end,
    }


def as_graphml(graph: RuleGraph) -> str:
    """Flat attributes, those of the edition as ``edition_date`` and so on; no empty ones."""
    flat: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for node in graph.nodes:
        row: dict[str, Any] = {**_node(node)}
        edition = row.pop("edition", None) or {}
        row.update({f"edition_{name}": value for name, value in edition.items()})
        del row["id"]
        flat.add_node(xml_text(node.key), **_told(row))
    for place, edge in enumerate(graph.edges):
        row = {**_edge(edge)}
        source, target = xml_text(row.pop("source")), xml_text(row.pop("target"))
        # The key becomes the id of the edge, which has to be one in the whole file.
        flat.add_edge(source, target, key=f"e{place}", **_told(row))
    written = io.BytesIO()
    nx.write_graphml_xml(flat, written)
    return written.getvalue().decode("utf-8")


def _told(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: xml_text(value) if isinstance(value, str) else value
        for name, value in row.items()
        if value is not None
    }


def _lines(graph: RuleGraph) -> list[Edge]:
    """Each edge to draw: several citations of one rule by another are one arrow."""
    drawn: dict[tuple[str, str, Relation], Edge] = {}
    for edge in graph.edges:
        ends = (edge.source, edge.target)
        # Both ways between two languages, but one line.
        if edge.relation is Relation.SAME:
            ends = (min(ends), max(ends))
        drawn.setdefault((*ends, edge.relation), edge)
    return list(drawn.values())


def as_dot(graph: RuleGraph) -> str:
    """For Graphviz; numbers without a text are dashed, numbers that do not exist red."""
    lines = ["digraph rules {", "  rankdir=LR", f"  {_DOT_NODE}"]
    for node in graph.nodes:
        lines.append(f"  {_dot_name(node.key)} [{_dot_looks(node)}]")
    for edge in _lines(graph):
        looks = _DOT_LINES[edge.relation]
        if edge.relation is Relation.SAME:
            looks += ", dir=both"
        lines.append(f"  {_dot_name(edge.source)} -> {_dot_name(edge.target)} [{looks}]")
    return "\n".join((*lines, "}", ""))


def _dot_name(text: str) -> str:
    escaped = one_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _dot_label(lines: tuple[str, ...]) -> str:
    # In a label, unlike a name, "&amp;" is an entity and "\N" the name of the node.
    said = (_dot_name(line.replace("&", "&amp;"))[1:-1] for line in lines)
    return '"' + "\\n".join(said) + '"'


def _dot_looks(node: RuleNode | TermNode) -> str:
    label = f"label={_dot_label(_label(node))}"
    if isinstance(node, TermNode):
        return f"{label}, shape=ellipse, style=solid"
    if not node.known:
        return f'{label}, style="rounded,dashed", color=red, fontcolor=red'
    return label if node.edition else f'{label}, style="rounded,dashed"'


def _label(node: RuleNode | TermNode) -> tuple[str, ...]:
    """What a node is called, a line each."""
    if isinstance(node, TermNode):
        return (f"{node.word} ({node.language})",)
    head = str(node.number)
    return (head, node.title) if node.title else (head,)


def as_mermaid(graph: RuleGraph) -> str:
    """For Mermaid; numbers without a text are dashed, numbers that do not exist red."""
    names = {node.key: f"n{place}" for place, node in enumerate(graph.nodes)}
    lines = ["flowchart LR"]
    classes: dict[str, list[str]] = {"textless": [], "unknown": []}
    for node in graph.nodes:
        name, label = names[node.key], "<br/>".join(_mermaid_text(one) for one in _label(node))
        if isinstance(node, TermNode):
            lines.append(f'  {name}(["{label}"])')
            continue
        lines.append(f'  {name}["{label}"]')
        if node.edition is None:
            classes["textless" if node.known else "unknown"].append(name)
    for edge in _lines(graph):
        arrow = _MERMAID_LINES[edge.relation]
        lines.append(f"  {names[edge.source]} {arrow} {names[edge.target]}")
    looks = {
        "textless": "stroke-dasharray: 4 3",
        "unknown": "stroke-dasharray: 4 3,stroke: red,color: red",
    }
    for name, members in classes.items():
        if members:
            lines.append(f"  classDef {name} {looks[name]}")
            lines.append(f"  class {','.join(members)} {name}")
    return "\n".join((*lines, ""))


def _mermaid_text(text: str) -> str:
    """Mermaid's own entities (#34;) for all that it could take for something else."""
    if re.fullmatch(r"[\d.a-z]+", text, re.ASCII):  # a number reads better as it is
        return text
    return _MERMAID_SIGN.sub(lambda sign: f"#{ord(sign[0])};", one_line(text))
