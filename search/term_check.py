"""Answers of a check of terms: each fault with its place, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from kb.term_faults import TermFault
from search.as_json import friend_json
from search.render import in_one_line, printable
from search.sentences import friend_sentence, language_name, words

if TYPE_CHECKING:  # the shapes are for who checks and describes answers
    from search.shapes.texts import TermFaultJson, TermFaultsJson


class Placed(NamedTuple):
    """A fault and where it stands: line and column from 1, counted in code points."""

    fault: TermFault
    word: str
    line: int
    column: int


def placed(text: str, faults: Iterable[TermFault]) -> Iterator[Placed]:
    """The faults with their places; they come in the order of the text."""
    line, counted = 1, 0
    for fault in faults:
        line += text.count("\n", counted, fault.start)
        counted = fault.start
        column = fault.start - text.rfind("\n", 0, fault.start)
        yield Placed(fault, " ".join(text[fault.start : fault.end].split()), line, column)


def fault_line(found: Placed, language: str, *, file: str) -> str:
    """``path:line:column: kind: word``, as editors and people read it, and why below."""
    place = f"{in_one_line(file)}:{found.line}:{found.column}"
    return f"{place}: {found.fault.kind}: {printable(found.word)}\n  {why(found, language)}"


def why(found: Placed, language: str) -> str:
    """What is wrong with the word, and the one to write."""
    fault = found.fault
    if fault.friend is not None:
        reason = friend_sentence(fault.friend, language)
    else:
        reason = words(
            language,
            f"term_fault_{fault.kind}",
            word=printable(found.word),
            number=fault.number,
            other=printable(fault.other or ""),
            language=language_name(fault.language, language) if fault.language else "",
        )
    if fault.expected is None:
        return f"{reason} {words(language, 'term_no_name')}"
    return f"{reason} {words(language, 'term_write', expected=fault.expected)}"


def faults_json(file: str, code: str, found: Iterable[Placed], language: str) -> TermFaultsJson:
    """``code`` is the language of the text, ``language`` that of the sentences."""
    return {
        "file": file,
        "language": code,
        "findings": [_fault(each, language) for each in found],
    }


def _fault(found: Placed, language: str) -> TermFaultJson:
    fault = found.fault
    return {
        "kind": str(fault.kind),
        "word": found.word,
        "line": found.line,
        "column": found.column,
        "start": fault.start,
        "end": fault.end,
        "expected": fault.expected,
        "number": str(fault.number),
        "language": fault.language,
        "other": fault.other,
        "friend": fault.friend and friend_json(fault.friend),
        "detail": why(found, language),
    }
