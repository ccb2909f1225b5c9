"""Citation path: the fewest citations that lead from one rule to another."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import networkx as nx

from kb.errors import RegulaeError
from kb.graph import Edge, Relation, RuleGraph, RuleNode
from kb.number import RuleNumber
from kb.saying import said
from kb.store import Store
from search.reading import TIES, Reading


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a rule: ``rule[start:end]``."""

    text: str
    start: int
    end: int
    place: int
    """1 for the first sentence of the rule."""


@dataclass(frozen=True, slots=True)
class Step:
    """One rule that cites the next, or that contains it: who cites a rule cites its subrules."""

    source: RuleNode
    target: RuleNode
    edge: Edge
    sentence: Sentence | None
    """The one that cites; None where a rule contains the next."""


@dataclass(frozen=True, slots=True)
class CitationPath:
    """The steps from ``source`` to ``target``; none where no citation leads there."""

    source: RuleNumber
    target: RuleNumber
    steps: tuple[Step, ...]
    graph: RuleGraph
    """The rules of the path, with the ties among them."""

    @property
    def citations(self) -> int:
        return sum(step.edge.relation is Relation.CITES for step in self.steps)


def citation_paths(
    store: Store,
    source: Sequence[RuleNumber],
    target: Sequence[RuleNumber],
    *,
    language: str,
) -> tuple[CitationPath, CitationPath | None]:
    """The path, and the one back where the first has no steps.

    A rule is taken with what it contains: the path may begin and end in any part of the two.
    Raises RegulaeError for a rule and itself.
    """
    reading = Reading(store, (*source, *target), language=language)
    begin, end = reading.whole(source), reading.whole(target)
    if begin == end:
        raise RegulaeError(said("rule.one_end", source=source[0], target=target[0]))
    # between a rule and a part of it: from its other parts, or to them
    begin, end = (begin - end, end) if begin - end else (begin, end - begin)
    network = _network(reading.graph)
    there = _path(reading, network, begin, end, (source[0], target[0]))
    if there.steps:
        return there, None
    return there, _path(reading, network, end, begin, (target[0], source[0]))


def _network(graph: RuleGraph) -> "nx.DiGraph[str]":
    """What cites what, and down from each rule to its subrules."""
    network: nx.DiGraph[str] = nx.DiGraph()
    network.add_nodes_from(graph.network)
    for edge in graph.edges:
        cites = edge.relation is Relation.CITES
        if (cites or graph.rule(edge.target).number.is_subrule) and not network.has_edge(
            edge.source, edge.target
        ):
            network.add_edge(edge.source, edge.target, edge=edge)
    return network


def _path(
    reading: Reading,
    network: "nx.DiGraph[str]",
    begin: set[str],
    end: set[str],
    ends: tuple[RuleNumber, RuleNumber],
) -> CitationPath:
    def place(key: str) -> tuple[int, ...]:
        return reading.graph.rule(key).number.order

    def weight(one: str, two: str, tie: dict[str, Any]) -> int | None:
        cites = tie["edge"].relation is Relation.CITES
        # what the beginning contains is a beginning too, so that no step leads there
        return None if not cites and one in begin else int(cites)

    sources = sorted(begin, key=place)
    lengths: dict[str, float] = nx.multi_source_dijkstra_path_length(
        network, sources, weight=weight
    )
    reached = min(lengths.keys() & end, key=lambda key: (lengths[key], place(key)), default=None)
    keys: list[str] = (
        nx.multi_source_dijkstra_path(network, sources, weight=weight)[reached] if reached else []
    )
    edges = [network[one][two]["edge"] for one, two in pairwise(keys)]
    steps = tuple(_step(reading, edge) for edge in edges)
    return CitationPath(*ends, steps, reading.graph.part(set(keys), TIES))


def _step(reading: Reading, edge: Edge) -> Step:
    source, target = reading.graph.rule(edge.source), reading.graph.rule(edge.target)
    return Step(source, target, edge, _sentence(reading, source, edge))


def _sentence(reading: Reading, source: RuleNode, edge: Edge) -> Sentence | None:
    """As it was found at build time; the whole text where nothing was."""
    if edge.start is None:
        return None
    held = reading.holdings.rule(source.number, source.language)
    if held is None:
        return None
    bounds = reading.holdings.sentences(held.text_key, source.language)
    for place, (start, end) in enumerate(bounds, start=1):
        if start <= edge.start < end:
            return Sentence(held.text[start:end].strip(), start, end, place)
    return Sentence(held.text, 0, len(held.text), 1)
