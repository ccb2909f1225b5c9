"""Verifying one batch: what is written of each document, and what could not be read."""

import gc
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

import msgspec

from kb.errors import Unreadable
from kb.files import read_utf8
from kb.model import Outcome
from kb.number import RuleNumber
from kb.saying import said
from kb.state_text import Raw, documents, json_lines
from kb.state_yaml import LONGEST_TEXT
from kb.verify import Refused, Verified, as_json, verify_each
from search.verifying.as_text import as_text
from search.verifying.found import LARGEST, Batch, Content, Files, Lines
from search.verifying.steps import steps_json

_WANTED = "state"
_NEW_THINGS = 5_000
"""After so many the collector looks for garbage: a document is thousands, and hardly any lead back
to themselves."""
MOST_TOLD = 1000
"""Documents that could not be read and are named in JSON."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How documents are verified, and how the answers are written."""

    language: str
    rules: tuple[RuleNumber, ...] | None = None
    strict: bool = False
    spoken: str | None = None
    """The language that was asked for; without it a document may name its own."""
    for_programs: bool = False
    explain: bool = False
    only: tuple[Outcome, ...] = ()
    """The verdicts that are written; without any, all of them."""


class Done(NamedTuple):
    """What a batch came to."""

    written: tuple[str, ...]
    """A text for people, or a JSON object, for each document."""
    problems: tuple[str, ...]
    documents: int
    broken: int
    """Documents in which a rule is broken."""
    untold: int
    """Documents without such a rule, but with something that cannot be told."""
    findings: int
    unread: int = 0


def done(settings: Settings, batch: Batch) -> Done:
    """Raises nothing for bad input: that is among the problems."""
    written: list[str] = []
    problems: list[str] = []
    broken = untold = findings = 0
    write = _json if settings.for_programs else as_text
    for found in _verified(batch, settings):
        if isinstance(found, Refused):
            problems.append(found.reason)
            continue
        outcomes = {verdict.outcome for verdict in found.verdicts}
        broken += Outcome.VIOLATES in outcomes
        untold += Outcome.CANNOT_TELL in outcomes and Outcome.VIOLATES not in outcomes
        findings += found.is_finding
        if settings.only:
            found = found.only(settings.only)
        written.append(write(found, explain=settings.explain))
    return Done(tuple(written), tuple(problems), len(written), broken, untold, findings)


def _verified(batch: Batch, settings: Settings) -> Iterator[Verified | Refused]:
    if isinstance(batch, Lines):
        if batch.first > 1:
            _settle()
        for number, line in enumerate(batch.lines, start=batch.first):
            yield from _of_line(batch.name, number, line, settings)
    elif isinstance(batch, Files):
        for path in batch.paths:
            yield from _of_text(path, lambda path=path: _read(path), settings)  # type: ignore[misc]
    elif isinstance(batch, Content):
        yield from _of_text(batch.name, lambda: _decoded(batch.name, batch.content), settings)
    else:
        yield Refused(batch.reason)


@cache
def _settle() -> None:
    """What the first documents have loaded stays: nobody need look for garbage in it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_THINGS, *gc.get_threshold()[1:])


def _of_line(
    name: str, number: int, line: bytes, settings: Settings
) -> Iterator[Verified | Refused]:
    if len(line) > LONGEST_TEXT + 1:
        yield Refused(f"{name}:{number}: over {LONGEST_TEXT} bytes; wanted a document a line")
        return
    try:
        text = line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        yield Refused(f"{name}:{number}: byte {error.start} of the line is no UTF-8")
        return
    if text.strip():
        yield from _each(json_lines([(number, text.rstrip("\r\n"))], name=name), name, settings)


def _of_text(
    name: str, text: Callable[[], str], settings: Settings
) -> Iterator[Verified | Refused]:
    try:
        content = text()
    except Unreadable as error:
        yield Refused(error.told(settings.language))
        return
    yield from _each(documents(content, name=name), name, settings)


def _each(raws: Iterable[Raw], name: str, settings: Settings) -> Iterator[Verified | Refused]:
    for found in verify_each(
        raws,
        name=name,
        rules=settings.rules,
        strict=settings.strict,
        language=settings.language,
    ):
        if isinstance(found, Verified) and settings.spoken is not None:
            yield replace(found, language=settings.spoken)
        else:
            yield found


def _read(path: str) -> str:
    return read_utf8(path, largest=LARGEST, wanted=_WANTED)


def _decoded(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        fault = said("file.no_utf8", path=name, at=error.start, wanted=said(f"wanted.{_WANTED}"))
        raise Unreadable(fault) from error


def _json(found: Verified, *, explain: bool) -> str:
    answer = as_json(found)
    if explain:
        answer["steps"] = steps_json(found.document)
    try:
        return _ENCODER.encode(answer).decode()
    except UnicodeEncodeError:  # lone surrogates, which JSON can say only as \\udc80
        return json.dumps(answer, ensure_ascii=False)


def _plain(value: Any) -> str:
    """Pointers are texts."""
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not for JSON")


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)
