"""Notes on citations: to what does not stand, to what is newer, under a wrong title."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import attrgetter

from ingest.citing import CitationReader
from ingest.since import heading_since
from kb import terms
from kb.edition import EditionDate
from kb.held_numbers import NO_BASE, HeldNumbers
from kb.lang import folded
from kb.model import Citation, Note, NoteKind
from kb.number import RuleNumber
from kb.saying import said
from kb.terms import bundled_numbers

FIRST_WITH_TODAYS_CHAPTERS = EditionDate(2009, 7)
"""Before, the chapters had other subjects: 502 was the keywords, 420 the state-based effects."""
NEAR = 10
"""Sections beyond the last of a chapter that a later edition may have."""

_LOST = "\N{REPLACEMENT CHARACTER}"
_DAMAGED = re.compile(r"[1-9]\d\d(?:\.\d{1,3}[a-z]{0,2})?\s?\N{REPLACEMENT CHARACTER}\s?\w{1,8}")


@dataclass(frozen=True, slots=True)
class Place:
    """A text that cites, and where it stands."""

    text: str
    number: RuleNumber | None
    line: int | None
    edition: EditionDate | None


@dataclass(frozen=True, slots=True)
class Scope:
    """What a citation of the document can mean."""

    language: str | None
    whole: bool
    """Whether the document is a whole edition."""
    numbers: frozenset[RuleNumber]
    """Those of the document itself."""
    titles: Mapping[RuleNumber, str]
    held: HeldNumbers = NO_BASE


def reference_notes(places: Iterable[Place], scope: Scope) -> Iterator[Note]:
    """What is wrong with the citations of these texts, each fault once a text."""
    reader = CitationReader(language=scope.language, numbers=scope.numbers)
    limits = _limits(scope.held.newest or bundled_numbers())
    titles = _folded_titles(scope.titles)
    for place in places:
        seen: set[tuple[NoteKind, str]] = set()
        text = reader.plain(place.text)
        for match in _DAMAGED.finditer(text) if _LOST in text else ():
            lost = said("note.sign_lost", written=match[0])
            yield Note(NoteKind.UNREADABLE_REFERENCE, lost, place.number, place.line)
        for citation in reader.citations(place.text):
            for kind, detail in _faults(citation, text, place, scope, limits, titles):
                if (kind, detail) not in seen:
                    seen.add((kind, detail))
                    yield Note(kind, detail, place.number, place.line)
    if reader.exhausted:
        unread = said("note.too_many_citations", count=reader.read)
        yield Note(NoteKind.UNREADABLE_REFERENCE, unread)


def _faults(
    citation: Citation,
    text: str,
    place: Place,
    scope: Scope,
    limits: "_Limits",
    titles: Mapping[str, frozenset[RuleNumber]],
) -> Iterator[tuple[NoteKind, str]]:
    written = text[citation.start : citation.end]
    if (citation.fault or not citation.mentions) and _LOST not in written:
        why = citation.fault or said("note.no_number")
        yield NoteKind.UNREADABLE_REFERENCE, said("note.citation", written=written, why=why)
    for number in citation.numbers:
        if number not in scope.numbers:
            yield from _unknown(number, place, scope, limits)
    if citation.title and citation.mentions:
        other = _other_heading(citation, place, scope, titles)
        if other is not None:
            last = citation.numbers[-1]
            detail = said(
                "note.title_of", written=written, title=citation.title, other=other, number=last
            )
            yield NoteKind.TITLE_MISMATCH, detail


# -- numbers -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Limits:
    """How far the editions known go."""

    last: Mapping[int, RuleNumber]
    """The last number of each section."""
    sections: Mapping[int, int]
    """The last section of each chapter."""


@lru_cache(maxsize=2)
def _limits(numbers: frozenset[RuleNumber]) -> _Limits:
    ordered = sorted((n for n in numbers if not n.is_chapter), key=attrgetter("order"))
    last = {number.section: number for number in ordered}
    sections = {section // 100: section for section in last}
    return _Limits(last, sections)


def _unknown(
    number: RuleNumber, place: Place, scope: Scope, limits: _Limits
) -> Iterator[tuple[NoteKind, str]]:
    """A number that the document itself lacks."""
    if scope.whole:
        yield NoteKind.DANGLING_REFERENCE, said("note.not_here", number=number)
        return
    if number.is_chapter or (place.edition and place.edition < FIRST_WITH_TODAYS_CHAPTERS):
        return
    last = limits.last.get(number.section)
    if last is not None:
        if last < number:
            detail = said("note.beyond", number=number, last=last)
            yield NoteKind.NEWER_REFERENCE, detail
        return
    if number.section in scope.held.sections:
        return  # an older edition has it
    end = limits.sections.get(number.section // 100, 0)
    if number.section - end > NEAR:
        yield NoteKind.DANGLING_REFERENCE, said("note.no_section", section=number.section)
    else:
        yield NoteKind.NEWER_REFERENCE, said("note.section_not_yet", section=number.section)


# -- titles ------------------------------------------------------------------------------


def _other_heading(
    citation: Citation, place: Place, scope: Scope, titles: Mapping[str, frozenset[RuleNumber]]
) -> RuleNumber | None:
    """The rule whose heading the title is, where that is not the rule cited."""
    title, number = folded(citation.title or ""), citation.numbers[-1]
    own = [scope.titles[step] for step in number.upwards if step in scope.titles]
    if any(fits(title, folded(name)) for name in own):
        return None
    if found := titles.get(title):
        return None if any(step in found for step in number.upwards) else min(found)
    if own and scope.whole:
        return None
    return _other_in_table(title, number, place, scope)


def _other_in_table(
    title: str, number: RuleNumber, place: Place, scope: Scope
) -> RuleNumber | None:
    """The same by the bundled names, as far as they are those of the edition cited."""
    headings = _headings()
    steps = [step for step in number.upwards if step in headings]
    named = [term for term in terms.named(title) if term.sure and term.kind.is_heading]
    found = {term.number for term in named} | _by_heading().get(title, frozenset())
    if not found or found & set(number.upwards):
        return None
    names = [headings[step] for step in steps]
    names += [
        form
        for step in steps
        for term in terms.names_of(step).values()
        if term is not None
        for form in term.forms
    ]
    if any(fits(title, folded(name)) for name in names):
        return None
    other = min(found)
    return other if _stood_there(other, place.edition) else None


def fits(title: str, heading: str) -> bool:
    """Whether one is contained in the other by whole words; both folded."""
    return f" {title} " in f" {heading} " or f" {heading} " in f" {title} "


def _stood_there(number: RuleNumber, edition: EditionDate | None) -> bool:
    """Whether the heading of today stood at this number in that edition, as far as is known.

    A name has one place: if it stood here, it stood nowhere else.
    """
    if edition is None:
        return True
    since = heading_since().get(number)
    return since is not None and since <= edition


def _folded_titles(titles: Mapping[RuleNumber, str]) -> Mapping[str, frozenset[RuleNumber]]:
    found: dict[str, set[RuleNumber]] = {}
    for number, title in titles.items():
        found.setdefault(folded(title), set()).add(number)
    return {title: frozenset(numbers) for title, numbers in found.items()}


@cache
def _headings() -> Mapping[RuleNumber, str]:
    return {known.number: known.heading for known in terms.numbers() if known.heading}


@cache
def _by_heading() -> Mapping[str, frozenset[RuleNumber]]:
    return _folded_titles(_headings())
