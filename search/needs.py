"""Needs: what must be read to understand a rule, in the order in which to read it.

A rule rests on what it cites. A subrule rests also on the rule above it, where that has a text
of its own (601.2b on the sentence with which 601.2 begins); a rule that is only a name stands for
its subrules (who is sent to 702.33 reads 702.33a and the rest). A section or a chapter that is
cited is one thing to read, and what it contains is not followed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import networkx as nx

from kb.graph import Relation, RuleGraph, RuleNode
from kb.number import RuleNumber
from kb.store import Store
from kb.term import Title
from search.reading import TIES, Reading


@dataclass(frozen=True, slots=True)
class Need:
    """One rule to read, and why."""

    node: RuleNode
    title: Title | None
    distance: int
    """Steps from what was asked for."""
    cited_by: tuple[RuleNumber, ...]
    introduces: tuple[RuleNumber, ...]
    """The subrules that rest on its text because it stands above them."""
    part_of: RuleNumber | None
    """The rule that is only a name and stands for this one."""
    circle: tuple[RuleNumber, ...]
    """All that rest on one another, this one with them: no order suits them."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What comes before what was asked for; ``graph`` holds both, with the ties among them."""

    asked: tuple[RuleNumber, ...]
    needs: tuple[Need, ...]
    graph: RuleGraph
    centre: str
    """The key of what was asked for first."""


def needs(
    store: Store,
    numbers: Sequence[RuleNumber],
    *,
    language: str,
    exact: bool = False,
    depth: int | None = None,
) -> Needs:
    """All that these rules rest on, or what lies within ``depth`` steps.

    What they contain counts as asked for, unless ``exact``.
    """
    reading = Reading(store, numbers, language=language)
    rests = _rests(reading.graph)
    own = reading.whole(numbers, exact=exact)
    steps = nx.multi_source_dijkstra_path_length(rests, own, cutoff=depth)
    distances = {key: int(length) for key, length in steps.items() if key not in own}
    readers = rests.subgraph(own | distances.keys())
    found = tuple(
        _need(reading, key, distances[key], readers, circle)
        for circle in _in_order(rests.subgraph(distances), reading.graph)
        for key in circle
    )
    part = reading.graph.part(own | distances.keys(), TIES)
    return Needs(tuple(numbers), found, part, reading.key(numbers[0]))


def _rests(graph: RuleGraph) -> "nx.DiGraph[str]":
    """From each rule to what it rests on; an edge has the reason that is told first."""
    rests: nx.DiGraph[str] = nx.DiGraph()
    rests.add_nodes_from(graph.network)
    for edge in graph.edges:
        if edge.relation is Relation.CITES:
            rests.add_edge(edge.source, edge.target, cites=True)
    for edge in graph.edges:
        if edge.relation is Relation.CONTAINS and graph.rule(edge.target).number.is_subrule:
            above = graph.rule(edge.source)
            if above.title is not None:
                rests.add_edge(edge.source, edge.target)
            elif above.edition is not None:
                rests.add_edge(edge.target, edge.source)
    return rests


def _in_order(rests: "nx.DiGraph[str]", graph: RuleGraph) -> Iterator[tuple[str, ...]]:
    """What rests on nothing first; circles as one, and the order of the rule book among equals."""

    def place(key: str) -> tuple[int, ...]:
        return graph.rule(key).number.order

    circles = nx.condensation(rests)
    members = {circle: sorted(circles.nodes[circle]["members"], key=place) for circle in circles}

    def first(circle: int) -> tuple[int, ...]:
        return place(members[circle][0])

    for circle in nx.lexicographical_topological_sort(circles.reverse(), key=first):
        yield tuple(members[circle])


def _need(
    reading: Reading,
    key: str,
    distance: int,
    readers: "nx.DiGraph[str]",
    circle: Sequence[str],
) -> Need:
    def numbers(keys: Sequence[str]) -> tuple[RuleNumber, ...]:
        return tuple(sorted(reading.graph.rule(each).number for each in keys))

    node = reading.graph.rule(key)
    cite = [reader for reader in readers.predecessors(key) if "cites" in readers[reader][key]]
    others = numbers([reader for reader in readers.predecessors(key) if reader not in cite])
    return Need(
        node=node,
        title=reading.title(node.number),
        distance=distance,
        cited_by=numbers(cite),
        introduces=tuple(number for number in others if number.parent == node.number),
        part_of=next((number for number in others if number == node.number.parent), None),
        circle=numbers(circle) if len(circle) > 1 else (),
    )
