"""Verdicts on one document for people."""

from kb.explain import because
from kb.model import Outcome
from kb.verify import Verified
from search.render import in_one_line, painted, printable
from search.sentences import words
from search.verifying.steps import steps_text

_COLOURS = {
    Outcome.COMPLIES: "green",
    Outcome.VIOLATES: "red",
    Outcome.CANNOT_TELL: "yellow",
    Outcome.NOT_APPLICABLE: "white",
}


def as_text(found: Verified, *, explain: bool) -> str:
    """Styled for a terminal; whoever prints it elsewhere takes the colours out."""
    lang = found.language
    lines = [painted(in_one_line(found.name), bold=True)]
    if explain:
        lines += steps_text(found.document, lang)
    for verdict in found.verdicts:
        said = painted(words(lang, f"outcome_{verdict.outcome}"), fg=_COLOURS[verdict.outcome])
        lines.append(f"  {verdict.rule} {said} ({verdict.prop}, {printable(verdict.at)})")
        lines.append(f"    {printable(because(verdict, lang))}")
        for places, name in ((verdict.assumed, "assumed"), (verdict.missing, "missing_facts")):
            if places:
                lines.append(f"    {words(lang, name)}: {printable(', '.join(places))}")
    if found.left_out:
        lines.append(f"  {words(lang, 'verify_left_out', n=found.left_out)}")
    elif not found.verdicts:
        lines.append(f"  {words(lang, 'no_verdict')}")
    if found.met is not None:
        counts = words(lang, "expected", met=found.met, failed=len(found.failed))
        lines.append(f"  {counts}")
        lines += [
            f"    {miss.expected.rule}: {miss.expected.verdict} ≠ {miss.got}"
            for miss in found.failed
        ]
    return "\n".join(lines)
