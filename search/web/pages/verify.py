"""Verifying a game state: the form, and the verdicts beside the text that was sent."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from kb import templates
from kb.model import Outcome
from kb.number import RuleNumber
from search.verifying.judged import Answer, Node, Question
from search.verifying.scenarios import Scenario, scenarios
from search.web.asking import Answer as Answered
from search.web.asking import Asking, Page
from search.web.judges import LARGEST, MEMORY, SECONDS, Failed, Judges
from search.web.sentences import can_say, said
from search.web.texts import Texts

_MOST_LINES = 4_000
_MOST_REFERENCES = 4
"""Rules named behind one line."""
_RANKS = {str(outcome): outcome.rank for outcome in Outcome}


class Choice(NamedTuple):
    """Game states of one kind to choose from."""

    label: str
    options: tuple[tuple[str, str], ...]
    """Name and title of each."""


class Row(NamedTuple):
    """A line of the text, with the verdicts that speak of it."""

    number: int
    text: str
    outcome: str | None
    """The worst of them."""
    groups: str
    """The marks of these verdicts."""
    rules: tuple[tuple[str, str], ...]
    """Each with the mark of its first verdict here."""


class VerifyContent(NamedTuple):
    text: str
    strict: bool
    templates: tuple[tuple[str, str], ...]
    examples: tuple[Choice, ...]
    chosen: str
    answer: Answer | None
    failed: str | None
    """Why there is no answer, in a sentence."""
    rows: tuple[Row, ...]
    more_lines: int
    names: Mapping[str, str]
    """Of the rules that are spoken of."""
    errors: Mapping[int, str]
    """What could not be read, by line."""


class Sent(NamedTuple):
    """What a reader sent, and what the judges said of it."""

    text: str
    strict: bool
    answer: Answer | None
    failed: Failed | None
    """TIME and the like; with neither, the text was too long or empty, or nothing was sent."""
    was_sent: bool = True


def page(asking: Asking) -> Answered:
    """The form, empty or with a template or an example in it."""
    template, example = asking.query.get("new", ""), asking.query.get("example", "")
    text, query = "", {}
    if template in templates.names():
        text, query = templates.template(asking.language, template), {"new": template}
    elif example in scenarios():
        text, query = scenarios()[example].text, {"example": example}
    return _page(asking, Sent(text, False, None, None, was_sent=False), query, example)


async def sent(judges: Judges, form: Mapping[str, str], language: str) -> Sent:
    """Ask the judges; browsers send line ends as CR LF."""
    text = form.get("text", "").replace("\r\n", "\n").replace("\r", "\n")
    strict = bool(form.get("strict"))
    if not text.strip() or len(text.encode("utf-8", "replace")) > LARGEST:
        return Sent(text, strict, None, None)
    found = await judges.judge(Question(text, language, strict))
    if isinstance(found, Failed):
        return Sent(text, strict, None, found)
    return Sent(text, strict, found, None)


def answered(sent: Sent, asking: Asking) -> Answered:
    """The page for what was sent."""
    return _page(asking, sent, {}, "")


def _page(asking: Asking, sent: Sent, query: dict[str, str], chosen: str) -> Page:
    code = asking.language
    failed = _failure(sent, code)
    nodes = [node for each in (sent.answer.judged if sent.answer else ()) for node in each.nodes]
    rows, more = _rows(sent, nodes)
    refused = sent.answer.refused if sent.answer else ()
    return Page(
        template="verify.html",
        title=said(code, "verify_title"),
        content=VerifyContent(
            text=sent.text if len(sent.text) <= LARGEST else "",
            strict=sent.strict,
            templates=tuple((name, said(code, f"template_{name}")) for name in templates.names()),
            examples=_examples(code),
            chosen=chosen,
            answer=sent.answer,
            failed=failed,
            rows=rows,
            more_lines=more,
            names=_names(asking, nodes),
            errors={each.line: each.reason for each in refused if each.line is not None},
        ),
        path="/verify",
        description=said(code, "verify_description"),
        indexed=not query and sent.answer is None and failed is None,
        status=422 if refused or (failed and sent.failed is None) else 503 if failed else 200,
        query=query,
    )


def _failure(sent: Sent, code: str) -> str | None:
    if sent.answer is not None or not sent.was_sent:
        return None
    if sent.failed is None:
        if not sent.text.strip():
            return said(code, "verify_empty")
        size = len(sent.text.encode("utf-8", "replace"))
        return said(code, "verify_too_long", size=size // 1000, most=LARGEST // 1000)
    limits = {"seconds": f"{SECONDS:g}", "memory": MEMORY // 2**20}
    return said(code, f"verify_failed_{sent.failed}", **limits)


@cache
def _examples(code: str) -> tuple[Choice, ...]:
    """All that come with the program, by folder; first those that the rules themselves give."""
    of: dict[str, list[Scenario]] = {}
    for each in scenarios().values():
        of.setdefault(each.folder, []).append(each)
    folders = sorted(of, key=lambda folder: (folder != "examples", folder))
    return tuple(
        Choice(
            said(code, f"folder_{folder}") if can_say(code, f"folder_{folder}") else folder,
            tuple((each.name, _titled(each, code)) for each in of[folder]),
        )
        for folder in folders
    )


def _titled(scenario: Scenario, code: str) -> str:
    """With the number of the rule that gives the example: ``examples/702-19b-1``."""
    section, rule, *_ = (*scenario.name.partition("/")[2].split("-"), "")
    number = RuleNumber.read(f"{section}.{rule}")
    return f"{number or ''} {scenario.title(code)}".strip()


def _names(asking: Asking, nodes: Iterable[Node]) -> dict[str, str]:
    texts = Texts(asking)
    found = {}
    for node in nodes:
        number = RuleNumber.read(node.rule)
        if number is not None:
            found[node.rule] = texts.called(number)
    return found


def _rows(sent: Sent, nodes: Iterable[Node]) -> tuple[tuple[Row, ...], int]:
    """The lines of the text, once there is an answer; and how many are not shown."""
    if sent.answer is None:
        return (), 0
    spoken: dict[int, list[tuple[str, str, str]]] = {}
    marks = 0
    for node in nodes:
        for told in node.verdicts:
            marks += 1
            if told.outcome == str(Outcome.NOT_APPLICABLE):
                continue
            places = (told.place, *(seen.place for seen in told.evidence), *told.missing)
            for line in dict.fromkeys(place.line for place in places):
                if line is not None:
                    spoken.setdefault(line, []).append((f"v{marks}", node.rule, told.outcome))
    lines = sent.text.splitlines()
    rows = tuple(
        _row(number, text, spoken.get(number, ()))
        for number, text in enumerate(lines[:_MOST_LINES], start=1)
    )
    return rows, len(lines) - len(rows)


def _row(number: int, text: str, spoken: Iterable[tuple[str, str, str]]) -> Row:
    verdicts = list(spoken)
    outcome = max((each[2] for each in verdicts), key=_RANKS.__getitem__, default=None)
    rules: dict[str, str] = {}
    for mark, rule, _ in verdicts:
        rules.setdefault(rule, mark)
    return Row(
        number,
        text,
        outcome,
        " ".join(mark for mark, _, _ in verdicts),
        tuple(rules.items())[:_MOST_REFERENCES],
    )
