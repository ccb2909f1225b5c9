"""Two small languages to index, and what stands in for the analysis of their texts."""

from collections.abc import Iterator, Sequence

from kb.analyst import Analysis, TermSpan
from kb.edition import Edition, EditionDate, EditionKind
from kb.model import EditionTexts, GlossaryEntry, RuleText, Ruling, SourceTexts
from kb.number import RuleNumber
from kb.records import add
from kb.store import Store
from kb.tokens import tokens
from search.engine import Match

LEMMAS = {
    "creatures": "creature",
    "graveyards": "graveyard",
    "kicked": "kick",
    "creature": "creatura",
    "cimiteri": "cimitero",
}
CONCEPTS = {"kicker": "kicker", "potenziamento": "kicker", "graveyard": "graveyard"}
HOUR = 3600

Rows = Sequence[tuple[str, str]]

ENGLISH: Rows = (
    ("100.1", "Two piles and a table are enough to play."),
    ("702.33a", "With kicker a player pays a bit more and the spell does more."),
    ("704.5f", "Creatures without any toughness left lie in their graveyards afterwards."),
)
ITALIAN: Rows = (
    ("702.33a", "Con il potenziamento si paga un po' di più e la magia fa di più."),
    ("704.5f", "I corpi senza costituzione giacciono poi nei cimiteri."),
)


def analyse(code: str, texts: Sequence[str]) -> Iterator[Analysis]:
    """One sentence a text, a few lemmas and a few names: what spaCy gives, made small."""
    for text in texts:
        words = tuple(tokens(text))
        # Italian "creature" is a plural, English "creature" is not.
        base = {form: lemma for form, lemma in LEMMAS.items() if code == "it" or form != "creature"}
        yield Analysis(
            sentences=((0, len(text)),),
            terms=tuple(
                TermSpan(word.start, word.end, CONCEPTS[word.form])
                for word in words
                if word.form in CONCEPTS
            ),
            lemmas=tuple(
                (word.form, base.get(word.form, word.form)) for word in words if word.form.isalpha()
            ),
        )


def texts(code: str, rows: Rows) -> EditionTexts:
    """An edition with these rules and nothing else."""
    edition = Edition(
        code, EditionDate.parse("2026-01-16"), kind=EditionKind.OURS, hash=f"{code}: {rows}"
    )
    return EditionTexts(
        edition, tuple(RuleText(RuleNumber.parse(number), text) for number, text in rows)
    )


def hold(store: Store, *editions: EditionTexts) -> Store:
    """Write the editions into the store, as one document."""
    document = SourceTexts("table", "text", None, editions)
    digest = " ".join(edition.edition.hash for edition in editions)
    with store.writing():
        add(store, document, digest=digest, analyse=analyse)
    return store


def library() -> tuple[EditionTexts, ...]:
    """Two languages, and one text of each kind."""
    english = texts("en", ENGLISH)
    *rest, last = english.rules
    bear = RuleText(
        last.number, last.text, examples=("The bear shrinks and is put on the graveyard.",)
    )
    return (
        EditionTexts(
            english.edition,
            (*rest, bear),
            rulings=(Ruling("Look twice at the graveyard.", about=last.number),),
            glossary=(GlossaryEntry("Limbo", "Where the forgotten ones wait."),),
        ),
        texts("it", ITALIAN),
    )


def found(matches: Sequence[Match]) -> set[tuple[str, str, str]]:
    return {(match.kind, match.number, match.language) for match in matches}
