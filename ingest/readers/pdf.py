"""PDFs: the lines of the text layer, without the heads and feet of the pages."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ingest.document import Document, Line
from ingest.numbers_in_lines import ended
from ingest.readers.page_marks import Placed, marks
from ingest.readers.text import MOST_LINES, line_of
from kb.errors import Unreadable
from kb.model import Note, NoteKind
from kb.saying import said

PATIENCE = 16.0
"""Seconds that the program with the library may take, whatever else the machine does."""
_LARGEST_ANSWER = 64 * 2**20
_PROGRAM = "ingest.readers.pdf_layer"
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_BULLETS = {0xF0B7: "•", 0xF0A7: "▪", 0xF0D8: "•", 0xF06F: "•", 0xF0FC: "•", 0xF02D: "-"}
_CONTROLS = {0: "\ufffd", **{code: " " for code in range(1, 32) if code != 9}}
_WIDER = 1.2
"""How much wider than within a paragraph the gap between two of them is, at least."""
_NOT_OPENED = ("damaged", "password", "security", "other")
"""What the program may say of a file that it cannot open; else it tells of a limit."""
_SAME_LINE = 0.4
"""Of the height of a letter: a smaller step down is no new line."""


def read_pdf(content: bytes) -> Document:
    """Raises Unreadable with the reason for a PDF without a text layer, encrypted or hostile."""
    answer = _layer(content)
    if "error" in answer:
        why = answer["error"]
        if why in _NOT_OPENED:
            why = said(f"read.pdf_error_{why}")
        raise Unreadable(said("read.pdf", why=why))
    pages = [[Placed(*line) for line in page] for page in answer["pages"]]
    if not any(pages):
        raise Unreadable(said("read.pdf_pictures", count=len(pages)))
    if sum(map(len, pages)) > MOST_LINES:
        raise Unreadable(said("read.over_lines", most=MOST_LINES))
    beside = marks(pages)
    lines = tuple(_lines(pages, beside))
    return Document(
        "pdf",
        lines,
        notes=tuple(_notes(pages, answer["drawn"])),
        skipped=len(beside),
        wrapped=True,
    )


def _layer(content: bytes) -> dict[str, Any]:
    """What the program says of the file, in a process of its own: it may run out of memory."""
    places = os.pathsep.join(place for place in sys.path if place)
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", _PROGRAM],
            input=content,
            capture_output=True,
            timeout=PATIENCE,
            env={**os.environ, "PYTHONPATH": places},
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise Unreadable(said("read.pdf_slow", seconds=f"{PATIENCE:.0f}")) from error
    if done.returncode:
        last = done.stderr.decode("utf-8", errors="replace").strip().rpartition("\n")[2]
        why = f" ({last[:100]})" if last else ""
        raise Unreadable(said("read.pdf_limits", why=why))
    if len(done.stdout) > _LARGEST_ANSWER:
        raise Unreadable(said("read.pdf_large", most=_LARGEST_ANSWER))
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _lines(pages: Sequence[Sequence[Placed]], beside: frozenset[tuple[int, int]]) -> Iterator[Line]:
    """The lines in the order of the file; those beside the text only count."""
    leading = _leading(pages)
    number = 0
    said = ""
    for page_index, page in enumerate(pages):
        before: Placed | None = None
        for index, placed in enumerate(page):
            number += 1
            if (page_index, index) in beside:
                continue
            lost = sum(ord(sign) not in _BULLETS for sign in _PRIVATE.findall(placed.text))
            text = _PRIVATE.sub(" ", placed.text.translate(_BULLETS)).translate(_CONTROLS)
            line = line_of(text, number=number, apart=_is_apart(before, placed, leading, said))
            before = placed
            if line is not None:
                said = line.text
                yield replace(line, lost=lost) if lost else line


def _is_apart(before: Placed | None, placed: Placed, leading: float, said: str) -> bool:
    """Whether a gap stands above a line; at the top of a page or column the words must tell."""
    step = before.bottom - placed.bottom if before is not None else 0.0
    if step <= 0:
        return not said or (ended(said) and not placed.text[:1].islower())
    return step > leading * _WIDER


def _leading(pages: Iterable[Sequence[Placed]]) -> float:
    """The step from line to line within paragraphs: the smallest that is usual."""
    steps = sorted(
        before.bottom - after.bottom
        for page in pages
        for before, after in pairwise(page)
        if before.bottom - after.bottom > _SAME_LINE * after.height
    )
    usual = max(2, len(steps) // 10)
    for index, step in enumerate(steps[: len(steps) - usual + 1]):
        if steps[index + usual - 1] <= step * 1.06:
            return step * 1.03
    return steps[len(steps) // 2] if steps else 0.0


def _notes(pages: Sequence[Sequence[Placed]], drawn: Sequence[int]) -> Iterator[Note]:
    if drawn:
        detail = said("note.pictures", count=len(drawn), first=drawn[0])
        yield Note(NoteKind.DAMAGED_TEXT, detail)
    texts = [line.text for page in pages for line in page]
    if lost := sum(text.count("\ufffd") + text.count("\0") for text in texts):
        yield Note(NoteKind.DAMAGED_TEXT, said("note.layer", count=lost))
