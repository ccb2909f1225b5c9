"""Verdicts: what a checker found, at which place, on which facts, about which rule."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kb.edition import EditionDate
from kb.facts import Fact, Origin, below
from kb.model import Outcome
from kb.number import RuleNumber, distinct
from kb.pointer import Pointer

_CANNOT_TELL = Outcome.CANNOT_TELL
_GIVEN, _ASSUMED, _DERIVED = Origin.GIVEN, Origin.ASSUMED, Origin.DERIVED


@dataclass(frozen=True, slots=True)
class Word:
    """A word of ours, looked up in the answer language: ``[<table>] key`` of verdicts.toml."""

    table: str
    key: str


NO_WORDS: Mapping[str, object] = MappingProxyType({})


class Evidence(Struct, frozen=True, gc=False):
    """A fact that a verdict rests on."""

    at: Pointer
    value: Any
    origin: Origin


class Finding(Struct, frozen=True):
    """What a checker sees of its proposition in one place."""

    at: Pointer
    outcome: Outcome
    leans: tuple[Fact[Any], ...] = ()
    """The facts that decided, or that were wanted and not known."""
    words: Mapping[str, object] = NO_WORDS
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
        return replace(self, follows=root)


class Proposition(Struct, frozen=True):
    """What is said of a proposition of a rule each time: made once, for all verdicts on it."""

    rule: RuleNumber
    prop: str
    cites: tuple[RuleNumber, ...]
    """The rule itself and others that its checker rests on, each once."""
    number: str
    """The rule as a text."""
    cited: tuple[str, ...]

    @classmethod
    def of(cls, rule: RuleNumber, prop: str, others: Iterable[RuleNumber]) -> "Proposition":
        cites = distinct((rule, *others))
        return cls(rule, prop, cites, str(rule), tuple(map(str, cites)))


class Verdict(Struct, frozen=True):
    """A finding, as the answer about one proposition of one rule."""

    on: Proposition
    edition: EditionDate | None
    """The edition that the document cites."""
    at: Pointer
    outcome: Outcome
    words: Mapping[str, object]
    evidence: tuple[Evidence, ...]
    assumed: tuple[Pointer, ...]
    missing: tuple[Pointer, ...]
    unless: tuple[Pointer, ...] = ()
    follows: RuleNumber | None = None

    @property
    def rule(self) -> RuleNumber:
        return self.on.rule

    @property
    def prop(self) -> str:
        return self.on.prop

    @property
    def cites(self) -> tuple[RuleNumber, ...]:
        return self.on.cites


def judged(
    finding: Finding, on: Proposition, *, edition: EditionDate | None, strict: bool
) -> Verdict:
    """The verdict that a finding is; under ``strict`` words that are not read make it uncertain."""
    outcome, missing = finding.outcome, finding.missing
    if strict and finding.unless and outcome in (Outcome.COMPLIES, Outcome.VIOLATES):
        outcome = _CANNOT_TELL
        missing += finding.unless
    if outcome is _CANNOT_TELL:
        missing += tuple(at for fact in finding.leans for at in fact.missing)
    evidence, assumed = _evidence(finding.leans) if finding.leans else ((), ())
    return Verdict(
        on,
        edition,
        finding.at,
        outcome,
        finding.words,
        evidence,
        assumed,
        tuple(dict.fromkeys(missing)) if missing else (),
        finding.unless,
        finding.follows,
    )


def _evidence(
    leans: Iterable[Fact[Any]],
) -> tuple[tuple[Evidence, ...], tuple[Pointer, ...]]:
    """The known facts that these are and lean on, each place once; the places of assumed ones."""
    found: dict[Pointer, Evidence] = {}
    assumed: dict[Pointer, None] = {}
    for fact in below(leans):
        value = fact.value
        if value is None:
            continue
        at, origin = fact.at, fact.origin
        if origin is _ASSUMED:
            found[at] = Evidence(at, value, origin)
            assumed[at] = None
            continue
        earlier = found.get(at)
        # What stands at a place says more than what was derived from it.
        if earlier is None or (origin is _GIVEN and earlier.origin is _DERIVED):
            found[at] = Evidence(at, value, origin)
    return tuple(found.values()), tuple(assumed)


def worst(outcomes: Iterable[Outcome]) -> Outcome:
    """The verdict of a node: violates > cannot-tell > complies > not-applicable."""
    return max(outcomes, key=lambda outcome: outcome.rank, default=Outcome.NOT_APPLICABLE)


def outcome_of(truth: bool | None) -> Outcome:
    """What Kleene's third value means for a rule."""
    if truth is None:
        return Outcome.CANNOT_TELL
    return Outcome.COMPLIES if truth else Outcome.VIOLATES
