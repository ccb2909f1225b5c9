"""The citation graph: the picture around a rule, what to read before it, the way to another."""

import re
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from kb.errors import RegulaeError
from kb.number import RuleNumber
from search.asked import asked
from search.sentences import edition_words, words
from search.web.asking import Answer, Asking, Missing, Page, Redirect
from search.web.cleaning import clean
from search.web.sentences import said
from search.web.texts import Texts

if TYPE_CHECKING:  # with networkx, which is slow to import
    from search.needs import Needs

DEPTHS = (1, 2, 3)
_MOST_BOXES = 150
"""Nodes beyond which nobody reads a picture."""
_LONGEST = 80
"""Signs of what is asked for."""
_SPACES = re.compile(r">\s+<")


class Need(NamedTuple):
    """Something to read, and why."""

    number: RuleNumber
    title: str
    reasons: str
    circle: str | None
    """That this one and those after it rest on one another, said before the first of them."""
    is_held: bool


class Step(NamedTuple):
    """A step on the way to another rule."""

    source: RuleNumber
    target: RuleNumber
    said: str
    sentence: str | None
    """In the language of its edition."""
    language: str
    edition: str | None


class Way(NamedTuple):
    """How citations lead to another rule."""

    heading: str
    steps: tuple[Step, ...]


class GraphContent(NamedTuple):
    number: RuleNumber
    depth: int
    depths: tuple[tuple[int, str], ...]
    """Each with its address."""
    language: str
    """Of the texts whose citations are drawn."""
    languages: tuple[tuple[str, str], ...]
    picture: Markup | None
    too_many: int
    """Nodes of a picture that is not drawn, because nobody could read it."""
    needs_heading: str
    needs: tuple[Need, ...]
    to: str
    way: Way | None
    way_problem: str | None


def page(asking: Asking) -> Answer:
    wanted = asking.parameters["number"]
    number = RuleNumber.read(wanted)
    if number is None or not asking.holdings.known(number):
        return _by_name(asking, wanted) if number is None else Missing(wanted)
    if str(number) != wanted:
        return Redirect(_address(asking, number))
    return _page(asking, number)


def _by_name(asking: Asking, wanted: str) -> Answer:
    if len(wanted) > _LONGEST or any(sign.isdigit() for sign in wanted):
        return Missing(wanted[:_LONGEST])
    numbers = asked(asking.holdings, [wanted], at=asking.at).numbers
    return Redirect(_address(asking, numbers[0])) if numbers else Missing(wanted)


def _address(asking: Asking, number: RuleNumber) -> str:
    return asking.addresses.page(f"/graph/{number}", edition=asking.at)


def _page(asking: Asking, number: RuleNumber) -> Page:
    from search.graph_answers import needs_heading
    from search.needs import needs  # networkx is slow to import

    code, texts = asking.language, Texts(asking)
    depth = _depth(asking, _usual_depth(asking, number))
    held = [each for each in asking.holdings.languages() if _draws(asking, number, each)]
    language = asking.query.get("in", "")
    if language not in held:
        language = code if code in held or not held else held[0]
    picture, boxes = _picture(asking, number, language, depth)
    answer = needs(asking.store, [number], language=code)
    way, problem = _way(asking, number)
    query = _query(asking, number, depth, language if language != code else "")
    return Page(
        template="graph.html",
        title=said(code, "graph_of", number=f"{number} {texts.called(number)}".strip()),
        content=GraphContent(
            number=number,
            depth=depth,
            depths=tuple(
                (each, _with(asking, number, depth=each, language=query.get("in", "")))
                for each in DEPTHS
            ),
            language=language,
            languages=tuple(
                (each, _with(asking, number, depth=depth, language=each)) for each in held
            ),
            picture=picture,
            too_many=0 if picture is not None else boxes,
            needs_heading=needs_heading(answer, code),
            needs=_needs(answer, code),
            to=asking.query.get("to", "")[:_LONGEST],
            way=way,
            way_problem=problem,
        ),
        path=f"/graph/{number}",
        description=said(code, "graph_description", number=number),
        indexed=False,
        query=query,
    )


def _query(asking: Asking, number: RuleNumber, depth: int, language: str) -> dict[str, str]:
    asked = {
        "depth": "" if depth == _usual_depth(asking, number) else str(depth),
        "in": language,
        "to": asking.query.get("to", "")[:_LONGEST],
        "edition": str(asking.at or ""),
    }
    return {name: value for name, value in asked.items() if value}


def _with(asking: Asking, number: RuleNumber, *, depth: int, language: str) -> str:
    code = language if language != asking.language else ""
    return asking.addresses.page(f"/graph/{number}", **_query(asking, number, depth, code))


def _usual_depth(asking: Asking, number: RuleNumber) -> int:
    """What a rule with subrules cites, they cite: two steps from it."""
    has_parts = number.rule is not None and len(asking.holdings.known_in(number)) > 1
    return 2 if has_parts else 1


def _depth(asking: Asking, usual: int) -> int:
    wanted = asking.query.get("depth", "")
    return int(wanted) if wanted in map(str, DEPTHS) else usual


def _draws(asking: Asking, number: RuleNumber, language: str) -> bool:
    """Whether a language has a text of the rule, so that there is something to draw."""
    return bool(asking.holdings.numbers_in(number, (language,)))


def _picture(
    asking: Asking, number: RuleNumber, language: str, depth: int
) -> tuple[Markup | None, int]:
    from search.neighbourhood import neighbourhood
    from search.picture.labels import PictureLabels
    from search.picture.svg import as_svg

    part = neighbourhood(asking.store, [number], language=language, depth=depth)
    boxes = sum(1 for _ in part.graph.nodes)
    if boxes > _MOST_BOXES:
        return None, boxes
    svg = as_svg(
        part.graph,
        centre=part.centres[0],
        labels=PictureLabels.of(asking.language),
        link=Texts(asking).link,
        styled=False,
    )
    return Markup(_SPACES.sub("><", clean(svg))), boxes


def _needs(answer: "Needs", code: str) -> tuple[Need, ...]:
    from search.graph_answers import circle_words, need_words

    found = []
    circle: tuple[RuleNumber, ...] = ()
    for place, need in enumerate(answer.needs, start=1):
        is_first = bool(need.circle) and need.circle != circle
        circle = need.circle
        found.append(
            Need(
                need.node.number,
                need.title.text if need.title else "",
                need_words(need, code),
                circle_words(place, circle, code) if is_first else None,
                need.node.edition is not None,
            )
        )
    return tuple(found)


def _way(asking: Asking, number: RuleNumber) -> tuple[Way | None, str | None]:
    """The way to the rule that is asked for, or the way back from it; or why there is none."""
    from kb.graph import Relation
    from search.citation_path import citation_paths

    wanted, code = asking.query.get("to", "").strip()[:_LONGEST], asking.language
    if not wanted:
        return None, None
    try:
        numbers = asked(asking.holdings, [wanted], at=asking.at).numbers
        if not numbers:
            return None, said(code, "missing_text", wanted=wanted)
        if numbers[0] == number:
            return None, said(code, "graph_same", number=number)
        there, back = citation_paths(asking.store, [number], numbers, language=code)
    except RegulaeError:  # a range that is none, or one rule inside the other with nothing between
        return None, said(code, "missing_text", wanted=wanted)
    ends = {"source": there.source, "target": there.target}
    found = there if there.steps else back
    if found is None or not found.steps:
        return None, words(code, "graph_path_none", **ends)
    told = {"source": found.source, "target": found.target}
    way = Way(
        words(code, "graph_path", **told, count=found.citations),
        tuple(
            Step(
                step.source.number,
                step.target.number,
                words(
                    code,
                    "graph_cites" if step.edge.relation is Relation.CITES else "graph_contains",
                    source=step.source.number,
                    target=step.target.number,
                ),
                step.sentence.text if step.sentence else None,
                step.source.language,
                edition_words(step.source.edition, code) if step.source.edition else None,
            )
            for step in found.steps
        ),
    )
    return way, words(code, "graph_path_back", **ends) if found is back else None
