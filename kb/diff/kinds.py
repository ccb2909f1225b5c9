"""Kinds of change: what tells one wording of a rule from a former one."""

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from kb.diff.wording import CITED, cited, plain, without_citations


class ChangeKind(StrEnum):
    """What became of a rule."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"
    """Another number, the same words; citations that moved along are the same words."""
    MOVED_AND_CHANGED = "moved-and-changed"
    SPLIT = "split"
    MERGED = "merged"
    RETARGETED = "retargeted"
    """The same number and words, but for what it cites."""


class Retarget(NamedTuple):
    """A citation that names another number than before."""

    old: str
    new: str
    follows: bool
    """What it cites moved there."""


class Difference(NamedTuple):
    """How a rule differs from what it was; no kind where it does not."""

    kind: ChangeKind | None
    citations: tuple[Retarget, ...] = ()


Moved = Callable[[str, str], bool | None]
"""Whether what had the one number has the other one now; None where there is no such rule."""


def difference(old: Sequence[str], new: Sequence[str], *, stays: bool, moved: Moved) -> Difference:
    """Of the texts of a rule, its examples behind it; ``stays`` says that the number is the same.

    Typography is no difference.
    """
    one, other = [plain(text) for text in old], [plain(text) for text in new]
    if one == other:
        return Difference(None if stays else ChangeKind.MOVED)
    if list(map(without_citations, one)) == list(map(without_citations, other)):
        citations = tuple(_retargets(one, other, moved))
        if citations and stays:
            return Difference(ChangeKind.RETARGETED, citations)
        if citations and all(citation.follows for citation in citations):
            return Difference(ChangeKind.MOVED, citations)
    return Difference(ChangeKind.CHANGED if stays else ChangeKind.MOVED_AND_CHANGED)


def _retargets(one: Sequence[str], other: Sequence[str], moved: Moved) -> Iterator[Retarget]:
    """The citations that differ, of texts that are the same but for them.

    None at all where a number differs that may be no citation: 100 may count cards.
    """
    found = []
    for text, after in zip(one, other, strict=True):
        pairs = zip(CITED.finditer(text), CITED.finditer(after), strict=False)
        for former, latter in pairs:
            if former[0] == latter[0]:
                continue
            went = [moved(*ends) for ends in zip(cited(former), cited(latter), strict=False)]
            if None in went and former["rule"] is None:
                return
            found.append(Retarget(_written(former), _written(latter), all(went)))
    yield from found


def _written(match: re.Match[str]) -> str:
    return match["number"] + (f"–{match['last']}" if match["last"] else "")
