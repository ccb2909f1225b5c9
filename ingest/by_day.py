"""Rules of several days in one source: an edition for each day."""

from collections.abc import Sequence
from typing import NamedTuple

from kb.edition import Edition, EditionDate
from kb.model import EditionTexts, Note, NoteKind, RuleText

UNKNOWN = "unknown"


class OfDay(NamedTuple):
    """The edition that a text names."""

    day: EditionDate | None
    label: str | None = None


def editions(
    found: Sequence[tuple[OfDay, RuleText]], *, language: str, source: str, digest: str
) -> tuple[EditionTexts, ...]:
    """In the order of the source; the first label of a day counts."""
    labels: dict[EditionDate | None, str | None] = {}
    for of, _ in found:
        labels.setdefault(*of)
    return tuple(
        EditionTexts(
            Edition(language, day, label, source, hash=digest),
            tuple(rule for of, rule in found if of.day == day),
        )
        for day, label in labels.items()
    )


def notes(made: Sequence[EditionTexts], *, of: str) -> tuple[Note, ...]:
    """What there is to say of their days; ``of`` names the parts of the source (entries)."""
    days = [texts.edition.date for texts in made]
    said = []
    if None in days:
        said.append(Note(NoteKind.UNKNOWN_EDITION, f"some {of} name no edition with a date"))
    if len(days) > 1:
        names = ", ".join(str(day or UNKNOWN) for day in days)
        said.append(Note(NoteKind.SEVERAL_EDITIONS, f"{of} of several editions: {names}"))
    return tuple(said)
