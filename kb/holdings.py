"""Holdings: what the store knows of editions, rules, citations and names."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from kb.edition import Edition, EditionDate, EditionKind
from kb.errors import UnknownEdition
from kb.lang import ORIGINAL, folded, name_keys
from kb.number import RuleNumber
from kb.saying import said
from kb.store import Store
from kb.term import FalseFriend, Likeness, Term, Title, stored_term


# NamedTuple on the path of a question: a class of it is made six times as fast as a dataclass,
# and a dozen of them are a twentieth of the time in which a command answers.
class HeldRule(NamedTuple):
    """The text that one edition has under one number."""

    number: RuleNumber
    edition: Edition
    title: str | None
    text: str
    examples: tuple[str, ...]
    key: tuple[int, int]
    """Edition and place inside the store."""
    text_key: int
    moved: bool
    """By now the number is that of another rule: what is known of it is not known of this."""


_EDITION = "e.language, e.date, e.label, e.source, e.kind, e.hash"
_RULE = f"""
    SELECT r.number, r.title, t.body, r.edition, r.place, r.text, r.moved, {_EDITION}
    FROM rule r JOIN edition e ON e.id = r.edition JOIN text t ON t.id = r.text
"""
_TERM = "t.language, t.concept, t.number, t.kind, t.word, t.status, t.variants, t.inflections"
_CURRENT = f"{_RULE} JOIN current c ON c.edition = r.edition AND c.place = r.place"


def _edition(row: tuple[str | None, ...]) -> Edition:
    language, date, label, source, kind, digest = row
    return Edition(
        language=language or "", date=EditionDate.parse(date) if date else None, label=label,
        source=source or "", kind=EditionKind(kind or ""), hash=digest or "",
    )  # fmt: skip


class Holdings:
    """Questions to the store; every answer carries the edition it comes from."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._db = store.db

    # -- editions ------------------------------------------------------------------------

    def editions(self, language: str | None = None) -> tuple[Edition, ...]:
        """All editions held, by language and date; unknown dates last."""
        rows = self._db.execute(
            f"SELECT {_EDITION} FROM edition e WHERE ? IN (e.language, '')"
            " ORDER BY e.language, e.date IS NULL, e.date, e.id",
            (language or "",),
        )
        return tuple(_edition(row) for row in rows)

    def counted_editions(self) -> tuple[tuple[Edition, int], ...]:
        """All editions held, in the same order, each with the number of its rules."""
        rows = self._db.execute(
            f"SELECT (SELECT count(*) FROM rule r WHERE r.edition = e.id), {_EDITION}"
            " FROM edition e ORDER BY e.language, e.date IS NULL, e.date, e.id"
        )
        return tuple((_edition(row[1:]), int(row[0])) for row in rows)

    def edition(self, key: int) -> Edition:
        row = self._db.execute(
            f"SELECT {_EDITION} FROM edition e WHERE e.id = ?", (key,)
        ).fetchone()
        return _edition(row)

    def text(self, key: int) -> str:
        return str(self._db.execute("SELECT body FROM text WHERE id = ?", (key,)).fetchone()[0])

    def languages(self) -> tuple[str, ...]:
        rows = self._db.execute("SELECT DISTINCT language FROM edition ORDER BY language")
        return tuple(row[0] for row in rows)

    def check_edition(self, language: str, date: EditionDate) -> None:
        """Raises UnknownEdition where the language has no edition in force on that day."""
        dates = [edition.date for edition in self.editions(language) if edition.date]
        if not any(held <= date for held in dates):
            held = ", ".join(map(str, dict.fromkeys(dates))) or said("edition.without_date")
            raise UnknownEdition(said("edition.none_in", date=date, language=language, held=held))

    # -- rules ---------------------------------------------------------------------------

    def rule(
        self, number: RuleNumber, language: str, *, at: EditionDate | None = None
    ) -> HeldRule | None:
        """The text in a language: the current one, or the one in force on a day."""
        if at is None:
            sql = f"{_CURRENT} WHERE c.language = ? AND c.number = ?"
            row = self._db.execute(sql, (language, str(number))).fetchone()
        else:
            # A month sorts before its days as text does: '2011-09' < '2011-09-01'.
            kinds = " ".join(f"WHEN '{k}' THEN {n}" for n, k in enumerate(EditionKind))
            sql = (
                f"{_RULE} WHERE e.language = ?1 AND r.number = ?2 AND e.date <= ?3"
                # A number that the official edition of the day lacks was no rule that day.
                " AND e.date >= (SELECT coalesce(max(date), '') FROM edition"
                " WHERE language = ?1 AND kind = 'official' AND date <= ?3)"
                f" ORDER BY e.date DESC, CASE e.kind {kinds} END, e.id DESC, r.place LIMIT 1"
            )
            row = self._db.execute(sql, (language, str(number), str(at))).fetchone()
        return self._held(row) if row else None

    def held_at(self, edition: int, place: int) -> HeldRule:
        """The text at a place of the store; it must be there."""
        sql = f"{_RULE} WHERE r.edition = ? AND r.place = ?"
        return self._held(self._db.execute(sql, (edition, place)).fetchone())

    def rule_in(self, edition: int, number: RuleNumber) -> HeldRule | None:
        """The text of a number in one edition, by its key; of two the first."""
        sql = f"{_RULE} WHERE r.edition = ? AND r.number = ? ORDER BY r.place LIMIT 1"
        row = self._db.execute(sql, (edition, str(number))).fetchone()
        return self._held(row) if row else None

    def with_parts(self, rule: HeldRule) -> tuple[HeldRule, ...]:
        """A rule and all below it in the same edition, in order."""
        sql = f"{_RULE} WHERE r.edition = ? AND r.rank BETWEEN ? AND ? ORDER BY r.rank, r.place"
        rows = self._db.execute(sql, (rule.key[0], rule.number.rank, rule.number.last_rank))
        return tuple(self._held(row) for row in rows.fetchall())

    def former_rule(self, number: RuleNumber, language: str) -> HeldRule | None:
        """The text that the newest edition has of those in a language that have the number.

        None where the number is that of another rule by now: the text would be taken for its own.
        """
        row = self._db.execute(
            f"{_RULE} WHERE e.language = ? AND r.number = ? AND (NOT r.moved"
            " OR EXISTS (SELECT 1 FROM known)"  # else nobody knows whose number it is
            " AND NOT EXISTS (SELECT 1 FROM known k WHERE k.number = r.number))"
            " ORDER BY e.date DESC NULLS LAST, e.id DESC, r.place LIMIT 1",
            (language, str(number)),
        ).fetchone()
        return self._held(row) if row else None

    def _held(self, row: tuple[str, str | None, str, int, int, int, int]) -> HeldRule:
        number, title, body, edition, place, text_key, moved = row[:7]
        examples = self._db.execute(
            "SELECT t.body FROM example x JOIN text t ON t.id = x.text"
            " WHERE x.edition = ? AND x.place = ? ORDER BY x.ordinal",
            (edition, place),
        )
        return HeldRule(
            number=RuleNumber.parse(number),
            edition=_edition(row[7:]),
            title=title,
            text=body,
            examples=tuple(example[0] for example in examples),
            key=(edition, place),
            text_key=text_key,
            moved=bool(moved),
        )

    def title(self, rule: HeldRule) -> str | None:
        """Its own name, or that of the nearest rule above it in the same edition."""
        for number in rule.number.upwards:
            row = self._db.execute(
                "SELECT title FROM rule WHERE edition = ? AND number = ?",
                (rule.key[0], str(number)),
            ).fetchone()
            if row and row[0]:
                return str(row[0])
        return None

    def numbers_in(self, number: RuleNumber, languages: Iterable[str]) -> tuple[RuleNumber, ...]:
        """``number`` and all below it that a current text of these languages has, in order."""
        marks = tuple(languages)
        rows = self._db.execute(
            "SELECT DISTINCT rank, number FROM current WHERE rank BETWEEN ? AND ?"
            f" AND language IN ({', '.join('?' * len(marks))}) ORDER BY rank",
            (number.rank, number.last_rank, *marks),
        )
        return tuple(RuleNumber.parse(row[1]) for row in rows)

    def numbers_beside(self, rule: HeldRule) -> tuple[RuleNumber, ...]:
        """Its number and all below it that the same edition has, in order."""
        rows = self._db.execute(
            "SELECT DISTINCT rank, number FROM rule WHERE edition = ? AND rank BETWEEN ? AND ?"
            " ORDER BY rank",
            (rule.key[0], rule.number.rank, rule.number.last_rank),
        )
        return tuple(RuleNumber.parse(row[1]) for row in rows)

    def current_rules(self, language: str) -> tuple[HeldRule, ...]:
        """All current texts of a language, in the order of the rule book."""
        sql = f"{_CURRENT} WHERE c.language = ? ORDER BY c.rank"
        return tuple(self._held(row) for row in self._db.execute(sql, (language,)).fetchall())

    def rulings(self, number: RuleNumber, language: str) -> tuple[tuple[str, Edition], ...]:
        """Remarks about a rule, with the edition they came with."""
        rows = self._db.execute(
            f"SELECT t.body, r.about, {_EDITION} FROM ruling r JOIN text t ON t.id = r.text"
            " JOIN edition e ON e.id = r.edition WHERE e.language = ? AND r.about = ?"
            " AND NOT EXISTS (SELECT 1 FROM rule o WHERE o.edition = r.edition"
            " AND o.number = r.about AND o.moved)"
            " ORDER BY e.date DESC NULLS LAST, r.edition, r.ordinal",
            (language, str(number)),
        )
        return tuple((row[0], _edition(row[2:])) for row in rows)

    # -- citations -----------------------------------------------------------------------

    def cites(self, rule: HeldRule) -> tuple[RuleNumber, ...]:
        """The numbers that its text cites, ranges expanded, in order, each once."""
        rows = self._db.execute(
            "SELECT target FROM edge WHERE edition = ? AND source = ? ORDER BY start, rowid",
            (rule.key[0], str(rule.number)),
        )
        return tuple(dict.fromkeys(RuleNumber.parse(row[0]) for row in rows))

    def citation_spans(self, rule: HeldRule) -> tuple[tuple[RuleNumber, int, int], ...]:
        """The same with the start and end in the text of what names each; one may name several."""
        rows = self._db.execute(
            "SELECT target, start, stop FROM edge WHERE edition = ? AND source = ?"
            " ORDER BY start, rowid",
            (rule.key[0], str(rule.number)),
        )
        return tuple((RuleNumber.parse(target), start, stop) for target, start, stop in rows)

    def cited_by(self, number: RuleNumber, language: str) -> tuple[RuleNumber, ...]:
        """The rules of a language whose current text cites ``number``, in order."""
        rows = self._db.execute(
            "SELECT DISTINCT c.rank, c.number FROM edge g JOIN current c"
            " ON c.edition = g.edition AND c.number = g.source"
            " WHERE g.target = ? AND c.language = ? ORDER BY c.rank",
            (str(number), language),
        )
        return tuple(RuleNumber.parse(row[1]) for row in rows)

    def cited_by_counts(self, language: str) -> dict[RuleNumber, int]:
        """By how many rules of a language each number is cited; those that are not are left out."""
        rows = self._db.execute(
            "SELECT g.target, count(DISTINCT c.number) FROM edge g JOIN current c"
            " ON c.edition = g.edition AND c.number = g.source"
            " WHERE c.language = ? GROUP BY g.target",
            (language,),
        )
        return {RuleNumber.parse(number): count for number, count in rows}

    # -- numbers that exist --------------------------------------------------------------

    def known(self, number: RuleNumber) -> bool:
        """Whether the number stands in the bundled table or in any edition held."""
        row = self._db.execute(
            "SELECT 1 FROM known WHERE number = ?1 UNION SELECT 1 FROM rule WHERE number = ?1",
            (str(number),),
        ).fetchone()
        return row is not None

    def all_numbers(self) -> set[RuleNumber]:
        """Every number that any edition held has."""
        rows = self._db.execute("SELECT DISTINCT number FROM rule")
        return {RuleNumber.parse(row[0]) for row in rows}

    def known_in(self, number: RuleNumber) -> tuple[RuleNumber, ...]:
        """``number`` and all below it in the bundled table, in order."""
        rows = self._db.execute(
            "SELECT number FROM known WHERE rank BETWEEN ? AND ? ORDER BY rank",
            (number.rank, number.last_rank),
        )
        return tuple(RuleNumber.parse(row[0]) for row in rows)

    def heading(self, number: RuleNumber) -> str | None:
        """The English heading of the bundled table."""
        row = self._db.execute(
            "SELECT heading FROM known WHERE number = ?", (str(number),)
        ).fetchone()
        return row[0] if row and row[0] else None

    def known_title(self, number: RuleNumber, language: str) -> Title | None:
        """The name of the nearest heading at or above a number; English where the language has
        no sure one."""
        for place in number.upwards:
            english = self.heading(place)
            if english is not None:
                names = [
                    term.word
                    for term in self.terms_of(place)
                    if term.language == language and term.sure and term.kind.is_heading
                ]
                return Title(names[0], language) if names else Title(english, ORIGINAL)
        return None

    def children(self, number: RuleNumber) -> tuple[RuleNumber, ...]:
        """The numbers right below one that the bundled table or a current text has, in order."""
        return self._numbered(number.rank + 1, number.last_rank, number.child_step)

    def siblings(self, number: RuleNumber) -> tuple[RuleNumber, ...]:
        """All known numbers of the same parent, in order."""
        if number.parent is not None:
            return self.children(number.parent)
        return self._numbered(0, RuleNumber(9).rank, RuleNumber(1).rank)

    def _numbered(self, first: int, last: int, step: int) -> tuple[RuleNumber, ...]:
        rows = self._db.execute(
            "SELECT rank, number FROM known WHERE rank BETWEEN ?1 AND ?2 AND rank % ?3 = 0 UNION"
            " SELECT rank, number FROM current WHERE rank BETWEEN ?1 AND ?2 AND rank % ?3 = 0",
            (first, last, step),
        )
        return tuple(RuleNumber.parse(number) for _, number in sorted(rows))

    def checks(self, number: RuleNumber) -> int:
        """How many checkers stand on the node."""
        row = self._db.execute(
            "SELECT count(*) FROM checker WHERE number = ?", (str(number),)
        ).fetchone()
        return int(row[0])

    # -- names ---------------------------------------------------------------------------

    def named(self, text: str) -> tuple[Term, ...]:
        """The terms of any language that ``text`` names, the likeliest first."""
        keys = name_keys(text)
        rows = self._db.execute(
            f"SELECT {_TERM} FROM term_form f JOIN term t ON t.id = f.term"
            f" WHERE f.form IN ({', '.join('?' * len(keys))})"
            " GROUP BY t.id ORDER BY t.sure DESC, min(f.rank), t.id",
            keys,
        )
        return tuple(stored_term(row) for row in rows)

    def terms(self) -> tuple[Term, ...]:
        """All names in all languages."""
        return self._terms("true")

    def terms_of(self, number: RuleNumber) -> tuple[Term, ...]:
        """The names of a number in all languages."""
        return self._terms("number = ?", str(number))

    def terms_for(self, concept: str) -> tuple[Term, ...]:
        """The names of a concept in all languages."""
        return self._terms("concept = ?", concept)

    def _terms(self, condition: str, *values: str) -> tuple[Term, ...]:
        rows = self._db.execute(
            f"SELECT {_TERM} FROM term t WHERE {condition} ORDER BY t.id",
            values,
        )
        return tuple(stored_term(row) for row in rows)

    def forms(self) -> tuple[str, ...]:
        """All names in all their forms, folded: what a misspelt one is compared with."""
        return tuple(row[0] for row in self._db.execute("SELECT DISTINCT form FROM term_form"))

    def false_friends(self, text: str) -> tuple[FalseFriend, ...]:
        """The pairs of which ``text`` is one, told from it."""
        return self._friends("form = ?", folded(text))

    def all_false_friends(self) -> tuple[FalseFriend, ...]:
        """Every pair, in the order in which they were found."""
        return self._friends("true")

    def _friends(self, condition: str, *values: str) -> tuple[FalseFriend, ...]:
        rows = self._db.execute(
            "SELECT word, number, language, other_word, other_number, other_language, likeness"
            f" FROM false_friend WHERE {condition} ORDER BY rowid",
            values,
        )
        pairs: dict[FalseFriend, None] = {}
        for word, number, language, other, other_number, other_language, how in rows:
            here, there = RuleNumber.parse(number), RuleNumber.parse(other_number)
            pair = FalseFriend(word, here, language, other, there, other_language, Likeness(how))
            if pair.turned not in pairs:  # the table has each from both sides
                pairs[pair] = None
        return tuple(pairs)

    # -- language work done at build time ------------------------------------------------

    def sentences(self, text_key: int, language: str) -> tuple[tuple[int, int], ...]:
        """The start and end of each; none where the text was not analysed."""
        row = self._db.execute(
            "SELECT sentences FROM analysis WHERE text = ? AND language = ?", (text_key, language)
        ).fetchone()
        return tuple((start, end) for start, end in json.loads(row[0])) if row else ()

    def term_spans(self, text_key: int, language: str) -> tuple[tuple[int, int, str], ...]:
        row = self._db.execute(
            "SELECT terms FROM analysis WHERE text = ? AND language = ?", (text_key, language)
        ).fetchone()
        return tuple((start, end, name) for start, end, name in json.loads(row[0])) if row else ()
