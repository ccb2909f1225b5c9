"""Editions and documents for tests: a test names what it is about, the rest is filled in."""

from collections.abc import Iterator, Sequence

from kb.analyst import Analysis, TermSpan
from kb.edition import Edition, EditionDate, EditionKind
from kb.lang import ORIGINAL, folded
from kb.model import EditionTexts, GlossaryEntry, RuleText, Ruling, SourceTexts
from kb.number import RuleNumber
from kb.records import Analyse, add
from kb.state_read import read
from kb.store import Store
from kb.tokens import tokens
from kb.verify import Verified, verified


def edition(
    language: str = "it",
    date: str | None = "2024-11-23",
    *,
    kind: EditionKind = EditionKind.TRANSLATION,
    digest: str = "abc",
    source: str = "page.html",
) -> Edition:
    return Edition(
        language=language,
        date=EditionDate.parse(date) if date else None,
        label=None,
        source=source,
        kind=kind,
        hash=digest,
    )


def rule(
    number: str, text: str = "", *, title: str | None = None, examples: Sequence[str] = ()
) -> RuleText:
    return RuleText(
        RuleNumber.parse(number), text or title or f"Text of {number}.", title, tuple(examples)
    )


def document(
    *rules: RuleText,
    of: Edition | None = None,
    rulings: Sequence[Ruling] = (),
    glossary: Sequence[GlossaryEntry] = (),
) -> SourceTexts:
    texts = EditionTexts(of or edition(), tuple(rules), tuple(rulings), tuple(glossary))
    return SourceTexts(texts.edition.source, "text", texts.edition.language, editions=(texts,))


def put(store: Store, *documents: SourceTexts, analyse: Analyse | None = None) -> None:
    """Write documents; the content of each is taken to be its editions."""
    for each in documents:
        with store.writing():
            add(store, each, digest=repr(each.editions), analyse=analyse or plain_analyses)


def plain_analyses(language: str, texts: Sequence[str]) -> Iterator[Analysis]:
    """Language work without spaCy: one sentence a text, words are their own lemmas but for s."""
    for text in texts:
        words = list(tokens(text))
        yield Analysis(
            sentences=((0, len(text)),),
            terms=tuple(
                TermSpan(word.start, word.end, "kicker")
                for word in words
                if word.form in ("kicker", "potenziamento", "estimulo")
            ),
            lemmas=tuple((folded(word.form), word.form.removesuffix("s")) for word in words),
        )


def verify_text(text: str, *, name: str = "-", language: str = ORIGINAL) -> Iterator[Verified]:
    """Each game state of a text; raises BadState at the first that is none."""
    for document in read(text, name=name):
        yield verified(document, name=name, language=language)
