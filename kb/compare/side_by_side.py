"""Side by side: the texts of some rules in several languages, row by row, and what differs."""

from collections.abc import Iterator, Mapping, Sequence

from kb.compare.findings import Comparison, Difference, FindingKind, Row
from kb.compare.judge import Judge
from kb.compare.lag import lagging
from kb.compare.original import Originals
from kb.compare.unlettered import lettered
from kb.edition import EditionDate, EditionKind
from kb.holdings import HeldRule, Holdings
from kb.lang import ORIGINAL
from kb.number import RuleNumber

Texts = Mapping[RuleNumber, HeldRule]


def compare(
    holdings: Holdings,
    numbers: Sequence[RuleNumber],
    languages: Sequence[str],
    *,
    exact: bool = False,
    at: EditionDate | None = None,
) -> Comparison:
    """The texts of ``numbers`` in these languages, with all below unless ``exact``.

    They are the current ones; ``at`` takes those of the original from the edition of that day.
    """
    originals = Originals(holdings)
    asked = originals.in_force(at) if at is not None and ORIGINAL in languages else None
    original: dict[RuleNumber, HeldRule] = {}
    wanted: list[RuleNumber] = []
    for number in numbers:
        held = {} if asked is None else originals.rules_at(asked, number)
        original.update(held)
        wanted += [number] if exact else sorted({*holdings.numbers_in(number, languages), *held})
    wanted = list(dict.fromkeys(wanted))
    texts = {code: _texts(holdings, wanted, code) for code in languages}
    if asked is not None:
        texts[ORIGINAL] = {n: text for n, text in original.items() if n in wanted}
    elif at is not None and ORIGINAL in texts:  # no official edition is held, perhaps others are
        then = {number: holdings.rule(number, ORIGINAL, at=at) for number in wanted}
        texts[ORIGINAL] = {n: text for n, text in then.items() if text is not None}
    whole = _with_families(holdings, texts, wanted)
    judge = Judge(holdings, originals, lettered(holdings, whole), at=at)
    rows = [row for row in map(judge.row, wanted) if exact or any(row.texts.values())]
    found = [
        finding for row in rows for finding in (*_missing(row), *judge.differences(row.number))
    ]
    found += lagging(rows, originals, at=at)
    found += [finding for code in languages for finding in _misplaced(texts[code], code)]
    kinds = list(FindingKind)
    found.sort(key=lambda one: (one.number, kinds.index(one.kind)))
    return Comparison(tuple(numbers), tuple(rows), tuple(found))


def _texts(holdings: Holdings, numbers: Sequence[RuleNumber], language: str) -> Texts:
    """The texts of a language; ours only where it has no other, lest they hide what is missing."""
    found = {number: holdings.rule(number, language) for number in numbers}
    held = {number: text for number, text in found.items() if text is not None}
    others = {n: text for n, text in held.items() if text.edition.kind is not EditionKind.OURS}
    return others or held


def _with_families(
    holdings: Holdings, texts: Mapping[str, Texts], wanted: Sequence[RuleNumber]
) -> dict[str, Texts]:
    """The same, with the rule above and its subrules where a language lacks a subrule asked for.

    Perhaps the rule above tells there, without letters, what the subrule says.
    """
    lacking = [n for n in wanted if n.is_subrule and any(n not in held for held in texts.values())]
    family = {part for n in lacking for part in holdings.numbers_in(n.heading, tuple(texts))}
    if family.issubset(wanted):
        return dict(texts)
    return {
        code: {**_texts(holdings, sorted(family), code), **held} for code, held in texts.items()
    }


def _missing(row: Row) -> Iterator[Difference]:
    lacking = tuple(code for code, held in row.texts.items() if held is None)
    if lacking:
        yield Difference(FindingKind.MISSING, row.number, lacking)


def _misplaced(texts: Texts, language: str) -> Iterator[Difference]:
    """Rules that a document has in another place than their number says."""
    documents: dict[int, list[tuple[int, RuleNumber]]] = {}
    for number in sorted(texts):
        edition, place = texts[number].key
        documents.setdefault(edition, []).append((place, number))
    for rules in documents.values():
        in_order = _longest_rising([place for place, _ in rules])
        for place, number in rules:
            if place not in in_order:
                yield Difference(FindingKind.ORDER, number, (language,))


def _longest_rising(places: Sequence[int]) -> frozenset[int]:
    """The most places that can stay as they are; the others are out of order."""
    chains: list[tuple[int, ...]] = []  # the rising chain of each length that ends lowest
    for place in places:
        length = sum(chain[-1] < place for chain in chains)
        chain = (*(chains[length - 1] if length else ()), place)
        chains[length : length + 1] = [chain]
    return frozenset(chains[-1] if chains else ())
