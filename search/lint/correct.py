"""Corrections: which numbers of a file may be rewritten without a doubt."""

from bisect import bisect_left
from collections.abc import Collection, Iterator
from hashlib import sha256
from itertools import accumulate, pairwise

from kb.cite import citations
from kb.cite_forms import joiners
from kb.lint.finding import Finding, FindingKind, Linted
from kb.lint.linter import Linter
from kb.lint.moves import SURE
from kb.model import Citation
from kb.number import RuleNumber
from search.lint.report import Correction
from search.lint.source import Text

Edit = tuple[int, int, str]
_ROUNDS = 3
"""How often corrections that another one spoils are left out, before all are."""


def correction(
    source: Text, content: bytes, found: Linted, linter: Linter, *, yaml: bool
) -> Correction | None:
    """What to rewrite; ``linter`` has judged the result and finds nothing there any more."""
    sure = [finding for finding in found.findings if _is_sure(finding)]
    if not sure or source.encoded(source.text) != content:
        return None
    read = list(citations(source.text))
    edits: tuple[Edit, ...] = tuple(
        (finding.start, finding.end, str(finding.suggestion))
        for finding in sure
        if _stands_alone(source.text, finding, read)
        and not (yaml and str(finding.suggestion).endswith("0"))  # 702.30 would be read as 702.3
    )
    for _ in range(_ROUNDS):
        spoiled = _spoiled(source.text, edits, found.citations, linter, yaml=yaml)
        if not spoiled:
            return Correction(sha256(content).digest(), edits) if edits else None
        edits = tuple(edit for edit in edits if edit not in spoiled)
    return None


def rewritten(text: str, edits: Collection[Edit]) -> str:
    """The text with the numbers replaced."""
    parts, last = [], 0
    for start, end, number in edits:
        parts += [text[last:start], number]
        last = end
    return "".join((*parts, text[last:]))


def _is_sure(finding: Finding) -> bool:
    return (
        finding.kind is FindingKind.MOVED
        and finding.suggestion is not None
        and finding.confidence >= SURE
    )


def _stands_alone(text: str, finding: Finding, read: list[Citation]) -> bool:
    """Whether the number is written out and is no part of a range."""
    written = text[finding.start : finding.end]
    if RuleNumber.read(written) != finding.number:
        return False  # the letter of 702.33a–c, or the whole of it
    place = bisect_left(read, finding.end, key=lambda citation: citation.end)
    if place == len(read) or read[place].start > finding.start:
        return finding.citation == written  # the value of a key in YAML
    return all(joiners().joined.fullmatch(gap) for gap in _gaps(text, finding, read[place]))


def _gaps(text: str, finding: Finding, citation: Citation) -> Iterator[str]:
    """What stands between the number and its neighbours in the list.

    The numbers inside a range have the whole range for their place, so that no gap is left.
    """
    spans = [(mention.start, mention.end) for mention in citation.mentions]
    for (_, end), (start, _) in pairwise(spans):
        if end == finding.end or start == finding.start:
            yield text[end:start]


def _spoiled(
    text: str, edits: tuple[Edit, ...], numbers: int, linter: Linter, *, yaml: bool
) -> set[Edit]:
    """The edits after which there is still a finding at their place; all, if others are read."""
    judged = linter.lint(rewritten(text, edits), yaml=yaml)
    if judged.citations != numbers:
        return set(edits)
    wrong = {finding.start for finding in judged.findings}
    grown = accumulate((len(new) - (end - start) for start, end, new in edits), initial=0)
    return {edit for edit, shift in zip(edits, grown, strict=False) if edit[0] + shift in wrong}
