"""Needs and paths: what to read before a rule, and how citations lead from one to another."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kb.edition import EditionKind
from kb.errors import RegulaeError
from kb.graph import Relation, in_best_texts
from kb.number import RuleNumber, span
from kb.store import Store, in_memory
from search.citation_path import CitationPath, citation_paths
from search.cli import main
from search.needs import Needs, needs
from tests.factories import document, edition, put, rule

Run = Callable[..., Result]


def numbers(*texts: str) -> tuple[RuleNumber, ...]:
    return tuple(map(RuleNumber.parse, texts))


@pytest.fixture
def small() -> Iterator[Store]:
    """A little rule book of our own: 801.1 begins its subrules, 802.1 is only a name."""
    with in_memory() as store:
        put(
            store,
            document(
                rule("801", title="Beds"),
                rule("801.1", "A bed has parts."),
                rule("801.1a", "Its legs. See rule 803.1 and rules 803.2–4."),
                rule("801.1b", "Its head."),
                rule("802", title="Sleep"),
                rule("802.1", title="Nap"),
                rule("802.1a", "A nap takes place as in rule 801.1a. It ends. See section 804."),
                rule("802.1b", "Who naps twice has slept, see rule 802.2."),
                rule("802.2", "To sleep is to nap (rule 802.1)."),
                rule("803.1", "Wood is from 803.3."),
                rule("803.2", "Iron."),
                rule("803.3", "Trees are as in rule 803.1."),
                rule("803.4", "Glue."),
                rule("804", title="Dreams"),
                rule("804.1", "A dream may be of rule 803.2."),
                rule("805.1", "Whoever reads it reads rule 802.2."),
                rule("806.1", "Alone."),
                of=edition("en", "2026-08-07"),
            ),
        )
        yield store


def told(answer: Needs) -> list[str]:
    return [f"{need.node.number} {need.distance}" for need in answer.needs]


@pytest.mark.parametrize(
    ("says", "asked", "depth", "order"),
    [
        (
            "cited before citing, the rule above with its subrule, a circle together",
            "802.1a",
            None,
            ["801.1 2", "803.2 2", "803.1 2", "803.3 2", "803.4 2", "801.1a 1", "804 1"],
        ),
        ("one step", "802.1a", 1, ["801.1a 1", "804 1"]),
        ("no step", "802.1a", 0, []),
        (
            "a name is asked for with its subrules, which are not told again",
            "802.1",
            1,
            ["801.1a 1", "802.2 1", "804 1"],
        ),
        (
            "a name that is cited stands for its subrules",
            "805.1",
            3,
            ["802.1 2", "802.1a 3", "802.1b 3", "802.2 1"],
        ),
        ("the rule above has a text", "801.1b", None, ["801.1 1"]),
        ("nothing", "806.1", None, []),
    ],
)
def test_needs(says: str, asked: str, depth: int | None, order: list[str], small: Store) -> None:
    answer = needs(small, numbers(asked), language="en", depth=depth)
    assert sorted(told(answer)) == sorted(order), says


def test_the_order_of_reading(small: Store) -> None:
    answer = needs(small, numbers("802.1a"), language="en")
    order = [str(need.node.number) for need in answer.needs]
    # 803.1 and 803.3 cite one another; all that nothing holds back stands as in the rule book
    assert order == ["801.1", "803.1", "803.3", "803.2", "803.4", "801.1a", "804"]


def test_each_need_says_why(small: Store) -> None:
    found = {str(n.node.number): n for n in needs(small, numbers("805.1"), language="en").needs}
    assert found["802.2"].cited_by == numbers("802.1b", "805.1")
    assert found["802.1a"].part_of == RuleNumber.parse("802.1")
    assert found["802.1a"].cited_by == ()
    assert found["801.1"].introduces == numbers("801.1a")
    assert found["803.1"].circle == found["803.3"].circle == numbers("803.1", "803.3")
    assert found["803.2"].circle == ()
    assert found["803.3"].cited_by == numbers("801.1a", "803.1")
    assert found["804"].title is not None and found["804"].title.text == "Dreams"


def test_a_section_that_is_asked_for_is_asked_for_whole(small: Store) -> None:
    answer = needs(small, numbers("802"), language="en", depth=1)
    assert told(answer) == ["801.1a 1", "804 1"]
    exact = needs(small, numbers("802"), language="en", exact=True)
    assert told(exact) == []


def test_a_rule_without_a_text_is_told_and_not_followed(bundled: Store) -> None:
    answer = needs(bundled, numbers("702.33"), language="it")
    found = {str(need.node.number): need for need in answer.needs}
    lacking = found["605"]
    assert lacking.node.edition is None and lacking.node.known
    assert lacking.title is not None and lacking.title.language == "it"
    assert "702.33a" not in found
    assert found["601.2b"].cited_by[-2:] == numbers("702.33a", "702.33d")


def test_each_rule_is_read_in_the_best_text() -> None:
    official = edition("en", "2026-08-07", kind=EditionKind.OFFICIAL)
    with in_memory() as store:
        put(
            store,
            document(
                rule("801.1", "See rules 801.2 and 801.3."),
                rule("801.2", "See rule 801.4."),
                of=official,
            ),
            document(rule("801.1", "Vedi regola 801.2.")),
        )
        graph = in_best_texts(store, "it")
        found = [
            (n.node.language, str(n.node.number))
            for n in needs(store, numbers("801.1"), language="it").needs
        ]
    assert found == [("it", "801.4"), ("en", "801.2")]
    assert "en:801.1" not in graph.network


@pytest.mark.parametrize("start", ["702.33", "601.2", "718", "118.8"])
def test_nothing_cites_what_comes_later_but_in_a_circle(bundled: Store, start: str) -> None:
    answer = needs(bundled, numbers(start), language="en")
    assert answer.needs
    place = {need.node.number: at for at, need in enumerate(answer.needs)}
    for need in answer.needs:
        for reader in (*need.cited_by, *need.introduces):
            if reader in place and reader not in need.circle:
                assert place[reader] > place[need.node.number]


def steps(path: CitationPath) -> list[str]:
    return [f"{step.source.number} {step.target.number}" for step in path.steps]


@pytest.mark.parametrize(
    ("says", "source", "target", "there", "back"),
    [
        ("one citation", "802.1a", "801.1a", ["802.1a 801.1a"], None),
        ("of a part of it", "802.1", "803.4", ["802.1a 801.1a", "801.1a 803.4"], None),
        ("of a part of the other", "802.1", "801.1", ["802.1a 801.1a"], None),
        (
            "down into a name",
            "805.1",
            "804",
            ["805.1 802.2", "802.2 802.1", "802.1 802.1a", "802.1a 804"],
            None,
        ),
        ("a section is no way through", "802.1a", "804.1", [], []),
        ("only the other way", "803.4", "801.1a", [], ["801.1a 803.4"]),
        ("neither", "806.1", "801.1", [], []),
        ("from a rule to a part of it", "801.1", "801.1a", [], []),
        ("from the other parts", "802", "802.1", ["802.2 802.1"], None),
    ],
)
def test_path(
    says: str, source: str, target: str, there: list[str], back: list[str] | None, small: Store
) -> None:
    found, other = citation_paths(small, numbers(source), numbers(target), language="en")
    assert steps(found) == there, says
    assert (None if other is None else steps(other)) == back, says


def test_a_path_says_where_the_citation_stands(small: Store) -> None:
    found, _ = citation_paths(small, numbers("802.1a"), numbers("803.1"), language="en")
    first = found.steps[0]
    assert first.sentence is not None
    text = first.sentence.text
    assert text[first.edge.start : first.edge.end] == "801.1a"
    assert found.citations == 2


def test_no_path_from_a_rule_to_itself(small: Store) -> None:
    with pytest.raises(RegulaeError, match=r"801\.1 and 801\.1 are one"):
        citation_paths(small, numbers("801.1"), numbers("801.1"), language="en")


@pytest.fixture
def run(bundled_folder: Path) -> Run:
    def invoke(*args: str) -> Result:
        words = ["--kb", str(bundled_folder), "graph", *args]
        return CliRunner().invoke(main, words, prog_name="regulae")

    return invoke


def test_needs_for_people(run: Run) -> None:
    result = run("potenziamento", "--needs", "--lang", "it")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    items = [line for line in lines if re.match(r" *\d+\. ", line)]
    assert re.search(r"\((\d+)\):$", lines[0])[1] == str(len(items))  # type: ignore[index]
    assert any("601.2b Lanciare magie – 1 passo; citata da" in line for line in items)
    assert any(line.startswith("13–20 si basano") for line in lines)


def test_needs_as_json(run: Run) -> None:
    answer: dict[str, Any] = json.loads(run("702.33", "--needs", "--json", "--lang", "en").stdout)
    assert {"needs", "nodes", "edges"} <= set(answer)
    need = next(need for need in answer["needs"] if need["number"] == "601.2b")
    keys = {"number", "language", "title", "distance", "cited_by", "edition"}
    assert keys <= set(need)
    assert need["distance"] == 1 and "702.33a" in need["cited_by"]
    drawn = {node["number"] for node in answer["nodes"]}
    assert {need["number"] for need in answer["needs"]} | {"702.33", "702.33a"} <= drawn


def test_needs_of_a_rule_that_needs_none(run: Run) -> None:
    result = run("302.6", "--needs", "--lang", "en")
    assert (result.exit_code, result.stdout) == (0, "302.6 rests on no other rule.\n")


def test_needs_without_a_step_are_no_question(run: Run) -> None:
    """That a rule rests on nothing would be said of every rule."""
    result = run("702.33", "--needs", "--depth", "0")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--needs --depth 0" in result.stderr and "wanted 1 or more" in result.stderr
    assert run("702.33", "--depth", "0", "--format", "dot").exit_code == 0, "the rule alone"


@pytest.mark.parametrize("form", ["svg", "dot", "mermaid", "graphml"])
@pytest.mark.parametrize("question", [("702.33", "--needs"), ("702.33", "--path", "107.3")])
def test_both_can_be_drawn(run: Run, question: tuple[str, ...], form: str) -> None:
    result = run(*question, "--format", form)
    assert result.exit_code == 0 and "601.2b" in result.stdout


@pytest.mark.parametrize("args", [("kicker", "--path", "107.3"), ("--path", "702.33", "107.3")])
def test_path_as_it_may_be_asked(run: Run, args: tuple[str, ...]) -> None:
    result = run(*args, "--lang", "en")
    assert result.exit_code == 0 and result.stderr == ""
    assert result.stdout.startswith("From 702.33 to 107.3 (citations: 2):\n1. 702.33a cites 601.2b")
    answer = json.loads(run(*args, "--lang", "en", "--json").stdout)
    assert answer["direction"] == "forward"
    first, last = answer["path"]
    assert (first["source"], first["target"], last["target"]) == ("702.33a", "601.2b", "107.3")
    place = first["sentence"]
    assert place["start"] <= first["start"] < first["end"] <= place["end"]
    assert first["edition"]["date"] == "2026-08-07"


def test_path_the_other_way(run: Run) -> None:
    result = run("107.3", "--path", "702.33", "--json", "--lang", "es")
    assert result.exit_code == 0
    assert "107.3" in result.stderr and "702.33" in result.stderr
    assert json.loads(result.stdout)["direction"] == "backward"


def test_no_path(run: Run) -> None:
    result = run("702.154", "--path", "702.160", "--json")
    assert result.exit_code == 1
    empty: dict[str, Any] = {"path": [], "direction": None, "nodes": [], "edges": []}
    assert json.loads(result.stdout) == empty


@pytest.mark.parametrize(
    ("says", "args", "error"),
    [
        ("one rule", ("702.33", "--path"), "wants two rules, and 1 came"),
        ("three", ("1", "2", "3", "--path"), "wants two rules, and 3 came"),
        ("both questions", ("702.33", "118.7", "--needs", "--path"), "two questions"),
        ("every language", ("702.33", "--needs", "--all-langs"), "no --all-langs"),
        ("a depth", ("702.33", "--path", "118.7", "--depth", "2"), "no --depth"),
        ("to itself", ("702.33", "--path", "kicker"), "are one"),
    ],
)
def test_wrong_usage(run: Run, says: str, args: tuple[str, ...], error: str) -> None:
    result = run(*args)
    assert result.exit_code == 2, says
    assert error in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.parametrize("args", [("xyzzyplugh", "--needs"), ("702.33", "--path", "xyzzyplugh")])
def test_no_such_rule(run: Run, args: tuple[str, ...]) -> None:
    result = run(*args, "--json")
    assert result.exit_code == 1 and "xyzzyplugh" in result.stderr
    assert json.loads(result.stdout)["nodes"] == []


RANGE = re.compile(
    r"(?<!\d)(\d{3}\.\d+[a-z]?)[–-](\d{3}\.\d+[a-z]?|\d{1,3}(?!\d)|[a-z]{1,2}(?![a-z]))"
)


@pytest.mark.real_text
def test_the_edges_of_the_edition_of_august_2026(shared: Path) -> None:
    """The counts are those of a public count of this edition."""
    from ingest.pipeline import read_path

    source = read_path(str(shared / "cr" / "2026-08-07.txt"))
    (texts,) = source.editions
    with in_memory() as store:
        put(store, source)
        rows = store.db.execute("SELECT source, target, kind, start FROM edge").fetchall()
        graph = in_best_texts(store, "en")
    counted = {(s, RuleNumber.parse(t)) for s, t, kind, _ in rows if kind in ("explicit", "range")}
    edges = {(s, t) for s, t in counted if s != str(t)}
    assert len(edges) == 1326
    assert len({(s, t) for s, t in edges if t.is_section}) == 411
    assert len({(s, t) for s, t in edges if t.is_chapter}) == 7
    assert {t for _, t in edges} <= {one.number for one in texts.rules}
    assert len({(e.source, e.target) for e in graph.edges if e.relation is Relation.CITES}) == 1326
    ranges = 0
    for one in texts.rules:
        cited = {RuleNumber.parse(target) for s, target, _, _ in rows if s == str(one.number)}
        for match in RANGE.finditer(one.text):
            ranges += 1
            first, tail = RuleNumber.parse(match[1]), match[2]
            if "." not in tail:  # f–h and 7–8 are short for 601.2f–601.2h and 119.7–119.8
                tail = f"{first.heading}{tail}" if tail.isalpha() else f"{first.section}.{tail}"
            assert set(span(first, RuleNumber.parse(tail))) <= cited, f"{one.number}: {match[0]}"
    assert ranges == 82
