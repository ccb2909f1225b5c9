"""Edition lines: from which day, under which name, the rules after them hold."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ingest.dates import FoundDate, dates, same_length
from ingest.words import document_words, edition_words
from kb.edition import EditionDate
from kb.model import Note, NoteKind
from kb.saying import said

MOST = 2000
"""Marks of editions that are looked at in one document."""
_FAR = 160
"""Letters between the mark of an edition and its date, a long set name included."""
_NEAR = 60
_SENTENCE = re.compile(r"[.!?][\"”»’')\]]*\s+")
_DATED = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class EditionLine:
    """``text[start:end]`` says that an edition begins here."""

    date: EditionDate | None
    label: str
    start: int
    end: int
    line: int = 0
    doubt: str | None = None
    """Why there is no date, where something like one stands."""

    @property
    def known(self) -> bool:
        return self.date is not None


class EditionFinder:
    """Finds the editions that the lines of one document name."""

    def __init__(self) -> None:
        self.looked = 0

    def lines(self, text: str, *, line: int, within_rule: bool = False) -> Iterator[EditionLine]:
        """All editions in a line; ``within_rule``: only those in brackets with a set."""
        if (within_rule or "(" not in text) and not _is_dated(text):
            return
        plain = same_length(text)
        marks = [(match, True) for match in edition_words().before_set.finditer(plain)]
        if not within_rule:
            marks += [(match, False) for match in edition_words().before_date.finditer(plain)]
        if not marks or edition_words().of_page.search(plain):
            return
        reached = 0
        for match, names_set in sorted(marks, key=lambda mark: (mark[0].start(), -mark[0].end())):
            if match.start() < reached or self.looked >= MOST:
                continue
            self.looked += 1
            found = _edition_at(
                text, plain, match, names_set=names_set, line=line, within_rule=within_rule
            )
            if found is not None:
                reached = found.end
                yield found


def _is_dated(text: str) -> bool:
    """Whether a year stands in the text; most lines are settled without the pattern."""
    return ("19" in text or "20" in text) and _DATED.search(text) is not None


def _edition_at(
    text: str, plain: str, mark: re.Match[str], *, names_set: bool, line: int, within_rule: bool
) -> EditionLine | None:
    """The edition that a mark announces, if a date or a bracket goes with it."""
    bracketed = plain[max(0, mark.start() - 4) : mark.start()].rstrip().endswith("(")
    if within_rule and not (bracketed or _opens(plain, mark.start())):
        return None
    found = _date_after(text, mark.end(), _FAR if names_set else _NEAR)
    if found is None and not (names_set and bracketed):
        return None
    return _edition(text, mark, found, names_set=names_set, line=line)


def title_clash(titles: Iterable[tuple[int, str]], edition: EditionLine) -> Note | None:
    """A note where a title names another month than its edition line."""
    if edition.date is None:
        return None
    for line, title in titles:
        for found in dates(title):
            date = found.date
            if date and (date.year, date.month) != (edition.date.year, edition.date.month):
                detail = said(
                    "note.title_says", date=date, title=title[:80], line_date=edition.date
                )
                return Note(NoteKind.EDITION_CLASH, detail, line=line or None)
    return None


def looks_like_title(text: str) -> bool:
    """Whether a line names the rules as a whole."""
    plain = same_length(text)
    return len(text) < 120 and any(title in plain for title in document_words().titles)


def _opens(plain: str, start: int) -> bool:
    """Whether the mark begins a sentence."""
    before = plain[max(0, start - 4) : start].rstrip()
    return not before or before[-1] in '.!?)”»"'


def _date_after(text: str, start: int, far: int) -> FoundDate | None:
    """The date behind a mark: the last one before its bracket closes."""
    window = text[start : start + far]
    found = [*dates(window)]
    if not found:
        return None
    bracket = window.find(")", found[0].end)
    inside = [date for date in found if bracket == -1 or date.end <= bracket]
    # without a bracket the first is meant: the next may be of another edition
    chosen = inside[-1] if bracket != -1 and inside else found[0]
    if _SENTENCE.search(window[: chosen.start]):
        return None
    return FoundDate(chosen.date, start + chosen.start, start + chosen.end)


def _edition(
    text: str, mark: re.Match[str], found: FoundDate | None, *, names_set: bool, line: int
) -> EditionLine:
    start = _phrase_start(text, mark.start())
    if found is None:
        end = text.find(")", mark.end())
        end = len(text) if end == -1 else end + 1
        label = text[mark.end() : end].strip(" (),:;-–—")
        return EditionLine(None, label, start, end, line, "the edition line has no date")
    end = found.end
    while end < len(text) and text[end] in ").":
        end += 1
    label = text[mark.end() : found.start].strip(" (),:;-–—") if names_set else ""
    written = text[found.start : found.end]
    doubt = None if found.date else said("note.two_ways", written=written)
    return EditionLine(found.date, label or text[start:end].strip(), start, end, line, doubt)


def _phrase_start(text: str, mark: int) -> int:
    """Where the sentence begins in which the mark stands, if it is near."""
    near = max(0, mark - _NEAR)
    ends = [match.end() for match in _SENTENCE.finditer(text, near, mark)]
    if ends:
        return ends[-1]
    return 0 if near == 0 else mark
