"""Answers for people: text for a terminal, with colour only there."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from search.sentences import edition_words, words

if TYPE_CHECKING:  # an answer of one kind does not pay for the modules of the others
    from kb.number import RuleNumber
    from search.asked import Absent
    from search.look import LookUp, Shown

_WIDEST = 100
_INDENT = "  "


def width(widest: int = _WIDEST) -> int:
    """Columns of the terminal, within reason; importing shutil for it costs more than asking."""
    try:
        columns = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size(1).columns
    except (OSError, ValueError):
        columns = _WIDEST
    return max(40, min(columns, widest))


_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """Without the signs by which a page could speak to the terminal or turn the text around."""
    return _CONTROLS.sub("\ufffd", text)


def in_one_line(name: str) -> str:
    """A name of a file, which may hold anything, as one line that says nothing else."""
    return printable(name.replace("\n", "\ufffd").replace("\t", "\ufffd"))


def wrapped(text: str, *, indent: str = _INDENT) -> str:
    return textwrap.fill(
        printable(text),
        width(),
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def painted(
    text: str,
    *,
    fg: str | None = None,
    bold: bool | None = None,
    dim: bool | None = None,
    strikethrough: bool | None = None,
) -> str:
    """In a colour or weight, which is taken out again where the output is no terminal."""
    return click.style(text, fg=fg, bold=bold, dim=dim, strikethrough=strikethrough)


def look_up_text(answer: LookUp, language: str) -> str:
    """The rules one under the other; the ties of each only where one was asked for."""
    many = len(answer.results) > 1
    return "\n\n".join("\n".join(_shown(shown, language, many)) for shown in answer.results)


def _shown(shown: Shown, language: str, many: bool) -> Iterator[str]:
    yield _head(shown, language)
    if shown.text is None:
        if shown.title and shown.title.language != language:
            yield wrapped(words(language, "english_name"))
        yield wrapped(words(language, "not_held"))
    elif not shown.is_heading:
        yield wrapped(shown.text)
    if shown.former is not None:
        yield click.style(wrapped(shown.former.told), fg="yellow")
    for example in shown.examples:
        yield wrapped(f"{words(language, 'example')}: {example}", indent=_INDENT * 2)
    for ruling in shown.rulings:
        yield wrapped(f"{words(language, 'ruling')}: {ruling}", indent=_INDENT * 2)
    ties = _ties(shown, language, brief=many)
    if ties:
        yield click.style(wrapped(" · ".join(ties)), dim=True)


def _head(shown: Shown, language: str) -> str:
    title = f"  {printable(shown.title.text)}" if shown.title else ""
    head = click.style(f"{shown.number}{title}", bold=True)
    if shown.edition is None:
        return head
    return head + click.style(f"  [{edition_words(shown.edition, language)}]", dim=True)


def _ties(shown: Shown, language: str, *, brief: bool) -> list[str]:
    numbers: tuple[tuple[str, tuple[RuleNumber, ...]], ...] = (
        ("cites", shown.cites),
        ("cited_by", shown.cited_by),
    )
    if not brief:
        numbers += (
            ("children", shown.children),
            ("previous", (shown.previous,) if shown.previous else ()),
            ("next", (shown.next,) if shown.next else ()),
        )
    ties = [f"{words(language, key)}: {', '.join(map(str, n))}" for key, n in numbers if n]
    if shown.checks:
        ties.append(f"{words(language, 'checks')}: {shown.checks}")
    return ties


def absent_text(absent: Iterable[Absent], language: str) -> str:
    lines = []
    for each in absent:
        line = words(language, "no_rule", what=in_one_line(each.text))
        if each.nearest:
            line += " " + words(language, "nearest", nearest=", ".join(each.nearest))
        lines.append(line)
    return "\n".join(lines)


def marked(text: str) -> str:
    """The matches in bold on a terminal; elsewhere the stars stay."""
    if not sys.stdout.isatty():
        return text
    pattern = r"\*\*(.+?)\*\*"
    return re.sub(pattern, lambda m: click.style(m[1], bold=True, fg="yellow"), text, flags=re.S)
