"""Verdicts: what a checker found, at which place, on which facts, about which rule."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from kb.edition import EditionDate
from kb.facts import Fact, Origin, below
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer


@dataclass(frozen=True, slots=True)
class Word:
    """A word of ours, looked up in the answer language: ``[<table>] key`` of verdicts.toml."""

    table: str
    key: str


class Evidence(NamedTuple):
    """A fact that a verdict rests on."""

    at: Pointer
    value: Any
    origin: Origin


class Finding(NamedTuple):
    """What a checker sees of its proposition in one place."""

    at: Pointer
    outcome: Outcome
    leans: tuple[Fact[Any], ...] = ()
    """The facts that decided, or that were wanted and not known."""
    words: Mapping[str, object] = MappingProxyType({})
    """What its sentence names."""
    missing: tuple[Pointer, ...] = ()
    """What to add to the document, beside the unknown facts that it leans on."""
    unless: tuple[Pointer, ...] = ()
    """Words in the document that no program reads and that may say otherwise (101.1)."""
    follows: RuleNumber | None = None
    """The rule whose fault this one is only the consequence of."""

    def after(self, root: RuleNumber | None) -> "Finding":
        """The same finding; a fault as the consequence of that of another rule."""
        if root is None or self.outcome is not Outcome.VIOLATES:
            return self
        return self._replace(follows=root)


class Verdict(NamedTuple):
    """A finding, as the answer about one proposition of one rule."""

    rule: RuleNumber
    edition: EditionDate | None
    """The edition that the document cites."""
    prop: str
    at: Pointer
    outcome: Outcome
    words: Mapping[str, object]
    evidence: tuple[Evidence, ...]
    assumed: tuple[Pointer, ...]
    missing: tuple[Pointer, ...]
    cites: tuple[RuleNumber, ...]
    unless: tuple[Pointer, ...] = ()
    follows: RuleNumber | None = None


def judged(
    finding: Finding,
    *,
    rule: RuleNumber,
    prop: str,
    edition: EditionDate | None,
    cites: tuple[RuleNumber, ...],
    strict: bool,
) -> Verdict:
    """The verdict that a finding is; under ``strict`` words that are not read make it uncertain."""
    facts = tuple(below(finding.leans)) if finding.leans else ()
    outcome, missing = finding.outcome, list(finding.missing)
    if strict and finding.unless and outcome in (Outcome.COMPLIES, Outcome.VIOLATES):
        outcome = Outcome.CANNOT_TELL
        missing += finding.unless
    if outcome is Outcome.CANNOT_TELL:
        missing += [at for fact in finding.leans for at in fact.missing]
    return Verdict(
        rule=rule,
        edition=edition,
        prop=prop,
        at=finding.at,
        outcome=outcome,
        words=finding.words,
        evidence=_evidence(facts),
        assumed=tuple(
            dict.fromkeys([f.at for f in facts if f.origin is Origin.ASSUMED and f.known])
        ),
        missing=tuple(dict.fromkeys(missing)),
        cites=cites,
        unless=finding.unless,
        follows=finding.follows,
    )


def _evidence(facts: Iterable[Fact[Any]]) -> tuple[Evidence, ...]:
    """The known ones among the facts, each place once."""
    found: dict[Pointer, Evidence] = {}
    for value, at, origin, _ in facts:
        if value is None:
            continue
        earlier = found.get(at)
        # What stands at a place says more than what was derived from it.
        better = origin is Origin.GIVEN and earlier is not None and earlier.origin is Origin.DERIVED
        if earlier is None or better or origin is Origin.ASSUMED:
            found[at] = Evidence(at, value, origin)
    return tuple(found.values())


def worst(outcomes: Iterable[Outcome]) -> Outcome:
    """The verdict of a node: violates > cannot-tell > complies > not-applicable."""
    return max(outcomes, key=lambda outcome: outcome.rank, default=Outcome.NOT_APPLICABLE)


def outcome_of(truth: bool | None) -> Outcome:
    """What Kleene's third value means for a rule."""
    if truth is None:
        return Outcome.CANNOT_TELL
    return Outcome.COMPLIES if truth else Outcome.VIOLATES
