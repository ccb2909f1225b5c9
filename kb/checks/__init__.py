"""Checkers of rules, one module a rule group; this one asks them all."""

from collections.abc import Iterable, Iterator

from kb.checks import (
    r118_reductions,
    r202_values,
    r508_attackers,
    r601_casting,
    r601_choices,
    r702_033_kicked,
    r702_033_kicker,
    r702_154_bonus,
    r702_154_enlist,
    r702_193_power_up,
    r707_copies,
    r718_prototype,
)
from kb.checks.registry import REGISTRY, Check
from kb.model import EditionDate
from kb.number import RuleNumber
from kb.replay import replay
from kb.state import Document
from kb.verdict import Verdict, judged

GROUPS = (
    r118_reductions,
    r202_values,
    r508_attackers,
    r601_casting,
    r601_choices,
    r702_033_kicked,
    r702_033_kicker,
    r702_154_bonus,
    r702_154_enlist,
    r702_193_power_up,
    r707_copies,
    r718_prototype,
)
"""Importing a group registers its checkers."""


def checked_rules(edition: EditionDate | None = None) -> tuple[RuleNumber, ...]:
    """The rules that have checkers in an edition (None: the newest), in order."""
    return tuple(dict.fromkeys(check.rule for check in REGISTRY.checks(edition)))


def all_checks() -> tuple[Check, ...]:
    """Every checker, in the order of the rules."""
    return tuple(REGISTRY.all())


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


def _verdicts(
    document: Document, asked: tuple[RuleNumber, ...] | None, strict: bool
) -> Iterator[Verdict]:
    game = replay(document, strict=strict)
    edition = cited_edition(document)
    for check in REGISTRY.checks(edition):
        if asked is not None and not any(check.rule.within(rule) for rule in asked):
            continue
        for finding in check.run(game):
            yield judged(
                finding,
                rule=check.rule,
                prop=check.prop,
                edition=edition,
                cites=check.cites,
                strict=game.strict,
            )
