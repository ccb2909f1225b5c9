"""Pictures of the rule graph: well-formed, nothing on top of anything else, nothing left out."""

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.graph import Relation, RuleGraph, RuleNode
from kb.lang import codes
from search.picture.cells import TALLEST
from search.picture.labels import PictureLabels
from search.picture.svg import as_svg
from search.xml_text import one_line
from tests.search.graphs import HOSTILE, Sketch, edition, hostile, kicker, lone, section
from tests.search.read_picture import SVG, Picture, extent, points

ENGLISH = PictureLabels.of("en")


def picture(graph: RuleGraph, centre: str, **options: object) -> Picture:
    return Picture(as_svg(graph, centre=centre, labels=ENGLISH, **options))  # type: ignore[arg-type]


def tangle() -> RuleGraph:
    """Two steps around a rule: lines within columns, past columns and backwards."""
    graph = kicker()
    sketch = Sketch()
    sketch.graph = graph
    sketch.rules(("601.2", "107.3", "118.8a", "605", "605.1", "700.2", "902.1"))
    sketch.cites("601.2b", "107.3", "700.2")
    sketch.cites("118.8a", "601.2b", "902.1")
    sketch.cites("601.2h", "601.2b", "605.1")
    sketch.cites("700.2", "118.8")
    sketch.cites("902.1", "118.9")
    sketch.cites("118.9", "605.1", "107.3")
    return graph


PICTURES = {
    "lone": (lone, "en:100.1"),
    "kicker": (kicker, "en:702.33"),
    "a part": (kicker, "en:702.33a"),
    "the section": (kicker, "en:702"),
    "tangle": (tangle, "en:702.33"),
    "tangle from outside": (tangle, "en:118.9"),
    "section of 20": (lambda: section(20), "en:702"),
    "section of 60": (lambda: section(60), "en:702.30"),
    "section of 190": (lambda: section(190), "en:702"),
    "hostile": (hostile, "en:702"),
}


@pytest.fixture(params=PICTURES)
def drawn(request: pytest.FixtureRequest) -> Picture:
    make, centre = PICTURES[request.param]
    return picture(make(), centre)


# -- what every picture keeps to -----------------------------------------------------------


def test_no_box_lies_on_another(drawn: Picture) -> None:
    assert [(a.key, b.key) for a, b in combinations(drawn.boxes.values(), 2) if a.over(b)] == []


def test_every_text_is_inside_its_box(drawn: Picture) -> None:
    for box in drawn.boxes.values():
        for left, right, base in box.texts:
            assert box.x + 5 <= left, box.key
            assert right <= box.x + box.width - 5, (box.key, box.words)
            assert box.y + 12 <= base <= box.y + box.height - 4, box.key


def test_no_line_runs_through_a_box(drawn: Picture) -> None:
    for source, target, _, path in drawn.lines:
        for x, y in points(path):
            through = [box.key for box in drawn.boxes.values() if box.around(x, y)]
            assert through == [], (source, target)


def test_a_line_begins_and_ends_at_its_boxes(drawn: Picture) -> None:
    for source, target, _, path in drawn.lines:
        along = list(points(path))
        first, last = re.findall(r"-?[\d.]+,-?[\d.]+", path)[0], along[-1]
        start = tuple(map(float, first.split(",")))
        for key, (x, y) in ((source, start), (target, last)):
            box = drawn.boxes[key]
            # An arrow head fills the last seven units.
            assert box.x - 8 <= x <= box.x + box.width + 8, key
            assert box.y - 8 <= y <= box.y + box.height + 8, key


def test_all_is_inside_the_picture(drawn: Picture) -> None:
    width, height = drawn.size
    body = drawn.root.find(f"{SVG}g")
    assert body is not None
    found = re.fullmatch(r"translate\(([\d.]+),([\d.]+)\)", body.get("transform", ""))
    assert found
    right, down = float(found[1]), float(found[2])
    corners = [(b.x, b.y) for b in drawn.boxes.values()]
    corners += [(b.x + b.width, b.y + b.height) for b in drawn.boxes.values()]
    corners += [point for *_, path in drawn.lines for point in points(path)]
    corners += [extent(text)[:3:2] for text in body.findall(f"{SVG}text")]
    assert all(4 <= x + right <= width - 4 and 4 <= y + down <= height - 4 for x, y in corners)
    for part in drawn.all("g", "legend"):
        ends = [extent(text) for text in part.iter(f"{SVG}text")]
        assert all(end <= width - 4 and base <= height - 4 for _, end, base in ends)


def test_it_needs_nothing_else(drawn: Picture) -> None:
    assert drawn.root.tag == f"{SVG}svg"
    names = {element.tag.removeprefix(SVG) for element in drawn.root.iter()}
    assert names <= {"svg", "title", "desc", "style", "rect", "g", "path", "text", "tspan"}
    style = drawn.root.findtext(f"{SVG}style", "")
    assert "url(" not in drawn.text and "@import" not in style
    attributes = {name for element in drawn.root.iter() for name in element.attrib}
    assert not any(name.startswith("on") or name.endswith("href") for name in attributes)


def line(source: str, target: str, relation: str) -> tuple[str, str, str]:
    """Two languages are tied both ways by one line."""
    if relation == Relation.SAME:
        source, target = sorted((source, target))
    return source, target, relation


# -- what is shown -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["lone", "kicker", "a part", "the section", "tangle", "tangle from outside", "section of 20"],
)
def test_every_node_and_edge_is_there(name: str) -> None:
    make, centre = PICTURES[name]
    graph = make()
    shown = picture(graph, centre)
    assert set(shown.boxes) == {node.key for node in graph.nodes}
    found = [line(one, two, relation) for one, two, relation, _ in shown.lines]
    assert len(found) == len(set(found))
    assert set(found) == {line(edge.source, edge.target, edge.relation) for edge in graph.edges}


def test_the_rule_stands_between_what_cites_it_and_what_it_cites() -> None:
    boxes = picture(kicker(), "en:702.33").boxes
    centre = boxes["en:702.33"]
    assert "centre" in centre.classes
    assert boxes["en:118.9"].x + boxes["en:118.9"].width < centre.x
    assert boxes["en:601.2g"].x > centre.x + centre.width
    assert boxes["en:702"].y < centre.y < boxes["en:kicker"].y < boxes["en:702.33a"].y
    letters = [boxes[f"en:702.33{letter}"].y for letter in "abcdefgh"]
    assert letters == sorted(letters)


def test_held_known_and_dangling_numbers_look_different() -> None:
    shown = picture(kicker(), "en:702.33")
    assert "rule" in shown.boxes["en:118.8"].classes
    assert "textless" in shown.boxes["en:607"].classes
    dangling = shown.boxes["en:601.99z"]
    assert "unknown" in dangling.classes
    assert dangling.words == f"601.99z {ENGLISH.unknown}"
    style = shown.root.findtext(f"{SVG}style", "")
    assert re.search(r"\.textless rect \{ stroke-dasharray", style)
    assert re.search(r"\.unknown rect \{ stroke-dasharray", style)


def test_a_rule_in_the_middle_without_a_text_is_dashed_too() -> None:
    sketch = Sketch()
    sketch.rule("601.2", held=False)
    shown = picture(sketch.graph, "en:601.2")
    assert shown.boxes["en:601.2"].classes == {"box", "centre", "textless"}
    assert shown.legend == [ENGLISH.textless]


def test_a_tip_tells_the_whole_title_and_the_edition() -> None:
    sketch = Sketch()
    title = "A title that is far too long to be written in a box of any picture of the rules"
    sketch.rule("702.33", title)
    box = picture(sketch.graph, "en:702.33").boxes["en:702.33"]
    assert box.words.endswith("…") and len(box.texts) == 3
    assert box.tip.startswith(f"702.33 {title} – ")
    assert str(edition("en").date) in box.tip


def test_another_language_is_named() -> None:
    boxes = picture(kicker(), "en:702.33").boxes
    assert boxes["it:702.33"].words == "702.33 (it) Potenziamento"
    assert boxes["en:702.33"].words == "702.33 Kicker"


# -- many rules ----------------------------------------------------------------------------


def test_many_rules_are_folded_and_counted() -> None:
    shown = picture(section(190), "en:702")
    folds = {box.words for box in shown.boxes.values() if "fold" in box.classes}
    own = [key for key in shown.boxes if key.startswith("en:702.")]
    assert f"+ {190 - len(own)} more 702.{len(own) + 1} … 702.190" in folds
    assert ENGLISH.folded in shown.legend
    columns: dict[float, int] = {}
    for box in shown.boxes.values():
        columns[box.x + box.width] = columns.get(box.x + box.width, 0) + 1
    assert max(columns.values()) <= TALLEST + 2
    cited = 190 // 3 - TALLEST
    desc = shown.root.findtext(f"{SVG}desc", "")
    assert desc.endswith(ENGLISH.drawn_together.format(count=190 - len(own) + cited))


def test_of_many_rules_beside_it_the_next_ones_are_shown() -> None:
    boxes = picture(section(190), "en:702.100").boxes
    assert {f"en:702.{place}" for place in range(95, 106)} <= set(boxes)
    assert "en:702.1" not in boxes and "en:702.190" not in boxes


def test_one_rule_too_many_gets_its_own_box() -> None:
    sketch = Sketch()
    sketch.rules(("702", *(f"702.{place}" for place in range(1, TALLEST + 1))))
    shown = picture(sketch.graph, "en:702")
    assert set(shown.boxes) == {node.key for node in sketch.graph.nodes}


def test_a_fold_keeps_its_citations() -> None:
    shown = picture(section(190), "en:702")
    ends = {(one, two) for one, two, relation, _ in shown.lines if relation == "cites"}
    assert any(one.startswith("+") and two == "en:601.26" for one, two in ends)


# -- words ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "lines", "boxes"),
    [
        ("en", ["contains", "cites", "is its name"], ["no text here", "no such number"]),
        ("it", ["contiene", "cita", "è il suo nome"], ["qui senza testo", "numero inesistente"]),
        ("es", ["contiene", "cita", "es su nombre"], ["sin texto aquí", "número inexistente"]),
    ],
)
def test_the_legend_is_in_the_answer_language(
    language: str, lines: list[str], boxes: list[str]
) -> None:
    labels = PictureLabels.of(language)
    shown = Picture(as_svg(kicker(language), centre=f"{language}:702.33", labels=labels))
    assert shown.legend == [*lines, labels.same, *boxes]


def test_the_legend_has_only_what_is_there() -> None:
    assert picture(lone(), "en:100.1").legend == []


@pytest.mark.parametrize("language", codes())
def test_readers_of_screens_are_told_what_is_shown(language: str) -> None:
    labels = PictureLabels.of(language)
    root = ET.fromstring(as_svg(kicker(language), centre=f"{language}:702.33", labels=labels))
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and desc is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert title.text == labels.heading.format(rule="702.33 Kicker")
    parts = ", ".join(f"702.33{letter}" for letter in "abcdefgh")
    assert (desc.text or "").split(". ") == [
        labels.part_of.format(rules="702 Abilities with a name").rstrip("."),
        labels.has_parts.format(rules=parts).rstrip("."),
        labels.cited_by_these.format(rules="118.8, 118.9").rstrip("."),
        labels.named.format(names="Kicker"),
    ]


def test_words_over_the_columns() -> None:
    body = picture(kicker(), "en:702.33").root.find(f"{SVG}g")
    assert body is not None
    assert [text.text for text in body.findall(f"{SVG}text")] == [ENGLISH.right, ENGLISH.left]


def test_who_hears_it_meets_the_rule_first_then_what_it_cites_then_what_cites_it() -> None:
    root = picture(tangle(), "en:702.33").root
    words = [text.text or "" for text in root.iter(f"{SVG}text")]
    places = [
        next(place for place, text in enumerate(words) if text.split()[:1] == wanted.split()[:1])
        for wanted in ("702.33", "702.33a", ENGLISH.right, "601.2b", ENGLISH.left, "118.8")
    ]
    assert places == sorted(places)


# -- safety --------------------------------------------------------------------------------


@pytest.mark.parametrize("title", HOSTILE)
def test_a_hostile_title_stays_a_text(title: str) -> None:
    sketch = Sketch()
    sketch.rule("702.33", title)
    shown = picture(sketch.graph, "en:702.33")
    assert shown.boxes["en:702.33"].tip.startswith(one_line(f"702.33 {title}"))
    assert "<script" not in shown.text


def test_links_are_escaped_and_may_be_lacking() -> None:
    shown = picture(
        kicker(), "en:702.33", link=lambda number: None if number.letter else f'/?a="{number}"&b'
    )
    links = {link.get("href"): link[0].get("data-key") for link in shown.root.iter(f"{SVG}a")}
    assert links['/?a="607"&b'] == "en:607"
    assert not any("702.33a" in str(href) for href in links)
    assert shown.root.get("role") == "group"


def test_the_style_keeps_to_the_picture() -> None:
    style = picture(lone(), "en:100.1").root.findtext(f"{SVG}style", "")
    for rule in re.findall(r"^([^@}\n][^{]*)\{", style, re.MULTILINE):
        assert rule.startswith(".rule-picture"), rule
    assert style.count("@media (prefers-color-scheme: dark)") == 1


# -- sameness ------------------------------------------------------------------------------


def test_the_same_graph_gives_the_same_picture(
    drawn: Picture, request: pytest.FixtureRequest
) -> None:
    make, centre = PICTURES[request.node.callspec.params["drawn"]]
    assert as_svg(make(), centre=centre, labels=ENGLISH) == drawn.text


def test_the_order_of_nodes_and_edges_does_not_matter() -> None:
    graph = tangle()
    turned = RuleGraph()
    for node in reversed(graph.nodes):
        if isinstance(node, RuleNode):
            turned.add_rule(node)
        else:
            turned.add_term(node)
    for edge in reversed(graph.edges):
        turned.add_edge(edge)
    one, two = picture(graph, "en:702.33"), picture(turned, "en:702.33")
    assert {key: (box.x, box.y) for key, box in one.boxes.items()} == {
        key: (box.x, box.y) for key, box in two.boxes.items()
    }
    assert sorted(one.lines) == sorted(two.lines)


NUMBERS = [
    f"{section}.{rule}{letter}"
    for section in (118, 601, 702)
    for rule in (1, 2)
    for letter in ("", "a", "b")
]
pairs = st.tuples(st.sampled_from(NUMBERS), st.sampled_from(NUMBERS))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(pairs.filter(lambda pair: pair[0] != pair[1]), max_size=25), st.sampled_from(NUMBERS)
)
def test_whatever_cites_whatever_the_picture_is_clean(
    citations: list[tuple[str, str]], centre: str
) -> None:
    sketch = Sketch()
    sketch.rules(("702", *NUMBERS))
    for one, two in citations:
        sketch.cites(one, two)
    shown = picture(sketch.graph, f"en:{centre}")
    assert set(shown.boxes) == {node.key for node in sketch.graph.nodes}
    assert {(f"en:{one}", f"en:{two}") for one, two in citations} == {
        (one, two) for one, two, relation, _ in shown.lines if relation == "cites"
    }
    test_no_box_lies_on_another(shown)
    test_no_line_runs_through_a_box(shown)
    test_all_is_inside_the_picture(shown)
