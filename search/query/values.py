"""Values: what the fields of a query keep to."""

from collections.abc import Iterator, Sequence

from kb.edition import EditionDate, EditionKind
from kb.errors import BadDate, BadRange
from kb.holdings import Holdings
from kb.lang import codes, folded
from kb.number import RuleNumber
from kb.store import Store
from search.asked import asked
from search.engine import Among, AnyOf, Limits, Part
from search.query.faults import QueryError
from search.query.table import KINDS
from search.query.tree import Field
from search.sentences import words

_DAYS = ("2026-08-07", "2026-08", "2026")
"""Ways to name a day, for whoever wrote something else."""


def languages(field: Field, query: str) -> frozenset[str]:
    """The codes that ``in:`` names; all of them for ``all``; raises QueryError."""
    found = set()
    for code in _listed(field):
        if code != "all" and code not in codes():
            raise _bad("bad_language", field, query, value=code, wanted=(*codes(), "all"))
        found |= set(codes()) if code == "all" else {code}
    return frozenset(found)


def kinds(field: Field, query: str) -> frozenset[str]:
    """The kinds that ``kind:`` names, in any language; raises QueryError."""
    said = {folded(words(code, kind)): kind for code in codes() for kind in KINDS}
    said |= {kind: kind for kind in KINDS}
    found = set()
    for name in _listed(field):
        if name not in said:
            raise _bad("bad_kind", field, query, value=name, wanted=KINDS)
        found.add(said[name])
    return frozenset(found)


def first_day(field: Field, query: str) -> EditionDate:
    """The day that ``since:`` names, of a month or a year the first; raises QueryError."""
    day = _day(field, query, month=1)
    return day if day.day else EditionDate(day.year, day.month, 1)


def last_day(field: Field, query: str) -> EditionDate:
    """The day that ``edition:`` names, of a month or a year the last; raises QueryError."""
    return _day(field, query, month=12).latest


def among(field: Field, query: str, holdings: Holdings) -> Part:
    """The texts that a field keeps to, whatever their words; raises QueryError."""
    match field.name:
        case "in":
            return Among(Limits(languages=tuple(sorted(languages(field, query)))))
        case "kind":
            return Among(Limits(kinds=tuple(sorted(kinds(field, query)))))
        case "since":
            return _numbered(_new_since(holdings, field, query))
        case "cites":
            return _numbered(_ties(holdings.store, field, _rules(field, query, holdings)))
        case "cited-by":
            cited = frozenset(_ties(holdings.store, field, _rules(field, query, holdings)))
            rules = tuple(sorted(number for number in cited if "." in number))
            whole = Among(Limits(within=rules)) if rules else AnyOf(())
            return AnyOf((whole, _numbered(cited)))  # of a section only itself, not all its rules
        case _:
            return Among(Limits(within=tuple(map(str, _rules(field, query, holdings)))))


def _listed(field: Field) -> Iterator[str]:
    return (folded(each) for each in field.value.split(","))


def _bad(
    key: str, field: Field, query: str, *, wanted: Sequence[str] = (), **values: str
) -> QueryError:
    told = {"value": field.value, **values}
    return QueryError(key, query, field.place, field=field.name, wanted=wanted, **told)


def _day(field: Field, query: str, *, month: int) -> EditionDate:
    value = field.value
    try:
        if len(value) == 4 and value.isascii() and value.isdigit():
            return EditionDate.parse(f"{value}-{month:02}")
        return EditionDate.parse(value)
    except BadDate as error:
        raise _bad("bad_day", field, query, wanted=_DAYS) from error


def _rules(field: Field, query: str, holdings: Holdings) -> tuple[RuleNumber, ...]:
    number = RuleNumber.read(field.value)
    if number is not None and holdings.numbers_in(number, holdings.languages()):
        return (number,)  # a section whose heading is not held has rules all the same
    try:
        found = asked(holdings, (field.value,))
    except BadRange as error:
        raise _bad("bad_range", field, query) from error
    if not found.numbers:
        nearest = [near for absent in found.absent for near in absent.nearest]
        raise _bad("bad_rule_near" if nearest else "bad_rule", field, query, wanted=nearest)
    return found.numbers


def _numbered(numbers: frozenset[str]) -> Part:
    return Among(Limits(numbers=numbers))


def _ties(store: Store, field: Field, rules: tuple[RuleNumber, ...]) -> frozenset[str]:
    """The rules that cite some, or that they cite; what stands below them is meant too."""
    here, there = ("target", "source") if field.name == "cites" else ("source", "target")
    found: set[str] = set()
    for rule in rules:
        below = "[0-9][0-9]*" if rule.is_chapter else ".*" if rule.is_section else "[a-z]*"
        rows = store.db.execute(
            f"SELECT DISTINCT g.{there} FROM edge g JOIN current c"
            " ON c.edition = g.edition AND c.number = g.source"
            f" WHERE g.{here} = ?1 OR g.{here} GLOB ?2",
            (str(rule), f"{rule}{below}"),
        )
        found.update(row[0] for row in rows)
    return frozenset(found)


def _new_since(holdings: Holdings, field: Field, query: str) -> frozenset[str]:
    """The numbers of the official texts that no official edition from before the day has.

    A rule that only moved is not among them: its text stood under another number before.
    """
    day = str(first_day(field, query))
    db = holdings.store.db
    official = db.execute(
        "SELECT language, id, date FROM edition WHERE kind = ? AND date IS NOT NULL ORDER BY date",
        (EditionKind.OFFICIAL,),
    ).fetchall()
    older: dict[str, list[int]] = {}
    for language, edition, date in official:
        if date < day:
            older.setdefault(language, []).append(edition)
    if not older:
        held = ", ".join(dict.fromkeys(date for _, _, date in official))
        raise _bad("since_nothing", field, query, day=day, held=held or "–")
    found: set[str] = set()
    for language, editions in older.items():
        rows = db.execute(
            f"""
            SELECT DISTINCT c.number FROM current c JOIN edition e ON e.id = c.edition
            JOIN rule r ON r.edition = c.edition AND r.place = c.place
            WHERE c.language = ? AND e.kind = ? AND e.date >= ? AND NOT EXISTS (
                SELECT 1 FROM rule o WHERE o.text = r.text
                AND o.edition IN ({", ".join(map(str, editions))})
            )
            """,
            (language, EditionKind.OFFICIAL, day),
        )
        found.update(row[0] for row in rows)
    return frozenset(found)
