"""Held sources: where rules are published, with what is held of it and how old that is."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from kb.edition import Edition, EditionKind
from search.as_json import edition_json

if TYPE_CHECKING:  # the shapes are for who checks and describes answers
    from search.shapes.editions import SourceJson, SourcesJson


class HeldSource(NamedTuple):
    """A place where rules are published; whoever knows of ``ingest`` fills it in."""

    id: str
    language: str
    name: str
    kind: EditionKind
    form: str
    address: str
    pages: tuple[str, ...]
    licence: str
    whole: bool
    """Whether ``ingest --all`` takes it."""
    held: tuple[Edition, ...]
    fetched: datetime | None
    """When something of it was fetched last."""
    days: int | None
    """How long ago that was."""


def sources_json(sources: tuple[HeldSource, ...]) -> SourcesJson:
    return {"sources": [_source(source) for source in sources]}


def _source(source: HeldSource) -> SourceJson:
    return {
        "id": source.id,
        "language": source.language,
        "name": source.name,
        "kind": str(source.kind),
        "form": source.form,
        "address": source.address,
        "pages": list(source.pages),
        "licence": source.licence,
        "all": source.whole,
        "held": [edition_json(edition) for edition in source.held],
        "fetched": source.fetched.strftime("%Y-%m-%dT%H:%M:%SZ") if source.fetched else None,
        "days": source.days,
    }
