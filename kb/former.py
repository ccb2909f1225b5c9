"""Former rules: what became of numbers that only older editions have."""

from typing import NamedTuple

from kb.errors import UnknownEdition
from kb.lazily import once_asked
from kb.lint.finding import FindingKind
from kb.lint.judge import Judge
from kb.lint.linter import linter
from kb.number import RuleNumber
from kb.store import Store


class Former(NamedTuple):
    """What the newest complete official edition says of a number that it has no more."""

    told: str
    """In whole sentences."""
    now: RuleNumber | None
    """Where its text stands there, if it does."""
    confidence: float
    """How sure that is, from 0 to 1."""


class FormerRules:
    """Judges as the lint does, in the words of one language."""

    def __init__(self, store: Store, *, language: str) -> None:
        self._store = store
        self._language = language

    @once_asked
    def _judge(self) -> Judge | None:
        try:
            return linter(self._store, edition=None, language=self._language).judge()
        except UnknownEdition:
            return None

    def of(self, number: RuleNumber) -> Former | None:
        """None where no complete edition says that the number is gone."""
        verdict = self._judge.verdict(number) if self._judge else None
        if verdict is None or verdict.kind not in (FindingKind.MOVED, FindingKind.GONE):
            return None
        return Former(verdict.evidence, verdict.suggestion, verdict.confidence)
