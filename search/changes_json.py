"""Changes and histories as JSON-able values, with the keys of the command-line contract."""

from typing import Any

from kb.diff.changes import Change, Said
from kb.diff.kinds import ChangeKind
from kb.diff.marks import marks
from search.as_json import edition_json, friend_json
from search.changes import Changes


def changes_json(answer: Changes) -> dict[str, Any]:
    return {
        "old": edition_json(answer.old),
        "new": edition_json(answer.new),
        "changes": [_change(change) for change in answer.changes],
        "counts": {str(kind): count for kind, count in answer.counts.items()},
        "unchanged": answer.unchanged,
        "not_held": {
            "old": [str(number) for number in answer.only_new],
            "new": [str(number) for number in answer.only_old],
        },
        "warnings": [friend_json(friend) for friend in answer.warnings],
    }


def _change(change: Change) -> dict[str, Any]:
    old, new = change.old, change.new
    others = [_said(said) for said in change.others]
    answer: dict[str, Any] = {
        "kind": str(change.kind),
        "old": old and str(old.number),
        "new": new and str(new.number),
        "texts": {"old": old and _said(old), "new": new and _said(new)},
        "citations": [
            {"old": cited.old, "new": cited.new, "follows": cited.follows}
            for cited in change.citations
        ],
    }
    if change.kind is ChangeKind.SPLIT:
        answer["into"] = [answer["new"], *(other["number"] for other in others)]
    if change.kind is ChangeKind.MERGED:
        answer["from"] = [answer["old"], *(other["number"] for other in others)]
    if others:
        answer["others"] = others
    if old and new and old.whole != new.whole:
        answer["words"] = [
            {"in": str(mark.shared), "text": mark.text} for mark in marks(old.whole, new.whole)
        ]
    return answer


def _said(said: Said) -> dict[str, Any]:
    return {
        "number": str(said.number),
        "title": said.heading,
        "text": said.text,
        "examples": list(said.examples),
        "edition": edition_json(said.edition),
    }
