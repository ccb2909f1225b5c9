"""Reading: the rules as a reader finds them, each once, in the best text there is."""

from collections.abc import Iterable

import networkx as nx

from kb.graph import Relation, RuleGraph, RuleNode, in_best_texts
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store
from kb.term import Title

TIES = frozenset((Relation.CITES, Relation.CONTAINS))


class Reading:
    """What contains and cites what, for the reader of a language."""

    def __init__(self, store: Store, numbers: Iterable[RuleNumber], *, language: str) -> None:
        self.store = store
        self.language = language
        self.holdings = Holdings(store)
        self.graph: RuleGraph = in_best_texts(store, language, numbers)
        nodes = (node for node in self.graph.nodes if isinstance(node, RuleNode))
        self._nodes = {node.number: node for node in nodes}
        self._inside: nx.DiGraph[str] = nx.DiGraph()
        self._inside.add_nodes_from(self.graph.network)
        self._inside.add_edges_from(
            (edge.source, edge.target)
            for edge in self.graph.edges
            if edge.relation is Relation.CONTAINS
        )

    def key(self, number: RuleNumber) -> str:
        return self._nodes[number].key

    def whole(self, numbers: Iterable[RuleNumber], *, exact: bool = False) -> set[str]:
        """The keys of the rules, with those of all they contain unless ``exact``."""
        keys = set(map(self.key, numbers))
        return keys if exact else keys.union(*(nx.descendants(self._inside, key) for key in keys))

    def title(self, number: RuleNumber) -> Title | None:
        """The name in the language of the reader where there is one, else that of the text."""
        own: Title | None = None
        place: RuleNumber | None = number
        while own is None and place is not None:
            node = self._nodes.get(place)
            own = Title(node.title, node.language) if node and node.title else None
            place = place.parent
        if own is not None and own.language == self.language:
            return own
        known = self.holdings.known_title(number, self.language)
        return own if known is None or known.language != self.language else known
