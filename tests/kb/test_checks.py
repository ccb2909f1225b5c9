"""Checkers: their registration, their sentences, the rules that they are about; the way round."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kb.checks
from kb.checks import all_checks, checked_rules, cited_edition, verify
from kb.checks.features import features
from kb.checks.groups import GROUPS
from kb.checks.registry import REGISTRY, Registry, checks
from kb.checks.unchecked import NO_FIELD, NOT_EXECUTABLE, NOT_YET, OTHER_EDITION, UNTOLD, unchecked
from kb.edition import EditionDate
from kb.errors import BadState
from kb.explain import because, message
from kb.facts import Fact, derived
from kb.lang import codes
from kb.model import Outcome
from kb.number import RuleNumber
from kb.paths import data_dir
from kb.pointer import Pointer
from kb.replay import Game, replay
from kb.state import Document
from kb.state_read import read
from kb.state_text import documents
from kb.verdict import Finding, Verdict
from kb.verify import as_json
from tests.factories import verify_text

HEAD = "format: mtg-state/1\nrules: 2026-08-07\n"
SENTENCE = re.compile(r"[A-ZÀ-ÝÈ«“{¿].*[.)]", re.DOTALL)


def document(text: str) -> Document:
    [found] = read(HEAD + text, name="-")
    return found


def every_verdict() -> list[Verdict]:
    found: list[Verdict] = []
    for path in sorted((data_dir() / "scenarios").glob("*/*.yaml")):
        for scenario in read(path.read_text(encoding="utf-8"), name=path.name):
            found += [*verify(scenario), *verify(scenario, strict=True)]
    return found


# ------------------------------------------------------------------ registry


def no_findings(game: Game) -> Iterator[Finding]:
    """Nothing to say."""
    yield from ()


def test_a_second_checker_of_the_same_is_refused() -> None:
    registry = Registry()
    checks("732.1", prop="a", about="x", until="2026-04-17", registry=registry)(no_findings)
    checks("733.1", prop="a", about="x", since="2026-06-19", registry=registry)(no_findings)
    checks("732.1", prop="b", about="x", registry=registry)(no_findings)
    checks("732.1", prop="a", about="x", since="2026-06-19", registry=registry)(no_findings)
    with pytest.raises(ValueError, match=r"732\.1 a has a checker"):
        checks("732.1", prop="a", about="x", until="2025-01-01", registry=registry)(no_findings)


@pytest.mark.parametrize(
    ("edition", "numbers"),
    [("2026-01-16", ["732.1"]), ("2026-06-19", ["733.1"]), (None, ["733.1"])],
)
def test_a_rule_has_its_number_in_its_editions(edition: str | None, numbers: list[str]) -> None:
    registry = Registry()
    checks("732.1", prop="a", about="x", until="2026-04-17", registry=registry)(no_findings)
    checks("733.1", prop="a", about="x", since="2026-06-19", registry=registry)(no_findings)
    date = EditionDate.parse(edition) if edition else None
    assert [str(check.rule) for check in registry.checks(date)] == numbers


def test_power_up_is_not_checked_in_an_edition_without_it() -> None:
    older = {str(rule) for rule in checked_rules(EditionDate.parse("2026-01-16"))}
    newest = {str(rule) for rule in checked_rules()}
    assert {"702.193a", "702.193b"} <= newest - older


def words(text: str) -> str:
    return " ".join(re.findall(r"[a-z']+", text.casefold().replace("’", "'")))


@pytest.mark.real_text
def test_the_rules_are_about_what_the_checkers_say(shared: Path) -> None:
    """A renumbering breaks this test, not a verdict."""
    text = (shared / "cr" / "2026-08-07.txt").read_text(encoding="utf-8-sig")
    rules: dict[str, str] = {}
    for line in text.splitlines():
        number, _, rest = line.partition(" ")
        rules.setdefault(number.removesuffix("."), rest)  # the contents name sections only
        if len(rest) > len(rules[number.removesuffix(".")]):
            rules[number.removesuffix(".")] = rest
    for check in all_checks():
        if check.until is None:
            assert 3 <= len(check.about.split()) <= 5, check
            assert words(check.about) in words(rules[str(check.rule)]), (
                str(check.rule),
                check.about,
            )


# ------------------------------------------------------------------ sentences


@pytest.mark.parametrize("code", codes())
def test_explanations_are_whole_sentences(code: str) -> None:
    verdicts = every_verdict()
    assert {verdict.outcome for verdict in verdicts} >= {
        Outcome.COMPLIES, Outcome.VIOLATES, Outcome.CANNOT_TELL,
    }  # fmt: skip
    for verdict in verdicts:
        sentence = because(verdict, code)
        assert SENTENCE.fullmatch(sentence), sentence
        left = re.sub(r"\{(?:[0-9WUBRGCXYZSP]+(?:/[0-9WUBRGP]+)*)\}", "", sentence)
        assert "{" not in left, sentence
        assert "}" not in left, sentence
        assert "None" not in sentence, sentence


def test_every_proposition_says_what_must_hold_in_every_language() -> None:
    for check in all_checks():
        for code in codes():
            assert message(code, "must", check.prop).strip()


def sentence(answer: dict[str, Any]) -> str:
    """The explanation of the first fault against enlist."""
    return next(
        str(verdict["because"])
        for verdict in answer["verdicts"]
        if (verdict["prop"], verdict["verdict"]) == ("enlisted-eligible", "violates")
    )


def test_the_language_is_that_of_the_document_else_that_asked_for() -> None:
    text = (data_dir() / "scenarios" / "enlist" / "not-eligible.yaml").read_text(encoding="utf-8")
    bare = text.replace("lang: en\n", "")
    said = {}
    for code in codes():
        [answer] = verify_text(bare, language=code)
        said[code] = sentence(as_json(answer))
    assert said["it"].startswith("Ferry Novice non si può arruolare")
    assert said["es"].startswith("No se puede alistar a Ferry Novice")
    assert said["en"].startswith("Ferry Novice can't be enlisted")
    [answer] = verify_text(text, language="it")
    assert sentence(as_json(answer)) == said["en"]


# ------------------------------------------------------------------ facts and defaults

ENLIST = """
turn: {number: 5, active: A, phase: combat, step: declare-attackers}
players: {A: {}, B: {}}
objects:
  c: {type: Creature, pt: 2/2, abilities: [enlist], owner: A}
  d: {type: Creature, pt: 1/1, owner: A}
history:
  - {do: attack, by: A, attackers: [{who: c, attacks: B, enlist: [{taps: d}]}]}
"""


def eligible(found: tuple[Verdict, ...]) -> Verdict:
    return next(verdict for verdict in found if verdict.prop == "enlisted-eligible")


def test_assumed_facts_are_listed_and_unknown_under_strict() -> None:
    usual = eligible(verify(document(ENLIST)))
    assert usual.outcome is Outcome.COMPLIES
    assert set(usual.assumed) == {"/objects/d/controlled_since", "/objects/d/tapped"}
    strict = eligible(verify(document(ENLIST), strict=True))
    assert strict.outcome is Outcome.CANNOT_TELL
    assert set(strict.missing) == {"/objects/d/controlled_since", "/objects/d/tapped"}
    assert eligible(verify(document("assume: strict" + ENLIST))).missing == strict.missing


@pytest.mark.parametrize(
    ("says", "given", "outcome"),
    [
        ("untapped and long there", "controlled_since: 4", Outcome.COMPLIES),
        ("from the very start", "controlled_since: 0", Outcome.COMPLIES),
        ("this turn", "controlled_since: 5", Outcome.VIOLATES),
        ("nobody knows since when", 'controlled_since: "?"', Outcome.CANNOT_TELL),
        ("but it has haste", 'controlled_since: "?", keywords: [haste]', Outcome.COMPLIES),
        ("tapped", "tapped: true", Outcome.VIOLATES),
        ("nobody knows whether tapped", 'tapped: "?"', Outcome.CANNOT_TELL),
        (
            "what else is unknown does not help",
            'tapped: "?", controlled_since: 5',
            Outcome.VIOLATES,
        ),
        ("the other player's", "controller: B", Outcome.VIOLATES),
        ("no creature", "type: Artifact", Outcome.VIOLATES),
        ("face down it is a creature", "type: Artifact, face: down", Outcome.COMPLIES),
        ("phased out", "phased_out: true", Outcome.VIOLATES),
        ("in the graveyard", "zone: graveyard", Outcome.VIOLATES),
    ],
)
def test_who_may_be_enlisted(says: str, given: str, outcome: Outcome) -> None:
    kind = "" if "type:" in given else "type: Creature, "
    text = ENLIST.replace("d: {type: Creature,", f"d: {{{kind}{given},")
    assert eligible(verify(document(text))).outcome is outcome, says


def test_a_doubtful_event_makes_its_objects_uncertain() -> None:
    text = ENLIST.replace("history:\n", 'history:\n  - {do: tap, object: d, outcome: "?"}\n')
    found = eligible(verify(document(text)))
    assert found.outcome is Outcome.CANNOT_TELL
    assert found.missing == ("/history/0/outcome",)


ASKED = {
    "controlled_since", "entered", "tapped", "cost", "kicked", "prototyped", "kicker",
    "multikicker", "colors", "mana_value", "power", "toughness", "outcome",
}  # fmt: skip
"""Facts that a document may leave unknown."""


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of facts that may be unknown."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ASKED and not isinstance(inner, dict | list):
                yield (*at, key)
            elif key != "expect":
                yield from places(inner, (*at, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from places(inner, (*at, place))


def with_unknown(value: Any, at: tuple[Any, ...]) -> Any:
    """A copy in which the fact at a path is "?"."""
    if not at:
        return "?"
    if isinstance(value, dict):
        return {**value, at[0]: with_unknown(value[at[0]], at[1:])}
    return [with_unknown(v, at[1:]) if place == at[0] else v for place, v in enumerate(value)]


def outcomes(text: str, *, strict: bool = False) -> dict[tuple[str, str, str], set[Outcome]]:
    found: dict[tuple[str, str, str], set[Outcome]] = {}
    for state in read(text, name="a.json"):
        for verdict in verify(state, strict=strict):
            key = (str(verdict.rule), verdict.prop, str(verdict.at))
            found.setdefault(key, set()).add(verdict.outcome)
    return found


SCENARIOS = sorted((data_dir() / "scenarios").glob("*/*.yaml"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_knowing_less_never_turns_a_verdict_round(path: Path) -> None:
    """Kleene: with one fact unknown, or none assumed, a verdict stays or cannot be told."""
    [raw] = documents(path.read_text(encoding="utf-8"), name=path.name)
    told = outcomes(json.dumps(raw.value))
    less = [outcomes(json.dumps(raw.value), strict=True)]
    for at in places(raw.value):
        try:
            less.append(outcomes(json.dumps(with_unknown(raw.value, at))))
        except BadState:  # "?" may not stand there
            continue
    for found in less:
        for key, outcome in found.items():
            if key in told:
                assert outcome <= told[key] | {Outcome.CANNOT_TELL}, key
            else:
                assert Outcome.VIOLATES not in outcome, key


def test_words_that_no_program_reads_are_named_and_decide_under_strict() -> None:
    text = ENLIST.replace(
        "{type: Creature, pt: 1/1", "{controlled_since: 5, type: Creature, pt: 1/1"
    )
    text += "effects:\n  - {upon: [d], text: it may be tapped for costs as though it had haste}\n"
    usual = eligible(verify(document(text)))
    assert (usual.outcome, usual.unless) == (Outcome.VIOLATES, ("/effects/0/text",))
    assert "/effects/0/text" in because(usual, "en")


def test_one_fact_is_missing_once_whatever_leans_on_it() -> None:
    unknown: Fact[int] = Fact(None, Pointer("/a"))
    one: Fact[int] = derived(None, Pointer("/c"), unknown, Fact(1, Pointer("/b")))
    two: Fact[int] = derived(None, Pointer("/d"), one, unknown)
    assert two.missing == ("/a",)


def test_a_section_means_all_below_it() -> None:
    asked = [RuleNumber.parse("702.154")]
    found = verify(document(ENLIST), rules=asked)
    assert {verdict.rule.heading for verdict in found} == set(asked)
    assert verify(document(ENLIST), rules=[RuleNumber.parse("718")]) == ()


def test_the_question_of_the_document_is_asked() -> None:
    [answer] = verify_text(HEAD + "question: [702.154c, '718', 704.5b, '100.1']" + ENLIST)
    found = as_json(answer)
    assert found["rules"]["702.154c"] == "complies"
    assert found["rules"]["718"] == "not-applicable"
    assert found["rules"]["718.3b"] == "not-applicable"
    assert [row["rule"] for row in found["unchecked"]] == ["704.5b", "100.1"]


def test_an_answer_has_all_that_the_contract_names() -> None:
    [answer] = verify_text(HEAD + ENLIST + "expect:\n  - {rule: 702.154c, verdict: violates}\n")
    found = as_json(answer)
    assert answer.is_finding
    assert found["expected"]["met"] == 0
    assert found["expected"]["failed"][0]["got"] == "complies"
    for verdict in found["verdicts"]:
        assert verdict.keys() >= {
            "rule", "verdict", "prop", "at", "because", "evidence", "assumed", "missing", "cites",
            "follows",
        }  # fmt: skip


def test_an_event_that_names_what_is_gone_is_refused() -> None:
    text = ENLIST + "  - {do: resolve, event: nothing}\n"
    with pytest.raises(BadState, match="/history/1/event"):
        list(verify_text(HEAD + text))


@pytest.mark.parametrize(
    ("rule", "edition", "reason"),
    [
        ("100.1", None, NOT_EXECUTABLE),
        ("603.12", None, NO_FIELD),
        ("121.1", None, NOT_YET),
        ("704.5b", None, NO_FIELD),
        ("903.9a", "2026-01-16", NO_FIELD),
        ("702.193a", "2026-01-16", OTHER_EDITION),
    ],
)
def test_why_there_is_no_checker(rule: str, edition: str | None, reason: str) -> None:
    date = EditionDate.parse(edition) if edition else None
    assert unchecked(RuleNumber.parse(rule), date).reason == reason


@pytest.mark.parametrize("zone", ["", "nowhere", "hand-of-Bruno", "\u202ezones"])
def test_a_zone_that_is_none_is_shown_as_it_is_written(zone: str) -> None:
    text = f"""
players: {{A: {{}}, B: {{}}}}
objects:
  t: {{type: Creature, pt: 1/1, token: true, owner: A, now: {{zone: "{zone}"}}}}
  v: {{type: Plane, owner: A, zone: command}}
history:
  - {{do: move, object: t, to: hand}}
  - {{do: move, object: v, to: "{zone}"}}
  - {{do: pass, by: A}}
  - {{do: observe, objects: {{t: {{zone: "{zone}"}}}}}}
"""
    for verdict in verify(document(text)):
        assert because(verdict, "en")


def test_what_no_field_tells_has_no_checker() -> None:
    assert UNTOLD.isdisjoint(checked_rules())
    for code in codes():
        assert message(code, "unchecked", NO_FIELD).endswith(".")


# ------------------------------------------------------------------ what is run at all


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_checker_left_out_had_nothing_to_say(path: Path) -> None:
    for state in read(path.read_text(encoding="utf-8"), name=path.name):
        game, edition = replay(state), cited_edition(state)
        run = set(map(id, REGISTRY.concerned(features(state), edition)))
        for check in REGISTRY.checks(edition):
            if id(check) not in run:
                assert list(check.run(game)) == [], (str(check.rule), check.prop)


def test_a_checker_is_run_where_one_of_its_needs_occurs() -> None:
    registry = Registry()
    checks("714.4", prop="a", about="x", needs=("type:Saga",), registry=registry)(no_findings)
    checks("714.4", prop="b", about="x", registry=registry)(no_findings)
    bear = document("objects: {a: {type: Creature — Bear, pt: 2/2}}")
    saga = document("objects: {a: {type: Enchantment — Saga}}")
    assert [check.prop for check in registry.concerned(features(bear))] == ["b"]
    assert [check.prop for check in registry.concerned(features(saga))] == ["a", "b"]


def test_of_a_need_of_two_words_both_must_occur() -> None:
    registry = Registry()
    needs = ("do:cast & said:paid", "taken-back")
    checks("601.2h", prop="a", about="x", needs=needs, registry=registry)(no_findings)
    for words, run in (
        (("do:cast", "said:paid"), True),
        (("do:cast", "do:attack"), False),
        (("said:paid",), False),
        (("taken-back",), True),
        ((), False),
    ):
        assert bool(registry.concerned(frozenset(words))) is run, words


def test_the_table_of_groups_is_that_of_the_modules() -> None:
    needs: dict[str, frozenset[str] | None] = {}
    for check in all_checks():
        run = getattr(check.run, "func", check.run)
        group = run.__module__.rpartition(".")[2]
        before = needs.get(group, frozenset())
        both = None if before is None or check.needs is None else before | check.needs
        needs[group] = both
    assert needs == GROUPS, "kb/checks/groups.py lists other needs than its modules"
    found = {path.stem for path in (Path(kb.checks.__file__).parent).glob("r[0-9][0-9][0-9]_*.py")}
    assert found == set(GROUPS)


def test_a_document_imports_the_groups_that_concern_it() -> None:
    code = """
import sys
from tests.factories import verify_text
verify_text("objects: {a: {type: Creature, pt: 2/2, now: {tapped: false}}}")
print([name for name in sys.modules if name.startswith("kb.checks.r")])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "r702_trample" not in done.stdout and "r601_casting" not in done.stdout
