"""Verifying texts: documents in, verdicts and the comparison with what they expect out."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kb.checks import asked_rules, checked_below, cited_edition, rule_named, verify
from kb.checks.unchecked import Unchecked, unchecked
from kb.edition import EditionDate
from kb.errors import BadState
from kb.explain import AS_IT_IS, because, message, plain
from kb.lang import ORIGINAL
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.state import Document, Expectation
from kb.state_read import typed
from kb.state_text import Raw
from kb.verdict import Verdict, worst


@dataclass(frozen=True, slots=True)
class Missed:
    """An expected verdict that came out otherwise."""

    expected: Expectation
    got: Outcome


@dataclass(frozen=True, slots=True)
class Verified:
    """What is to be said of one document."""

    name: str
    document: Document
    language: str
    verdicts: tuple[Verdict, ...]
    rules: Mapping[RuleNumber, Outcome]
    """The worst of each node: of those asked about, else of those of which something is said."""
    unchecked: tuple[Unchecked, ...]
    """The nodes asked about that have no checker."""
    met: int | None
    """How many expected verdicts came out; None where the document expects nothing."""
    failed: tuple[Missed, ...]
    left_out: int | None = None
    """How many verdicts are not among ``verdicts``; None where all are."""

    def only(self, outcomes: Collection[Outcome]) -> "Verified":
        """With the verdicts that are one of these, the worst first."""
        kept = [verdict for verdict in self.verdicts if verdict.outcome in outcomes]
        kept.sort(key=lambda verdict: verdict.outcome.rank, reverse=True)
        return replace(self, verdicts=tuple(kept), left_out=len(self.verdicts) - len(kept))

    @property
    def is_finding(self) -> bool:
        """Whether the answer is a finding: a failed expectation, or a violation without any."""
        if self.met is not None:
            return bool(self.failed)
        return any(verdict.outcome is Outcome.VIOLATES for verdict in self.verdicts)


@dataclass(frozen=True, slots=True)
class Refused:
    """A document that could not be read, with the reason: place, what came, what was wanted."""

    reason: str


def verify_each(
    documents: Iterable[Raw],
    *,
    name: str = "-",
    rules: tuple[RuleNumber, ...] | None = None,
    strict: bool = False,
    language: str = ORIGINAL,
) -> Iterator[Verified | Refused]:
    """Each document of a file or stream as it is read; a bad one does not hide those after it.

    ``language`` is that of the answers to documents that name none.
    """
    rest = iter(documents)
    while True:
        try:
            raw = next(rest, None)
            if raw is None:
                return
            document = typed(raw, name=name)
            yield verified(document, name=name, rules=rules, strict=strict, language=language)
        except BadState as error:
            yield Refused(str(error))


def verified(
    document: Document,
    *,
    name: str = "-",
    rules: tuple[RuleNumber, ...] | None = None,
    strict: bool = False,
    language: str = ORIGINAL,
) -> Verified:
    """The verdicts on a document and the comparison with what it expects."""
    try:
        verdicts = verify(document, rules=rules, strict=strict)
    except BadState as error:
        raise BadState(f"{name}: {error}") from error
    asked, edition = asked_rules(document, rules), cited_edition(document)
    missed = tuple(_missed(document.expect or (), verdicts, asked))
    looked = [row for row in document.expect or () if _is_asked(row, asked)]
    return Verified(
        name,
        document,
        document.lang or language,
        verdicts,
        _worst_of(verdicts, asked, edition),
        tuple(
            unchecked(rule, edition) for rule in asked or () if not checked_below((rule,), edition)
        ),
        len(looked) - len(missed) if document.expect is not None else None,
        missed,
    )


def _worst_of(
    verdicts: tuple[Verdict, ...],
    asked: tuple[RuleNumber, ...] | None,
    edition: EditionDate | None,
) -> dict[RuleNumber, Outcome]:
    said: dict[str, tuple[RuleNumber, list[Outcome]]] = {}
    for verdict in verdicts:  # they come in the order of the rules
        on = verdict.on
        row = said.get(on.number)
        if row is None:
            row = said[on.number] = on.rule, []
        row[1].append(verdict.outcome)
    if asked is None:
        return {
            rule: outcomes[0] if len(outcomes) == 1 else worst(outcomes)
            for rule, outcomes in said.values()
        }
    of: dict[RuleNumber, list[Outcome]] = {rule: [] for rule in checked_below(asked, edition)}
    of.update(said.values())
    for one in asked:  # a section or a heading is the sum of what stands below it
        below = checked_below((one,), edition)
        if below:
            of[one] = [outcome for rule in below for outcome in of[rule]]
    return {rule: worst(of[rule]) for rule in sorted(of)}


def _is_asked(row: Expectation, asked: tuple[RuleNumber, ...] | None) -> bool:
    return asked is None or any(rule_named(row.rule).within(rule) for rule in asked)


def _missed(
    expected: tuple[Expectation, ...],
    verdicts: tuple[Verdict, ...],
    asked: tuple[RuleNumber, ...] | None,
) -> Iterator[Missed]:
    if not expected:
        return
    by_rule: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        by_rule.setdefault(verdict.on.number, []).append(verdict)
    for row in expected:
        if not _is_asked(row, asked):
            continue
        mine = by_rule.get(str(rule_named(row.rule)), [])
        # A proposition or place of which nothing is said is that of the node.
        mine = [v for v in mine if v.prop == row.prop] or mine
        mine = [v for v in mine if row.at is None or _near(v.at, Pointer(row.at))] or mine
        got = worst(verdict.outcome for verdict in mine)
        if got != row.verdict or not _missing(mine).issuperset(row.missing or ()):
            yield Missed(row, got)


def _missing(verdicts: Iterable[Verdict]) -> set[str]:
    return {str(at) for verdict in verdicts for at in verdict.missing}


def _near(one: Pointer, other: Pointer) -> bool:
    """``at`` has no fixed depth: event, field, object, claim."""
    return one.within(other) or other.within(one)


def as_json(found: Verified) -> dict[str, Any]:
    """One entry of ``documents`` as ``regulae verify --json`` answers it."""
    code = found.language
    answer: dict[str, Any] = {
        "file": found.name,
        "verdicts": _verdicts(found.verdicts, code),
        "rules": {str(rule): str(outcome) for rule, outcome in found.rules.items()},
        "unchecked": [
            {
                "rule": str(row.rule),
                "reason": row.reason,
                "because": message(code, "unchecked", row.reason),
            }
            for row in found.unchecked
        ],
    }
    if found.left_out is not None:
        answer["left_out"] = found.left_out
    if found.met is not None:
        failed = [
            {
                "rule": miss.expected.rule,
                "prop": miss.expected.prop,
                "at": miss.expected.at,
                "wanted": miss.expected.verdict,
                "got": miss.got.value,
            }
            for miss in found.failed
        ]
        answer["expected"] = {"met": found.met, "failed": failed}
    return answer


def _verdicts(verdicts: tuple[Verdict, ...], code: str) -> list[dict[str, Any]]:
    if not verdicts:
        return []
    edition = verdicts[0].edition  # those on one document cite the same
    day = str(edition) if edition is not None else None
    return [_verdict(verdict, day, code) for verdict in verdicts]


def _verdict(verdict: Verdict, edition: str | None, code: str) -> dict[str, Any]:
    return {
        "rule": verdict.on.number,
        "edition": edition,
        "prop": verdict.on.prop,
        "at": str(verdict.at),
        "verdict": verdict.outcome,
        "because": because(verdict, code),
        "evidence": [
            {
                "at": str(row.at),
                "value": row.value if type(row.value) in AS_IT_IS else plain(row.value),
                "origin": row.origin,
            }
            for row in verdict.evidence
        ],
        "assumed": _texts(verdict.assumed),
        "missing": _texts(verdict.missing),
        "unless": _texts(verdict.unless),
        "cites": verdict.on.cited,
        "follows": str(verdict.follows) if verdict.follows is not None else None,
    }


def _texts(places: tuple[Pointer, ...]) -> list[str]:
    return [*map(str, places)] if places else []
