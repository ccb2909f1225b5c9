"""The citations inside the texts of a source, read once for the notes and for the answer."""

from functools import lru_cache

from ingest.text_faults import restored
from kb.cite import citations_kept
from kb.model import Citation
from kb.number import RuleNumber
from kb.terms import bundled_numbers

LONGEST = 20_000
"""Letters of a text in which citations are read; the longest rule known has 5,000."""
MOST = 20_000
"""Citations of a document; a whole edition has 4,000."""


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
        if self.exhausted:
            return ()
        found = citations_kept(self.plain(text), language=self.language, known=self.known)
        self.read += len(found)
        return found

    def plain(self, text: str) -> str:
        """The text as it is read: its known words whole again, a monstrous one cut."""
        return restored(text[:LONGEST], language=self.language)
