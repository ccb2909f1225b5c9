"""Phrases for people: in which editions they stand, since when, and in which rules."""

import re
from collections.abc import Collection, Iterator, Sequence

from kb.diff.phrases import Found, Holder, HolderKind
from kb.diff.wording import plain
from kb.edition import Edition, EditionDate
from search.render import in_one_line, marked, painted, wrapped
from search.sentences import words
from search.snippet import snippet

# The signs that count as one where a phrase is looked for (kb.diff.wording).
_ALIKE = {" ": r"\s+", "'": "['’‘ʼ]", '"': '["“”«»]', "-": "[-–—]"}


def phrase_text(found: Found, language: str) -> Iterator[str]:
    """The editions with the phrase, then each rule that has it."""
    title = words(language, "phrase_editions", phrase=in_one_line(found.phrase))
    yield painted(title, bold=True)
    # Of two revisions of one day perhaps one has the words: only its source tells it then.
    days = [{(each.language, each.date) for each in of} for of in (found.editions, found.lacking)]
    unclear = days[0] & days[1]
    yield wrapped(_dates(found.editions, unclear))
    if found.lacking:
        lacking = _dates(found.lacking, unclear)
        yield wrapped(words(language, "phrase_lacking", editions=lacking))
    for holder in found.holders:
        yield _head(holder, found, language)
        yield marked(wrapped(_excerpt(holder.last.text, found.phrase)))
    if found.total > len(found.holders):
        yield words(language, "more_notes", count=found.total - len(found.holders))


def _dates(editions: Sequence[Edition], unclear: Collection[tuple[str, EditionDate | None]]) -> str:
    """By language: ``en 2011-06-17, 2013-05-01; it 2024-11-23``; with the source if unclear."""
    dates: dict[str, dict[str, None]] = {}
    for edition in editions:
        day = (edition.language, edition.date)
        source = f" ({in_one_line(edition.source)})" if day in unclear else ""
        dates.setdefault(edition.language, {})[f"{edition.date}{source}"] = None
    return "; ".join(f"{language} {', '.join(held)}" for language, held in dates.items())


def _head(holder: Holder, found: Found, language: str) -> str:
    """Where it stands: ``702.33d  since 2009-07-11 (then 702.31d)``."""
    since, last = holder.since, holder.last
    name = str(last.number) if last.number else f"{words(language, 'glossary')}: {last.term}"
    head = painted(in_one_line(name), bold=True)
    about = [words(language, "phrase_since", date=since.edition.date)]
    if since.number != last.number:
        about.append(words(language, "phrase_then", number=since.number))
    editions = (*found.editions, *found.lacking)
    newest = max(str(each.date) for each in editions if each.language == last.edition.language)
    if str(last.edition.date) != newest:
        about.append(words(language, "phrase_until", date=last.edition.date))
    if holder.kind is HolderKind.EXAMPLE:
        about.insert(0, words(language, "example"))
    about.append(f"{last.edition.language}, {words(language, last.edition.kind)}")
    return head + "  " + painted(f"[{'; '.join(about)}]", dim=True)


def _excerpt(text: str, phrase: str) -> str:
    """The part of a text with the phrase, which is marked there."""
    # between any two signs may be the mark of italics, which do not count: _Magic_ game
    signs = (_ALIKE.get(sign, re.escape(sign)) for sign in plain(phrase))
    match = re.search("_?".join(signs), text, re.IGNORECASE)
    return snippet(text, (match.span(),) if match else ())
