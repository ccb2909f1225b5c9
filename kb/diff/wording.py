"""Wordings: texts made comparable, each once for all editions in which it stands."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise

from kb.lang import folded
from kb.likeness import Bag, words_in_order
from kb.store import Store

# Typography is no change of a rule: editions came in many encodings.
_STRAIGHT = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-"}
)
_DASHES = re.compile("--+")
# Of italics some editions kept the marks: _Magic_. A row of underscores is a blank to fill in.
_ITALICS = re.compile(r"(?<![^\W_])_(?=[^\W_]) | (?<=[^\W_])_(?![^\W_])", re.VERBOSE)
CITED = re.compile(
    r"""
    (?<![\w.])
    (?P<number> [1-9]\d\d (?: \. (?P<rule> \d{1,3} ) [a-z]{0,2} )? )   # 702.33a, 702
    (?: -(?P<last> [a-z]{1,2}\b ) )?                                  # 601.2f-h
    (?!\w)
    (?: (?P<title> ,?\ "[^"]{1,60}? ) (?P<end> [.,]?" ) )?          # , "Kicker"
    """,
    re.VERBOSE,
)
"""A rule number in a plain text, or a range that ends in a letter, with the name beside it."""
_LOT = 500
RUN = 4
"""Words in a run."""


def plain(text: str) -> str:
    """A copy for comparing word by word: straight quotes and dashes, single blanks, no italics.

    >>> plain("“Kicker”  is\\xa0_one_")
    '"Kicker" is one'
    """
    return " ".join(_DASHES.sub("-", _ITALICS.sub("", text.translate(_STRAIGHT))).split())


def paragraphs(text: str, examples: Iterable[str]) -> str:
    """The text, and each example in a paragraph of its own, with single blanks."""
    return "\n".join(" ".join(part.split()) for part in (text, *examples))


def searchable(text: str) -> str:
    """As ``plain``, without case and accents: how a phrase is looked for."""
    return folded(plain(text))


def cited(match: re.Match[str]) -> tuple[str, ...]:
    """The number of a citation; of a range the first one and the last one."""
    if match["last"] is None:
        return (match["number"],)
    return match["number"], match["number"].rstrip("abcdefghijklmnopqrstuvwxyz") + match["last"]


def without_citations(text: str) -> str:
    """A plain text with one sign for each rule that it cites.

    >>> without_citations('See rule 702.33, "Kicker."')
    'See rule #.'
    """
    return CITED.sub(lambda match: "#" + (match["end"] or "").removesuffix('"'), text)


class Wordings:
    """The texts of a store in the forms in which they are compared; read when asked for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._bodies: dict[int, str] = {}
        self._plain: dict[int, str] = {}
        self._skeleton: dict[int, str] = {}
        self._words: dict[int, tuple[str, ...]] = {}
        self._bags: dict[int, Bag] = {}

    def read(self, keys: Iterable[int]) -> None:
        """Have these at hand: one question for many."""
        wanted = [key for key in set(keys) if key not in self._bodies]
        for start in range(0, len(wanted), _LOT):
            lot = wanted[start : start + _LOT]
            marks = ", ".join("?" * len(lot))
            rows = self._store.db.execute(f"SELECT id, body FROM text WHERE id IN ({marks})", lot)
            self._bodies.update(rows)

    def body(self, key: int) -> str:
        """As it stands in the store."""
        if key not in self._bodies:
            self.read([key])
        return self._bodies[key]

    def plain(self, key: int) -> str:
        if key not in self._plain:
            self._plain[key] = plain(self.body(key))
        return self._plain[key]

    def skeleton(self, key: int) -> str:
        """Without the numbers that it cites."""
        if key not in self._skeleton:
            self._skeleton[key] = without_citations(self.plain(key))
        return self._skeleton[key]

    def words(self, key: int) -> tuple[str, ...]:
        """In order, folded, without what it cites."""
        if key not in self._words:
            self._words[key] = tuple(words_in_order(self.skeleton(key)))
        return self._words[key]

    def bag(self, key: int) -> Bag:
        if key not in self._bags:
            words = Counter(self.words(key))
            self._bags[key] = Bag(words, words.total())
        return self._bags[key]

    def couples(self, key: int) -> Mapping[tuple[str, str], int]:
        """Each word with the next one, and how often they stand so."""
        words = self.words(key)
        return Counter(pairwise(words))

    def runs(self, key: int) -> frozenset[tuple[str, ...]]:
        """All runs of four words."""
        words = self.words(key)
        return frozenset(words[start : start + RUN] for start in range(len(words) - RUN + 1))
