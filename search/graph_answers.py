"""Answers of the graph, what to read and how rules lead to one another: for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from kb.number import RuleNumber
from search.as_json import edition_json
from search.citation_path import CitationPath, Step
from search.graph_formats import as_json
from search.needs import Need, Needs
from search.render import printable, wrapped
from search.sentences import edition_words, words

if TYPE_CHECKING:  # the shapes are for who checks and describes answers
    from search.shapes.rules import NeedJson, NeedsJson, PathJson, StepJson

_MOST = 6
"""Numbers that a line tells one by one."""


def needs_json(answer: Needs) -> NeedsJson:
    return {"needs": [_need_json(need) for need in answer.needs], **as_json(answer.graph)}


def _need_json(need: Need) -> NeedJson:
    return {
        "number": str(need.node.number),
        "language": need.node.language,
        "title": need.title and need.title.text,
        "distance": need.distance,
        "cited_by": _numbers(need.cited_by),
        "introduces": _numbers(need.introduces),
        "part_of": str(need.part_of) if need.part_of else None,
        "circle": _numbers(need.circle),
        "edition": edition_json(need.node.edition) if need.node.edition else None,
    }


def needs_text(answer: Needs, language: str) -> str:
    """A numbered list, to be read from the top."""
    count = len(answer.needs)
    lines = [needs_heading(answer, language)]
    circle: tuple[RuleNumber, ...] = ()
    for place, need in enumerate(answer.needs, start=1):
        if need.circle and need.circle != circle:
            lines.append(circle_words(place, need.circle, language))
        circle = need.circle
        lines.append(f"{place:>{len(str(count))}}. {_need_line(need, language)}")
    return "\n".join(lines)


def needs_heading(answer: Needs, language: str) -> str:
    """What stands over the list, or that there is none."""
    what = ", ".join(map(str, answer.asked))
    if not answer.needs:
        return words(language, "graph_needs_none", what=what)
    return words(language, "graph_needs", what=what, count=len(answer.needs))


def circle_words(place: int, circle: Sequence[RuleNumber], language: str) -> str:
    """That those of a circle, the first of which stands at ``place``, rest on one another."""
    return words(language, "graph_circle", first=place, last=place + len(circle) - 1)


def _need_line(need: Need, language: str) -> str:
    title = f" {printable(need.title.text)}" if need.title else ""
    lacking = "" if need.node.edition else f" {words(language, 'lacking')}"
    return f"{need.node.number}{title}{lacking} – {need_words(need, language)}"


def need_words(need: Need, language: str) -> str:
    """How far away it is, and why it must be read."""
    steps = words(language, "graph_steps", count=need.distance)
    return "; ".join((steps, *_reasons(need, language)))


def _reasons(need: Need, language: str) -> Iterator[str]:
    if need.cited_by:
        yield words(language, "graph_cited_by", numbers=_listed(need.cited_by))
    if need.introduces:
        yield words(language, "graph_introduces", numbers=_listed(need.introduces))
    if need.part_of:
        yield words(language, "graph_part_of", number=need.part_of)


def path_json(there: CitationPath, back: CitationPath | None) -> PathJson:
    """``direction`` is that of the path which was found."""
    found = back if back is not None and back.steps else there
    direction = "forward" if there.steps else "backward" if found.steps else None
    return {
        "path": [_step_json(step) for step in found.steps],
        "direction": direction,
        **as_json(found.graph),
    }


def _step_json(step: Step) -> StepJson:
    sentence = step.sentence
    return {
        "source": str(step.source.number),
        "target": str(step.target.number),
        "kind": str(step.edge.relation),
        "how": step.edge.how,
        "start": step.edge.start,
        "end": step.edge.end,
        "language": step.source.language,
        "sentence": {
            "text": sentence.text,
            "start": sentence.start,
            "end": sentence.end,
            "place": sentence.place,
        }
        if sentence
        else None,
        "edition": edition_json(step.source.edition) if step.source.edition else None,
    }


def path_text(path: CitationPath, language: str) -> str:
    """The steps, each with the sentence that cites."""
    ends = {"source": path.source, "target": path.target}
    lines = [words(language, "graph_path", **ends, count=path.citations)]
    for place, step in enumerate(path.steps, start=1):
        lines += _step_lines(place, step, language)
    return "\n".join(lines)


def _step_lines(place: int, step: Step, language: str) -> Iterator[str]:
    ends = {"source": step.source.number, "target": step.target.number}
    sentence, edge = step.sentence, step.edge
    if sentence is None or edge.start is None or edge.end is None:
        yield f"{place}. {words(language, 'graph_contains', **ends)}"
        return
    where = words(
        language, "graph_place", sentence=sentence.place, start=edge.start + 1, end=edge.end
    )
    of = edition_words(step.source.edition, language) if step.source.edition else ""
    yield f"{place}. {words(language, 'graph_cites', **ends)}, {where}  [{of}]"
    yield wrapped(sentence.text, indent="   ")


def _numbers(numbers: Iterable[RuleNumber]) -> list[str]:
    return [str(number) for number in numbers]


def _listed(numbers: Iterable[RuleNumber]) -> str:
    told = _numbers(numbers)
    return ", ".join(told) if len(told) <= _MOST else f"{', '.join(told[:_MOST])}, …"
