"""Reading a text or page in a test, and asking what came of it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ingest.answer import document
from ingest.pipeline import read_source
from kb.edition import EditionDate
from kb.model import SourceTexts

PAGES = Path(__file__).parent / "pages"


def read(
    text: str | bytes,
    *,
    form: str = "auto",
    language: str | None = None,
    date: EditionDate | None = None,
) -> SourceTexts:
    content = text.encode() if isinstance(text, str) else text
    return read_source(content, source="here", form=form, language=language, date=date)


def answered(text: str | bytes, **options: Any) -> dict[str, Any]:
    """The document of the answer."""
    return document(read(text, **options))


def page(name: str) -> dict[str, Any]:
    return answered((PAGES / name).read_bytes())


def numbers(answer: dict[str, Any]) -> list[str]:
    return [rule["number"] for rule in answer["rules"]]


def rule(answer: dict[str, Any], number: str) -> dict[str, Any]:
    found = [rule for rule in answer["rules"] if rule["number"] == number]
    assert len(found) == 1, f"{number} stands {len(found)} times"
    return dict(found[0])


def notes(answer: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [note for note in answer["notes"] if note["kind"] == kind]


def kinds(answer: dict[str, Any]) -> set[str]:
    return {note["kind"] for note in answer["notes"]}


def noted(answer: dict[str, Any], *, besides: Iterable[str] = ()) -> set[str]:
    """The kinds of notes that tell of a fault: not the counts, not the missing edition."""
    return kinds(answer) - {"other-text", "navigation", "unknown-edition", *besides}
