"""Verifying a partition: the answers of `regulae verify --json`, a row a document."""

import json
from collections.abc import Iterator

import msgspec

from kb.errors import Unreadable
from kb.model import Outcome
from kb.number import RuleNumber
from search.distributed import orders
from search.distributed.carrying import Tally, carried_out
from search.distributed.content import checked_content, digest_of, stream_of
from search.distributed.orders import File, Order, Range
from search.distributed.parts import Row
from search.verifying.found import LARGEST, Batch, Content, Lines, Unread, each_line
from search.verifying.work import Done, Settings, done

_WANTED = "state"


class Options(msgspec.Struct, frozen=True):
    """The settings of the command as they are sent."""

    language: str
    rules: tuple[str, ...] | None
    strict: bool
    spoken: str | None
    explain: bool
    only: tuple[str, ...]

    @classmethod
    def of(cls, settings: Settings) -> "Options":
        rules = settings.rules
        return cls(
            language=settings.language,
            rules=None if rules is None else tuple(map(str, rules)),
            strict=settings.strict,
            spoken=settings.spoken,
            explain=settings.explain,
            only=tuple(outcome.value for outcome in settings.only),
        )

    def settings(self) -> Settings:
        rules = self.rules
        return Settings(
            language=self.language,
            rules=None if rules is None else tuple(map(RuleNumber.parse, rules)),
            strict=self.strict,
            spoken=self.spoken,
            for_programs=True,
            explain=self.explain,
            only=tuple(map(Outcome, self.only)),
        )


def verify_part(order: bytes) -> bytes:
    """What a worker runs."""
    return carried_out(order, _answers)


def _answers(order: Order, tally: Tally) -> Iterator[Row]:
    settings = orders.read(order.options, Options).settings()
    if isinstance(order.partition, Range):
        yield from _of_range(order.partition, settings, tally)
        return
    for file in order.partition.files:
        yield from _of_file(file, settings, tally)


def _of_range(partition: Range, settings: Settings, tally: Tally) -> Iterator[Row]:
    name = partition.name
    with stream_of(partition) as stream:
        for number, line in enumerate(each_line(stream), start=partition.line):
            yield from _rows(Lines(name, number, (line,)), name, number, settings, tally)


def _of_file(file: File, settings: Settings, tally: Tally) -> Iterator[Row]:
    try:
        content = checked_content(file, largest=LARGEST, wanted=_WANTED)
    except Unreadable as error:
        tally.contents.append("")
        yield from _rows(Unread(str(error)), file.name, None, settings, tally)
        return
    tally.contents.append(digest_of(content))
    yield from _rows(Content(file.name, content), file.name, None, settings, tally)


def _rows(
    batch: Batch, file: str, line: int | None, settings: Settings, tally: Tally
) -> Iterator[Row]:
    came = done(settings, batch)
    _count(came, tally)
    for number, answer in enumerate(came.written, start=1):
        finding, rules = _said(answer)
        yield Row(file, line or number, answer, None, finding, rules)
    for problem in came.problems:
        yield Row(file, line, None, problem, False, ())


def _count(came: Done, tally: Tally) -> None:
    tally.counts.update(
        documents=came.documents, broken=came.broken, untold=came.untold, findings=came.findings
    )


class _Expected(msgspec.Struct):
    failed: list[object]


class _Said(msgspec.Struct):
    rules: dict[str, str]
    expected: _Expected | None = None


_DECODER = msgspec.json.Decoder(_Said)


def _said(answer: str) -> tuple[bool, tuple[str, ...]]:
    """Whether an answer is a finding, and which rules it says are broken."""
    try:
        said = _DECODER.decode(answer)
    except (msgspec.DecodeError, UnicodeEncodeError):  # lone surrogates, which only json takes
        said = msgspec.convert(json.loads(answer), _Said)
    broken = tuple(rule for rule, outcome in said.rules.items() if outcome == Outcome.VIOLATES)
    finding = bool(broken) if said.expected is None else bool(said.expected.failed)
    return finding, broken
