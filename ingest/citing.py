"""The citations inside the texts of a source, read once for the notes and for the answer."""

from functools import cache, lru_cache

from ingest.text_faults import restored
from kb import terms
from kb.cite import citations
from kb.model import Citation
from kb.number import RuleNumber

LONGEST = 20_000
"""Letters of a text in which citations are read; the longest rule known has 5,000."""
MOST = 20_000
"""Citations of a document; a whole edition has 4,000."""


@cache
def bundled_numbers() -> frozenset[RuleNumber]:
    return frozenset(known.number for known in terms.numbers())


@lru_cache(maxsize=8)
def known_beside(numbers: frozenset[RuleNumber]) -> frozenset[RuleNumber]:
    """These numbers and the bundled ones; the same object for the same numbers."""
    return numbers | bundled_numbers()


class CitationReader:
    """Reads the texts of one document until there are more citations than any document has."""

    def __init__(self, *, language: str | None, numbers: frozenset[RuleNumber]) -> None:
        self.language = language
        self.known = known_beside(numbers)
        self.read = 0

    @property
    def exhausted(self) -> bool:
        return self.read >= MOST

    def citations(self, text: str) -> tuple[Citation, ...]:
        """In the order of the text, whose offsets are those of ``plain(text)``."""
        if self.exhausted or not any(map(text.__contains__, "123456789")):
            return ()
        found = _citations(self.plain(text), self.language, self.known)
        self.read += len(found)
        return found

    def plain(self, text: str) -> str:
        """The text as it is read: its known words whole again, a monstrous one cut."""
        return restored(text[:LONGEST], language=self.language)


@lru_cache(maxsize=16_384)
def _citations(
    text: str, language: str | None, known: frozenset[RuleNumber]
) -> tuple[Citation, ...]:
    return tuple(citations(text, language=language, known=known, bare=True))
