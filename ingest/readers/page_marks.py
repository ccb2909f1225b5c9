"""The heads and feet of pages, told by what stands again at one place of page after page."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

_NUMBER = re.compile(r"\d+")
_ROMAN = re.compile(r"[ivxlc]{1,7}", re.IGNORECASE)
_MARGIN = 3
"""Lines from the top and from the bottom of a page in which a head or foot may stand."""
_REACH = 2
"""Pages from one to the next: left and right pages may have heads of their own."""
_FEWEST = 3
"""Pages in a row that make a head; of a document with two, both."""
_STEP = 4.0
"""How far apart two places may be and still be the same, in points."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of the text layer with the place of its first letter, in points from below."""

    text: str
    left: float
    bottom: float
    height: float


def marks(pages: Sequence[Sequence[Placed]]) -> frozenset[tuple[int, int]]:
    """The places (page, line) of what belongs to the pages and not to the text."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for page, lines in enumerate(pages):
        for index in _at_the_margins(lines):
            found[_pattern(lines[index].text)].append((page, index))
    return frozenset(
        place
        for places in found.values()
        for run in _runs(pages, places)
        if _is_mark(pages, run)
        for place in run
    )


def _at_the_margins(lines: Sequence[Placed]) -> Iterable[int]:
    """The lines nearest to the top and to the bottom, wherever they stand in the file."""
    order = sorted(range(len(lines)), key=lambda index: lines[index].bottom)
    return sorted({*order[:_MARGIN], *order[-_MARGIN:]})


def _pattern(text: str) -> str:
    """What stays the same from page to page.

    >>> _pattern("Pagina 12  di 227")
    'pagina # di #'
    """
    plain = " ".join(text.split()).casefold()
    return "#" if _ROMAN.fullmatch(plain) else _NUMBER.sub("#", plain)


def _runs(
    pages: Sequence[Sequence[Placed]], places: Sequence[tuple[int, int]]
) -> Iterator[list[tuple[int, int]]]:
    """Places of one pattern at one height, on pages that follow one another."""
    open_runs: list[list[tuple[int, int]]] = []
    for page, index in places:
        line = pages[page][index]
        for run in open_runs:
            last_page, last_index = run[-1]
            last = pages[last_page][last_index]
            near = abs(last.bottom - line.bottom) <= _STEP
            if near and last_page < page <= last_page + _REACH:
                run.append((page, index))
                break
        else:
            open_runs.append([(page, index)])
        still: list[list[tuple[int, int]]] = []
        for run in open_runs:
            if page - run[-1][0] > _REACH:
                yield run
            else:
                still.append(run)
        open_runs = still
    yield from open_runs


def _is_mark(pages: Sequence[Sequence[Placed]], run: Sequence[tuple[int, int]]) -> bool:
    """Whether a line stands again often enough; numbers alone must count the pages."""
    if len(run) < min(_FEWEST, len(pages)) or len(run) < 2:
        return False
    texts = [pages[page][index].text for page, index in run]
    if any(sign.isalpha() for sign in _pattern(texts[0])):
        return True
    counted = [[int(number) for number in _NUMBER.findall(text)[:2]] for text in texts]
    if not all(counted):
        return True  # drawn lines, or roman numbers
    offsets = {numbers[0] - page for numbers, (page, _) in zip(counted, run, strict=True)}
    return len(offsets) == 1
