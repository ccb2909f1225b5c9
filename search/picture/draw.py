"""The drawing of boxes, lines and a legend as elements of SVG."""

from collections.abc import Collection
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from kb.graph import Relation
from search.picture.labels import PictureLabels
from search.picture.places import Box
from search.picture.routes import ARROW, Route
from search.picture.signs import BESIDE_NUMBER, Look
from search.picture.text_width import text_width
from search.xml_text import one_line

_CORNER = 7.0
_BASE = 0.36
"""From the middle of a line to its base, in parts of the type size."""
_LEGEND_SIZE = 12.0
_LEGEND_LINE = 24.0
_SAMPLE = 30.0
_AFTER_SAMPLE = 8.0
_AFTER_ENTRY = 22.0


def put(
    parent: ET.Element, tag: str, text: str | None = None, /, **attributes: str | float
) -> ET.Element:
    """A new element below ``parent``; ``class_`` becomes ``class``, ``data_key`` ``data-key``."""
    element = ET.SubElement(parent, tag)
    for name, value in attributes.items():
        said = value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")
        element.set(name.rstrip("_").replace("_", "-"), one_line(said))
    if text is not None:
        element.text = one_line(text)
    return element


def draw_line(parent: ET.Element, route: Route) -> None:
    link = route.link
    group = put(parent, "g", class_="edge", data_source=link.source, data_target=link.target)
    put(group, "path", class_=f"line {link.relation}", d=route.path)
    if route.arrow:
        put(group, "path", class_=f"head {link.relation}", d=route.arrow)


def draw_box(parent: ET.Element, box: Box, *, classes: str, tip: str) -> None:
    sign = box.sign
    group = put(parent, "g", class_=f"box {classes}", data_key=box.cell.key)
    put(group, "title", tip)
    _rectangle(group, box.x, box.y, box.width, box.height, round_=sign.look is Look.TERM)
    if sign.look is Look.FOLD:
        for step in (3.0, 6.0):
            path = f"M{box.x + step + 3:.1f},{box.bottom + step:.1f}H{box.right - step - 3:.1f}"
            put(group, "path", class_="shade", d=path)
    first = box.middle - (max(1, len(sign.lines)) - 1) * sign.leading / 2 + sign.size * _BASE
    if sign.head:
        number = put(group, "text", sign.head, class_="number", x=box.x + sign.side, y=first)
        number.set("font-size", f"{sign.size:.0f}")
        if len(sign.lines) == 1:  # it follows the number at one distance in every font
            put(number, "tspan", sign.lines[0], class_="title", dx=BESIDE_NUMBER)
            return
    for place, line in enumerate(sign.lines):
        y = first + place * sign.leading
        put(group, "text", line, x=box.x + sign.indent, y=y, font_size=sign.size)


def _rectangle(
    parent: ET.Element, x: float, y: float, width: float, height: float, *, round_: bool
) -> None:
    corner = height / 2 if round_ else _CORNER
    put(parent, "rect", x=x, y=y, width=width, height=height, rx=corner)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One thing that the legend explains."""

    mark: Relation | Look
    text: str

    @property
    def width(self) -> float:
        return _SAMPLE + _AFTER_SAMPLE + text_width(self.text, size=_LEGEND_SIZE)


class Legend:
    """What the lines and boxes of a picture mean."""

    def __init__(
        self, relations: Collection[Relation], looks: Collection[Look], labels: PictureLabels
    ) -> None:
        texts: dict[Relation | Look, str] = {
            Relation.CONTAINS: labels.contains,
            Relation.CITES: labels.cites,
            Relation.DEFINES: labels.defines,
            Relation.SAME: labels.same,
            Look.TEXTLESS: labels.textless,
            Look.UNKNOWN: labels.unknown,
            Look.FOLD: labels.folded,
        }
        self._entries = [
            _Entry(mark, text) for mark, text in texts.items() if mark in relations or mark in looks
        ]

    @property
    def widest(self) -> float:
        return max((entry.width for entry in self._entries), default=0.0)

    def draw(self, parent: ET.Element, *, x: float, y: float, width: float) -> float:
        """As many entries a line as fit; gives back how high it is."""
        if not self._entries:
            return 0.0
        group = put(parent, "g", class_="legend")
        at, line = x, y + _LEGEND_LINE / 2
        for entry in self._entries:
            if at > x and at + entry.width > x + width:
                at, line = x, line + _LEGEND_LINE
            _sample(group, entry.mark, at, line)
            text_x = at + _SAMPLE + _AFTER_SAMPLE
            base = line + _LEGEND_SIZE * _BASE
            put(group, "text", entry.text, class_="quiet", x=text_x, y=base, font_size=_LEGEND_SIZE)
            at += entry.width + _AFTER_ENTRY
        return line + _LEGEND_LINE / 2 - y


def _sample(parent: ET.Element, mark: Relation | Look, x: float, y: float) -> None:
    if isinstance(mark, Look):
        group = put(parent, "g", class_=f"sample {mark}")
        put(group, "rect", x=x + 3, y=y - 7, width=_SAMPLE - 6, height=14.0, rx=4.0)
        if mark is Look.FOLD:
            put(group, "path", class_="shade", d=f"M{x + 6:.1f},{y + 9.5:.1f}h{_SAMPLE - 12:.1f}")
        return
    group = put(parent, "g", class_="sample")
    end = x + _SAMPLE
    headless = mark is Relation.SAME
    stop = end if headless else end - ARROW
    put(group, "path", class_=f"line {mark}", d=f"M{x:.1f},{y:.1f}H{stop:.1f}")
    if not headless:
        half = ARROW / 2
        head = f"M{end:.1f},{y:.1f}L{stop:.1f},{y - half:.1f}V{y + half:.1f}Z"
        put(group, "path", class_=f"head {mark}", d=head)
