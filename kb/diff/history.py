"""History: every edition in which a rule stood, followed through its moves; needs the index."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kb.diff.kinds import ChangeKind, difference
from kb.diff.wording import paragraphs
from kb.edition import Edition, EditionDate, EditionKind
from kb.holdings import HeldRule, Holdings
from kb.number import RuleNumber
from kb.store import Store


class Stood(NamedTuple):
    """A rule in one edition."""

    number: RuleNumber
    edition: Edition
    kind: ChangeKind | None
    """How it differs from what it was before; None where it does not, or nobody can tell."""
    title: str | None
    text: str
    examples: tuple[str, ...]

    @property
    def whole(self) -> str:
        """The text, and each example in a paragraph of its own."""
        return paragraphs(self.text, self.examples)


class Parting(NamedTuple):
    """That in some edition a rule was split or merged."""

    kind: ChangeKind
    edition: Edition
    number: RuleNumber
    """The other rule, by its number in that edition or, if it went, in the one before."""
    came: bool
    """The rule asked for came out of the other one or took it in; else it is the other one."""


class History(NamedTuple):
    """One rule over the dated editions of a language, the oldest first."""

    asked: RuleNumber
    key: tuple[int, int]
    """Of the text asked for, inside the store."""
    language: str
    title: str | None
    stood: tuple[Stood, ...]
    partings: tuple[Parting, ...]
    gone: Edition | None
    """The first whole edition after the last one in which it stood."""


def newest_day(store: Store, language: str) -> EditionDate | None:
    """That of the newest edition of a language; our own words count where there is no other."""
    row = store.db.execute(
        "SELECT date FROM edition WHERE language = ? AND date IS NOT NULL"
        " ORDER BY kind = ?, date DESC LIMIT 1",
        (language, EditionKind.OURS),
    ).fetchone()
    return EditionDate.parse(row[0]) if row else None


def history(store: Store, rule: HeldRule) -> History:
    """The history of the rule that an edition has at a place."""
    return _Teller(store).history(rule)


def strand_of(store: Store, key: tuple[int, int]) -> int | None:
    """The strand of a text; None where its edition has no date."""
    row = store.db.execute(
        "SELECT strand FROM strand WHERE edition = ? AND place = ?", key
    ).fetchone()
    return None if row is None else int(row[0])


def last_text(store: Store, number: RuleNumber, language: str) -> HeldRule | None:
    """The text of the newest edition in which a number stood."""
    row = store.db.execute(
        "SELECT edition, place FROM rule r JOIN edition e ON e.id = r.edition"
        " WHERE r.number = ? AND e.language = ? AND e.date IS NOT NULL"
        " ORDER BY e.date DESC, e.id DESC, r.place LIMIT 1",
        (str(number), language),
    ).fetchone()
    return Holdings(store).held_at(*row) if row else None


def translated(store: Store, told: History, languages: Iterable[str]) -> History:
    """With the editions of other languages that have the rule, by its number on their day."""
    codes = [code for code in languages if code != told.language]
    if not codes or not told.stood:
        return told
    holdings = Holdings(store)
    rows = store.db.execute(
        f"SELECT id, date FROM edition WHERE language IN ({', '.join('?' * len(codes))})"
        " AND date IS NOT NULL AND kind <> ? ORDER BY date, id",
        (*codes, EditionKind.OURS),
    ).fetchall()
    found = []
    for key, day in rows:
        date = EditionDate.parse(day)
        before = [each for each in told.stood if each.edition.date and each.edition.date <= date]
        if not before or (told.gone and told.gone.date and told.gone.date <= date):
            continue
        text = holdings.rule_in(key, before[-1].number)
        if text is not None and (text.title is None) == (before[-1].title is None):
            found.append(
                Stood(text.number, text.edition, None, text.title, text.text, text.examples)
            )
    # '2011-09' sorts before '2011-09-01', as a month does
    stood = sorted((*told.stood, *found), key=lambda each: str(each.edition.date))
    return told._replace(stood=tuple(stood))


class _Teller:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._db = store.db
        self._holdings = Holdings(store)

    def history(self, rule: HeldRule) -> History:
        about = rule.number, rule.key, rule.edition.language, self._holdings.title(rule)
        strand = strand_of(self._store, rule.key)
        if strand is None:
            return History(*about, (), (), None)
        texts, partings = self._texts(strand), self._partings(strand)
        return History(
            *about,
            tuple(self._stood(texts, self._beginning(texts[0].edition, partings))),
            partings,
            self._official(texts[-1].edition, "> ? ORDER BY date, id"),
        )

    def _beginning(self, first: Edition, partings: Sequence[Parting]) -> ChangeKind | None:
        """How the rule came to be in its first edition; nobody knows of the oldest one held."""
        if any(
            parting.edition == first and parting.came and parting.kind is ChangeKind.SPLIT
            for parting in partings
        ):
            return ChangeKind.SPLIT
        return ChangeKind.ADDED if self._official(first, "< ? ORDER BY date DESC") else None

    def _texts(self, strand: int) -> list[HeldRule]:
        """Those of the strand; our own words only where there is nothing else."""
        keys = self._db.execute(
            "SELECT s.edition, s.place FROM strand s JOIN edition e ON e.id = s.edition"
            " WHERE s.strand = ? ORDER BY e.date, e.kind = 'official', e.id, s.place",
            (strand,),
        ).fetchall()
        texts = [self._holdings.held_at(*key) for key in keys]
        others = [text for text in texts if text.edition.kind is not EditionKind.OURS]
        return others or texts

    def _stood(self, texts: Sequence[HeldRule], beginning: ChangeKind | None) -> list[Stood]:
        found: list[Stood] = []
        before: HeldRule | None = None
        for text in texts:
            kind = beginning if before is None else self._kind(before, text)
            found.append(
                Stood(text.number, text.edition, kind, text.title, text.text, text.examples)
            )
            before = text
        return found

    def _kind(self, old: HeldRule, new: HeldRule) -> ChangeKind | None:
        return difference(
            (old.text, *old.examples),
            (new.text, *new.examples),
            stays=old.number == new.number,
            moved=lambda one, other: self._moved((old.key[0], one), (new.key[0], other)),
        ).kind

    def _moved(self, old: tuple[int, str], new: tuple[int, str]) -> bool | None:
        """Whether two numbers, each of its edition, are of one strand."""
        strands = [
            self._db.execute(
                "SELECT s.strand FROM rule r JOIN strand s USING (edition, place)"
                " WHERE r.edition = ? AND r.number = ? ORDER BY r.place LIMIT 1",
                key,
            ).fetchone()
            for key in (old, new)
        ]
        return None if None in strands else strands[0] == strands[1]

    def _official(self, beside: Edition, which: str) -> Edition | None:
        """The next official edition of the language after or before one."""
        row = self._db.execute(
            f"SELECT id FROM edition WHERE language = ? AND kind = ? AND date {which} LIMIT 1",
            (beside.language, EditionKind.OFFICIAL, str(beside.date)),
        ).fetchone()
        return self._holdings.edition(row[0]) if row else None

    def _partings(self, strand: int) -> tuple[Parting, ...]:
        rows = self._db.execute(
            "SELECT p.kind, p.edition, p.part = ?1,"
            " CASE p.part WHEN ?1 THEN p.whole ELSE p.part END"
            " FROM parting p JOIN edition e ON e.id = p.edition"
            " WHERE ?1 IN (p.whole, p.part) ORDER BY e.date, p.rowid",
            (strand,),
        ).fetchall()
        return tuple(
            Parting(
                ChangeKind(kind),
                self._holdings.edition(edition),
                self._number_then(other, edition),
                bool(is_part) == (kind == ChangeKind.SPLIT),
            )
            for kind, edition, is_part, other in rows
        )

    def _number_then(self, strand: int, edition: int) -> RuleNumber:
        """The number of a strand in an edition, else in the last one before it."""
        (number,) = self._db.execute(
            "SELECT r.number FROM strand s JOIN rule r USING (edition, place)"
            " JOIN edition e ON e.id = s.edition WHERE s.strand = ?"
            " AND e.date <= (SELECT date FROM edition WHERE id = ?)"
            " ORDER BY e.id = ? DESC, e.date DESC LIMIT 1",
            (strand, edition, edition),
        ).fetchone()
        return RuleNumber.parse(number)
