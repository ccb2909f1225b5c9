"""What `regulae ingest` answers: the texts of a source as one JSON-able document."""

from collections.abc import Iterable
from typing import Any

from ingest.citing import CitationReader
from kb.lang import ORIGINAL
from kb.model import EditionTexts, Note, RuleText, SourceTexts
from kb.number import distinct
from kb.saying import told


def answer(sources: Iterable[SourceTexts]) -> dict[str, Any]:
    """The whole answer, one document a source."""
    return {"documents": [document(source) for source in sources]}


def document(source: SourceTexts, *, language: str = ORIGINAL) -> dict[str, Any]:
    """One source: its rules in the order of the text, whatever edition each is of."""
    numbers = frozenset(rule.number for texts in source.editions for rule in texts.rules)
    reader = CitationReader(language=source.language, numbers=numbers)
    ordered = sorted(
        ((rule, texts) for texts in source.editions for rule in texts.rules),
        key=lambda pair: pair[0].line or 0,
    )
    return {
        "source": source.source,
        "form": source.form,
        "language": source.language,
        "editions": [_edition(texts) for texts in source.editions],
        "rules": [_rule(rule, texts, reader) for rule, texts in ordered],
        "rulings": [
            {"text": ruling.text, "about": str(ruling.about) if ruling.about else None}
            for texts in source.editions
            for ruling in texts.rulings
        ],
        "glossary": [
            {"term": entry.term, "text": entry.text}
            for texts in source.editions
            for entry in texts.glossary
        ],
        "facts": dict(source.facts),
        "notes": [_note(note, language) for note in source.notes],
    }


def _edition(texts: EditionTexts) -> dict[str, Any]:
    edition = texts.edition
    return {
        "date": str(edition.date) if edition.date else None,
        "label": edition.label,
        "kind": edition.kind.value,
        "official": edition.official,
        "hash": edition.hash,
    }


def _rule(rule: RuleText, texts: EditionTexts, reader: CitationReader) -> dict[str, Any]:
    date = texts.edition.date
    found = () if rule.title else reader.citations(rule.text)
    numbers = distinct(number for citation in found for number in citation.numbers)
    return {
        "number": str(rule.number),
        "title": rule.title,
        "text": rule.text,
        "edition": str(date) if date else None,
        "cites": [str(number) for number in numbers],
        "examples": list(rule.examples),
        "inferred": rule.inferred,
        "line": rule.line,
    }


def _note(note: Note, language: str) -> dict[str, Any]:
    return {
        "kind": note.kind.value,
        "number": str(note.number) if note.number else None,
        "line": note.line,
        "detail": told(note.detail, language),
    }
