"""Understanding: the tree of a query, with signs in it, made into what the index is asked."""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto

from kb.holdings import Holdings
from search import asking
from search.asking import Asked
from search.engine import NO_LIMITS, AllOf, Among, AnyOf, Limits, Part, Word
from search.hits import Expansion
from search.index import Index
from search.plans import Plan, Slot
from search.query import values
from search.query.meaning import Question, beside_all
from search.query.phrases import texts_with
from search.query.ranges import with_numbers
from search.query.table import KINDS
from search.query.tree import All, Any, Beside, Exact, Field, Fuzzy, Node, Not, Prefix, Words
from search.query.vocabulary import alike, beginning, slots
from search.wording import words_of

_ANYTHING = Among(NO_LIMITS)
_WHOLE = ("in", "kind", "edition")
"""Fields that hold for the whole query where they stand beside all the rest."""


class _Mode(Enum):
    """What words side by side mean."""

    RANK = auto()
    """The more the better."""
    EVERY = auto()
    """All of them, beside AND and OR."""
    NONE = auto()
    """None of them, after NOT."""


class Understanding:
    """Goes through the tree once, and notes on the way what is to be scored and marked."""

    def __init__(self, query: str, holdings: Holdings, index: Index) -> None:
        self._query = query
        self._holdings = holdings
        self._index = index
        self._texts: list[str] = []
        self._more: list[Mapping[str, Slot]] = []
        self._phrases: list[tuple[str, ...]] = []
        self._expansions: list[Expansion] = []
        self._known: dict[str, Asked] = {}
        self._ranks = False
        """Whether there are words that only rank."""
        self._notes = True

    def of(self, tree: Node) -> Question:
        limits, parts = self._limited(tree)
        mode = _Mode.EVERY if isinstance(tree, All) else _Mode.RANK
        must, without = self._split(parts, mode)
        asked = asking.asked(
            self._holdings, " ".join(self._texts), self._index.contents, more=self._more
        )
        asked = asked._replace(marker=asked.marker._replace(phrases=tuple(self._phrases)))
        part: Part | None = asked.part if asked.part.parts else None
        if must or without or not self._ranks:
            only = AllOf(tuple(must) or (_ANYTHING,), tuple(without))
            # The words also tell which of many candidates are scored.
            ranked = AllOf((asked.part, only)) if part else AnyOf(())
            part = ranked if self._ranks else AnyOf((ranked, only))
        is_strict = bool(must or without or self._expansions) or not self._ranks
        without_rules = AnyOf(tuple(without)) if without else None
        return Question(asked, part, limits, is_strict, without_rules, tuple(self._expansions))

    def _limited(self, tree: Node) -> tuple[Limits, tuple[Node, ...]]:
        """The fields that hold for the whole query, and the rest of it."""
        languages = kinds = None
        rest: list[Node] = []
        for part in beside_all(tree):
            field = part.part if isinstance(part, Not) else part
            if not isinstance(field, Field) or field.name not in _WHOLE:
                rest.append(part)
            elif field.name == "in":
                own = values.languages(field, self._query)
                chosen = own if part is field else frozenset(self._holdings.languages()) - own
                languages = chosen if languages is None else languages & chosen
            elif field.name == "kind":
                own = values.kinds(field, self._query)
                chosen = own if part is field else frozenset(KINDS) - own
                kinds = chosen if kinds is None else kinds & chosen
        return _limits(languages, kinds), tuple(rest)

    def _split(self, parts: Iterable[Node], mode: _Mode) -> tuple[list[Part], list[Part]]:
        """What there must be, and what there must not."""
        must: list[Part] = []
        without: list[Part] = []
        for each in parts:
            if isinstance(each, Not):
                without.append(self._without(each.part))
            else:
                part = self._part(each, mode)
                must += [part] if part is not None else []
        return must, without

    def _without(self, node: Node) -> Part:
        """What must not be found; its words are neither scored nor marked."""
        before, self._notes = self._notes, False
        part = self._part(node, _Mode.NONE)
        self._notes = before
        return part or AnyOf(())

    def _part(self, node: Node, mode: _Mode) -> Part | None:
        """What the engine must find; None for words that only rank."""
        match node:
            case Words(text):
                return self._words(with_numbers(text, self._query), mode)
            case Exact(text):
                return self._phrase(text)
            case Prefix(form):
                return self._expanded(beginning(self._holdings.store, form), mode)
            case Fuzzy(form):
                return self._expanded(alike(self._holdings.store, form), mode)
            case Field():
                return values.among(node, self._query, self._holdings)
            case Not(part):
                return AllOf((_ANYTHING,), (self._without(part),))
            case Beside(parts) if mode is _Mode.NONE:
                must, without = self._split(parts, mode)
                return AllOf((AnyOf(tuple(must)),), tuple(without))
            case Beside(parts) | All(parts):
                inner = _Mode.EVERY if isinstance(node, All) else mode
                must, without = self._split(parts, inner)
                return (
                    AllOf(tuple(must) or (_ANYTHING,), tuple(without)) if must or without else None
                )
            case Any(parts):
                return AnyOf(tuple(self._part(part, _Mode.EVERY) or AnyOf(()) for part in parts))

    def _words(self, text: str, mode: _Mode) -> Part | None:
        if self._notes:
            self._texts.append(text)
        if mode is _Mode.RANK:
            self._ranks = True
            return None
        asked = self._asked(text)
        if mode is _Mode.NONE:
            return AnyOf(tuple(_silent(word) for word in _meant(asked)))
        return AnyOf(tuple(_every(plan) for plan in asked.plans.values()))

    def _asked(self, text: str) -> Asked:
        if text not in self._known:
            self._known[text] = asking.asked(self._holdings, text, self._index.contents)
        return self._known[text]

    def _phrase(self, text: str) -> Part:
        words = words_of(text)
        if self._notes:
            self._texts.append(text)
            self._phrases.append(words)
        texts = texts_with(self._holdings.store, self._index, text)
        return Among(Limits(texts=texts))

    def _expanded(self, expansion: Expansion, mode: _Mode) -> Part | None:
        self._expansions.append(expansion)
        meant = slots(self._holdings.store, expansion.forms)
        if self._notes:
            self._more.append(meant)
        if mode is _Mode.RANK:
            self._ranks = True
            return None
        return AnyOf(tuple(_any_way(slot) for slot in meant.values()))


def _every(plan: Plan) -> Part:
    """All that a query says, as the texts of one language say it.

    A name is said by itself or by its words.
    """
    if not plan or not all(slot.ways for slot in plan if not slot.is_inside_name):
        return AnyOf(())  # the language has no word for something of it
    outside = tuple(slot for slot in plan if not slot.is_inside_name)
    by_words = tuple(slot for slot in plan if not slot.is_name)
    ways = [AllOf(tuple(map(_any_way, outside)))]
    if by_words != outside and all(slot.ways for slot in by_words):
        ways.append(AllOf(tuple(map(_any_way, by_words))))
    return AnyOf(tuple(ways))


def _any_way(slot: Slot) -> Part:
    return AnyOf(tuple(AllOf(tuple(map(_silent, way.words))) for way in slot.ways))


def _silent(word: str) -> Word:
    """It counts for what is found, and nothing for the order: what scores is ``Asked.part``."""
    return Word(word, 0.0)


def _meant(asked: Asked) -> Iterator[str]:
    """The words that surely mean what the query says: of several ways the likeliest."""
    for plan in asked.plans.values():
        for slot in plan:
            best = max((way.weight for way in slot.ways), default=0.0)
            yield from (
                word
                for way in slot.ways
                if way.weight == best and len(way.words) == 1
                for word in way.words
            )


def _limits(languages: frozenset[str] | None, kinds: frozenset[str] | None) -> Limits:
    """Where no language or kind is left, one that no text has: an empty limit would be none."""
    return Limits(
        languages=() if languages is None else tuple(sorted(languages)) or ("",),
        kinds=() if kinds is None else tuple(sorted(kinds)) or ("",),
    )
