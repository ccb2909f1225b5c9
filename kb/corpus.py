"""The bundled corpus: rule texts in our own words, one file a section and language."""

import hashlib
import tomllib
from pathlib import Path

from kb.edition import Edition, EditionKind
from kb.errors import BadData
from kb.lang import Language
from kb.model import EditionTexts, RuleText, SourceTexts
from kb.number import RuleNumber
from kb.terms import edition_date

_KEYS = frozenset(("title", "text", "examples"))


def corpus(language: Language) -> SourceTexts | None:
    """All bundled texts of a language as one edition; None where it has none yet."""
    paths = sorted((language.folder / "corpus").glob("*.toml"))
    if not paths:
        return None
    digest = hashlib.sha256()
    rules: list[RuleText] = []
    for path in paths:
        content = path.read_bytes()
        digest.update(content)
        rules += _read(path, content)
    rules.sort(key=lambda rule: rule.number)
    edition = Edition(
        language=language.code,
        date=edition_date(),
        label=language.word("corpus", "label"),
        source=f"data/{language.code}/corpus",
        kind=EditionKind.OURS,
        hash=digest.hexdigest(),
    )
    texts = EditionTexts(edition, rules=tuple(rules))
    return SourceTexts(edition.source, "corpus", language.code, editions=(texts,))


def _read(path: Path, content: bytes) -> list[RuleText]:
    try:
        tables = tomllib.loads(content.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: {error}") from error
    return [_rule(path, number, table) for number, table in tables.items()]


def _rule(path: Path, name: str, table: object) -> RuleText:
    if not isinstance(table, dict) or not table or table.keys() - _KEYS:
        raise BadData(f'{path}: ["{name}"] wants a title or a text, and perhaps examples')
    title, text, examples = table.get("title"), table.get("text"), table.get("examples", [])
    said = [value for value in (title, text, *examples) if value is not None]
    if not all(isinstance(value, str) and value for value in said) or (title and text):
        raise BadData(f'{path}: ["{name}"] wants one of title and text, and texts in quotes')
    # A number that only names something says its name (INGEST I3).
    said_there = text or title or ""
    return RuleText(RuleNumber.parse(name), said_there, title=title, examples=tuple(examples))
