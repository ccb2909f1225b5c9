"""The rule graph: what contains, cites and defines what, over languages and editions."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import networkx as nx

from kb.edition import Edition
from kb.glossary import referring
from kb.holdings import Holdings
from kb.lang import folded, in_order_for
from kb.number import RuleNumber
from kb.store import Store

Network: TypeAlias = "nx.MultiDiGraph[str]"


class Relation(StrEnum):
    """What an edge of the graph says."""

    CONTAINS = "contains"
    CITES = "cites"
    DEFINES = "defines"
    """From a name to the rule that says what it means."""
    SAME = "same-rule"
    """From a rule to the rule of that number in another language."""


@dataclass(frozen=True, slots=True)
class RuleNode:
    """A rule of one edition: a place, with what this edition says there."""

    key: str
    number: RuleNumber
    language: str
    edition: Edition | None
    """None where no text of the number is held: it is only known, or only cited."""
    title: str | None
    known: bool
    """Whether the number exists at all, in the bundled table or an edition held."""


@dataclass(frozen=True, slots=True)
class TermNode:
    """A name of the term table in one language, or the term of an entry of a glossary."""

    key: str
    language: str
    concept: str
    word: str


@dataclass(frozen=True, slots=True)
class Edge:
    source: str
    target: str
    relation: Relation
    how: str | None = None
    """For a citation: explicit, inside a range, or by a title; for a name: from the glossary."""
    start: int | None = None
    """For a citation: where it stands in the text of the source, in code points."""
    end: int | None = None


def rule_key(language: str, number: RuleNumber) -> str:
    return f"{language}:{number}"


GLOSSARY = "glossary"


class RuleGraph:
    """The current texts of some languages as a network; a node is one rule in one edition."""

    def __init__(self) -> None:
        self.network: Network = nx.MultiDiGraph()
        self._rules: dict[str, RuleNode] = {}
        self._terms: dict[str, TermNode] = {}

    @property
    def nodes(self) -> tuple[RuleNode | TermNode, ...]:
        return tuple(self.node(key) for key in self.network)

    @property
    def edges(self) -> tuple[Edge, ...]:
        return tuple(ties["edge"] for _, _, ties in self.network.edges(data=True))

    def node(self, key: str) -> RuleNode | TermNode:
        return self._rules[key] if key in self._rules else self._terms[key]

    def rule(self, key: str) -> RuleNode:
        return self._rules[key]

    def add_rule(self, node: RuleNode) -> None:
        self._rules[node.key] = node
        self.network.add_node(node.key)

    def add_term(self, node: TermNode) -> None:
        self._terms[node.key] = node
        self.network.add_node(node.key)

    def add_edge(self, edge: Edge) -> None:
        self.network.add_edge(edge.source, edge.target, edge=edge)

    def around(
        self, centres: Iterable[str], *, depth: int, relations: frozenset[Relation]
    ) -> "RuleGraph":
        """All that lies within ``depth`` steps of the centres, either way along an edge."""
        wanted = {key for key in centres if key in self.network}
        front = set(wanted)
        for _ in range(depth):
            front = {
                other
                for key in front
                for one, two, edge in (
                    *self.network.out_edges(key, data="edge"),
                    *self.network.in_edges(key, data="edge"),
                )
                if edge.relation in relations
                for other in (one, two)
            } - wanted
            wanted |= front
        return self.part(wanted, relations)

    def part(self, keys: set[str], relations: frozenset[Relation]) -> "RuleGraph":
        """These nodes, with the edges of these relations among them."""
        part = RuleGraph()
        for key in self.network:
            if key in keys:
                part._rules.update({key: self._rules[key]} if key in self._rules else {})
                part._terms.update({key: self._terms[key]} if key in self._terms else {})
                part.network.add_node(key)
        for edge in self.edges:
            if edge.relation in relations and {edge.source, edge.target} <= keys:
                part.add_edge(edge)
        return part


def build(store: Store, languages: Iterable[str]) -> RuleGraph:
    """The graph of the current texts of these languages, with the names that define rules."""
    graph, holdings = RuleGraph(), Holdings(store)
    codes = tuple(languages)
    for code in codes:
        for held in holdings.current_rules(code):
            key = rule_key(code, held.number)
            graph.add_rule(RuleNode(key, held.number, code, held.edition, held.title, known=True))
    for code in codes:
        _contain(graph, holdings, code)
        _cite(graph, store, holdings, code)
        _define(graph, store, code)
        _refer(graph, store, holdings, code)
    _pair(graph, codes)
    return graph


def in_best_texts(store: Store, code: str, numbers: Iterable[RuleNumber] = ()) -> RuleGraph:
    """Each rule once, in the text that a reader of the language is shown: what contains and cites
    what. These numbers are there too where they have no text, and those that are cited."""
    graph, holdings = RuleGraph(), Holdings(store)
    order = in_order_for(code, holdings.languages())
    rows = store.db.execute(
        "SELECT c.language, c.number, c.edition, r.title FROM current c JOIN rule r"
        " ON r.edition = c.edition AND r.place = c.place ORDER BY c.rank"
    ).fetchall()
    best: dict[str, str] = {}
    for language, number, *_ in sorted(rows, key=lambda row: order.index(row[0])):
        best.setdefault(number, language)
    editions = {key: holdings.edition(key) for key in {row[2] for row in rows}}
    keys: dict[str, str] = {}
    for language, number, edition, title in rows:
        if best[number] == language:
            rule = RuleNumber.parse(number)
            keys[number] = rule_key(language, rule)
            node = RuleNode(keys[number], rule, language, editions[edition], title, known=True)
            graph.add_rule(node)
    edges = store.db.execute(
        "SELECT c.language, g.source, g.target, g.kind, g.start, g.stop FROM edge g"
        " JOIN current c ON c.edition = g.edition AND c.number = g.source"
        " ORDER BY c.rank, g.start, g.rowid"
    ).fetchall()
    for language, source, target, how, start, end in edges:
        if source != target and best[source] == language:
            if target not in keys:
                keys[target] = _place(graph, holdings, code, RuleNumber.parse(target))
            graph.add_edge(Edge(keys[source], keys[target], Relation.CITES, how, start, end))
    keys.update((str(n), _place(graph, holdings, code, n)) for n in numbers if str(n) not in keys)
    for key in tuple(keys.values()):
        parent = graph.rule(key).number.parent
        if parent is not None and str(parent) in keys:
            graph.add_edge(Edge(keys[str(parent)], key, Relation.CONTAINS))
    return graph


def place(graph: RuleGraph, store: Store, code: str, numbers: Iterable[RuleNumber]) -> None:
    """Give known numbers without a text a node, below the rules that contain them."""
    holdings = Holdings(store)
    for number in numbers:
        if rule_key(code, number) not in graph.network:
            _place(graph, holdings, code, number)
            _contain(graph, holdings, code)


def _place(graph: RuleGraph, holdings: Holdings, code: str, number: RuleNumber) -> str:
    """The key of a number, with a node of its own where no text of it is held."""
    key = rule_key(code, number)
    if key not in graph.network:
        title = holdings.known_title(number, code) if holdings.heading(number) else None
        known = holdings.known(number)
        graph.add_rule(RuleNode(key, number, code, None, title and title.text, known=known))
    return key


def _contain(graph: RuleGraph, holdings: Holdings, code: str) -> None:
    """From each rule up to its chapter, places without a text included."""
    pending = [node for node in graph.nodes if isinstance(node, RuleNode) and node.language == code]
    done: set[RuleNumber] = set()
    while pending:
        number = pending.pop().number
        if number in done or number.parent is None:
            continue
        done.add(number)
        parent = _place(graph, holdings, code, number.parent)
        if graph.network.has_edge(parent, rule_key(code, number)):
            continue
        graph.add_edge(Edge(parent, rule_key(code, number), Relation.CONTAINS))
        pending.append(graph.rule(parent))


def _cite(graph: RuleGraph, store: Store, holdings: Holdings, code: str) -> None:
    rows = store.db.execute(
        "SELECT g.source, g.target, g.kind, g.start, g.stop FROM edge g JOIN current c"
        " ON c.edition = g.edition AND c.number = g.source"
        " WHERE c.language = ? ORDER BY c.rank, g.start, g.rowid",
        (code,),
    ).fetchall()
    for source, target, how, start, end in rows:
        cited = RuleNumber.parse(target)
        if source == target:
            continue
        key = _place(graph, holdings, code, cited)
        graph.add_edge(
            Edge(rule_key(code, RuleNumber.parse(source)), key, Relation.CITES, how, start, end)
        )


def _define(graph: RuleGraph, store: Store, code: str) -> None:
    rows = store.db.execute(
        "SELECT number, concept, word FROM term WHERE language = ? ORDER BY id", (code,)
    )
    for number, concept, word in rows:
        target = rule_key(code, RuleNumber.parse(number))
        if target in graph.network:
            node = TermNode(f"{code}:{concept}", code, concept, word)
            graph.add_term(node)
            graph.add_edge(Edge(node.key, target, Relation.DEFINES))


def _refer(graph: RuleGraph, store: Store, holdings: Holdings, code: str) -> None:
    """From each entry of the glossary to the rules it refers to.

    An entry that is a name of the term table shares the node of that name.
    """
    for entry in referring(store, code):
        key = f"{code}:glossary:{folded(entry.term)}"
        for term in holdings.named(entry.term):
            if term.language == code and f"{code}:{term.concept}" in graph.network:
                key = f"{code}:{term.concept}"
                break
        if key not in graph.network:
            graph.add_term(TermNode(key, code, folded(entry.term), entry.term))
        for number in entry.numbers:
            target = _place(graph, holdings, code, number)
            graph.add_edge(Edge(key, target, Relation.DEFINES, GLOSSARY))


def _pair(graph: RuleGraph, codes: tuple[str, ...]) -> None:
    """Both ways between each two languages that hold a text of one number."""
    texts = [node for node in graph.nodes if isinstance(node, RuleNode) and node.edition]
    for node in texts:
        for code in codes:
            other = rule_key(code, node.number)
            if code != node.language and other in graph.network and graph.rule(other).edition:
                graph.add_edge(Edge(node.key, other, Relation.SAME))
