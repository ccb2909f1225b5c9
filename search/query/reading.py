"""Reading: the tree of a query; what is no query in the query language is words."""

from collections.abc import Sequence

from search.query.faults import QueryError
from search.query.lexing import BINARY, LONGEST, Kind, Lexeme, lexemes
from search.query.tree import All, Any, Beside, Exact, Field, Fuzzy, Node, Not, Prefix, Words

DEEPEST = 20
"""Brackets inside brackets."""
MOST_SIGNS = 32
MOST_WORDS = 64
MOST_PHRASES = 4
"""Each is looked for in the texts themselves."""
MOST_EXPANDED = 8
"""Words with a star or a tilde: each stands for many."""


def read(query: str) -> Node:
    """The tree of a query; raises QueryError where its signs make none.

    >>> read("When do I pay? (kicker)")
    Words(text='When do I pay? (kicker)')
    >>> read("kicker -buyback")
    Beside(parts=(Words(text='kicker'), Not(part=Words(text='buyback'), place=7)))
    """
    found = lexemes(query)
    if not found:
        return Words(query[:LONGEST])
    _refuse_too_much(query, found)
    reader = _Reader(query, found)
    node = reader.any_of(0)
    if reader.next is not None:
        raise QueryError("unopened_bracket", query, reader.next.place)
    if not _asks(node):
        raise QueryError("only_without", query, 0)
    return node


def _refuse_too_much(query: str, found: Sequence[Lexeme]) -> None:
    words = signs = phrases = expanded = depth = 0
    for lexeme in found:
        words += lexeme.kind is Kind.WORD
        signs += lexeme.kind not in (Kind.WORD, Kind.CLOSE)
        phrases += lexeme.kind is Kind.QUOTE
        expanded += lexeme.kind in (Kind.PREFIX, Kind.FUZZY)
        depth += (lexeme.kind is Kind.OPEN) - (lexeme.kind is Kind.CLOSE)
        for key, count, most in (
            ("too_deep", depth, DEEPEST),
            ("too_many_words", words, MOST_WORDS),
            ("too_many_expanded", expanded, MOST_EXPANDED),
            ("too_many_phrases", phrases, MOST_PHRASES),
            ("too_many_signs", signs, MOST_SIGNS),
        ):
            if count > most:
                raise QueryError(key, query, lexeme.place, most=most)


class _Reader:
    """Goes through the lexemes once, from left to right."""

    def __init__(self, query: str, found: Sequence[Lexeme]) -> None:
        self._query = query
        self._found = found
        self._at = 0

    @property
    def next(self) -> Lexeme | None:
        return self._found[self._at] if self._at < len(self._found) else None

    def any_of(self, depth: int) -> Node:
        parts = [self._all_of(depth)]
        while self._take(Kind.OR):
            parts.append(self._all_of(depth))
        if len(parts) == 1:
            return parts[0]
        for part in parts:
            if not _asks(part):
                raise QueryError("only_without", self._query, _place(part))
        flat = [
            each for part in parts for each in (part.parts if isinstance(part, Any) else [part])
        ]
        return Any(tuple(flat))

    def _all_of(self, depth: int) -> Node:
        parts = [self._beside(depth)]
        while self._take(Kind.AND):
            parts.append(self._beside(depth))
        if len(parts) == 1:
            return parts[0]
        flat = [
            each for part in parts for each in (part.parts if isinstance(part, All) else [part])
        ]
        return All(tuple(flat))

    def _beside(self, depth: int) -> Node:
        parts: list[Node] = []
        while (lexeme := self.next) and lexeme.kind not in (*BINARY, Kind.CLOSE):
            part = self._part(lexeme, depth)
            for each in part.parts if isinstance(part, Beside) else (part,):
                if parts and isinstance(parts[-1], Words) and isinstance(each, Words):
                    parts[-1] = Words(f"{parts[-1].text} {each.text}")
                else:
                    parts.append(each)
        if not parts:
            raise self._nothing_here()
        return parts[0] if len(parts) == 1 else Beside(tuple(parts))

    def _part(self, lexeme: Lexeme, depth: int) -> Node:
        self._at += 1
        match lexeme.kind:
            case Kind.NOT:
                return self._without(lexeme, depth)
            case Kind.OPEN:
                inside = self.any_of(depth + 1)
                if not self._take(Kind.CLOSE):
                    raise QueryError("unclosed_bracket", self._query, lexeme.place)
                return inside
            case Kind.QUOTE:
                return Exact(" ".join(lexeme.text.split()), lexeme.place)
            case Kind.PREFIX:
                return Prefix(lexeme.text, lexeme.place)
            case Kind.FUZZY:
                return Fuzzy(lexeme.text, lexeme.place)
            case Kind.FIELD:
                return Field(lexeme.name, lexeme.text, lexeme.place)
            case Kind.UNCLOSED:
                raise QueryError("unclosed_quote", self._query, lexeme.place)
            case _:
                return Words(lexeme.text)

    def _without(self, lexeme: Lexeme, depth: int) -> Node:
        following = self.next
        if following is None or following.kind in (*BINARY, Kind.CLOSE, Kind.NOT):
            raise QueryError("nothing_after", self._query, lexeme.place, sign=lexeme.text)
        part = self._part(following, depth)
        if not _asks(part):  # NOT (NOT a)
            raise QueryError("only_without", self._query, following.place)
        return Not(part, lexeme.place)

    def _take(self, kind: Kind) -> bool:
        taken = self.next is not None and self.next.kind is kind
        self._at += taken
        return taken

    def _nothing_here(self) -> QueryError:
        before = self._found[self._at - 1] if self._at else None
        if before is not None and before.kind in BINARY:
            return QueryError("nothing_after", self._query, before.place, sign=before.text)
        if self.next is not None and self.next.kind in BINARY:
            return QueryError("nothing_before", self._query, self.next.place, sign=self.next.text)
        if before is not None and before.kind is Kind.OPEN:
            if self.next is None:
                return QueryError("unclosed_bracket", self._query, before.place)
            return QueryError("empty_brackets", self._query, before.place)
        return QueryError("unopened_bracket", self._query, self.next.place if self.next else 0)


def _asks(node: Node) -> bool:
    """Whether it looks for something, and does not only leave out."""
    match node:
        case Not():
            return False
        case Beside(parts) | All(parts):
            return any(map(_asks, parts))
        case _:
            return True


def _place(node: Node) -> int:
    match node:
        case Not(_, place):
            return place
        case Beside(parts) | All(parts) | Any(parts):
            return _place(parts[0])
        case _:
            return 0
