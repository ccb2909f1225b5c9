"""Rule numbers in a line: which ones begin a rule."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.words import document_words
from kb.number import LETTERS, SUFFIX, RuleNumber

_ID = rf"[1-9]\d\d(?:\.[1-9]\d{{0,2}}(?:{SUFFIX}(?![a-zà-öø-ÿ]))?)?"
_AT_START = re.compile(
    rf"""
    (?P<number> {_ID} | [1-9] (?= \.\s | \s[-–—]\s ) )
    (?P<dot> \. )?
    (?P<dash> \s+[-–—]\s+ )?                # 100 - Generale
    (?P<gap> \s* )
    """,
    re.VERBOSE,
)
_INSIDE = re.compile(_ID)
_GLUED = re.compile(r"[^\W\d_][.!?]")
_AMBIGUOUS = re.compile(rf"(?P<number>[1-9]\d\d\.[1-9]\d{{0,2}}[{LETTERS}])[^\W\d_]")
_NO_NUMBER = re.compile(r"[1-9]\d\d\.(?:0\d+[a-z]?|\d{1,3}[lo]\b|\d{4,}|\d{1,3}\.[a-z]\b)")
_ENDED = re.compile(r"[.!?…:;][\"'”»’)\]*_]*$")
_STOPPED = re.compile(r"[.…:;][\"'”»’)\]*_]*$")
_AFTER = re.compile(r"[-+−–]?[^\W\d_]|[-+−–]?\d|[\"“„«'‘(\[{¿¡∞+*_]")
_SENTENCE_ENDS = frozenset('.!?…:;”»)"]')
_ABBREVIATED = frozenset(("cfr.", " cf.", "(cf."))
_BREAK = re.compile(r"[^\W\d_]{4}[\"”»’)]?[.;:]\s")

TITLE = 70
"""Letters of the longest name of a rule or section."""

LONGEST_LINE = 2**20
"""Letters of a line in which rules are looked for."""


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of a rule, chapter or section: ``text[end:]`` is what it says."""

    number: RuleNumber
    end: int
    glued: bool = False
    odd: str | None = None
    """How the number is printed against the house pattern."""
    lower: bool = False
    """Whether the text after it begins in lower case."""


def start_at(text: str) -> Start | None:
    """What the number at the beginning of a line would begin, if it begins something."""
    if not text[:1].isdigit():
        return None
    return _start(text) or _section_with_rules(text)


def _start(text: str) -> Start | None:
    match = _AT_START.match(text)
    if match is None:
        return None
    number = RuleNumber.read(match["number"])
    after = match.end()
    if number is None or not _AFTER.match(text, after):
        return None
    dot, gap = match["dot"] is not None, bool(match["gap"] or match["dash"])
    if number.rule is None:
        if not (dot or match["dash"]) or not gap or not title_like(text[after:]):
            return None
        return Start(number, after, lower=text[after].islower())
    lower = text[after].islower()
    if not gap and (lower or text[after].isdigit() or text[after] in "-–−+"):
        return None  # 601.2.b, 601.2-3, 601.2.4 are citations, if anything
    if number.is_subrule:
        odd = "dotted" if dot else None
        return Start(number, after, glued=not gap and not dot, odd=odd, lower=lower)
    if match["dash"] and not dot:
        odd = "dashed"
    elif not dot:
        odd = "dotless"
    else:
        odd = None if gap else "gapless"
    return Start(number, after, odd=odd, lower=lower)


def ambiguous_at(text: str) -> RuleNumber | None:
    """A number glued to a word in lower case: its letter may be the word's."""
    match = _AMBIGUOUS.match(text)
    return RuleNumber.read(match["number"]) if match else None


def no_number_at(text: str) -> str | None:
    """Something like a number that can be none: a zero before it, an l or o, two dots."""
    match = _NO_NUMBER.match(text)
    return match[0] if match else None


def starts_inside(text: str, *, begin: int, after: RuleNumber) -> Iterator[tuple[int, Start]]:
    """The rules that begin inside a line which holds the rule ``after``, with their places.

    A number begins a rule only after the end of a sentence (or right behind a name), if it
    comes later in the order of the rules and no word before it makes a citation of it.
    """
    current, reached = after, begin
    for match in _INSIDE.finditer(text, begin, LONGEST_LINE):
        place = match.start()
        if place < reached or not _stands_free(text, place):
            continue
        start = start_at(text[place : place + 4 * TITLE])
        if start is None or not comes_next(start.number, current):
            continue
        said = text[max(reached, place - 2 * TITLE) : place].rstrip()
        if cites_on(said) or not (ended(said) or title_like(said)):
            continue
        expected = start.number in successors(current)
        if start.lower or (start.odd and not expected):
            continue
        if start.number.rule is None and start.number not in successors(current):
            continue
        current, reached = start.number, place + start.end
        yield place, Start(start.number, reached, start.glued, start.odd)


def _stands_free(text: str, place: int) -> bool:
    """Whether a number is no part of a longer word or number."""
    before = text[place - 1 : place]
    if not before or before.isspace() or before in '"“«‘([':
        return True
    return _GLUED.fullmatch(text, place - 2, place) is not None


def _section_with_rules(text: str) -> Start | None:
    """A section whose title is followed by its first rule in the same line."""
    near = text[: 2 * TITLE]
    inner = _INSIDE.search(near, 4)
    start = _start(near[: inner.start()].rstrip()) if inner else None
    if start is None or inner is None or start.number.rule is not None:
        return None
    first = RuleNumber.read(inner[0])
    return start if first is not None and first.parent == start.number else None


def title_like(text: str) -> bool:
    """Whether a text only names something: short, one phrase, no stop at its end.

    >>> title_like("For Mirrodin!"), title_like("Some cards are blue.")
    (True, False)
    """
    return (
        0 < len(text) <= TITLE
        and not _STOPPED.search(text)
        and not _BREAK.search(text)
        and not text.endswith((",", "?", "!”", "-"))
        and not (cites_on(text) and text.rpartition(" ")[2].islower())
    )


def ended(text: str) -> bool:
    """Whether a sentence ends with the text."""
    # most texts are told by their last sign
    return not text[-1:].isalnum() and _ENDED.search(text[-12:]) is not None


def cites_on(text: str) -> bool:
    """Whether a number behind this text would be cited: *see rule*, *603.4 and*, a comma."""
    bare = text[-40:].rstrip()
    if not bare or bare[-1] in _SENTENCE_ENDS:
        return bare[-4:].casefold() in _ABBREVIATED
    if bare[-1] in ",–—-/(\ufffd":
        return True
    return _last_word(bare) in document_words().before_number


def _last_word(text: str) -> str:
    """In lower case, without what opens before it."""
    return text.rpartition(" ")[2].lstrip("([\"'“«’‘").casefold()


def successors(current: RuleNumber) -> frozenset[RuleNumber]:
    """The numbers that a document without a gap may go on with."""
    found: set[RuleNumber] = set()
    if child := current.first_child:
        found.add(child)
        found.add(RuleNumber(child.section, 1))
    found |= {after for step in current.upwards if (after := step.following)}
    return frozenset(found)


def comes_next(number: RuleNumber, current: RuleNumber) -> bool:
    """Whether a number can follow inside the same paragraph: later, and not far."""
    if not current < number:
        return False
    return number.section == current.section or number in successors(current)
