"""Session: the options that commands share, and the knowledge base that they open."""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kb.edition import EditionDate
from kb.lang import ORIGINAL, codes, language
from kb.paths import default_base
from kb.saying import said
from kb.store import Store, explained
from search.engines.chosen import ALL as ENGINES
from search.engines.chosen import REMOTE, REMOTE_SETTING, SETTING, is_remote
from search.opening import opened_base, opened_index
from search.sentences import words

if TYPE_CHECKING:  # whoosh is slow to import
    from search.index import Index

_BLOCK = 2**16
"""Signs that are written at a time."""

Command = TypeVar("Command", bound=Callable[..., Any])


def language_code(text: str) -> str:
    """The code of a language that has a folder under data/; raises UnknownLanguage."""
    code = text.strip().lower()
    if code not in codes():
        language(code)  # says which there are
    return code


def day_of_edition(text: str) -> EditionDate:
    """The day on which an edition was in force; a month stands for its last; raises BadDate."""
    return EditionDate.parse(text).latest


def locale_language() -> str:
    """The language of the locale where it is one of ours, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return value[:2] if value[:2] in codes() else ORIGINAL
    return ORIGINAL


def message_language() -> str:
    """The language of messages where ``--lang`` is that of the text read."""
    named = os.environ.get("REGULAE_LANG")
    return language_code(named) if named else locale_language()


def answer_language(command: Command) -> Command:
    """``--lang``: the language of the answer."""
    return click.option(
        "--lang",
        type=language_code,
        metavar="CODE",
        envvar="REGULAE_LANG",
        default=locale_language,
        help="Language of the answer (default: REGULAE_LANG, else the locale).",
    )(command)


def text_language(command: Command) -> Command:
    """``--lang``: the language of the text that is read."""
    return click.option(
        "--lang",
        type=language_code,
        metavar="CODE",
        help="Language of the text (default: told from the text).",
    )(command)


def told_language(text: str) -> str | None:
    """The language that a text is written in, as its words tell; None where they do not."""
    from ingest.languages import language_of

    return language_of([text])


def is_spoken(option: str) -> bool:
    """Whether an option stands on the command line, and not in the environment or nowhere."""
    source = click.get_current_context().get_parameter_source(option)
    return source is click.core.ParameterSource.COMMANDLINE


def json_answer(command: Command) -> Command:
    """``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object.")(
        command
    )


def json_text(answer: object) -> str:
    return json.dumps(answer, ensure_ascii=False)


def print_json(answer: object) -> None:
    echo((json_text(answer), "\n"), for_programs=True)


def echo(pieces: Iterable[str], *, for_programs: bool = False) -> None:
    """Write what may be long as it comes, without a system call for each piece.

    What is for programs is UTF-8 whatever the terminal speaks.
    """
    block: list[str] = []
    size = 0
    for piece in pieces:
        block.append(piece)
        size += len(piece)
        if size >= _BLOCK:
            _echo("".join(block), for_programs=for_programs)
            block, size = [], 0
    if block:
        _echo("".join(block), for_programs=for_programs)


def _echo(text: str, *, for_programs: bool) -> None:
    # An argument that was no UTF-8 holds lone surrogates; JSON can only say them as \\udc80.
    written = text.encode("utf-8", "backslashreplace") if for_programs else text
    click.echo(written, nl=False)


def folder(chosen: Path | None) -> Path:
    return chosen if chosen is not None else default_base()


def edition_day(command: Command) -> Command:
    """``--edition``: the day of which the answer is."""
    return click.option(
        "--edition", type=day_of_edition, metavar="DATE", help="The edition in force then."
    )(command)


@contextmanager
def base(chosen: Path | None, *, lang: str, at: EditionDate | None = None) -> Iterator[Store]:
    """The knowledge base, built from the bundled texts where there is none yet.

    With ``at`` all that is current is what was so on that day; raises UnknownEdition.
    """
    place = folder(chosen)

    def tell() -> None:
        click.echo(words(lang, "building", folder=place), err=True)

    with explained(place):
        store = opened_base(place, on_build=tell)
        with store:
            if at is not None:
                from kb.as_of import turn_back

                turn_back(store, at)
            yield store


def engine_choice(command: Command) -> Command:
    """``--engine``: what keeps the index and searches it, and ``--url``: where."""

    @wraps(command)
    def asked(*arguments: Any, engine: str | None, url: str | None, **options: Any) -> Any:
        return command(*arguments, engine=_engine_at(engine, url), **options)

    with_url = click.option(
        "--url",
        metavar="URL",
        help=f"Where {REMOTE} answers (default: {REMOTE_SETTING}); several: a blank between.",
    )(asked)
    return click.option(  # type: ignore[return-value]
        "--engine",
        type=click.Choice(ENGINES),
        help=f"Search engine (default: {SETTING}, else {ENGINES[0]}).",
    )(with_url)


def _engine_at(engine: str | None, url: str | None) -> str | None:
    if url is None:
        return engine
    if not is_remote(engine):
        raise click.UsageError(said("opensearch.url_alone", remote=REMOTE))
    return f"{REMOTE}:{url}"


def index(store: Store, *, lang: str, engine: str | None = None) -> "Index":
    """The search index of the base, made where this user has none yet; raises StoreBusy."""

    def tell(refused: Path | None) -> None:
        sentence = "index_refused" if refused else "indexing"
        click.echo(words(lang, sentence, place=refused), err=True)

    def tell_why(why: str) -> None:
        click.echo(why, err=True)

    return opened_index(store, engine=engine, on_build=tell, on_no_place=tell_why)
