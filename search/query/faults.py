"""Faults: what is wrong in a query, and at which of its signs."""

from kb.errors import RegulaeError
from kb.lang import ORIGINAL
from kb.messages import say

_SHOWN = 24
"""Signs of the query that are shown from the fault on."""


class QueryError(RegulaeError):
    """A query that cannot be read or answered, as the query language has it.

    ``str()`` of it is English; ``in_language`` says the same in another language.
    """

    def __init__(
        self, key: str, query: str, place: int, *, language: str = ORIGINAL, **values: str | int
    ) -> None:
        self.key = key
        self.query = query
        self.place = place
        """Of the first wrong sign, from 0."""
        self._values = values
        near = " ".join(query[place : place + _SHOWN].split())
        super().__init__(
            say(
                language,
                "interface",
                "query_fault",
                fault=say(language, "interface", f"query_fault_{key}", **values),
                place=place + 1,
                near=near + ("…" if place + _SHOWN < len(query) else ""),
            )
        )

    def in_language(self, language: str) -> "QueryError":
        """The same fault, told in a language."""
        return QueryError(self.key, self.query, self.place, language=language, **self._values)
