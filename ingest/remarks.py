"""Notes on a document: its editions, its numbers, its texts, and what is left out."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce

from ingest.assembly import Parts
from ingest.citing import LONGEST
from ingest.editions import looks_like_title, title_clash
from ingest.order import order_notes
from ingest.pages import is_error_page, unreadable_layer
from ingest.references import Place, Scope, reference_notes
from ingest.text_faults import dropped_letters, symbol_notes, term_notes
from ingest.words import text_faults
from kb.held_numbers import HeldNumbers
from kb.model import Note, NoteKind
from kb.number import RuleNumber
from kb.saying import said

MOST = 2000
"""Notes of one kind that are given one by one; the rest is counted."""
_OPENING = 20
"""Lines at the top in which a title may stand."""


def remarks(parts: Parts, *, held: HeldNumbers) -> tuple[Note, ...]:
    """All notes in the order of the text, those about the whole document last."""
    notes = [*parts.notes, *_edition_notes(parts)]
    missing = {note.number for note in notes if note.kind is NoteKind.MISSING_NUMBER if note.number}
    notes += order_notes(parts.rules, unclear=parts.segmented.unclear | missing)
    notes += _text_notes(parts)
    notes += reference_notes(_places(parts), _scope(parts, held))
    notes += _counts(parts)
    if not parts.rules and not parts.segmented.glossary:
        notes.append(Note(NoteKind.REFUSED, _reason(parts)))
    return tuple(sorted(_limited(notes), key=lambda note: (note.line is None, note.line or 0)))


def _limited(notes: Iterable[Note]) -> Iterator[Note]:
    counts: Counter[NoteKind] = Counter()
    for note in notes:
        counts[note.kind] += 1
        if counts[note.kind] <= MOST:
            yield note
    for kind, count in counts.items():
        if count > MOST:
            yield Note(kind, said("note.more_of_kind", count=count - MOST))


# -- editions ----------------------------------------------------------------------------


def _edition_notes(parts: Parts) -> Iterator[Note]:
    dated = parts.segmented.editions.dated
    if len(dated) > 1:
        names = ", ".join(f"{line.date} ({line.label[:40]})" for line in dated[:MOST])
        yield Note(NoteKind.SEVERAL_EDITIONS, names, line=dated[1].line)
    if parts.date is not None:
        for line in dated:
            if line.date != parts.date:
                detail = said("note.date_given", date=line.date, given=parts.date)
                yield Note(NoteKind.EDITION_CLASH, detail, line=line.line)
    elif not dated or any(parts.date_of(rule.edition) is None for rule in parts.rules):
        yield Note(NoteKind.UNKNOWN_EDITION, _evidence(parts))
    if dated and (clash := title_clash(_titles(parts, dated[0].line), dated[0])):
        yield clash


def _titles(parts: Parts, edition_line: int) -> Iterator[tuple[int, str]]:
    """The titles of the document with their lines, 0 for one that stands beside the text."""
    for title in parts.document.titles:
        yield 0, title
    first = parts.rules[0].line if parts.rules else edition_line
    for line in parts.document.lines[:_OPENING]:
        if line.number < first and line.number != edition_line and looks_like_title(line.text):
            yield line.number, line.text


def _evidence(parts: Parts) -> str:
    """What the text itself tells of an edition that it does not name."""
    doubts = [line.doubt for line in parts.segmented.editions.lines if line.doubt]
    reasons = doubts[:5] or [said("note.no_day")]
    if parts.rules:
        highest = max(rule.number for rule in parts.rules)
        reasons.append(said("note.highest", number=highest))
    if listed := list(_listed(parts)):
        reasons.append(said("note.lists_up_to", number=max(listed)))
    return reduce(lambda first, second: said("note.both", first=first, second=second), reasons)


def _listed(parts: Parts) -> Iterator[RuleNumber]:
    """Numbers alone in their lines."""
    for line in parts.document.lines:
        number = RuleNumber.read(line.text) if len(line.text) <= 10 else None
        if number is not None and number.rule is not None:
            yield number


# -- texts -------------------------------------------------------------------------------


def _text_notes(parts: Parts) -> Iterator[Note]:
    language, found = parts.language, parts.segmented
    for rule in parts.rules:
        number, line = rule.number, rule.line
        yield from symbol_notes(
            rule.text[:LONGEST], language=language, number=number, line=line, lost=rule.lost
        )
        if len(rule.text) > LONGEST:
            detail = said("note.too_long", count=len(rule.text), most=LONGEST)
            yield Note(NoteKind.DAMAGED_TEXT, detail, number, line)
        if language and text_faults(language).wrong:
            text = " ".join((rule.text, *rule.examples))
            yield from term_notes(text, language=language, number=number, line=line)
    outside = [*found.others, *((ruling.text, ruling.line) for ruling in found.rulings)]
    outside += [(entry.entry.text, entry.line) for entry in found.glossary]
    for text, place in outside:
        yield from symbol_notes(text, language=language, number=None, line=place)
    if found.counts.lost:
        detail = said("note.icons", count=found.counts.lost)
        yield Note(NoteKind.LOST_SYMBOL, detail)
    if language:
        texts = (line.text for line in parts.document.lines)
        note = dropped_letters(texts, language=language)
        if note is not None:
            yield note


def _places(parts: Parts) -> Iterator[Place]:
    for rule in parts.rules:
        if not rule.named:
            date = parts.date_of(rule.edition)
            for text in (rule.text, *rule.examples):
                yield Place(text, rule.number, rule.line, date)
    for found in parts.segmented.glossary:
        yield Place(found.entry.text, None, found.line, parts.date_of(found.edition))


def _scope(parts: Parts, held: HeldNumbers) -> Scope:
    return Scope(
        language=parts.language,
        whole=parts.whole,
        numbers=frozenset(rule.number for rule in parts.rules),
        titles={rule.number: rule.text for rule in parts.rules if rule.named},
        held=held,
    )


# -- what is left out --------------------------------------------------------------------


def _counts(parts: Parts) -> Iterator[Note]:
    counts, others = parts.segmented.counts, parts.segmented.others
    if counts.navigation or counts.pages:
        detail = said("note.navigation", count=counts.navigation, pages=counts.pages)
        yield Note(NoteKind.NAVIGATION, detail, line=counts.first_navigation)
    if others or counts.contents:
        detail = said("note.other_text", count=len(others), contents=counts.contents)
        yield Note(
            NoteKind.OTHER_TEXT, detail, line=min((line for _, line in others), default=None)
        )


def _reason(parts: Parts) -> str:
    """Why nothing was found."""
    document = parts.document
    if document.without_rules:
        return document.without_rules
    if is_error_page(document):
        title = (*document.titles, *(line.text for line in document.lines[:1]))[0]
        return said("read.error_page", title=title[:60])
    if unreadable_layer([line.text for line in document.lines]):
        return said("read.bad_layer")
    if parts.segmented.editions.lines:
        label = parts.segmented.editions.lines[0].label
        return said("read.no_rule_after", label=label[:60])
    return said("read.no_rule")
