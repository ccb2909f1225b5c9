"""Changes as JSON-able values, with the keys of the command-line contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kb.diff.changes import Change, Said
from kb.diff.entries import Entry, EntryChange
from kb.diff.kinds import ChangeKind, Retarget
from kb.diff.marks import marks
from search.as_json import edition_json, entry_json, friend_json
from search.changes import Changes

if TYPE_CHECKING:  # the shapes are for who checks and describes answers
    from search.shapes.editions import (
        ChangeJson,
        ChangesJson,
        EntryChangeJson,
        MarkJson,
        RetargetJson,
        SaidJson,
    )
    from search.shapes.rules import EntryJson


def changes_json(answer: Changes) -> ChangesJson:
    return {
        "old": edition_json(answer.old),
        "new": edition_json(answer.new),
        "changes": [_change(change) for change in answer.changes],
        "counts": {str(kind): count for kind, count in answer.counts.items()},
        "unchanged": answer.unchanged,
        "glossary": [_entry_change(change) for change in answer.entries],
        "not_held": {
            "old": [str(number) for number in answer.only_new],
            "new": [str(number) for number in answer.only_old],
        },
        "warnings": [friend_json(friend) for friend in answer.warnings],
    }


def _entry_change(change: EntryChange) -> EntryChangeJson:
    old, new = change.old, change.new
    answer: EntryChangeJson = {
        "kind": str(change.kind),
        "term": change.term,
        "texts": {"old": old and _entry(old), "new": new and _entry(new)},
        "citations": _retargets(change.citations),
    }
    if old and new:
        answer["words"] = _words(old.text, new.text)
    return answer


def _entry(entry: Entry) -> EntryJson:
    return entry_json(entry.term, entry.text, entry.edition)


def _retargets(citations: Sequence[Retarget]) -> list[RetargetJson]:
    return [{"old": one.old, "new": one.new, "follows": one.follows} for one in citations]


def _words(old: str, new: str) -> list[MarkJson]:
    return [{"in": str(mark.shared), "text": mark.text} for mark in marks(old, new)]


def _change(change: Change) -> ChangeJson:
    old, new = change.old, change.new
    others = [_said(said) for said in change.others]
    answer: ChangeJson = {
        "kind": str(change.kind),
        "old": old and str(old.number),
        "new": new and str(new.number),
        "texts": {"old": old and _said(old), "new": new and _said(new)},
        "citations": _retargets(change.citations),
    }
    if change.kind is ChangeKind.SPLIT:
        answer["into"] = [answer["new"], *(other["number"] for other in others)]
    if change.kind is ChangeKind.MERGED:
        answer["from"] = [answer["old"], *(other["number"] for other in others)]
    if others:
        answer["others"] = others
    if old and new and old.whole != new.whole:
        answer["words"] = _words(old.whole, new.whole)
    return answer


def _said(said: Said) -> SaidJson:
    return {
        "number": str(said.number),
        "title": said.heading,
        "text": said.text,
        "examples": list(said.examples),
        "edition": edition_json(said.edition),
    }
