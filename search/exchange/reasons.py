"""Why a translation wants to be looked at, in the words of the reader."""

from kb.edition import EditionKind, days_between
from kb.translations import State, Unit
from search.sentences import words


def reason(unit: Unit, language: str) -> str:
    """Nothing for what is up to date."""
    return " ".join(_sentences(unit, language))


def _sentences(unit: Unit, language: str) -> list[str]:
    said = []
    if unit.state is State.MISSING:
        said.append(words(language, "review_missing"))
    elif unit.state is State.UNKNOWN and unit.held is not None:
        day = unit.held.edition.date
        key = "review_unknown" if day else "review_undated"
        said.append(words(language, key, date=day))
    elif in_own_words(unit):
        said.append(words(language, "review_ours"))
    elif unit.state in (State.CHANGED, State.GONE):
        key = f"review_{unit.state}"
        said.append(words(language, f"{key}_on" if unit.changed else key, date=unit.changed))
    if unit.held is not None and unit.held.part.number != unit.part.number:
        said.append(words(language, "review_moved", number=unit.held.part.number))
    return said


def in_own_words(unit: Unit) -> bool:
    """Whether the translation is of our own words, and English has others."""
    ours = unit.held is not None and unit.held.edition.kind is EditionKind.OURS
    return ours and unit.state is State.CHANGED


def days_behind(unit: Unit) -> int | None:
    """Days from the edition of the translation to the English one in force; None where either is
    not known."""
    then = unit.held.edition.date if unit.held else None
    if then is None or unit.edition is None or unit.edition.date is None:
        return None
    return max(0, days_between(then, unit.edition.date))
