"""Linting a partition: what `regulae lint --json` says, a row a file."""

import threading
from collections.abc import Iterator
from pathlib import Path
from socket import gethostname

import msgspec

from kb.edition import EditionDate
from kb.errors import Unreadable
from kb.saying import said
from kb.store import Store, open_to_read
from search.distributed import orders
from search.distributed.carrying import Tally, carried_out
from search.distributed.content import content_of, digest_of
from search.distributed.errors import OtherWorker
from search.distributed.orders import File, Order, Range
from search.distributed.parts import Row
from search.lint.as_json import dumped, finding_json
from search.lint.report import FileReport
from search.lint.run import FileLinter, Given, Item, Settings
from search.lint.source import LARGEST, unless_binary
from search.lint.walk import WANTED, Problem

_KINDS = "kind "
_MINE = threading.local()
"""The base that a thread has open: a connection to SQLite belongs to one."""


class Options(msgspec.Struct, frozen=True):
    """The settings of the command as they are sent, and the base that is asked."""

    base: str
    version: str
    edition: str | None
    written_for: str | None
    language: str

    def settings(self) -> Settings:
        def day(text: str | None) -> EditionDate | None:
            return None if text is None else EditionDate.parse(text)

        return Settings(day(self.edition), day(self.written_for), self.language)


def lint_part(order: bytes) -> bytes:
    """What a worker runs."""
    return carried_out(order, _answers)


def opened_base(folder: str, version: str) -> Store:
    """The base of the driver; raises OtherWorker where this machine has another."""
    store = open_to_read(Path(folder))
    if store.version != version:
        found = store.version
        store.db.close()
        raise OtherWorker(
            said(
                "spread.other_base", folder=folder, host=gethostname(), worker=found, driver=version
            )
        )
    return store


def kinds_of(counts: dict[str, int]) -> dict[str, int]:
    """How many findings there are of each kind."""
    return {key.removeprefix(_KINDS): counts[key] for key in counts if key.startswith(_KINDS)}


def _answers(order: Order, tally: Tally) -> Iterator[Row]:
    assert not isinstance(order.partition, Range)  # a text is not cut
    linter = _linter(order.options)
    for file in order.partition.files:
        report = linter.report(_item(file, tally))
        _count(report, tally)
        yield _row(report)


def _linter(options: str) -> FileLinter:
    """That of this thread, as long as the settings are the same."""
    held: tuple[str, FileLinter] | None = getattr(_MINE, "linter", None)
    if held is None or held[0] != options:
        read = orders.read(options, Options)
        held = options, FileLinter(opened_base(read.base, read.version), read.settings())
        _MINE.linter = held
    return held[1]


def _item(file: File, tally: Tally) -> Item:
    try:
        content = content_of(file, largest=LARGEST, wanted=WANTED)
    except Unreadable as error:
        tally.contents.append("")
        detail = file.unread or str(error).removeprefix(f"{file.name}: ")
        return Problem(file.name, detail)
    tally.contents.append(digest_of(content))
    text = unless_binary(content)
    if text is not None and len(text) > LARGEST:
        detail = f"over {LARGEST // 2**20} MiB; split it into several files"
        return Problem(file.name, detail)
    return Given(file.name, text)


def _count(report: FileReport, tally: Tally) -> None:
    tally.counts.update(files=report.is_read, citations=report.citations, binary=report.is_binary)
    tally.counts.update(f"{_KINDS}{located.finding.kind}" for located in report.findings)


def _row(report: FileReport) -> Row:
    findings = [located.finding for located in report.findings]
    answer = {
        "file": report.file,
        "citations": report.citations,
        "binary": report.is_binary,
        "findings": [finding_json(report.file, finding) for finding in findings],
    }
    problem = report.problem
    return Row(
        report.file,
        None,
        dumped(answer),
        None if problem is None else f"{problem.file}: {problem.detail}",
        bool(findings),
        tuple(str(finding.number) for finding in findings if finding.number),
    )
