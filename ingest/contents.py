"""Contents lists: headings that stand twice, once without their rules."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ingest.numbers_in_lines import Start, title_like
from ingest.pieces import Piece, PieceKind, retold
from ingest.words import document_words, head
from kb.lang import folded
from kb.number import RuleNumber


@dataclass(frozen=True, slots=True)
class Body:
    """The pieces without their contents list, and what that list promised."""

    pieces: tuple[Piece, ...]
    promised: frozenset[str]
    """``glossary`` and ``credits``, where the contents name them."""
    left_out: int
    """Lines of contents."""


def body(pieces: Sequence[Piece]) -> Body:
    """Drop the contents: lines with leaders, the list under its heading, headings without rules."""
    listed = {index for index, piece in enumerate(pieces) if piece.kind is PieceKind.LEADERS}
    for index, piece in enumerate(pieces):
        if piece.kind is PieceKind.TEXT and piece.head in document_words().contents:
            listed.update(range(index, _end_of_list(pieces, index + 1)))
            break
    listed |= _without_rules(pieces, listed)
    listed |= _chapters_without_sections(pieces, listed)
    promised = _promises(pieces[index] for index in sorted(listed))
    kept = [piece for index, piece in enumerate(pieces) if index not in listed]
    return Body(tuple(_confirmed(kept)), promised, len(listed))


def _end_of_list(pieces: Sequence[Piece], begin: int) -> int:
    """Where the list under a contents heading ends: where it begins anew, or at a rule."""
    seen: set[RuleNumber | str] = set()
    index = begin
    while index < len(pieces):
        piece = pieces[index]
        if piece.start is not None:
            number = piece.start.number
            if number.rule is not None or number in seen:
                break
            seen.add(number)
        elif piece.kind is PieceKind.TEXT:
            if piece.head in seen or not title_like(piece.text):
                break
            if piece.head in document_words().glossary | document_words().credits:
                seen.add(piece.head)
        elif piece.kind is PieceKind.EDITION:
            break
        index += 1
    stop = pieces[index].start if index < len(pieces) else None
    while index > begin and stop is not None and stop.number not in seen:
        above = pieces[index - 1].start
        if above is None or not stop.number.within(above.number):
            break
        index -= 1
    return index


def _without_rules(pieces: Sequence[Piece], listed: set[int]) -> set[int]:
    """Headings that stand more than once: the places where no rule of theirs follows."""
    places: dict[tuple[RuleNumber, str], list[tuple[int, bool]]] = {}
    starts = [(index, piece.start) for index, piece in enumerate(pieces) if piece.start]
    for place, (index, start) in enumerate(starts):
        name = _name(pieces[index], start)
        if name is not None and index not in listed:
            after = starts[place + 1][1].number if place + 1 < len(starts) else None
            followed = after is not None and after.parent == start.number
            places.setdefault((start.number, name), []).append((index, followed))
    dropped: set[int] = set()
    for found in places.values():
        if len(found) > 1 and any(followed for _, followed in found):
            dropped.update(index for index, followed in found if not followed)
        elif len(found) > 1:
            dropped.update(index for index, _ in found[:-1])
    return dropped


def _name(piece: Piece, start: Start) -> str | None:
    """What tells a heading from another of its number: a rule may have two names, by mistake."""
    if start.number.is_section:
        return ""
    names = start.number.rule is not None and not start.number.is_subrule
    return folded(piece.text) if names and title_like(piece.text) else None


def _chapters_without_sections(pieces: Sequence[Piece], listed: set[int]) -> set[int]:
    """Chapters that stand more than once: all but the one before a section that is kept."""
    starts = [
        (index, piece.start.number)
        for index, piece in enumerate(pieces)
        if piece.start and index not in listed
    ]
    places: dict[RuleNumber, list[tuple[int, bool]]] = {}
    for place, (index, number) in enumerate(starts):
        if number.is_chapter:
            after = starts[place + 1][1] if place + 1 < len(starts) else None
            followed = after is not None and after != number and after.within(number)
            places.setdefault(number, []).append((index, followed))
    return {
        index
        for found in places.values()
        if sum(followed for _, followed in found)
        for index, followed in found
        if not followed
    }


def _promises(contents: Iterable[Piece]) -> frozenset[str]:
    words = document_words()
    titles = {head(piece.text.partition("..")[0].partition("…")[0]) for piece in contents}
    named = (("glossary", words.glossary), ("credits", words.credits))
    return frozenset(part for part, heads in named if titles & heads)


def _confirmed(pieces: Sequence[Piece]) -> list[Piece]:
    """Chapters only where a section of theirs follows: "1. Something" may be a list."""
    found: list[Piece] = []
    after: RuleNumber | None = None
    for piece in reversed(pieces):
        if piece.start is not None:
            number = piece.start.number
            if number.is_chapter and (after is None or not after.within(number)):
                piece = retold(piece)
            else:
                after = number
        found.append(piece)
    return found[::-1]
