"""Glossaries: from the lines under their heading to entries."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.document import LineKind
from ingest.found import FoundEntry
from ingest.joins import Joiner
from ingest.numbers_in_lines import cites_on, ended, title_like
from ingest.pieces import Piece
from kb.model import GlossaryEntry

_FEWEST_APART = 3
_SENSE = re.compile(r"\d{1,2}\.\s")
_PAIR = re.compile(r"(?P<term>[^:]{1,60}(?:\([^)]*\))?):\s+(?P<text>\S.*)", re.DOTALL)
_LETTER = re.compile(r"[^\W\d_]|[^\W\d_]\s*[-–]\s*[^\W\d_]")


LONGEST = 20_000
"""Letters of an entry; what follows a longer one is no part of it."""


@dataclass(frozen=True, slots=True)
class GlossaryLine:
    """A line under a glossary heading."""

    text: str
    line: int
    apart: bool
    kind: LineKind
    depth: int
    edition: int | None
    term: str | None = None
    """Where the form itself tells the term from its text."""
    cut: bool = False

    @classmethod
    def of(cls, piece: Piece, edition: int | None) -> "GlossaryLine":
        line = piece.line
        place = (line.number, line.apart, line.kind, line.depth, edition)
        return cls(piece.text, *place, cut=line.cut)

    @classmethod
    def pair(cls, term: str, text: str, piece: Piece, edition: int | None) -> "GlossaryLine":
        line = piece.line
        return cls(text, line.number, True, line.kind, line.depth, edition, term.rstrip(":"))


@dataclass(slots=True)
class _Open:
    term: str
    text: str
    line: int
    edition: int | None
    cut: bool = False


def entries(
    lines: Sequence[GlossaryLine], *, joiner: Joiner
) -> tuple[tuple[FoundEntry, ...], list[tuple[str, int]]]:
    """The entries, and the lines that belong to none."""
    found: list[_Open] = []
    left: list[tuple[str, int]] = []
    separated = _is_separated(lines)
    for index, line in enumerate(lines):
        pair = _pair(line)
        if pair is not None:
            found.append(_Open(*pair, line.line, line.edition))
        elif (line.apart or not separated) and _is_term(
            lines, index, open_text=found[-1].text if found else None
        ):
            found.append(_Open(line.text, "", line.line, line.edition))
        elif found and not _LETTER.fullmatch(line.text) and len(found[-1].text) < LONGEST:
            found[-1].text = joiner.join(found[-1].text, line.text, cut=found[-1].cut)
            found[-1].cut = line.cut
        else:
            left.append((line.text, line.line))
    return tuple(_closed(found, left)), left


def _closed(found: Sequence[_Open], left: list[tuple[str, int]]) -> Iterator[FoundEntry]:
    for entry in found:
        if entry.text:
            made = GlossaryEntry(entry.term, entry.text)
            yield FoundEntry(made, entry.line, entry.edition)
        else:
            left.append((entry.term, entry.line))


def _pair(line: GlossaryLine) -> tuple[str, str] | None:
    """Term and text of a list item with a colon between them."""
    if line.term is not None:
        return line.term, line.text
    if line.kind is LineKind.ITEM and line.depth <= 1 and (match := _PAIR.fullmatch(line.text)):
        return match["term"].strip(), match["text"]
    return None


def _is_separated(lines: Sequence[GlossaryLine]) -> bool:
    """Whether a blank line stands before each entry, and no entry begins without one."""
    apart = [index for index, line in enumerate(lines[:-1]) if line.apart]
    followed = sum(not lines[index + 1].apart for index in apart)
    return len(apart) >= _FEWEST_APART and followed * 2 >= len(apart)


def _is_term(lines: Sequence[GlossaryLine], index: int, *, open_text: str | None) -> bool:
    """Whether a line names an entry: short, without a stop, with its text in the next line."""
    line = lines[index]
    after = lines[index + 1] if index + 1 < len(lines) else None
    if after is None or line.kind is LineKind.ITEM or _SENSE.match(line.text) or open_text == "":
        return False
    if open_text is not None and cites_on(open_text):
        return False
    if line.apart and not after.apart:
        # the first line of a paragraph: a term may hold a stop, and a sense may lack its own
        return len(line.text) <= 80 and (not ended(line.text) or len(line.text) <= 30)
    if open_text is not None and not ended(open_text):
        return False
    if _LETTER.fullmatch(line.text) and (after.kind is LineKind.ITEM or title_like(after.text)):
        return False  # the heading of a letter, not the term X
    return title_like(line.text) and not line.text[:1].islower()
