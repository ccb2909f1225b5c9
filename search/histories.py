"""Histories: rules followed over the editions of a language, and phrases found in them."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from kb.diff.history import History, history, last_text, newest_day, strand_of, translated
from kb.diff.history_index import index, index_aside, is_indexed
from kb.diff.phrases import Found, find_phrase
from kb.edition import EditionDate
from kb.errors import StoreError, UnknownEdition
from kb.holdings import HeldRule, Holdings
from kb.lang import in_order_for
from kb.saying import said
from kb.store import Store, open_to_write
from kb.term import FalseFriend
from search.asked import Absent, Asked, asked


class Histories(NamedTuple):
    """The rules asked for, each followed over the editions held."""

    histories: tuple[History, ...]
    former: tuple[HeldRule, ...] = ()
    """The last text of each number that is no rule in the edition meant."""
    at: EditionDate | None = None
    """The day on which the numbers were meant."""
    undated: int = 0
    """Editions of the language that have no date, and so no place in a history."""
    warnings: tuple[FalseFriend, ...] = ()
    absent: tuple[Absent, ...] = ()


class Wanted(NamedTuple):
    """What is asked of the editions."""

    what: Sequence[str]
    at: EditionDate | None = None
    """The day on which the numbers are meant; without it, that of the newest edition."""
    whole: bool = False
    """With all that stands below each rule."""
    within: str | None = None
    """The language of the editions."""
    also: Sequence[str] = ()
    """Languages of which editions are added, under the number that the rule had on their day."""


class Reader(NamedTuple):
    """Who asks: in which language, and how to say that an index is made first."""

    language: str
    on_build: Callable[[str], None]


def histories(store: Store, wanted: Wanted, reader: Reader) -> Histories:
    """The histories in the first language that has such rules; whole editions before pages.

    Raises UnknownEdition where no edition was in force when the numbers are meant.
    """
    holdings = Holdings(store)
    answer: Histories | None = None
    codes = (wanted.within,) if wanted.within else _in_order(store, reader.language)
    for code in codes:
        at = wanted.at or newest_day(store, code)
        if at is None or not any(each.date and each.date <= at for each in holdings.editions(code)):
            continue
        question = asked(holdings, wanted.what, at=at)
        rules, former = _rules(holdings, question, code, at, whole=wanted.whole)
        if rules:
            prepare(store, [code], reader)
            found = (history(store, rule) for rule in rules)
            told = tuple(translated(store, each, wanted.also) for each in found)
            undated = sum(each.date is None for each in holdings.editions(code))
            return Histories(told, former, at, undated, question.warnings, question.absent)
        if answer is None or (former and not answer.former):
            answer = Histories((), former, at, 0, question.warnings, question.absent)
    if answer is None:
        if wanted.at is not None:
            holdings.check_edition(codes[0], wanted.at)
        raise UnknownEdition(said("edition.undated", languages=", ".join(codes)))
    return answer


def phrase(
    store: Store, text: str, wanted: Wanted, reader: Reader, *, limit: int
) -> tuple[Found, Histories]:
    """The places of a phrase in all languages, or in one; in the rules asked for, if any."""
    codes = (wanted.within,) if wanted.within else Holdings(store).languages()
    prepare(store, codes, reader)
    if not wanted.what:
        return find_phrase(store, text, codes, limit=limit), Histories(())
    told = histories(store, wanted._replace(whole=True), reader)
    strands = frozenset(strand_of(store, each.key) or 0 for each in told.histories)
    return find_phrase(store, text, codes, strands=strands, limit=limit), told


def prepare(store: Store, languages: Sequence[str], reader: Reader) -> None:
    """Bring the index of these languages up to date.

    It is made aside, for this once, where there is nothing to follow in any language, or the base
    cannot be written: no room, no right to write, or somebody else writes.
    """
    counts = Counter(edition.language for edition in Holdings(store).editions())
    missing = [code for code in languages if not is_indexed(store, code)]
    aside = []
    for code in missing:
        if counts[code] > 1:
            reader.on_build(code)
        if max(counts.values()) < 2 or not _written(store, code):
            aside.append(code)
    for code in aside:  # last: the tables aside hide those of the base
        index_aside(store, code)


def _written(store: Store, code: str) -> bool:
    if store.folder is None:
        return False
    try:
        with open_to_write(store.folder) as writing:
            index(writing, code)
    except StoreError:
        return False
    return True


def _in_order(store: Store, language: str) -> tuple[str, ...]:
    """The languages with official editions first, then those with pages, then our own words."""
    rows = store.db.execute(
        "SELECT language, max(kind = 'official'), max(kind <> 'ours') FROM edition"
        " WHERE date IS NOT NULL GROUP BY language"
    ).fetchall()
    held = {code: (official, other) for code, official, other in rows}
    codes = [code for code in in_order_for(language, held) if code in held]
    return tuple(sorted(codes, key=lambda code: held[code], reverse=True)) or (language,)


def _rules(
    holdings: Holdings, question: Asked, code: str, at: EditionDate, *, whole: bool
) -> tuple[list[HeldRule], tuple[HeldRule, ...]]:
    """The texts asked for as they stood on a day; of those that stood not, the last one."""
    rules: dict[tuple[int, int], HeldRule] = {}
    former = []
    for number in question.numbers:
        held = holdings.rule(number, code, at=at)
        if held is None:
            last = last_text(holdings.store, number, code)
            former += [last] if last else []
            continue
        for each in holdings.with_parts(held) if whole else (held,):
            rules.setdefault(each.key, each)
    return list(rules.values()), tuple(former)
