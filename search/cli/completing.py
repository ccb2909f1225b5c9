"""Completing: numbers and names of rules for the shell, while a command is being typed."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.errors import RegulaeError
from kb.holdings import Holdings
from kb.lang import codes
from kb.store import explained, open_existing
from search.cli import session

if TYPE_CHECKING:  # a command that is whole pays for none of this
    from click.shell_completion import CompletionItem

    from search.completion import Completion

_LONGEST_NAME = 5
"""Words that may stand before the one being typed and belong to the same name."""


def rules(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> "list[CompletionItem]":
    """The numbers and names that go on with what is typed; none where there is no base yet."""
    from click.shell_completion import CompletionItem

    kb = ctx.find_root().params.get("kb") or os.environ.get("REGULAE_KB")
    before = ctx.params.get(parameter.name or "") or ()
    try:
        place = session.folder(Path(kb) if kb else None)
        with explained(place):
            store = open_existing(place)
            if store is None:
                return []
            with store:
                found = _found(Holdings(store), tuple(before), incomplete, _language(ctx))
                return [CompletionItem(text, help=told) for text, told in found]
    except RegulaeError:  # a message would stand in the middle of the line that is typed
        return []


def _language(ctx: click.Context) -> str:
    named = ctx.params.get("lang")
    return named if named in codes() else session.message_language()


def _found(
    holdings: Holdings, before: tuple[str, ...], incomplete: str, language: str
) -> Iterator[tuple[str, str]]:
    """Of a name of several words what is still to be typed: the shell completes one word."""
    from search.completion import completions

    seen: set[str] = set()
    for start in range(max(0, len(before) - _LONGEST_NAME), len(before) + 1):
        said = " ".join(before[start:])
        for each in completions(holdings, f"{said} {incomplete}", language=language):
            rest = " ".join(each.text.split()[len(before) - start :])
            if rest and rest not in seen:
                seen.add(rest)
                yield rest, _told(each)


def _told(completion: "Completion") -> str:
    if completion.language is None:
        return completion.title
    return f"{completion.number} {completion.title} ({completion.language})"
