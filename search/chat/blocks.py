"""Blocks: what is said of one rule, before it takes the marks of a chat."""

from dataclasses import dataclass

from kb.number import RuleNumber


@dataclass(frozen=True, slots=True)
class Part:
    """A paragraph: the rule, an example, a ruling."""

    text: str
    """In one line."""
    label: str = ""
    """What it is, where it is not the rule itself."""


@dataclass(frozen=True, slots=True)
class Block:
    """One rule, one citation or one remark; messages are cut between blocks if possible."""

    name: str
    """Its number or numbers; empty for a remark."""
    parts: tuple[Part, ...]
    mark: str | None = None
    """Whose words these are, and of which edition."""
    title: str = ""
    lead: str = ""
    """A line that stands above, in the marks of the chat, and is never cut."""
    numbers: tuple[RuleNumber, ...] = ()
    """What to ask for to have it."""
    has_parts: bool = False
    """Asked for without a dot it comes with what stands below it."""
    goes_on: bool = False
    """Its beginning stands in the message before."""

    @property
    def words(self) -> int:
        return sum(len(part.text.split()) for part in self.parts)

    @property
    def signs(self) -> int:
        """Of its texts alone, so that it has no fewer as a message."""
        return sum(len(part.text) for part in self.parts)
