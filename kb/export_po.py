"""Exported PO: a language beside the English original, for the tools of translators."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import polib

from kb.edition import Edition, EditionDate, EditionKind
from kb.export_marks import PO_MARK, VERSION
from kb.lang import ORIGINAL
from kb.originals import Originals, Part, content_hash, one_spaced
from kb.store import Store
from kb.translations import State, Unit, units

NAME = "name"
"""Beside an entry: the number only names something."""
TRANSLATES = "translates"
"""Beside a translation: before the hash of the English text for which it was made."""
MOVED = "moved from"
"""Beside a translation: before the number under which its edition has it."""
OURS = "ours"
"""Beside our own words: before the hash of the translation, by which they are known again."""
UNKNOWN = "unknown"
"""In place of a date, or of a hash."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A file, with the counts of what it holds."""

    content: str
    rules: int
    """Numbers that have an English text."""
    translated: int
    """Those of them that have a translation, be it behind."""
    fuzzy: int
    """Translations that are behind, examples too."""
    gone: int
    """Translations of rules and examples that are no more."""
    left_out: int
    """Texts that translate the rules, where English has only our own words."""


def as_po(store: Store, language: str, *, at: EditionDate | None = None) -> Exported:
    """Each part of the English rules with its translation; what is behind is fuzzy.

    What is gone stands at the end as obsolete entries.
    """
    file = polib.POFile(wrapwidth=-1)
    file.metadata = {
        "Project-Id-Version": "regulae",
        "Language": language,
        "X-Source-Language": ORIGINAL,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        PO_MARK: str(VERSION),
    }
    found = units(store, language, originals=Originals(store, at), at=at)
    file.extend(_entry(unit) for unit in found)
    states = Counter(unit.state for unit in found)
    rules = [unit for unit in found if not unit.part.example and unit.state is not State.GONE]
    return Exported(
        content=str(file) + "\n",
        rules=len(rules),
        translated=sum(unit.held is not None for unit in rules),
        fuzzy=sum(count for state, count in states.items() if state.behind),
        gone=states[State.GONE],
        left_out=sum(unit.passed_over for unit in found),
    )


def context(part: Part) -> str:
    """What an entry is known by.

    >>> from kb.number import RuleNumber
    >>> context(Part(RuleNumber.parse("702.33a"), 2))
    '702.33a example 2'
    """
    return f"{part.number} example {part.example}" if part.example else str(part.number)


def _entry(unit: Unit) -> polib.POEntry:
    gone = unit.original is None
    before = None if gone else unit.original if unit.state is State.MOVED else unit.was
    said = "\n".join(_said_beside(unit))
    return polib.POEntry(
        msgctxt=context(unit.part),
        msgid=one_spaced(unit.original or unit.was or context(unit.part)),
        msgstr=unit.held.text if unit.held else "",
        # of an entry that is obsolete only what translators have said is kept
        comment="" if gone else said,
        tcomment=said if gone else "",
        flags=["fuzzy"] if unit.state.behind else [],
        obsolete=gone,
        # gettext reads no former context without a former text
        previous_msgctxt=_moved_from(unit) if before else None,
        previous_msgid=one_spaced(before) if before else None,
    )


def _said_beside(unit: Unit) -> Iterator[str]:
    if unit.edition is not None:
        yield _edition_line(unit.edition)
    if unit.held is not None:
        yield _edition_line(unit.held.edition)
    if unit.held.named if unit.held else unit.named:
        yield NAME
    if unit.held is not None:
        yield f"{TRANSLATES} {unit.held.original or UNKNOWN}"
        if unit.held.edition.kind is EditionKind.OURS:
            yield f"{OURS} {content_hash(unit.held.text)}"
        if from_there := _moved_from(unit):
            yield f"{MOVED} {from_there}"


def _moved_from(unit: Unit) -> str | None:
    """Where the edition of the translation has it, if that is under another number."""
    if unit.held is None or unit.held.part.number == unit.part.number:
        return None
    return context(unit.held.part)


def _edition_line(edition: Edition) -> str:
    """``it 2024-11-23 "Fondamenti"``: the label quoted, since it is anybody's words."""
    line = f"{edition.language} {edition.date or UNKNOWN}"
    return line if edition.label is None else f"{line} {json.dumps(edition.label)}"
