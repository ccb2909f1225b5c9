"""The judge: a process that answers about game states of strangers, within bounds.

It reads a question a line on its standard input and writes an answer a line. Nothing that it reads
is run; what it bounds is the memory and the time that a document can take. Whoever started it kills
it where an answer does not come in time; where nobody does, it ends by itself.
"""

import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from kb.checks import all_checks
from kb.errors import BadState
from kb.explain import because, shown
from kb.facts import Origin
from kb.model import Outcome
from kb.pointer import Pointer
from kb.state_read import typed
from kb.state_text import Raw, documents
from kb.state_yaml import yaml_documents
from kb.verdict import Evidence, Verdict, worst
from kb.verify import Verified, verified
from search.bounds import bound_memory
from search.verifying.judged import (
    ENDED,
    READY,
    Answer,
    Judged,
    Miss,
    Node,
    Place,
    Question,
    Refused,
    Seen,
    Told,
)

_NAME = "-"
_LOCATED = re.compile(r"-:(?:(?P<line>\d+):)?\s*(?P<reason>.*)", re.DOTALL)
_POINTED = re.compile(r"(?P<at>/\S*?):? ")
_MOST_DOCUMENTS = 20
_MOST_VERDICTS = 400
_MOST_PLACES = 24
_LONGEST = 300
"""Signs of a value or of a reason."""
_WORST_FIRST = {
    Outcome.VIOLATES: 0,
    Outcome.CANNOT_TELL: 1,
    Outcome.COMPLIES: 2,
    Outcome.NOT_APPLICABLE: 3,
}
_LineOf = Callable[[Pointer], int | None]


def answer(question: Question) -> Answer:
    """What is to be said of each document of the text."""
    judged: list[Judged] = []
    refused: list[Refused] = []
    found = _each(question)
    for place, one in enumerate(found):
        if place == _MOST_DOCUMENTS:
            return Answer(tuple(judged), tuple(refused), more=True)
        if isinstance(one, Judged):
            judged.append(one)
        else:
            refused.append(one)
    return Answer(tuple(judged), tuple(refused), more=False)


def _each(question: Question) -> Iterator[Judged | Refused]:
    raws = documents(question.text, name=_NAME)
    while True:
        raw: Raw | None = None
        try:
            raw = next(raws, None)
            if raw is None:
                return
            found = verified(
                typed(raw, name=_NAME),
                name=_NAME,
                strict=question.strict,
                language=question.language,
            )
            yield _judged(found, raw, question)
        except BadState as error:
            yield _refused(str(error), raw)
            if raw is None:  # behind a fault of the text itself nothing more is read
                return


def _refused(told: str, raw: Raw | None) -> Refused:
    match = _LOCATED.fullmatch(told)
    reason = match["reason"] if match else told
    line = int(match["line"]) if match and match["line"] else None
    if line is None and raw is not None:
        pointed = _POINTED.match(reason)
        line = raw.line_of(Pointer(pointed["at"])) if pointed else raw.line
    return Refused(_short(reason), line)


def _judged(found: Verified, raw: Raw, question: Question) -> Judged:
    line_of = _lines(raw, question.text)
    ordered = sorted(found.verdicts, key=lambda each: _WORST_FIRST[each.outcome])
    shown = ordered[:_MOST_VERDICTS]
    of: dict[str, list[Verdict]] = {}
    for verdict in shown:
        of.setdefault(str(verdict.rule), []).append(verdict)
    return Judged(
        title=_title(raw.value),
        line=raw.line,
        nodes=tuple(
            Node(
                rule,
                str(worst(each.outcome for each in verdicts)),
                tuple(_told(each, question.language, line_of) for each in verdicts),
            )
            for rule, verdicts in of.items()
        ),
        more=len(ordered) - len(shown),
        met=found.met,
        missed=tuple(
            Miss(miss.expected.rule, miss.expected.verdict, str(miss.got)) for miss in found.failed
        ),
    )


def _title(value: Any) -> str:
    """What the document calls itself; it was read, so a text or one for each language."""
    title = value.get("title") if isinstance(value, dict) else None
    if isinstance(title, dict):
        title = next(iter(title.values()), None)
    return _short(title) if isinstance(title, str) else ""


def _lines(raw: Raw, text: str) -> _LineOf:
    """JSON has its lines too, where YAML can read it; else all stands where the document begins."""
    if raw.lines:
        return raw.line_of
    try:
        [(value, _, lines)] = yaml_documents(text, name=_NAME)
    except (BadState, ValueError):
        return lambda at: raw.line
    return Raw(value, raw.line, lines).line_of


def _told(verdict: Verdict, language: str, line_of: _LineOf) -> Told:
    def places(pointers: Iterable[Pointer]) -> tuple[Place, ...]:
        return tuple(Place(_short(at), line_of(at)) for at in list(pointers)[:_MOST_PLACES])

    return Told(
        prop=verdict.prop,
        outcome=str(verdict.outcome),
        because=_short(because(verdict, language), 4 * _LONGEST),
        place=Place(_short(verdict.at), line_of(verdict.at)),
        evidence=tuple(
            Seen(Place(_short(row.at), line_of(row.at)), _value(row, language), str(row.origin))
            for row in verdict.evidence[:_MOST_PLACES]
        ),
        assumed=places(verdict.assumed),
        missing=places(verdict.missing),
        follows=None if verdict.follows is None else str(verdict.follows),
    )


def _value(row: Evidence, language: str) -> str:
    """What a fact is, as people say it; nothing of what stands in the text already."""
    value = row.value
    if row.origin is Origin.GIVEN or row.at.endswith("/controlled_since"):
        return ""  # the turn of that key is counted from the one of the document
    if isinstance(value, (list, tuple, set, frozenset)):
        if not all(isinstance(each, (str, int)) for each in value):
            return ""
        return _short(", ".join(sorted(map(str, value))) or "–")
    says = any("__str__" in vars(each) for each in type(value).__mro__ if each is not object)
    if not says and not isinstance(value, (str, int)):
        return ""  # a part of the program, which has no name for people
    return _short(shown(value, language))


def _short(text: str, longest: int = _LONGEST) -> str:
    """Cut where it is too long, and without halves of signs, which no JSON can say."""
    said = str(text).encode("utf-8", "replace").decode()
    return said if len(said) <= longest else said[:longest] + "…"


# -- the process -------------------------------------------------------------------------


def main(memory: int, seconds: int) -> None:
    """Answer until the input ends; ``memory`` in bytes, ``seconds`` for one question."""
    all_checks()
    bound_memory(memory)
    decoder = msgspec.json.Decoder(Question)
    out = sys.stdout.buffer
    out.write(READY)
    out.flush()
    for line in sys.stdin.buffer:
        _wake_after(seconds)
        try:
            written = msgspec.json.encode(answer(decoder.decode(line))) + b"\n"
        except MemoryError:
            out.write(ENDED)
            out.flush()
            return
        out.write(written)
        out.flush()
        _wake_after(0)


def _wake_after(seconds: int) -> None:
    """The signal ends the process, also in the middle of a long step; 0 takes it back."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
