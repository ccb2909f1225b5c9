"""The texts of a picture of the graph, in one language."""

from dataclasses import dataclass, fields

from kb.messages import say

# What stands for a value in a text is filled in when the picture is drawn.
_VALUES = {name: f"{{{name}}}" for name in ("rule", "rules", "names", "count")}


@dataclass(frozen=True, slots=True)
class PictureLabels:
    """What a picture says besides numbers and names; those with {braces} are filled in."""

    language: str
    heading: str
    """{rule} and what stands around it."""
    part_of: str
    """A sentence with {rules}, as are the next three."""
    has_parts: str
    cites_these: str
    cited_by_these: str
    named: str
    """A sentence with {names}."""
    drawn_together: str
    """A sentence with the {count} of the rules that have no box of their own."""
    left: str
    """Over the rules that cite."""
    right: str
    """Over the cited rules."""
    contains: str
    cites: str
    defines: str
    same: str
    textless: str
    unknown: str
    folded: str
    more: str
    """In a box that stands for {count} rules."""

    @classmethod
    def of(cls, language: str) -> "PictureLabels":
        """Those of ``data/<code>/messages.toml``."""
        texts = {
            one.name: say(language, "picture", one.name, **_VALUES)
            for one in fields(cls)
            if one.name != "language"
        }
        return cls(language=language, **texts)
