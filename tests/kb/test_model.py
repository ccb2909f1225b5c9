"""Outcomes."""

from kb.model import Outcome


def test_the_worst_outcome_is_a_violation() -> None:
    assert max(Outcome, key=lambda outcome: outcome.rank) is Outcome.VIOLATES
    assert Outcome.CANNOT_TELL.rank > Outcome.COMPLIES.rank > Outcome.NOT_APPLICABLE.rank
