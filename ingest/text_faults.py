"""Faults inside texts: lost and unknown symbols, words of another language, dropped letters."""

import re
from collections.abc import Iterable, Iterator

from ingest.words import text_faults
from kb.lang import folded
from kb.model import Note, NoteKind
from kb.number import RuleNumber
from kb.saying import said

DROPPED = 3
"""Known words without their accented letters that make a damaged text."""

_BRACES = re.compile(r"\{([^{}\n]{0,24})\}")
_COLOUR = r"[WUBRG]"
_SYMBOL = re.compile(
    rf"""
    (?: o?(?: {_COLOUR} | [CXYZSTQEPAH] | \d{{1,3}} | [1-9]000000 )   # {{o2}} until 2004
      | [2C]/{_COLOUR} | {_COLOUR}/{_COLOUR}(?:/P)? | {_COLOUR}/P | C/P
      | H[WUBRG] | ½ | ∞ | TK | CHAOS | PW | D | L | TAP | UNTAP | SNOW | LEVEL[ ].* | N\+ | r\ ?N.*
      | \d+\+ | N\d? | \d+/\d+ | I | II | III | IV | V | VI
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_COST_GONE = re.compile(r"(?:[“„«(]|(?<=\s)\"|,\s|^)\s*:\s+\w")
_WORD = re.compile(r"[^\W\d_]+")


def symbol_notes(
    text: str, *, language: str | None, number: RuleNumber | None, line: int | None, lost: int = 0
) -> Iterator[Note]:
    """Symbols that are lost in a text; in a rule also those that do not exist."""
    if lost:
        detail = said("note.icons", count=lost)
        yield Note(NoteKind.LOST_SYMBOL, detail, number, line)
    match = _lost(text, language)
    if match and not lost:
        near = text[max(0, match.start() - 20) : match.end() + 20]
        detail = said("note.symbol_missing", near=near)
        yield Note(NoteKind.LOST_SYMBOL, detail, number, line)
    if number is None or "{" not in text:
        return
    for braces in _BRACES.finditer(text):
        if not _SYMBOL.fullmatch(braces[1]):
            detail = said("note.no_symbol", symbol=braces[0])
            yield Note(NoteKind.UNKNOWN_SYMBOL, detail, number, line)


def _lost(text: str, language: str | None) -> re.Match[str] | None:
    """Where words stand that had a symbol between them, or a colon with no cost before it."""
    if language is not None:
        faults, lower = text_faults(language), text.lower()
        if faults.lost and any(phrase in lower for phrase in faults.lost_phrases):
            return faults.lost.search(text) or _COST_GONE.search(text)
    return _COST_GONE.search(text) if ":" in text else None


def term_notes(text: str, *, language: str, number: RuleNumber, line: int) -> Iterator[Note]:
    """Words of another language that stand for a term of this one."""
    wrong = text_faults(language).wrong
    if not wrong:
        return
    printed = {folded(word): word for word in _WORD.findall(text) if len(word) > 3}
    for word in sorted(set(printed) & set(wrong)):
        detail = said("note.foreign_word", word=printed[word], expected=wrong[word])
        yield Note(NoteKind.TERM_MISMATCH, detail, number, line)


def dropped_letters(texts: Iterable[str], *, language: str) -> Note | None:
    """A note where known words stand without their accented letters."""
    known = set(text_faults(language).dropped)
    met: set[str] = set()
    for text in texts:
        if not met.issuperset(known):
            met |= known.intersection(_WORD.findall(text.casefold()))
    if len(met) < DROPPED:
        return None
    detail = said("note.letters_missing", words=", ".join(sorted(met)[:5]))
    return Note(NoteKind.DAMAGED_TEXT, detail)


def restored(text: str, *, language: str | None) -> str:
    """A copy for reading citations: known words with their accented letters again.

    >>> restored("Vase la seccin 8.", language="es")
    'véase la sección 8.'
    """
    known = text_faults(language).dropped if language else {}
    if not known:
        return text
    return _WORD.sub(lambda match: known.get(match[0].casefold(), match[0]), text)
