"""Addresses: where each page stands, in one language and as of one day perhaps."""

from dataclasses import dataclass
from urllib.parse import quote, urlencode

from kb.edition import EditionDate
from kb.number import RuleNumber


@dataclass(frozen=True, slots=True)
class Addresses:
    """The paths of pages for one reader; those of the rules keep the day of the edition."""

    language: str
    at: EditionDate | None = None

    def page(self, path: str = "/", **query: object) -> str:
        """A page by its path behind the language: ``/glossary``."""
        asked = {name: str(value) for name, value in query.items() if value not in (None, "")}
        return f"/{self.language}{path}" + (f"?{urlencode(asked)}" if asked else "")

    def rule(self, number: RuleNumber) -> str:
        if self.at is None:
            return f"/{self.language}/rules/{number}"  # a page has dozens of them
        return self.page(f"/rules/{number}", edition=self.at)

    def rule_on(self, number: RuleNumber, at: EditionDate | None) -> str:
        """A rule as of another day; today without one."""
        return self.page(f"/rules/{number}", edition=at)

    def history(self, number: RuleNumber) -> str:
        return self.page(f"/history/{number}", edition=self.at)

    def entry(self, term: str) -> str:
        return self.page(f"/glossary/{quoted(term)}")


def quoted(text: str) -> str:
    """As one part of a path."""
    return quote(text, safe="")
