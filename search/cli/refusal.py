"""Refusals: what the command line says of an error, in the language of the answer."""

import re
import sys
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import click

from kb.errors import RegulaeError
from kb.lang import ORIGINAL, codes
from kb.messages import ERRORS, tables
from kb.saying import Saying, reason, said, told
from search.cli import session
from search.render import printable

_CLICK = "click"
"""The table with the sentences of click: the English ones are its own, to know them by."""


class Manner(NamedTuple):
    """How whoever asked wants to be answered, as far as the arguments tell before they are read."""

    language: str
    as_json: bool


class Refusal(NamedTuple):
    """An error as it is told: by a line for people, by an object for programs."""

    kind: str
    sentence: str
    place: int | None = None
    """In a query the first wrong sign, from 0."""
    wanted: tuple[str, ...] = ()
    """What may stand there, as far as it can be listed."""


def manner(args: Sequence[str], command: click.Command | None) -> Manner:
    """``--lang`` where it is the language of the answer, and whether ``--json`` is among them."""
    options = args[: args.index("--")] if "--" in args else args
    return Manner(_language(options, command), "--json" in options)


def _language(options: Sequence[str], command: click.Command | None) -> str:
    of_answer = command is not None and any(
        each.name == "lang" and each.envvar is not None for each in command.params
    )
    of_answer = of_answer and "--check" not in options  # there it is the language of the text
    for option, following in zip(options, (*options[1:], ""), strict=True):
        name, _, value = option.partition("=")
        if of_answer and name == "--lang":
            code = (value or following).strip().lower()
            if code in codes():
                return code
    try:
        return session.message_language()
    except RegulaeError:  # REGULAE_LANG names none, which may be the very error to tell
        return session.locale_language()


def refuse(error: Exception, asked: Manner) -> None:
    """One line on stderr, of ``--json`` an object in one line; ends with the exit code 2."""
    refusal = _refusal(error, asked.language)
    line = printable(" ".join(refusal.sentence.split()))
    if asked.as_json:
        answer = {
            "kind": refusal.kind,
            "message": line,
            "place": refusal.place,
            "wanted": list(refusal.wanted),
        }
        told = session.json_text({"error": answer}).encode("utf-8", "backslashreplace")
        click.echo(told, err=True)
    else:
        click.echo(f"regulae: {line}", err=True)
    sys.exit(2)


def _refusal(error: Exception, language: str) -> Refusal:
    from search.query.faults import QueryError  # most errors are of no query

    match error:
        case QueryError(key=key, place=place):
            kind = key.replace("_", "-")
            return Refusal(kind, error.told(language), place, error.wanted_in(language))
        case RegulaeError():
            kind = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(error).__name__).lower()
            return Refusal(kind, error.told(language))
        case click.UsageError():
            return _of_usage(error, language)
        case RecursionError():
            return Refusal("too-deep", said("usage.too_deep").told(language))
        case OSError():
            # Click itself ends quietly where a pipe was closed; what comes here is a full disk.
            where = error.filename or said("usage.the_output")
            fault = said("usage.output", place=where, why=reason(error))
            return Refusal("output", fault.told(language))
        case _:  # no user is to read a traceback
            fault = said("usage.internal", name=type(error).__name__, error=error)
            return Refusal("internal", fault.told(language))


def _of_usage(error: click.UsageError, language: str) -> Refusal:
    """Wrong usage, and where to read on."""
    sentence = " ".join(usage_sentence(error, language).split())
    stop = "" if sentence.endswith((".", "?", "!")) else "."
    command = error.ctx.command_path if error.ctx else "regulae"
    see = said("usage.see", command=f"{command} --help").told(language)
    return Refusal("usage", f"{sentence}{stop} {see}")


def usage_sentence(error: click.UsageError, language: str) -> str:
    """What click says of an error, in a language; in English where it is a sentence not known."""
    if isinstance(error.message, Saying):
        sentence = error.message.told(language)
    else:
        sentence = _of_click(error.message, language)
    if isinstance(error, click.MissingParameter):
        return _missing(error, language)
    if isinstance(error, click.BadParameter) and (hint := _hint(error)):
        return said("usage.bad_value", hint=hint, message=sentence).told(language)
    possible = getattr(error, "possibilities", None)
    if possible:
        more = said("usage.possibly", names=", ".join(possible)).told(language)
        return f"{sentence} {more}"
    return sentence


def _missing(error: click.MissingParameter, language: str) -> str:
    kind = "argument" if isinstance(error.param, click.Argument) else "option"
    sentence = said(f"usage.missing_{kind}", hint=_hint(error)).told(language)
    if error.param is not None and isinstance(error.param.type, click.Choice):
        choices = ", ".join(map(str, error.param.type.choices))
        sentence += " " + said("usage.choose", choices=choices).told(language)
    return sentence


def _hint(error: click.BadParameter) -> str:
    hint = error.param_hint
    if hint is None and error.param is not None:
        hint = error.param.get_error_hint(error.ctx)
    return hint if isinstance(hint, str) else " / ".join(hint or ())


def _of_click(message: str, language: str) -> str:
    for key, pattern in _patterns():
        match = pattern.fullmatch(message)
        if match is not None:
            return said(f"{_CLICK}.{key}", **match.groupdict()).told(language)
    return told(message, language)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """What each sentence of click looks like, filled in."""

    def pattern(template: str) -> re.Pattern[str]:
        pieces = re.split(r"\{(\w+)\}", template)
        said = (re.escape(x) if at % 2 == 0 else f"(?P<{x}>.+)" for at, x in enumerate(pieces))
        return re.compile("".join(said), re.DOTALL)

    sentences = tables(ORIGINAL, ERRORS)[_CLICK]
    return tuple((key, pattern(template)) for key, template in sentences.items())
