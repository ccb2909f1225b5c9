"""Entries: what the glossary of one edition says otherwise than that of another."""

from collections.abc import Mapping
from typing import NamedTuple

from kb.diff.changes import End
from kb.diff.kinds import ChangeKind, Moved, Retarget, difference
from kb.edition import Edition
from kb.lang import folded
from kb.store import Store


class Entry(NamedTuple):
    """A term as one edition explains it."""

    term: str
    text: str
    edition: Edition


class EntryChange(NamedTuple):
    """One term that is not explained as it was; terms are matched by their names."""

    kind: ChangeKind
    """Added, removed, changed, or retargeted."""
    old: Entry | None
    new: Entry | None
    citations: tuple[Retarget, ...] = ()

    @property
    def term(self) -> str:
        entry = self.new or self.old
        assert entry is not None
        return entry.term


def entry_changes(store: Store, old: End, new: End, moved: Moved) -> tuple[EntryChange, ...]:
    """The changes by the order of terms; ``moved`` tells what became of the rules that are cited.

    Of an edition that is held in part nothing is told: pages have no glossary.
    """
    if not old.whole or not new.whole:
        return ()
    before, after = _entries(store, old), _entries(store, new)
    found = (
        _change(before.get(name), after.get(name), moved) for name in sorted({*before, *after})
    )
    return tuple(change for change in found if change is not None)


def _entries(store: Store, end: End) -> Mapping[str, Entry]:
    """By their folded names; of two of one name the first counts."""
    found: dict[str, Entry] = {}
    for key, edition in end.editions.items():
        rows = store.db.execute(
            "SELECT y.term, t.body FROM entry y JOIN text t ON t.id = y.text"
            " WHERE y.edition = ? ORDER BY y.ordinal",
            (key,),
        )
        for term, text in rows:
            found.setdefault(folded(term), Entry(term, text, edition))
    return found


def _change(old: Entry | None, new: Entry | None, moved: Moved) -> EntryChange | None:
    if old is None:
        return EntryChange(ChangeKind.ADDED, None, new)
    if new is None:
        return EntryChange(ChangeKind.REMOVED, old, None)
    kind, citations = difference((old.text,), (new.text,), stays=True, moved=moved)
    return None if kind is None else EntryChange(kind, old, new, citations)
