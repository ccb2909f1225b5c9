"""Where the boxes of a picture lie, and where between them lines may pass."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from statistics import fmean

from kb.graph import TermNode
from search.picture.cells import Cell, Cells, Link
from search.picture.signs import Sign

INDENT = 34.0
"""From a box to those that hang under it."""
_GAP = 10.0
"""Between two boxes of a column."""
_LANE = 9.0
"""What a line takes that passes between two boxes."""
_GUTTER = 64.0
_PER_LINE = 3.0
_WIDEST_GUTTER = 130.0
_WIDEST_BULGE = 100.0
_INNER_GAP = 40.0
"""So much farther a line may go to pass a column above or below all boxes."""
_NARROWEST = 84.0


@dataclass(frozen=True, slots=True)
class Box:
    cell: Cell
    sign: Sign
    x: float
    y: float
    width: float

    @property
    def height(self) -> float:
        return self.sign.height

    @property
    def middle(self) -> float:
        return self.y + self.height / 2

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Column:
    x: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class Places:
    """A picture without its lines."""

    boxes: Mapping[str, Box]
    columns: Mapping[int, Column]
    lanes: Mapping[tuple[Link, int], float]
    """The height at which a line passes through a column that it has to cross."""
    width: float
    height: float


class _Stack:
    """The boxes of one column, one below the other, with lanes for lines between them."""

    def __init__(self, cells: list[Cell], signs: Mapping[str, Sign]) -> None:
        self.cells = cells
        self.shift = 0.0
        self._heights = [signs[cell.key].height for cell in cells]
        self._lanes: list[list[tuple[float, Link]]] = [[] for _ in range(len(cells) + 1)]

    def tops(self) -> list[float]:
        """Where each box begins, and at the end where the next would."""
        tops, y = [], self.shift
        for height, lanes in zip([*self._heights, 0.0], self._lanes, strict=True):
            y += len(lanes) * _LANE
            tops.append(y)
            y += height + _GAP
        return tops

    def middles(self) -> dict[str, float]:
        tops = self.tops()
        return {
            cell.key: top + height / 2
            for cell, top, height in zip(self.cells, tops, self._heights, strict=False)
        }

    def add_lane(self, link: Link, wanted: float) -> None:
        """Lets a line pass, as near to the wanted height as there is a gap."""
        gaps = [top - _GAP / 2 for top in self.tops()]
        last = len(gaps) - 1

        def cost(place: int) -> float:
            inner = 0.0 if place in (0, last) else _INNER_GAP
            return abs(gaps[place] - wanted) + inner

        self._lanes[min(range(len(gaps)), key=cost)].append((wanted, link))

    def lanes(self) -> dict[Link, float]:
        heights: dict[Link, float] = {}
        for top, lanes in zip(self.tops(), self._lanes, strict=True):
            first = top - _GAP / 2 - len(lanes) * _LANE
            lanes.sort(key=lambda lane: lane[0])
            heights |= {link: first + (n + 0.5) * _LANE for n, (_, link) in enumerate(lanes)}
        return heights


def places_of(cells: Cells, signs: Mapping[str, Sign]) -> Places:
    """Columns side by side, each as near as can be to the height of what it is tied to."""
    rows: dict[int, list[Cell]] = {}
    for cell in cells.cells:
        rows.setdefault(cell.column, []).append(cell)
    stacks = {number: _Stack(row, signs) for number, row in sorted(rows.items())}
    column_of = {cell.key: cell.column for cell in cells.cells}
    _align(stacks, cells.links, column_of)
    middles = {key: y for stack in stacks.values() for key, y in stack.middles().items()}
    for link in cells.links:
        ends = sorted((column_of[key], middles[key]) for key in (link.source, link.target))
        (left, above), (right, below) = ends
        for number in range(left + 1, right):
            part = (number - left) / (right - left)
            stacks[number].add_lane(link, above + (below - above) * part)
    _align(stacks, cells.links, column_of)
    return _placed(stacks, signs, _columns(stacks, signs, cells.links, column_of))


def _align(
    stacks: Mapping[int, _Stack], links: tuple[Link, ...], column_of: Mapping[str, int]
) -> None:
    """Moves each column to the mean height of what ties it to the columns further in."""
    for number in sorted(stacks, key=abs):
        stack = stacks[number]
        own = stack.middles()
        gaps = []
        for link in links:
            for here, there in ((link.source, link.target), (link.target, link.source)):
                if here in own and abs(column_of[there]) < abs(number):
                    gaps.append(stacks[column_of[there]].middles()[there] - own[here])
        stack.shift += round(fmean(gaps)) if gaps else 0.0


def bulge(one: float, two: float) -> float:
    """How far out a line goes that ties two boxes of one column at these heights."""
    return min(12.0 + 0.15 * abs(one - two), _WIDEST_BULGE)


def _columns(
    stacks: Mapping[int, _Stack],
    signs: Mapping[str, Sign],
    links: tuple[Link, ...],
    column_of: Mapping[str, int],
) -> dict[int, tuple[float, float]]:
    """Left and right side of each column."""
    spans = [sorted((column_of[link.source], column_of[link.target])) for link in links]
    middles = {key: y for stack in stacks.values() for key, y in stack.middles().items()}
    beside = dict.fromkeys(stacks, 0.0)
    for link, (first, last) in zip(links, spans, strict=True):
        if first == last:
            out = bulge(middles[link.source], middles[link.target])
            beside[first] = max(beside[first], out)
    sides: dict[int, tuple[float, float]] = {}
    x = 0.0
    for number, stack in stacks.items():
        widest = max(cell.indent * INDENT + signs[cell.key].width for cell in stack.cells)
        right = x + ceil(max(widest, _NARROWEST))
        sides[number] = (x, right)
        crossing = sum(first <= number < last for first, last in spans)
        out = beside[number] if number >= 0 else beside.get(number + 1, 0.0) * (number < -1)
        x = right + ceil(min(_GUTTER + _PER_LINE * crossing, _WIDEST_GUTTER) + out / 2)
    return sides


def _placed(
    stacks: Mapping[int, _Stack],
    signs: Mapping[str, Sign],
    sides: Mapping[int, tuple[float, float]],
) -> Places:
    top = min(stack.shift for stack in stacks.values())
    boxes: dict[str, Box] = {}
    columns: dict[int, Column] = {}
    lanes: dict[tuple[Link, int], float] = {}
    bottom = 0.0
    for number, stack in stacks.items():
        stack.shift -= top
        left, right = sides[number]
        columns[number] = Column(left, right, stack.shift)
        for cell, y in zip(stack.cells, stack.tops(), strict=False):
            sign, x = signs[cell.key], left + cell.indent * INDENT
            width = sign.width if _is_name(cell) else right - x
            boxes[cell.key] = Box(cell, sign, x, y, width)
        lanes |= {(link, number): y for link, y in stack.lanes().items()}
        bottom = max(bottom, stack.tops()[-1] - _GAP)
    return Places(boxes, columns, lanes, max(right for _, right in sides.values()), bottom)


def _is_name(cell: Cell) -> bool:
    """A name is as wide as its word; rules end where the column ends."""
    return not cell.folded and isinstance(cell.nodes[0], TermNode)
