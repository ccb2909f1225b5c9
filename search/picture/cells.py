"""What the boxes of a picture stand for: one node, or many folded; in which column."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import networkx as nx

from kb.graph import Edge, Relation, RuleGraph, RuleNode, TermNode

Node: TypeAlias = RuleNode | TermNode

TALLEST = 26
"""So many nodes have a box of their own in one column; the rest are folded."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one box stands for."""

    key: str
    nodes: tuple[Node, ...]
    """More than one where the box stands for many."""
    column: int
    """0 for the rule and its parts, below for what cites them, above for what they cite."""
    indent: int
    parent: str | None
    """The key of the cell under which it hangs."""

    @property
    def folded(self) -> bool:
        return len(self.nodes) > 1


@dataclass(frozen=True, slots=True)
class Link:
    """A line to draw; several citations of one rule by another are one line."""

    source: str
    target: str
    relation: Relation


@dataclass(frozen=True, slots=True)
class Cells:
    """All cells, column by column from the left, each from top to bottom."""

    cells: tuple[Cell, ...]
    links: tuple[Link, ...]


def cells_of(graph: RuleGraph, centre: str) -> Cells:
    """The boxes and lines of a picture with this rule in the middle."""
    columns = _columns(graph, centre)
    forest = _Forest(graph, centre, columns)
    cells: list[Cell] = []
    for column in sorted(set(columns.values())):
        cells += forest.cells(column)
    return Cells(tuple(cells), _links(graph, cells))


def _edges_at(graph: RuleGraph, key: str) -> tuple[Edge, ...]:
    """All edges at a node, either way."""
    out: Iterable[tuple[str, str, Edge]] = graph.network.out_edges(key, data="edge")
    into: Iterable[tuple[str, str, Edge]] = graph.network.in_edges(key, data="edge")
    return tuple(edge for _, _, edge in (*out, *into))


# -- columns -------------------------------------------------------------------------------


def _columns(graph: RuleGraph, centre: str) -> dict[str, int]:
    """For each node the column of the nearest node already placed, or the one beside it."""
    columns = dict.fromkeys(_family(graph, centre), 0)
    front = list(columns)
    while front:
        found: dict[str, tuple[tuple[bool, bool, bool, int], int]] = {}
        for key in front:
            for edge in _edges_at(graph, key):
                other = edge.source if edge.target == key else edge.target
                if other not in columns:
                    place = _beside(edge, key, columns[key])
                    # Citations come first: a rule of the same section that cites this one
                    # stands with the others that do.
                    cites = edge.relation is Relation.CITES
                    rank = (not cites, key != centre, edge.target == key, abs(place))
                    found[other] = min(found.get(other, (rank, place)), (rank, place))
        columns.update({key: place for key, (_, place) in found.items()})
        front = list(found)
    apart = max(columns.values()) + 1
    return {node.key: columns.get(node.key, apart) for node in graph.nodes}


def _beside(edge: Edge, key: str, column: int) -> int:
    """The column of the other end; what is reached on one side stays on that side."""
    if edge.relation is not Relation.CITES:
        return column
    if column == 0:
        return -1 if edge.target == key else 1
    return column + (1 if column > 0 else -1)


def _family(graph: RuleGraph, centre: str) -> set[str]:
    """The rule with all that contains it and all that it contains."""
    contains: nx.DiGraph[str] = nx.DiGraph()
    contains.add_node(centre)
    contains.add_edges_from(
        (edge.source, edge.target) for edge in graph.edges if edge.relation is Relation.CONTAINS
    )
    return {centre} | nx.ancestors(contains, centre) | nx.descendants(contains, centre)


# -- order within a column -----------------------------------------------------------------


class _Forest:
    """In each column, names hang under what they name and rules under what contains them."""

    def __init__(self, graph: RuleGraph, centre: str, columns: dict[str, int]) -> None:
        self._graph = graph
        self._centre = graph.rule(centre)
        self._columns = columns
        self._distance = nx.single_source_shortest_path_length(
            graph.network.to_undirected(as_view=True), centre
        )
        self._whole = frozenset(
            edge.source for edge in graph.edges if edge.relation is Relation.CONTAINS
        )
        self._parents = {key: self._parent(key) for key in columns}
        spine: list[str] = []
        above: str | None = centre
        while above is not None:
            spine.append(above)
            above = self._parents[above]
        self._spine = frozenset(spine)

    def _order(self, key: str) -> tuple[int, bool, str, tuple[int, ...], str]:
        """Names first, then rules by number; the language of the rule asked for first."""
        node = self._graph.node(key)
        foreign = node.language != self._centre.language
        if isinstance(node, TermNode):
            return 0, foreign, node.language, (), node.word
        # The same rule in another language stands between its names and its parts, and after
        # them where it brings parts of its own.
        parent = self._parents.get(key)
        if parent is None or self._graph.node(parent).language == node.language:
            place = 2
        else:
            place = 3 if key in self._whole else 1
        return place, foreign, node.language, node.number.order, key

    def _parent(self, key: str) -> str | None:
        graph = self._graph
        node = graph.node(key)
        above: dict[Relation, list[str]] = {relation: [] for relation in Relation}
        for edge in _edges_at(graph, key):
            inward = edge.target == key
            other = edge.source if inward else edge.target
            up = {
                Relation.CONTAINS: inward,
                Relation.DEFINES: not inward,
                Relation.SAME: self._foreign(node) > self._foreign(graph.node(other)),
                Relation.CITES: False,
            }
            if up[edge.relation] and self._columns[other] == self._columns[key]:
                above[edge.relation].append(other)
        for relation in (Relation.CONTAINS, Relation.DEFINES, Relation.SAME):
            if above[relation]:
                return min(above[relation], key=lambda one: (self._foreign(graph.node(one)), one))
        return None

    def _foreign(self, node: Node) -> tuple[bool, str]:
        return node.language != self._centre.language, node.language

    def cells(self, column: int) -> list[Cell]:
        """Its boxes from top to bottom."""
        members = sorted(key for key, place in self._columns.items() if place == column)
        kept, folds = self._fold(members)
        below: dict[str | None, list[str]] = {}
        for member in sorted(kept, key=self._order):
            below.setdefault(self._nearest(member, kept), []).append(member)
        made: list[Cell] = []
        pending: list[tuple[str | None, str | None, int]] = [
            (key, None, 0) for key in (None, *reversed(below.get(None, ())))
        ]
        while pending:
            key, parent, indent = pending.pop()
            if key is not None:
                made.append(Cell(key, (self._graph.node(key),), column, indent, parent))
                deeper = (None, *reversed(below.get(key, ())))
                # None stands for the fold, which comes last; a cell without parts has none.
                pending += [(one, key, indent + 1) for one in deeper]
            elif parent in folds:
                nodes = tuple(self._graph.node(one) for one in folds[parent])
                made.append(Cell(f"+{column}:{parent or ''}", nodes, column, indent, parent))
        return made

    def _fold(self, members: list[str]) -> tuple[set[str], dict[str | None, list[str]]]:
        """The nodes with a box of their own, and the others by the cell under which they fold.

        All fold under the rule, what contains it, or nothing, so that few boxes are added.
        """
        ranked = sorted(members, key=self._rank)
        kept = set(ranked[:TALLEST])
        while True:
            folds: dict[str | None, list[str]] = {}
            for key in sorted(set(members) - kept, key=self._order):
                folds.setdefault(self._nearest(key, self._spine & kept), []).append(key)
            alone = {keys[0] for keys in folds.values() if len(keys) == 1}
            if not alone:
                return kept, folds
            kept |= alone  # its own box takes no more room

    def _rank(self, key: str) -> tuple[int, int, tuple[int, bool, str, tuple[int, ...], str]]:
        """What is folded last: the nearest; of the rules beside this one, those next to it."""
        node, number = self._graph.node(key), self._centre.number
        beside = isinstance(node, RuleNode) and node.number.parent == number.parent
        gap = abs(node.number.rank - number.rank) if isinstance(node, RuleNode) and beside else 0
        far = len(self._columns)
        return self._distance.get(key, far), gap, self._order(key)

    def _nearest(self, key: str, among: Iterable[str]) -> str | None:
        above = self._parents[key]
        while above is not None and above not in among:
            above = self._parents[above]
        return above


# -- lines ---------------------------------------------------------------------------------


def _links(graph: RuleGraph, cells: list[Cell]) -> tuple[Link, ...]:
    box_of = {node.key: cell for cell in cells for node in cell.nodes}
    order = {cell.key: place for place, cell in enumerate(cells)}
    links: set[Link] = set()
    for edge in graph.edges:
        ends = [box_of[edge.source], box_of[edge.target]]
        if edge.relation is Relation.SAME:  # told both ways, drawn once
            ends.sort(key=lambda cell: order[cell.key])
        one, two = ends
        if one != two and _drawn(edge.relation, one, two):
            links.add(Link(one.key, two.key, edge.relation))
    return tuple(
        sorted(links, key=lambda link: (order[link.source], order[link.target], link.relation))
    )


def _drawn(relation: Relation, one: Cell, two: Cell) -> bool:
    """A fold has lines for its citations and for what it hangs under; the rest says no more."""
    if relation is Relation.CITES or not (one.folded or two.folded):
        return True
    if relation is Relation.DEFINES:
        only_names = all(isinstance(node, TermNode) for node in one.nodes)
        return only_names and one.parent == two.key
    return relation is Relation.CONTAINS and two.parent == one.key
