"""The replay of a document step by step, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kb.explain import message, plain, shown
from kb.replay import replay
from kb.state import Document
from kb.story import STACKED, Change, Told, story
from search.render import in_one_line
from search.sentences import words

if TYPE_CHECKING:  # the shapes are for who checks and describes answers
    from search.shapes.verdicts import ReplayedJson

_GAP = "  "


def steps_json(document: Document) -> list[ReplayedJson]:
    """Each event with its changes; a value that nobody knows is null."""
    return [
        {
            "at": told.at,
            "do": told.do,
            "object": told.object,
            "taken_back": told.taken_back,
            "changes": [
                {
                    "object": change.object,
                    "key": change.key,
                    "before": plain(change.before),
                    "after": plain(change.after),
                }
                for change in told.changes
            ],
        }
        for told in story(replay(document))
    ]


def steps_text(document: Document, lang: str) -> list[str]:
    """A table: step, event, object, what changed, from what to what."""
    numbered = enumerate(story(replay(document)))
    rows = [row for number, told in numbered for row in _rows(number, told, lang)]
    if not rows:
        return [f"  {words(lang, 'no_steps')}"]
    rows.insert(0, [words(lang, f"steps_{key}") for key in ("step", "event", "object", "changes")])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        f"  {_GAP.join(cell.ljust(size) for cell, size in zip(row, widths, strict=True))}".rstrip()
        for row in rows
    ]


def _rows(number: int, told: Told, lang: str) -> Iterator[list[str]]:
    event = message(lang, "events", told.do)
    about = in_one_line(told.object or "")
    if about:
        event = f"{event} {about}"
    if told.taken_back:
        event = f"{event} ({words(lang, 'steps_taken_back')})"
    # The number is that of the pointers: /history/0 is the first.
    first = [str(number), event]
    if not told.changes:
        yield [*first, "", words(lang, "steps_nothing")]
    of = None
    for change in told.changes:
        name = in_one_line(change.object)
        yield [*first, "" if name == of else name, _said(change, lang)]
        first, of = ["", ""], name


def _said(change: Change, lang: str) -> str:
    key = message(lang, "story", change.key)
    before, after = (_value(change.key, v, lang) for v in (change.before, change.after))
    if change.key == STACKED:
        return f"{key}: {'+' if change.before is None else '−'}{in_one_line(before or after)}"
    return f"{key}: {before} → {after}" if before else f"{key}: {after}"


def _value(key: str, value: object, lang: str) -> str:
    if value is None:
        return ""
    if key == "zone":
        return message(lang, "zones", str(value))
    if isinstance(value, dict):
        return in_one_line(", ".join(f"{n} × {kind}" for kind, n in value.items())) or "0"
    if isinstance(value, frozenset) and not value:
        return "–"
    return in_one_line(shown(value, lang))
