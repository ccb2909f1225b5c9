"""What is written in the boxes of a picture, and how much room it takes."""

from dataclasses import dataclass
from enum import StrEnum

from kb.graph import RuleNode, TermNode
from search.picture.cells import Cell, Node
from search.picture.labels import PictureLabels
from search.picture.text_width import text_width, wrapped
from search.xml_text import one_line

_WIDEST_TITLE = 13.5
"""In parts of the type size."""
_TITLE_LINES = 2
BESIDE_NUMBER = 8.0
"""From the number to the title."""


class Look(StrEnum):
    """How a box looks."""

    CENTRE = "centre"
    RULE = "rule"
    TEXTLESS = "textless"
    """The number is known, its text is not held."""
    UNKNOWN = "unknown"
    TERM = "term"
    FOLD = "fold"


@dataclass(frozen=True, slots=True)
class Sign:
    """A number in bold and the lines beside it."""

    look: Look
    head: str
    lines: tuple[str, ...]

    @property
    def size(self) -> float:
        return 15.0 if self.look is Look.CENTRE else 13.0

    @property
    def leading(self) -> float:
        """From one line to the next."""
        return self.size + 4.0

    @property
    def side(self) -> float:
        """The blank left and right of the text."""
        return {Look.CENTRE: 14.0, Look.TERM: 13.0}.get(self.look, 10.0)

    @property
    def indent(self) -> float:
        """From the left side of the box to the lines beside the number."""
        head = text_width(self.head, size=self.size, bold=True)
        return self.side + head + (BESIDE_NUMBER if self.head and self.lines else 0.0)

    @property
    def width(self) -> float:
        lines = (text_width(line, size=self.size) for line in self.lines)
        return self.indent + max(lines, default=0.0) + self.side

    @property
    def height(self) -> float:
        blank = {Look.CENTRE: 18.0, Look.TERM: 8.0}.get(self.look, 12.0)
        height = round(max(1, len(self.lines)) * self.leading + blank)
        return float(height + 1 - height % 2)  # odd: a line of one pixel has a middle


def sign_of(cell: Cell, *, centre: Node, labels: PictureLabels) -> Sign:
    """Another language than that of the rule in the middle is named."""
    if cell.folded:
        return _fold(cell.nodes, labels)
    node = cell.nodes[0]
    tongue = f" ({node.language})" if node.language != centre.language else ""
    if isinstance(node, TermNode):
        return Sign(Look.TERM, "", _title(node.word + tongue, Look.TERM))
    if node.edition is None and not node.known:
        return Sign(Look.UNKNOWN, f"{node.number}{tongue}", (labels.unknown,))
    held = Look.RULE if node.edition else Look.TEXTLESS
    look = Look.CENTRE if node == centre else held
    return Sign(look, f"{node.number}{tongue}", _title(node.title or "", look))


def _title(text: str, look: Look) -> tuple[str, ...]:
    size = Sign(look, "", ()).size
    return wrapped(one_line(text), width=_WIDEST_TITLE * size, size=size, lines=_TITLE_LINES)


def _fold(nodes: tuple[Node, ...], labels: PictureLabels) -> Sign:
    """The names of folded rules are not counted with them."""
    numbers = sorted(node.number for node in nodes if isinstance(node, RuleNode))
    head = labels.more.format(count=len(numbers) or len(nodes))
    ends = (f"{numbers[0]} … {numbers[-1]}",) if len(numbers) > 1 else ()
    return Sign(Look.FOLD, head, ends)
