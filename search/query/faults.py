"""Faults: what is wrong in a query, and at which of its signs."""

from collections.abc import Sequence

from kb.errors import RegulaeError
from kb.lang import ORIGINAL
from kb.messages import say
from kb.saying import Saying, said
from search.query.table import field_in

_SHOWN = 24
"""Signs of the query that are shown from the fault on."""


class QueryError(RegulaeError):
    """A query that cannot be read or answered, as the query language has it.

    ``str()`` of it is English; ``told`` and ``in_language`` say the same in another language, with
    the names that fields have there.
    """

    def __init__(
        self,
        key: str,
        query: str,
        place: int,
        *,
        language: str = ORIGINAL,
        field: str = "",
        wanted: Sequence[str] = (),
        **values: str | int,
    ) -> None:
        self.key = key
        self.query = query
        self.place = place
        """Of the first wrong sign, from 0."""
        self.field = field
        """The field in which it stands, by its name in the table; empty outside of fields."""
        self.wanted = tuple(wanted)
        """What may stand there, where it can be listed; fields and kinds by their own names."""
        self._values = values
        super().__init__(self._saying(language).told(language))

    def told(self, language: str) -> str:
        return self._saying(language).told(language)

    def in_language(self, language: str) -> "QueryError":
        """The same fault, told in a language."""
        return QueryError(
            self.key, self.query, self.place,
            language=language, field=self.field, wanted=self.wanted, **self._values,
        )  # fmt: skip

    def wanted_in(self, language: str) -> tuple[str, ...]:
        """What may stand there, fields and kinds as the language calls them."""
        if self.key == "unknown_field":
            return tuple(f"{field_in(language, name)}:" for name in self.wanted)
        if self.key == "bad_kind":
            return tuple(say(language, "interface", kind).lower() for kind in self.wanted)
        return self.wanted

    def _saying(self, language: str) -> Saying:
        near = " ".join(self.query[self.place : self.place + _SHOWN].split())
        values = dict(self._values)
        if self.field:
            values["name"] = field_in(language, self.field)
        if self.wanted:
            values["wanted"] = ", ".join(self.wanted_in(language))
        return said(
            "query.fault",
            fault=said(f"query.{self.key}", **values),
            place=self.place + 1,
            near=near + ("…" if self.place + _SHOWN < len(self.query) else ""),
        )
