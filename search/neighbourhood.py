"""Neighbourhood: the part of the graph around the rules asked for."""

from collections.abc import Sequence
from dataclasses import dataclass

from kb import graph as rule_graph
from kb.graph import Relation, RuleGraph, rule_key
from kb.number import RuleNumber
from kb.store import Store

_IN_ONE_LANGUAGE = frozenset((Relation.CONTAINS, Relation.CITES, Relation.DEFINES))


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A part of the graph; ``centres`` are the keys of the rules asked for."""

    graph: RuleGraph
    centres: tuple[str, ...]


def neighbourhood(
    store: Store,
    numbers: Sequence[RuleNumber],
    *,
    language: str,
    depth: int,
    all_languages: bool = False,
) -> Neighbourhood:
    """All within ``depth`` steps of the rules, in the answer language or in every language."""
    rows = store.db.execute("SELECT DISTINCT language FROM edition ORDER BY language")
    held = [row[0] for row in rows]
    codes = tuple(dict.fromkeys((language, *held))) if all_languages else (language,)
    whole = rule_graph.build(store, codes)
    rule_graph.place(whole, store, language, numbers)
    relations = _IN_ONE_LANGUAGE | ({Relation.SAME} if all_languages else set())
    centres = tuple(rule_key(language, number) for number in numbers)
    return Neighbourhood(whole.around(centres, depth=depth, relations=relations), centres)
