"""A picture read back from its SVG: boxes, lines, legend."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from search.picture.text_width import text_width

SVG = "{http://www.w3.org/2000/svg}"
_STEPS = 16
_STROKE = re.compile(r"([MLCHVZ])([-\d., ]*)")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A box as the picture has it."""

    key: str
    classes: frozenset[str]
    x: float
    y: float
    width: float
    height: float
    texts: tuple[tuple[float, float, float], ...]
    """Left end, right end and base line of each text."""
    words: str
    tip: str

    def over(self, other: "Drawn") -> bool:
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def around(self, x: float, y: float) -> bool:
        """Whether the point lies inside; the border is no inside."""
        return (
            self.x + 0.2 < x < self.x + self.width - 0.2
            and self.y + 0.2 < y < self.y + self.height - 0.2
        )


class Picture:
    """What an SVG shows, read back from its text."""

    def __init__(self, svg: str) -> None:
        self.text = svg
        self.root = ET.fromstring(svg)
        self.boxes = {box.key: box for box in self._boxes()}

    def _boxes(self) -> Iterator[Drawn]:
        for group in self.all("g", "box"):
            rect = group.find(f"{SVG}rect")
            assert rect is not None
            x, y, width, height = (
                float(rect.get(name, "")) for name in ("x", "y", "width", "height")
            )
            yield Drawn(
                key=group.get("data-key", ""),
                classes=frozenset(group.get("class", "").split()),
                x=x,
                y=y,
                width=width,
                height=height,
                texts=tuple(extent(text) for text in group.iter(f"{SVG}text")),
                words=" ".join(
                    " ".join("".join(f"{part} " for part in text.itertext()).split())
                    for text in group.iter(f"{SVG}text")
                ),
                tip=group.findtext(f"{SVG}title", ""),
            )

    def all(self, tag: str, name: str) -> Iterator[ET.Element]:
        for element in self.root.iter(f"{SVG}{tag}"):
            if name in element.get("class", "").split():
                yield element

    @property
    def lines(self) -> list[tuple[str, str, str, str]]:
        """Source, target, relation and path of each line."""
        found = []
        for group in self.all("g", "edge"):
            line = group.find(f"{SVG}path")
            assert line is not None
            relation = line.get("class", "").removeprefix("line ")
            ends = group.get("data-source", ""), group.get("data-target", "")
            found.append((*ends, relation, line.get("d", "")))
        return found

    @property
    def legend(self) -> list[str]:
        return [
            text.text or "" for part in self.all("g", "legend") for text in part.iter(f"{SVG}text")
        ]

    @property
    def size(self) -> tuple[float, float]:
        _, _, width, height = map(float, self.root.get("viewBox", "").split())
        return width, height


def extent(text: ET.Element) -> tuple[float, float, float]:
    size, bold = float(text.get("font-size", "")), text.get("class") == "number"
    left = float(text.get("x", ""))
    right = left + text_width((text.text or "").strip(), size=size, bold=bold)
    for part in text.iter(f"{SVG}tspan"):
        right += float(part.get("dx", "")) + text_width(part.text or "", size=size)
    return left, right, float(text.get("y", ""))


def points(path: str) -> Iterator[tuple[float, float]]:
    """Points close to each other along a path of the commands that a picture uses."""
    x = y = 0.0
    for command, numbers in _STROKE.findall(path):
        values = [float(value) for value in re.findall(r"-?\d+(?:\.\d+)?", numbers)]
        match command, values:
            case "M", (to_x, to_y):
                x, y = to_x, to_y
            case "L", (to_x, to_y):
                for step in range(_STEPS + 1):
                    yield x + (to_x - x) * step / _STEPS, y + (to_y - y) * step / _STEPS
                x, y = to_x, to_y
            case "C", (x1, y1, x2, y2, to_x, to_y):
                for step in range(_STEPS + 1):
                    t = step / _STEPS
                    u = 1 - t
                    yield (
                        u**3 * x + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * to_x,
                        u**3 * y + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * to_y,
                    )
                x, y = to_x, to_y
            case _:
                raise AssertionError(f"unexpected in a path: {command}{numbers}")
