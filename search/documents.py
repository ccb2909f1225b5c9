"""Documents: every text of the store as the words by which it is found."""

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from kb.as_of import turn_back
from kb.holdings import Holdings
from kb.lang import folded
from kb.number import RuleNumber
from kb.paraphrases import paraphrases
from kb.records import best_first
from kb.store import Store, open_to_read
from kb.tokens import tokens
from search.engine import Dated, Document
from search.ranking import TITLE_REPEATS
from search.words import Lexicon, concept_word


def documents(store: Store) -> Iterator[Document]:
    """All texts of the store, with lemmas, names and numbers as their words."""
    lexicon = Lexicon(store)
    tables = {
        code: lexicon.table(code)
        for (code,) in store.db.execute("SELECT DISTINCT language FROM edition").fetchall()
    }
    spans = {
        (text, code): json.loads(terms)
        for text, code, terms in store.db.execute("SELECT text, language, terms FROM analysis")
    }
    for entry in entries(store):
        concepts = [concept for _, _, concept in spans.get((entry.text_key, entry.language), ())]
        body = tuple(_body(entry, tables[entry.language], concepts))
        yield Document(
            body=(*body, *_paraphrased(entry, body)),
            kind=entry.kind,
            number=entry.number,
            language=entry.language,
            edition=entry.edition,
            text_key=entry.text_key,
            title=entry.title,
        )


def history(store: Store) -> Iterator[Dated]:
    """The texts of each day on which an edition came, every text once, the newest days first."""
    if store.folder is None:
        return
    dates = {edition.date for edition in Holdings(store).editions() if edition.date}
    days: dict[Document, list[str]] = {}
    for date in sorted(dates, reverse=True):
        with open_to_read(store.folder) as then:
            turn_back(then, date)
            for document in documents(then):
                days.setdefault(document, []).append(then.as_of or "")
    for document, on in days.items():
        yield Dated(document, tuple(dict.fromkeys(on)))


@dataclass(frozen=True, slots=True)
class Entry:
    """One text to be found: a rule, an example, a ruling, a glossary entry."""

    kind: str
    number: str
    """Empty where the text belongs to no rule."""
    language: str
    edition: int
    title: str | None
    """What is found like a heading: the name of the rule, or the term explained."""
    text: str
    text_key: int


def entries(store: Store) -> Iterator[Entry]:
    """All texts to be found: the current rules of each language with what belongs to them."""
    yield from _entries(
        store,
        "SELECT 'rule', c.number, c.language, c.edition, r.title, t.body, t.id FROM current c"
        " JOIN rule r ON r.edition = c.edition AND r.place = c.place JOIN text t ON t.id = r.text"
        " ORDER BY c.language, c.rank",
    )
    yield from _entries(
        store,
        "SELECT 'example', c.number, c.language, c.edition, NULL, t.body, t.id FROM current c"
        " JOIN example x ON x.edition = c.edition AND x.place = c.place"
        " JOIN text t ON t.id = x.text ORDER BY c.language, c.rank, x.ordinal",
    )
    yield from _entries(
        store,
        "SELECT 'ruling', coalesce(r.about, ''), e.language, e.id, NULL, t.body, t.id"
        " FROM ruling r JOIN edition e ON e.id = r.edition JOIN text t ON t.id = r.text"
        " ORDER BY e.id, r.ordinal",
    )
    for (code,) in store.db.execute("SELECT DISTINCT language FROM edition").fetchall():
        yield from _glossary(store, code)


def _glossary(store: Store, language: str) -> Iterator[Entry]:
    """Of each term the entries of one edition: the others say the same, or what held before."""
    told: set[str] = set()
    for edition in best_first(store, language):
        found = _entries(
            store,
            "SELECT 'glossary', '', e.language, e.id, n.term, t.body, t.id"
            " FROM entry n JOIN edition e ON e.id = n.edition JOIN text t ON t.id = n.text"
            " WHERE e.id = ? ORDER BY n.ordinal",
            edition,
        )
        new = [entry for entry in found if folded(entry.title or "") not in told]
        told.update(folded(entry.title or "") for entry in new)
        yield from new


def _entries(store: Store, sql: str, *values: object) -> Iterator[Entry]:
    for row in store.db.execute(sql, values).fetchall():
        yield Entry(*row)


def _body(entry: Entry, lemmas: dict[str, str], concepts: Iterable[str]) -> Iterator[str]:
    if entry.title and entry.title != entry.text:
        yield from _words(entry.title, lemmas)
    repeats = TITLE_REPEATS if entry.title == entry.text else 1
    for _ in range(repeats):
        yield from _words(entry.text, lemmas)
        yield from map(concept_word, concepts)
    if entry.number:
        yield entry.number


def _paraphrased(entry: Entry, body: Collection[str]) -> tuple[str, ...]:
    """What people say of a rule, and the rule does not."""
    if entry.kind != "rule":
        return ()
    said = paraphrases(entry.language).get(RuleNumber.parse(entry.number))
    if said is None or said.has not in body:
        return ()
    return tuple(word for word in said.words if word not in body)


def _words(text: str, lemmas: dict[str, str]) -> Iterator[str]:
    for token in tokens(text):
        yield lemmas.get(token.form, token.form)
