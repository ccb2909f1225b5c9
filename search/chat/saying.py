"""Saying: the blocks of an answer: rules looked up, hits of a search, citations."""

import re
from collections.abc import Iterable, Iterator

from kb.chat_marks import harmless
from kb.cite_styles import shortened
from kb.messages import say
from kb.term import FalseFriend
from search.asked import Absent
from search.chat.blocks import Block, Part
from search.chat.graphemes import borders
from search.citing import Citing
from search.hits import Found, Hit
from search.look import LookUp, Shown
from search.render import absent_text
from search.sentences import edition_words, friend_sentence, words

_LONGEST_TITLE = 80
_LONGEST_ECHO = 100
"""Signs of what was asked that are said again where it is not known."""


def rules(answer: LookUp, language: str) -> Iterator[Block]:
    """What is to be known of the request, then the rules; the next of one name go without it."""
    yield from _remarks(answer.absent, answer.warnings, language)
    said: str | None = None
    for shown in answer.results:
        yield _rule(shown, said, language)
        said = shown.title.text if shown.title else None


def _rule(shown: Shown, said: str | None, language: str) -> Block:
    title = shown.title.text if shown.title else ""
    parts = list(_paragraphs(shown.text or ""))
    own = " ".join(part.text for part in parts)
    if shown.text is None:
        parts = [Part(say(language, "chat", "not_held"))]
    if shown.former is not None:
        parts += _paragraphs(shown.former.told)
    for key, texts in (("example", shown.examples), ("ruling", shown.rulings)):
        parts += (part for text in texts for part in _paragraphs(text, words(language, key)))
    return Block(
        name=str(shown.number),
        parts=tuple(parts),
        mark=edition_words(shown.edition, language) if shown.edition else None,
        title="" if title in (said, own) else _short(title, _LONGEST_TITLE),
        numbers=(shown.number,),
        has_parts=bool(shown.children),
    )


def hits(answer: Found, language: str) -> Iterator[Block]:
    """How many there are, then the hits, the best first."""
    yield from _remarks((), answer.warnings, language)
    for phrase in answer.loosened if answer.hits else ():
        yield _remark(words(language, "loosened", phrase=_short(phrase, _LONGEST_ECHO)))
    if answer.hits:
        yield _remark(words(language, "hits", shown=len(answer.hits), total=answer.total))
    else:
        yield _remark(words(language, "no_hit", query=_short(answer.query, _LONGEST_ECHO)))
    for each in answer.textless:
        title = _short(each.title.text, _LONGEST_TITLE) if each.title else ""
        parts = (Part(say(language, "chat", "not_held")),)
        yield Block(str(each.number), parts, title=title, numbers=(each.number,))
    if answer.did_you_mean:
        meant = ", ".join(
            words(language, "finding_quote", text=_short(each, _LONGEST_ECHO))
            for each in answer.did_you_mean
        )
        yield _remark(words(language, "did_you_mean", suggestions=meant))
    said: str | None = None
    for hit in answer.hits:
        yield _hit(hit, said, language)
        said = hit.title


def _hit(hit: Hit, said: str | None, language: str) -> Block:
    what = words(language, hit.kind) if hit.kind in ("example", "ruling") else ""
    snippet = _unmarked(hit.snippet)
    parts = list(_paragraphs(snippet, what))
    for also in hit.also:
        label = words(language, also.kind)
        label = f"{label} ({_short(also.title, _LONGEST_TITLE)})" if also.title else label
        parts += _paragraphs(_unmarked(also.snippet), label)
    return Block(
        name=str(hit.number) if hit.number else words(language, "glossary"),
        parts=tuple(parts),
        mark=edition_words(hit.edition, language),
        title="" if hit.title in (None, said, snippet) else _short(hit.title, _LONGEST_TITLE),
        numbers=(hit.number,) if hit.number else (),
    )


def citations(answer: Citing, language: str) -> Iterator[Block]:
    """Each with its citation on top, in the marks of the chat already; without remarks.

    They are there to be pasted.
    """
    for one in answer.citations:
        quoted = one.quoted
        yield Block(
            name=shortened(one.numbers[0], one.numbers[-1]),
            parts=tuple(_paragraphs(quoted.text)) if quoted else (),
            mark=edition_words(quoted.edition, language) if quoted else None,
            lead=one.bare,
            numbers=one.numbers,
        )


def _remarks(
    absent: Iterable[Absent], warnings: Iterable[FalseFriend], language: str
) -> Iterator[Block]:
    for each in absent:
        short = each._replace(text=_short(each.text, _LONGEST_ECHO))
        yield _remark(absent_text((short,), language))
    for friend in warnings:
        yield _remark(friend_sentence(friend, language))


def _remark(sentence: str) -> Block:
    return Block(name="", parts=(Part(harmless(sentence)),))


def _paragraphs(text: str, label: str = "") -> Iterator[Part]:
    """The lines of a text that say something; the label goes before the first."""
    for line in text.splitlines():
        said = harmless(line)
        if said:
            yield Part(said, label)
            label = ""


def _unmarked(snippet: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"\1", snippet, flags=re.DOTALL)


def _short(text: str, most: int) -> str:
    text = harmless(text)
    if len(text) <= most:
        return text
    end = max((place for place in borders(text[: most + 1]) if place <= most), default=most)
    return f"{text[:end]}…"
