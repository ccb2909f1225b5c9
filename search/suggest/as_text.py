"""Suggestions for people: each sentence, and below it the candidates with their reasons."""

from collections.abc import Callable, Iterator

from search.render import printable, width, wrapped
from search.sentences import edition_words, words
from search.suggest.reasons import why
from search.suggest.suggest import Candidate, Suggestion

Paint = Callable[..., str]
"""As ``click.style``."""
_INDENT = " " * 7


def suggestion_text(suggestion: Suggestion, text: str, language: str, paint: Paint) -> str:
    start, end = suggestion.bounds
    # More than the terminal is wide is not shown: no need to look through a megabyte of it.
    sentence = printable(" ".join(text[start : min(end, start + 2 * width())].split()))
    lines = [paint(_cut(sentence, width()), bold=True)]
    for candidate in suggestion.candidates:
        lines += _candidate(candidate, language, paint)
    if not suggestion.candidates:
        lines.append(wrapped(words(language, "suggest_none")))
    return "\n".join(lines)


def _cut(sentence: str, columns: int) -> str:
    return sentence if len(sentence) <= columns else sentence[: columns - 1].rstrip() + "…"


def _candidate(candidate: Candidate, language: str, paint: Paint) -> Iterator[str]:
    title = f"  {printable(candidate.title.text)}" if candidate.title else ""
    about = (
        edition_words(candidate.edition, language)
        if candidate.edition
        else words(language, "suggest_no_text")
    )
    head = paint(f"{candidate.number}{title}", fg="green")
    yield f"{candidate.score:5.0%}  {head}" + paint(f"  [{about}]", dim=True)
    yield wrapped(why(candidate.reasons, language), indent=_INDENT)
