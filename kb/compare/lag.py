"""Lag: which texts are behind the others, by how much, and what changed meanwhile."""

from collections.abc import Iterator, Sequence

from kb.compare.findings import Difference, FindingKind, Lag, Row
from kb.compare.original import PUBLISHED_BEFORE, Originals
from kb.edition import EditionDate, EditionKind, days_between
from kb.lang import ORIGINAL
from kb.number import RuleNumber


def lagging(
    rows: Sequence[Row], originals: Originals, *, at: EditionDate | None
) -> Iterator[Difference]:
    """One finding a language and date, at the first rule that has it; not one for each rule."""
    dates: dict[tuple[str, EditionDate | None], list[RuleNumber]] = {}
    for row in rows:
        for code, text in row.texts.items():
            if text is not None:
                dates.setdefault((code, text.edition.date), []).append(row.number)
    known = [date for _, date in dates if date is not None]
    if at is not None:  # the reader chose the day: that our own words are newer is no news
        known = [
            text.edition.date
            for row in rows
            for text in row.texts.values()
            if text and text.edition.date and text.edition.kind is not EditionKind.OURS
        ]
    for (code, date), numbers in dates.items():
        newest = _measure(code, date, known, originals, at)
        if date is not None and newest is None:
            continue
        lag = Lag(date, newest)
        if date is not None and newest is not None:
            lag = _lag(date, newest, numbers if code != ORIGINAL else None, originals)
        yield Difference(FindingKind.EDITION, numbers[0], (code,), lag=lag)


def _measure(
    code: str,
    date: EditionDate | None,
    known: Sequence[EditionDate],
    originals: Originals,
    at: EditionDate | None,
) -> EditionDate | None:
    """The edition by which a text of that day is too old; None where it is not."""
    if at is None:
        newest = max(known, default=None)
        if date is None or newest is None:
            return newest
        return newest if days_between(date, newest) > PUBLISHED_BEFORE else None
    asked = originals.in_force(at)
    if date is None or asked is None:
        return asked
    if code == ORIGINAL:  # it is the one asked for; a translation may be of a later one
        later = max((originals.translated(other) or other for other in known), default=date)
        return later if later > date else None
    made_from = originals.translated(date)
    return asked if made_from is None or made_from < asked else None


def _lag(
    date: EditionDate,
    newest: EditionDate,
    numbers: Sequence[RuleNumber] | None,
    originals: Originals,
) -> Lag:
    """``numbers`` are the rules of a translation; None where the original itself is the old one."""
    since = originals.translated(date)
    until = originals.in_force(newest)
    days = days_between(date, newest)
    if numbers is None or since is None or until is None or since >= until:
        return Lag(date, newest, days)
    changed = originals.changed(since, until)
    here = tuple(number for number in numbers if number in changed)
    return Lag(date, newest, days, since, here, len(changed))
