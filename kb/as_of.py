"""As of a day: the store answers with the texts, numbers and names that were in force then."""

from kb.edition import EditionDate, EditionKind
from kb.errors import UnknownEdition
from kb.holdings import Holdings
from kb.lang import ORIGINAL, folded
from kb.saying import said
from kb.store import Store

_KINDS = " ".join(f"WHEN '{kind}' THEN {place}" for place, kind in enumerate(EditionKind))


def turn_back(store: Store, date: EditionDate) -> None:
    """Let all questions through this store be about a day; raises UnknownEdition.

    Tables that only this connection sees hide those of today, so that whatever asks for the
    current texts gets those of the day: the base stays as it is.
    """
    dates = [edition.date for edition in Holdings(store).editions() if edition.date]
    before = [held for held in dates if held <= date]
    if not before:
        held = ", ".join(map(str, sorted(set(dates)))) or said("edition.without_date")
        raise UnknownEdition(said("edition.none", date=date, held=held))
    _turn_back_texts(store, date)
    _turn_back_names(store, date)
    store.as_of = str(max(before))


def _turn_back_texts(store: Store, date: EditionDate) -> None:
    """As ``Holdings.rule`` chooses them: what the official edition lacked was no rule."""
    db = store.db
    db.execute("CREATE TEMP TABLE current AS SELECT * FROM main.current WHERE 0")
    db.execute(
        f"""
        INSERT INTO current
        SELECT language, number, rank, edition, place FROM (
            SELECT e.language, r.number, r.rank, r.edition, r.place, row_number() OVER (
                PARTITION BY e.language, r.number
                ORDER BY e.date DESC, CASE e.kind {_KINDS} END, e.id DESC, r.place
            ) AS nth
            FROM edition e JOIN rule r ON r.edition = e.id
            WHERE e.date <= ?1 AND e.date >= (
                SELECT coalesce(max(date), '') FROM edition o
                WHERE o.language = e.language AND o.kind = 'official' AND o.date <= ?1
            )
        ) WHERE nth = 1
        """,
        (str(date),),
    )
    db.execute("CREATE INDEX temp.current_there ON current (language, number)")
    db.execute("CREATE INDEX temp.current_here ON current (edition, number)")
    db.execute("CREATE INDEX temp.current_numbered ON current (number)")


def _turn_back_names(store: Store, date: EditionDate) -> None:
    """By the headings of the original; where it is not held for that day, names stay as they are.

    A name without a heading then is none, and nobody knows where words that are no headings
    stood; words that mislead by their numbers of today are left out too.
    """
    db = store.db
    row = db.execute(
        "SELECT id FROM edition WHERE language = ? AND kind = ? AND date <= ?"
        " ORDER BY date DESC, id DESC LIMIT 1",
        (ORIGINAL, EditionKind.OFFICIAL, str(date)),
    ).fetchone()
    if row is None:
        return
    titles = db.execute(
        "SELECT title, number FROM rule WHERE edition = ? AND title IS NOT NULL"
        " ORDER BY place DESC",
        row,
    )
    then = {folded(title): number for title, number in titles}
    words = db.execute(
        "SELECT t.concept, t.word, k.heading FROM term t LEFT JOIN known k ON k.number = t.number"
        " WHERE t.language = ?",
        (ORIGINAL,),
    )
    moved = {
        concept: then.get(folded(word), then.get(folded(heading or word)))
        for concept, word, heading in words.fetchall()
    }
    for table in ("term", "known", "false_friend"):
        db.execute(f"CREATE TEMP TABLE {table} AS SELECT * FROM main.{table}")
    db.executemany(
        "UPDATE term SET number = coalesce(?, '') WHERE concept = ?",
        [(number, concept) for concept, number in moved.items()],
    )
    db.execute("DELETE FROM term WHERE number = ''")
    db.execute("DELETE FROM false_friend")
    db.execute("DELETE FROM known")
    db.execute(
        "INSERT INTO known (rank, number, heading) SELECT rank, number, max(title) FROM rule"
        " WHERE edition = ? GROUP BY rank",
        row,
    )
    db.execute("CREATE INDEX temp.known_number ON known (number)")
