"""From the parts of a document to its editions, each with what it says."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.document import Document
from ingest.found import FoundRule, Segmented
from kb.edition import Edition, EditionDate, EditionKind
from kb.model import EditionTexts, GlossaryEntry, Note, RuleText, Ruling
from kb.number import RuleNumber

_WHOLE_RULES = 500
_WHOLE_CHAPTERS = 4


@dataclass(frozen=True, slots=True)
class Parts:
    """A document with all that was found in it."""

    document: Document
    segmented: Segmented
    rules: tuple[FoundRule, ...]
    """Without the copies of one text."""
    notes: tuple[Note, ...]
    language: str | None
    date: EditionDate | None
    """As the user says; it wins over the text."""
    source: str
    hash: str

    @property
    def whole(self) -> bool:
        """Whether this is a whole edition and not a page or a part of one."""
        chapters = {rule.number.section // 100 for rule in self.rules if rule.number.rule}
        many = len(self.rules) >= _WHOLE_RULES and len(chapters) >= _WHOLE_CHAPTERS
        return many and chapters == set(range(1, len(chapters) + 1))

    def date_of(self, edition: int | None) -> EditionDate | None:
        """The day of one of the document's edition lines; of the only one for what has none."""
        if self.date is not None:
            return self.date
        lines = self.segmented.editions.lines
        if edition is None:
            return lines[0].date if len(lines) == 1 else None
        return lines[edition].date

    def label_of(self, edition: int | None) -> str | None:
        lines = self.segmented.editions.lines
        if edition is None:
            return lines[0].label if len(lines) == 1 else None
        return lines[edition].label


def editions_of(parts: Parts) -> tuple[EditionTexts, ...]:
    """The editions in the order of the text, each once; an unknown one has no date."""
    labels: dict[EditionDate | None, str | None] = {}
    lines = parts.segmented.editions.lines
    if not lines or any(rule.edition is None for rule in parts.rules):
        labels[parts.date_of(None)] = parts.label_of(None)
    for place in range(len(lines)):
        labels.setdefault(parts.date_of(place), parts.label_of(place))
    rules: dict[EditionDate | None, list[RuleText]] = {date: [] for date in labels}
    rulings: dict[EditionDate | None, list[Ruling]] = {date: [] for date in labels}
    glossary: dict[EditionDate | None, list[GlossaryEntry]] = {date: [] for date in labels}
    first = next(iter(labels))
    for rule in parts.rules:
        rules[parts.date_of(rule.edition)].append(_rule(rule))
    for ruling, date in _rulings(parts):
        rulings[date if date in labels else first].append(ruling)
    for found in parts.segmented.glossary:
        date = parts.date_of(found.edition)
        glossary[date if date in labels else first].append(found.entry)
    whole = parts.whole
    return tuple(
        EditionTexts(
            _edition(parts, date, label, whole=whole),
            tuple(rules[date]),
            tuple(rulings[date]),
            tuple(glossary[date]),
        )
        for date, label in labels.items()
    )


def _edition(parts: Parts, date: EditionDate | None, label: str | None, *, whole: bool) -> Edition:
    official = whole and bool(parts.segmented.editions.dated)
    return Edition(
        language=parts.language or "",
        date=date,
        label=label,
        source=parts.source,
        kind=EditionKind.OFFICIAL if official else EditionKind.TRANSLATION,
        hash=parts.hash,
    )


def _rule(rule: FoundRule) -> RuleText:
    return RuleText(
        number=rule.number,
        text=rule.text,
        title=rule.text if rule.named else None,
        examples=tuple(rule.examples),
        inferred=rule.inferred,
        line=rule.line,
    )


def _rulings(parts: Parts) -> Iterator[tuple[Ruling, EditionDate | None]]:
    """Each with the rule before it in the document, else the first, and the edition of that."""
    places = [rule.line for rule in parts.rules]
    for found in parts.segmented.rulings:
        about: RuleNumber | None = None
        date = parts.date_of(found.edition)
        if parts.rules:
            place = bisect_left(places, found.line)
            rule = parts.rules[max(place - 1, 0)]
            about, date = rule.number.heading, parts.date_of(rule.edition)
        yield Ruling(found.text, about), date
