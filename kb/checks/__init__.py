"""Checkers of rules, one module a rule group; this one asks them all."""

from collections.abc import Iterable, Iterator

from kb.checks import (
    r107_symbols,
    r111_tokens,
    r115_targets,
    r117_priority,
    r117_timing,
    r118_costs,
    r118_reductions,
    r120_damage,
    r122_counters,
    r202_values,
    r305_lands,
    r400_zones,
    r506_combat,
    r508_attackers,
    r508_costs,
    r508_declared,
    r509_blockers,
    r510_assignment,
    r510_steps,
    r601_casting,
    r601_choices,
    r601_proposing,
    r602_activating,
    r603_triggers,
    r605_mana_abilities,
    r606_loyalty,
    r608_destinations,
    r608_resolving,
    r613_layers,
    r613_sizes,
    r702_026_phasing,
    r702_033_kicked,
    r702_033_kicker,
    r702_051_other_payers,
    r702_154_bonus,
    r702_154_enlist,
    r702_193_power_up,
    r702_attack_keywords,
    r702_combat_triggers,
    r702_cost_keywords,
    r702_damage_results,
    r702_evasion,
    r702_shields,
    r702_trample,
    r704_alone,
    r704_attached,
    r704_checking,
    r704_creatures,
    r704_gone,
    r704_permanents,
    r704_players,
    r707_copies,
    r709_elsewhere,
    r712_faces,
    r718_prototype,
    r733_illegal_actions,
)
from kb.checks.registry import REGISTRY, Check
from kb.edition import EditionDate
from kb.facts import Fact
from kb.model import Outcome
from kb.number import RuleNumber
from kb.replay import Game, replay
from kb.state import Document
from kb.terms import edition_date
from kb.verdict import Finding, Verdict, judged

GROUPS = (
    r107_symbols,
    r111_tokens,
    r115_targets,
    r117_priority,
    r117_timing,
    r118_costs,
    r118_reductions,
    r120_damage,
    r122_counters,
    r202_values,
    r305_lands,
    r400_zones,
    r506_combat,
    r508_attackers,
    r508_costs,
    r508_declared,
    r509_blockers,
    r510_assignment,
    r510_steps,
    r601_casting,
    r601_choices,
    r601_proposing,
    r602_activating,
    r603_triggers,
    r605_mana_abilities,
    r606_loyalty,
    r608_destinations,
    r608_resolving,
    r613_layers,
    r613_sizes,
    r702_026_phasing,
    r702_033_kicked,
    r702_033_kicker,
    r702_051_other_payers,
    r702_154_bonus,
    r702_154_enlist,
    r702_193_power_up,
    r702_attack_keywords,
    r702_combat_triggers,
    r702_cost_keywords,
    r702_damage_results,
    r702_evasion,
    r702_shields,
    r702_trample,
    r704_alone,
    r704_attached,
    r704_checking,
    r704_creatures,
    r704_gone,
    r704_permanents,
    r704_players,
    r707_copies,
    r709_elsewhere,
    r712_faces,
    r718_prototype,
    r733_illegal_actions,
)
"""Importing a group registers its checkers."""


def checked_rules(edition: EditionDate | None = None) -> tuple[RuleNumber, ...]:
    """The rules that have checkers in an edition (None: the newest), in order."""
    return REGISTRY.rules(edition)


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
    return tuple(RuleNumber.parse(rule) for rule in document.question)


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
    return tuple(_verdicts(document, asked_rules(document, rules), strict))


def _if_it_happened(finding: Finding, game: Game) -> Finding:
    """An event that was perhaps taken back breaks nothing for certain (732.1)."""
    if finding.outcome is Outcome.VIOLATES:
        for step in game.steps:
            if step.event.outcome == "?" and finding.at.within(step.at):
                unknown: Fact[bool] = Fact(None, step.at / "outcome")
                return finding._replace(outcome=Outcome.CANNOT_TELL, leans=(unknown,))
    return finding


def _verdicts(
    document: Document, asked: tuple[RuleNumber, ...] | None, strict: bool
) -> Iterator[Verdict]:
    game = replay(document, strict=strict)
    edition = cited_edition(document)
    for check in REGISTRY.concerned(document, edition):
        if asked is not None and not any(check.rule.within(rule) for rule in asked):
            continue
        for finding in check.findings(game):
            yield judged(
                _if_it_happened(finding, game),
                rule=check.rule,
                prop=check.prop,
                edition=edition or edition_date(),
                cites=check.cites,
                strict=game.strict,
            )
