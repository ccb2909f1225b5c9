"""A picture of what stands around a rule, as SVG that needs nothing else."""

import re
from collections.abc import Callable, Iterable, Iterator
from math import ceil
from xml.etree import ElementTree as ET

from kb.graph import Relation, RuleGraph, RuleNode, TermNode
from kb.number import RuleNumber
from search.picture.cells import Cells, Node, cells_of
from search.picture.draw import Legend, draw_box, draw_line, put
from search.picture.labels import PictureLabels
from search.picture.places import Box, Places, places_of
from search.picture.routes import reach, routes_of
from search.picture.signs import Look, sign_of
from search.picture.style import STYLE
from search.sentences import edition_words

_MARGIN = 18.0
_CAPTION = 12.0
"""From the words over a column to its first box."""
_CAPTION_SIZE = 12.0
_NARROWEST = 340.0
_NAMED_AT_ONCE = 40
"""A description or a tip names no more rules than these."""


def as_svg(
    graph: RuleGraph,
    *,
    centre: str,
    labels: PictureLabels,
    link: Callable[[RuleNumber], str | None] | None = None,
    styled: bool = True,
) -> str:
    """The rule in the middle with its parts, what it cites at the right, what cites it at the left.

    ``centre`` is the key of a rule of the graph; ``link`` gives the address of a rule's page. A
    picture that is not ``styled`` needs the rules of ``search.picture.style`` from elsewhere.
    """
    cells = cells_of(graph, centre)
    rule = graph.rule(centre)
    signs = {cell.key: sign_of(cell, centre=rule, labels=labels) for cell in cells.cells}
    places = places_of(cells, signs)
    looks = {sign.look for sign in signs.values()} | (
        {Look.TEXTLESS} if not rule.edition else set()
    )
    legend = Legend({one.relation for one in cells.links}, looks, labels)
    picture = _Picture(graph, rule, cells, places, legend, labels, link)
    return picture.written(styled=styled)


class _Picture:
    def __init__(
        self,
        graph: RuleGraph,
        rule: RuleNode,
        cells: Cells,
        places: Places,
        legend: Legend,
        labels: PictureLabels,
        link: Callable[[RuleNumber], str | None] | None,
    ) -> None:
        self._graph = graph
        self._rule = rule
        self._cells = cells
        self._places = places
        self._legend = legend
        self._labels = labels
        self._link = link

    def written(self, *, styled: bool) -> str:
        left, right = reach(self._cells.links, self._places)
        inside = ceil(max(left + self._places.width + right, self._legend.widest, _NARROWEST))
        # A picture narrower than its legend stands in the middle.
        spare = (inside - left - self._places.width - right) / 2
        captions = self._captions()
        above = _CAPTION + _CAPTION_SIZE if captions else 0.0
        svg = self._root()
        if styled:
            ET.SubElement(svg, "style").text = STYLE
        ground = put(svg, "rect", class_="ground")
        body = put(
            svg, "g", transform=f"translate({_MARGIN + left + spare:.0f},{_MARGIN + above:.0f})"
        )
        for route in routes_of(self._cells.links, self._places):
            draw_line(body, route)
        for column in self._in_reading_order():
            if column in captions:
                caption, x, y = captions[column]
                put(body, "text", caption, class_="quiet", x=x, y=y, font_size=_CAPTION_SIZE)
            boxes = (box for box in self._places.boxes.values() if box.cell.column == column)
            for box in sorted(boxes, key=lambda box: (box.y, box.x)):
                self._box(body, box)
        top = _MARGIN + above + self._places.height + _MARGIN
        legend = self._legend.draw(svg, x=_MARGIN, y=top, width=inside)
        width, height = inside + 2 * _MARGIN, top + legend + (_MARGIN if legend else 0.0)
        for element in (svg, ground):
            element.set("width", f"{width:.0f}")
            element.set("height", f"{height:.0f}")
        svg.set("viewBox", f"0 0 {width:.0f} {height:.0f}")
        ET.indent(svg)
        return ET.tostring(svg, encoding="unicode") + "\n"

    def _root(self) -> ET.Element:
        name = re.sub(r"\W", "-", f"picture-{self._rule.key}", flags=re.ASCII)
        svg = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "class": "rule-picture"})
        svg.set("xml:lang", self._labels.language)
        # What has links is no single image to a screen reader.
        svg.set("role", "group" if self._link else "img")
        svg.set("aria-labelledby", f"{name}-title {name}-desc")
        called = _called(self._rule)
        put(svg, "title", self._labels.heading.format(rule=called), id=f"{name}-title")
        put(svg, "desc", " ".join(self._sentences()), id=f"{name}-desc")
        return svg

    def _in_reading_order(self) -> list[int]:
        """The columns: the rule with its parts, what it cites and what that cites, what cites it.

        Whoever hears the picture, or goes through its links by keyboard, meets them so.
        """
        columns = {cell.column for cell in self._cells.cells}
        return sorted(columns, key=lambda column: (column < 0, abs(column)))

    def _captions(self) -> dict[int, tuple[str, float, float]]:
        """The words over the columns beside the rule, where they hold what cites or is cited."""
        column_of = {cell.key: cell.column for cell in self._cells.cells}
        beside = {
            column_of[end]
            for one in self._cells.links
            if one.relation is Relation.CITES
            and 0 in (column_of[one.source], column_of[one.target])
            for end in (one.source, one.target)
        }
        return {
            number: (text, column.x + 2.0, column.top - _CAPTION)
            for number, text in ((-1, self._labels.left), (1, self._labels.right))
            if number in beside
            for column in (self._places.columns[number],)
        }

    def _box(self, parent: ET.Element, box: Box) -> None:
        nodes = box.cell.nodes
        node, look = nodes[0], str(box.sign.look)
        if box.cell.folded:
            draw_box(parent, box, classes=look, tip=_listed(_called(one) for one in nodes))
            return
        if isinstance(node, TermNode):
            draw_box(parent, box, classes=look, tip=f"{node.word} ({node.language})")
            return
        address = self._link(node.number) if self._link else None
        if address is not None:
            parent = put(parent, "a", href=address)
        if node.edition is None and box.sign.look is Look.CENTRE:
            look += f" {Look.TEXTLESS}"
        draw_box(parent, box, classes=look, tip=f"{_called(node)} – {self._held(node)}")

    def _held(self, node: RuleNode) -> str:
        """From which edition its text is, or why there is none."""
        if node.edition is not None:
            return edition_words(node.edition, self._labels.language)
        return self._labels.textless if node.known else self._labels.unknown

    def _sentences(self) -> Iterator[str]:
        """What a picture shows, for those who do not see it."""
        key, labels = self._rule.key, self._labels
        into = [edge for edge in self._graph.edges if edge.target == key]
        out = [edge for edge in self._graph.edges if edge.source == key]
        for sentence, edges, relation in (
            (labels.part_of, into, Relation.CONTAINS),
            (labels.has_parts, out, Relation.CONTAINS),
            (labels.cites_these, out, Relation.CITES),
            (labels.cited_by_these, into, Relation.CITES),
            (labels.named, into, Relation.DEFINES),
        ):
            ends = (
                edge.source if edges is into else edge.target
                for edge in edges
                if edge.relation is relation
            )
            others = [self._graph.node(end) for end in dict.fromkeys(ends)]
            if others:
                said = _listed(_called(other) for other in others)
                yield sentence.format(rules=said, names=said)
        folded = sum(len(cell.nodes) for cell in self._cells.cells if cell.folded)
        if folded:
            yield labels.drawn_together.format(count=folded)


def _called(node: Node) -> str:
    if isinstance(node, TermNode):
        return node.word
    return f"{node.number} {node.title}" if node.title else str(node.number)


def _listed(names: Iterable[str]) -> str:
    said = tuple(names)
    more = "…" if len(said) > _NAMED_AT_ONCE else ""
    return ", ".join(said[:_NAMED_AT_ONCE]) + more
