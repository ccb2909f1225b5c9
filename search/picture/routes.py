"""The lines of a picture: from box to box without running through a third."""

from dataclasses import dataclass

from kb.graph import Relation
from search.picture.cells import Link
from search.picture.places import Box, Places, bulge

ARROW = 7.0
_ROUND = 6.0
_TRUNK = {Relation.CONTAINS: 12.5, Relation.DEFINES: 25.0, Relation.SAME: 18.5, Relation.CITES: 0.0}
"""How far from the left side of a box the line to those that hang under it leaves."""
_SPREAD = 8.0
"""What ends at one side of a box for different reasons ends so far apart."""


@dataclass(frozen=True, slots=True)
class Route:
    link: Link
    path: str
    arrow: str | None
    """The outline of the arrow head; a line without one says the same both ways."""


def routes_of(links: tuple[Link, ...], places: Places) -> tuple[Route, ...]:
    return tuple(_route(link, places) for link in links)


def reach(links: tuple[Link, ...], places: Places) -> tuple[float, float]:
    """How far lines go out beyond the first and the last column."""
    left, right = 0.0, 0.0
    first, last = min(places.columns), max(places.columns)
    for link in links:
        one, two = places.boxes[link.source], places.boxes[link.target]
        column = one.cell.column
        if column == two.cell.column and not _hangs(link, one, two):
            out = bulge(one.middle, two.middle) * 0.75
            left = max(left, out if column == first and column < 0 else 0.0)
            right = max(right, out if column == last and column >= 0 else 0.0)
    return left, right


def _route(link: Link, places: Places) -> Route:
    source, target = places.boxes[link.source], places.boxes[link.target]
    if _hangs(link, source, target):
        below = target.cell.parent == link.source
        return _down(link, source, target) if below else _up(link, source, target)
    if source.cell.column == target.cell.column:
        return _around(link, source, target, places)
    return _across(link, source, target, places)


def _hangs(link: Link, one: Box, two: Box) -> bool:
    """Whether the line ties a box to the one under which it stands."""
    return link.relation is not Relation.CITES and (
        one.cell.parent == link.target or two.cell.parent == link.source
    )


def _down(link: Link, source: Box, target: Box) -> Route:
    """From below a box to one that hangs under it."""
    arrow = link.relation is not Relation.SAME
    x, y = source.x + _TRUNK[link.relation], target.middle
    pen = _Pen(x, source.bottom)
    pen.line(x, y - _ROUND)
    pen.corner(x, y, x + _ROUND, y)
    return pen.finish(link, target.x, y, (1, 0) if arrow else None)


def _up(link: Link, source: Box, target: Box) -> Route:
    """From a box to the one under which it hangs."""
    arrow = link.relation is not Relation.SAME
    x, y = target.x + _TRUNK[link.relation], source.middle
    pen = _Pen(source.x, y)
    pen.line(x + _ROUND, y)
    pen.corner(x, y, x, y - _ROUND)
    return pen.finish(link, x, target.bottom, (0, -1) if arrow else None)


def _around(link: Link, source: Box, target: Box, places: Places) -> Route:
    """Between two boxes of one column, along its outer side."""
    column = places.columns[source.cell.column]
    outward = 1 if source.cell.column >= 0 else -1
    edge = column.right if outward > 0 else column.x
    out = edge + outward * bulge(source.middle, target.middle)
    pen = _Pen(source.right if outward > 0 else source.x, source.middle)
    pen.line(edge, source.middle)
    end = target.middle + _SPREAD
    inner = edge + outward * ARROW
    pen.curve(out, source.middle, out, end, inner, end)
    arrow = link.relation is not Relation.SAME
    end_x = target.right if outward > 0 else target.x
    return pen.finish(link, end_x, end, (-outward, 0) if arrow else None)


def _across(link: Link, source: Box, target: Box, places: Places) -> Route:
    """From column to column, through a lane in each between them."""
    first, last = source.cell.column, target.cell.column
    step = 1 if last > first else -1
    start = source.middle if step > 0 else source.middle - _SPREAD
    pen = _Pen(source.right if step > 0 else source.x, start)
    pen.line(places.columns[first].right if step > 0 else places.columns[first].x, start)
    for number in range(first + step, last, step):
        lane, column = places.lanes[link, number], places.columns[number]
        near, far = (column.x, column.right) if step > 0 else (column.right, column.x)
        pen.glide(near, lane)
        pen.line(far, lane)
    # The left side of a box that hangs under another is taken by the line to it.
    taken = step < 0 or target.cell.parent is not None
    end = target.middle + (step * _SPREAD if taken else 0.0)
    column = places.columns[last]
    pen.glide(column.x - ARROW if step > 0 else column.right + ARROW, end)
    arrow = link.relation is not Relation.SAME
    end_x = target.x if step > 0 else target.right
    return pen.finish(link, end_x, end, (step, 0) if arrow else None)


class _Pen:
    """Writes a path."""

    def __init__(self, x: float, y: float) -> None:
        self._x, self._y = x, y
        self._parts = [f"M{_pair(x, y)}"]

    def line(self, x: float, y: float) -> None:
        if (x, y) != (self._x, self._y):
            self._parts.append(f"L{_pair(x, y)}")
            self._x, self._y = x, y

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self._parts.append(f"C{_pair(x1, y1)} {_pair(x2, y2)} {_pair(x, y)}")
        self._x, self._y = x, y

    def corner(self, x1: float, y1: float, x: float, y: float) -> None:
        self.curve(x1, y1, x1, y1, x, y)

    def glide(self, x: float, y: float) -> None:
        """Level at both ends."""
        half = (self._x + x) / 2
        self.curve(half, self._y, half, y, x, y)

    def finish(self, link: Link, x: float, y: float, towards: tuple[int, int] | None) -> Route:
        """The last stroke, with an arrow head where there is a direction."""
        if towards is None:
            self.line(x, y)
            return Route(link, "".join(self._parts), None)
        dx, dy = towards
        back_x, back_y = x - dx * ARROW, y - dy * ARROW
        self.line(back_x, back_y)
        half = ARROW / 2
        one, two = (
            (back_x - dy * half, back_y + dx * half),
            (back_x + dy * half, back_y - dx * half),
        )
        head = f"M{_pair(x, y)}L{_pair(*one)}L{_pair(*two)}Z"
        return Route(link, "".join(self._parts), head)


def _pair(x: float, y: float) -> str:
    return f"{x:.1f},{y:.1f}"
