"""Checkers of rules, one module a rule group; this one asks them all."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from kb.checks.features import occurring
from kb.checks.registry import REGISTRY, Check
from kb.edition import EditionDate
from kb.facts import Fact
from kb.model import Outcome
from kb.number import RuleNumber
from kb.replay import Game, replay
from kb.state import Document
from kb.terms import edition_date
from kb.verdict import Finding, Verdict, judged


def checked_rules(edition: EditionDate | None = None) -> tuple[RuleNumber, ...]:
    """The rules that have checkers in an edition (None: the newest), in order."""
    return REGISTRY.rules(edition)


def checked_below(
    asked: tuple[RuleNumber, ...], edition: EditionDate | None = None
) -> frozenset[RuleNumber]:
    """The rules of ``checked_rules`` that are one of these or stand below one."""
    return REGISTRY.below(asked, edition)


def all_checks() -> tuple[Check, ...]:
    """Every checker, in the order of the rules."""
    return REGISTRY.all()


def asked_rules(
    document: Document, rules: Iterable[RuleNumber] | None = None
) -> tuple[RuleNumber, ...] | None:
    """The rules asked about: those given, else the document's own question; None is all."""
    if rules is not None:
        return tuple(rules)
    if document.question is None:
        return None
    return tuple(map(rule_named, document.question))


@lru_cache(maxsize=1024)
def rule_named(text: str) -> RuleNumber:
    """The number that a document writes; raises UnknownRule. Documents ask for the same few."""
    return RuleNumber.parse(text)


def cited_edition(document: Document) -> EditionDate | None:
    """The edition whose numbers the document cites; None where it names none: the newest."""
    return EditionDate.parse(document.rules) if document.rules is not None else None


def verify(
    document: Document, *, rules: Iterable[RuleNumber] | None = None, strict: bool = False
) -> tuple[Verdict, ...]:
    """What the checkers say of a document; a section asked about means all below it.

    ``strict`` is ``assume: strict``, whatever the document says. Raises BadState for a history
    that names what is not there.
    """
    game = replay(document, strict=strict)
    try:
        return tuple(_verdicts(game, asked_rules(document, rules)))
    finally:
        game.forget()


def _if_it_happened(finding: Finding, game: Game) -> Finding:
    """An event that was perhaps taken back breaks nothing for certain (732.1)."""
    if finding.outcome is Outcome.VIOLATES:
        for step in game.steps:
            if step.event.outcome == "?" and finding.at.within(step.at):
                unknown: Fact[bool] = Fact(None, step.at / "outcome")
                return replace(finding, outcome=Outcome.CANNOT_TELL, leans=(unknown,))
    return finding


def _verdicts(game: Game, asked: tuple[RuleNumber, ...] | None) -> Iterator[Verdict]:
    edition = cited_edition(game.document)
    wanted = None if asked is None else checked_below(asked, edition)
    perhaps = any(step.event.outcome == "?" for step in game.steps)
    cited = edition or edition_date()
    strict = game.strict
    for check in REGISTRY.concerned(occurring(game), edition):
        if wanted is not None and check.rule not in wanted:
            continue
        found = check.run(game) if check.root is None else check.findings(game)
        for finding in found:
            yield judged(
                _if_it_happened(finding, game) if perhaps else finding,
                check.proposition,
                edition=cited,
                strict=strict,
            )
