"""The base: made from the bundle, with its index and the counts that ``build`` reports."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kb import bundle, graph
from kb.bundle import Counts
from kb.errors import NoPlace
from kb.lang import codes
from kb.messages import untranslated
from kb.store import open_to_write
from search import indexing

_TOLD = 3


@dataclass(frozen=True, slots=True)
class Built:
    """What a base holds after ``build``."""

    changed: bool
    counts: tuple[Counts, ...]
    nodes: int
    edges: int
    terms: int
    notes: tuple[tuple[str, str | None, str], ...]
    """Kind, number and detail, of the bundled texts."""


def build(folder: Path, *, engine: str | None = None) -> Built:
    """Add or renew the bundled texts, then the index; run twice, it changes nothing."""
    with open_to_write(folder) as store:
        changed = bundle.install(store)
        unkept: tuple[tuple[str, None, str], ...] = ()
        try:
            changed |= indexing.build(store, engine=engine)
        except NoPlace as error:
            unkept = (("index", None, str(error)),)
        counts = bundle.counts(store)
        whole = graph.build(store, [count.language for count in counts])
        return Built(
            changed=changed,
            counts=counts,
            nodes=len(whole.nodes),
            edges=len(whole.edges),
            terms=bundle.term_count(store),
            notes=(*bundle.notes(store), *_untranslated(), *unkept),
        )


def _untranslated() -> Iterator[tuple[str, None, str]]:
    """A note for each language in which some sentences of answers are English."""
    for code in codes():
        missing = tuple(untranslated(code))
        if missing:
            more = ", …" if len(missing) > _TOLD else ""
            listed = ", ".join(missing[:_TOLD]) + more
            detail = f"{code}: {len(missing)} sentences are not there, English fills in: {listed}"
            yield "untranslated", None, detail
