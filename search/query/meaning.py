"""Meaning: what a query asks of the index, and how its hits are scored and marked."""

from collections.abc import Iterator
from typing import NamedTuple

from kb.edition import EditionDate
from kb.holdings import Holdings
from search import asking
from search.asking import Asked
from search.engine import NO_LIMITS, Limits, Part
from search.hits import Expansion
from search.index import Index
from search.query.faults import QueryError
from search.query.ranges import with_numbers
from search.query.tree import All, Any, Beside, Field, Node, Not, Words


class Question(NamedTuple):
    """What a query asks."""

    asked: Asked
    """The words, for the scoring and the marks."""
    part: Part | None
    """For the engine; None where no word of the query can be looked for."""
    limits: Limits = NO_LIMITS
    is_strict: bool = False
    """Only what the engine finds is an answer, and nothing beside it."""
    without: Part | None = None
    """Rules whose own text in any language is such are left out."""
    expansions: tuple[Expansion, ...] = ()


def day_of(tree: Node, query: str) -> EditionDate | None:
    """The day of which ``edition:`` wants the answer; raises QueryError."""
    if isinstance(tree, Words):
        return None
    days = [field for field in beside_all(tree) if isinstance(field, Field)]
    days = [field for field in days if field.name == "edition"]
    misplaced = [field for field in _fields(tree) if field.name == "edition" and field not in days]
    if misplaced or len(days) > 1:
        field = (*misplaced, *days)[-1]
        raise QueryError("edition_inside", query, field.place, field="edition")
    if not days:
        return None
    from search.query.values import last_day  # few queries name a day

    return last_day(days[0], query)


def edition_elsewhere(tree: Node, query: str) -> QueryError:
    """That something beside the query sets the edition too, told of the field in the query."""
    place = next((each.place for each in _fields(tree) if each.name == "edition"), 0)
    return QueryError("edition_elsewhere", query, place, field="edition")


def understood(tree: Node, query: str, holdings: Holdings, index: Index) -> Question:
    """What the tree of a query asks; raises QueryError where the base cannot tell."""
    if isinstance(tree, Words):
        asked = asking.asked(holdings, with_numbers(tree.text, query), index.contents)
        return Question(asked, asked.part if asked.part.parts else None)
    from search.query.understanding import Understanding  # most questions have no signs

    return Understanding(query, holdings, index).of(tree)


def beside_all(tree: Node) -> tuple[Node, ...]:
    """The parts that hold for the whole query."""
    return tree.parts if isinstance(tree, Beside | All) else (tree,)


def _fields(node: Node) -> Iterator[Field]:
    match node:
        case Field():
            yield node
        case Not(part):
            yield from _fields(part)
        case Beside(parts) | All(parts) | Any(parts):
            for part in parts:
                yield from _fields(part)
