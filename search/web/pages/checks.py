"""The checkers: which rules a program can check here, what must hold, and why others cannot."""

from functools import lru_cache
from typing import NamedTuple

from kb.checks.coverage import Covered
from kb.explain import message
from kb.number import RuleNumber
from search.checkers import Checkers, checkers, reasons, total
from search.verifying.scenarios import scenarios_for
from search.web.asking import Answer, Asking, Missing, Page, Redirect
from search.web.sentences import said
from search.web.texts import Texts

_MOST_EXAMPLES = 40


class Must(NamedTuple):
    """What must hold, by the rule that says so."""

    number: RuleNumber
    prop: str
    sentence: str
    since: str | None
    until: str | None
    """The editions in which the rule has this number."""


class Reason(NamedTuple):
    """Why some rules have no checker."""

    sentence: str
    numbers: str


class ChecksContent(NamedTuple):
    number: RuleNumber | None
    """None for all sections."""
    name: str
    musts: tuple[Must, ...]
    reasons: tuple[Reason, ...]
    sections: tuple[tuple[Covered, str], ...]
    whole: Covered
    examples: tuple[tuple[str, str], ...]
    """Game states about the rule: name and title."""


@lru_cache(maxsize=256)
def _of(number: RuleNumber | None) -> Checkers:
    """The program is the same for all bases; of a chapter it takes seconds to say."""
    return checkers(None if number is None else (number,))


def index(asking: Asking) -> Answer:
    """How much of each section can be checked, and is."""
    code, texts = asking.language, Texts(asking)
    answer = _of(None)
    sections = tuple((row, texts.name(row.number)) for row in answer.sections)
    whole = total(RuleNumber(1), answer.sections)
    return Page(
        template="checks.html",
        title=said(code, "checks_title"),
        content=ChecksContent(None, "", (), (), sections, whole, ()),
        path="/checks",
        description=said(code, "checks_description"),
    )


def page(asking: Asking) -> Answer:
    """Of a rule, a section or a chapter."""
    wanted = asking.parameters["number"]
    number = RuleNumber.read(wanted)
    if number is None or not asking.holdings.known(number):
        return Missing(wanted)
    if str(number) != wanted:
        return Redirect(asking.addresses.page(f"/checks/{number}"))
    code, texts = asking.language, Texts(asking)
    answer = _of(number)
    musts = (
        Must(
            check.rule,
            check.prop,
            message(code, "must", check.prop),
            str(check.since) if check.since else None,
            str(check.until) if check.until else None,
        )
        for check in answer.checks
    )
    return Page(
        template="checks.html",
        title=said(code, "checks_of", number=number),
        content=ChecksContent(
            number=number,
            name=texts.called(number),
            musts=tuple(musts),
            reasons=tuple(
                Reason(message(code, "unchecked", reason), numbers)
                for reason, numbers in reasons(answer.without)
            ),
            sections=(),
            whole=total(number, answer.sections),
            examples=tuple(
                (each.name, each.title(code)) for each in scenarios_for(number)[:_MOST_EXAMPLES]
            ),
        ),
        path=f"/checks/{number}",
        description=said(code, "checks_description"),
        query={"edition": str(asking.at)} if asking.at else {},
    )
