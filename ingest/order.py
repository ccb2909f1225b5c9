"""Numbers in their order: gaps, repetitions, rules under a strange parent."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from ingest.found import FoundRule
from kb.model import Note, NoteKind
from kb.number import RuleNumber
from kb.saying import said

WIDEST_GAP = 4
"""Rules of one section that may be missing in a row; more is an excerpt."""
_SHORTEST_COPY = 20
_COMPARED = 10


def without_copies(rules: Sequence[FoundRule]) -> tuple[list[FoundRule], list[Note]]:
    """The rules, each text of a number once; a number with two texts is kept twice and noted."""
    kept: list[FoundRule] = []
    notes: list[Note] = []
    copies: list[FoundRule] = []
    told_texts: dict[tuple[int | None, RuleNumber, str], FoundRule] = {}
    texts: dict[tuple[int | None, RuleNumber], list[FoundRule]] = {}
    examples: dict[int, set[str]] = {}
    for rule in rules:
        before = texts.setdefault((rule.edition, rule.number), [])
        key = (rule.edition, rule.number, rule.text)
        whole = told_texts.get(key) or _whole_of(rule, before[:_COMPARED])
        if whole is not None:
            if id(whole) not in examples:
                examples[id(whole)] = set(whole.examples)
            # an example behind a copy may stand nowhere else
            for text in rule.examples:
                if text not in examples[id(whole)]:
                    examples[id(whole)].add(text)
                    whole.examples.append(text)
            copies.append(rule)
            continue
        if before:
            detail = said("note.stands_too", line=before[-1].line)
            notes.append(Note(NoteKind.DUPLICATE_NUMBER, detail, rule.number, rule.line))
        before.append(rule)
        told_texts[key] = rule
        kept.append(rule)
    told = [rule for rule in copies if not rule.named]
    if told:
        first = told[0]
        detail = said("note.stand_twice", count=len(told), first=first.number)
        notes.append(Note(NoteKind.DUPLICATE_TEXT, detail, None, first.line))
    return kept, notes


def _whole_of(rule: FoundRule, others: Iterable[FoundRule]) -> FoundRule | None:
    """The rule of which this one is a copy that was cut off."""
    if len(rule.text) < _SHORTEST_COPY:
        return None
    return next((other for other in others if other.text.startswith(rule.text)), None)


def order_notes(rules: Sequence[FoundRule], *, unclear: Collection[RuleNumber]) -> Iterator[Note]:
    """Misplaced and missing numbers, in the order of the document."""
    above: RuleNumber | None = None
    rule_before: RuleNumber | None = None
    place: RuleNumber | None = None
    edition: int | None = None
    for index, rule in enumerate(rules):
        number = rule.number
        if rule.edition != edition:
            above = rule_before = place = None
            edition = rule.edition
        if number.rule is None:
            above = place = None
            if rule_before is not None and not rule_before.within(number):
                rule_before = None
        elif not number.is_subrule:
            if rule_before is not None:
                yield from _gap(rule_before, number, rule, unclear, widest=WIDEST_GAP)
            above = rule_before = number
            place = None
        elif above is None or number.parent == above:
            above = number.parent
            if place is not None and place.parent == number.parent:
                yield from _gap(place, number, rule, unclear)
            place = number
        else:
            expected = place.following if place is not None else above.first_child
            where = (
                said("note.by_position", number=expected) if expected else said("note.no_letter")
            )
            detail = said("note.stands_under", number=above, where=where)
            yield Note(NoteKind.MISPLACED_NUMBER, detail, number, rule.line)
            if _heads_own_run(rules, index):
                above, place = number.parent, number
            else:
                place = expected


def _heads_own_run(rules: Sequence[FoundRule], index: int) -> bool:
    """Whether the next subrule goes on under the same strange parent: its rule is missing."""
    number = rules[index].number
    return index + 1 < len(rules) and rules[index + 1].number == number.following


def _gap(
    before: RuleNumber,
    number: RuleNumber,
    rule: FoundRule,
    unclear: Collection[RuleNumber],
    *,
    widest: int | None = None,
) -> Iterator[Note]:
    """The numbers between two neighbours of one parent."""
    if before.following == number or before.parent != number.parent or not before < number:
        return
    missing: list[RuleNumber] = []
    step = before.following
    while step is not None and step < number:
        missing.append(step)
        step = step.following
    if widest is not None and len(missing) > widest:
        return
    for absent in missing:
        if absent not in unclear:
            detail = said("note.nothing_between", before=before, number=number)
            yield Note(NoteKind.MISSING_NUMBER, detail, absent, rule.line)
