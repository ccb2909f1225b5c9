"""Exported PO: a language beside the English original, for the tools of translators."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import polib

from kb.edition import Edition, EditionDate, EditionKind
from kb.export_marks import PO_MARK, VERSION
from kb.holdings import HeldRule, Holdings
from kb.lang import ORIGINAL
from kb.number import RuleNumber
from kb.store import Store

NAME = "name"
"""Beside an entry: the number only names something."""
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Exported:
    """A file, with the counts of what it holds and what it cannot hold."""

    content: str
    rules: int
    translated: int
    left_out: int
    """Texts of the language that have no original beside them."""


def as_po(store: Store, language: str, *, at: EditionDate | None = None) -> Exported:
    """What ``show`` gives in English and in the language, entry by entry."""
    originals = _in_force(store, ORIGINAL, at)
    held = _in_force(store, language, at)
    file = polib.POFile(wrapwidth=-1)
    file.metadata = {
        "Project-Id-Version": "regulae",
        "Language": language,
        "X-Source-Language": ORIGINAL,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        PO_MARK: str(VERSION),
    }
    for number, original in originals.items():
        file.extend(_entries(original, held.get(number)))
    translated = [number for number in originals if number in held]
    extra = sum(
        max(0, len(held[number].examples) - len(originals[number].examples))
        for number in translated
    )
    return Exported(
        content=str(file) + "\n",
        rules=len(originals),
        translated=len(translated),
        left_out=len(held) - len(translated) + extra,
    )


def _in_force(store: Store, language: str, at: EditionDate | None) -> dict[RuleNumber, HeldRule]:
    """The texts of a language, without those that its newest official edition no longer has."""
    holdings = Holdings(store)
    if at is None:
        rules = list(holdings.current_rules(language))
    else:
        holdings.check_edition(language, at)
        found = (holdings.rule(n, language, at=at) for n in sorted(holdings.all_numbers()))
        rules = [rule for rule in found if rule is not None]
    official = [
        rule.edition.date
        for rule in rules
        if rule.edition.kind is EditionKind.OFFICIAL and rule.edition.date
    ]
    newest = max(official, default=None)
    return {
        rule.number: rule
        for rule in rules
        if newest is None or rule.edition.date is None or rule.edition.date >= newest
    }


def _entries(original: HeldRule, held: HeldRule | None) -> Iterator[polib.POEntry]:
    said_by = [_edition_line(original.edition)]
    if held is not None:
        said_by.append(_edition_line(held.edition))
    named = (held or original).title is not None
    if named:
        said_by.append(NAME)
    comment = "\n".join(said_by)
    yield polib.POEntry(
        msgctxt=str(original.number),
        msgid=_folded(original.text),
        msgstr=_translated(held.text if held else "", original.text, named=named),
        comment=comment,
    )
    examples = held.examples if held else ()
    for place, text in enumerate(original.examples):
        yield polib.POEntry(
            msgctxt=f"{original.number} example {place + 1}",
            msgid=_folded(text),
            msgstr=_translated(examples[place], text) if place < len(examples) else "",
            comment=comment,
        )


def _translated(text: str, original: str, *, named: bool = False) -> str:
    """Nothing for a text that only repeats the original, which is no translation; names may."""
    folded = _folded(text)
    return folded if named or folded != _folded(original) else ""


def _edition_line(edition: Edition) -> str:
    """``it 2024-11-23 "Fondamenti"``: the label quoted, since it is anybody's words."""
    line = f"{edition.language} {edition.date or UNKNOWN}"
    return line if edition.label is None else f"{line} {json.dumps(edition.label)}"


def _folded(text: str) -> str:
    return " ".join(text.split())
