"""Every checker is killed: broken by a scenario, kept by another, and awake to one changed fact."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.checks import all_checks, verify
from kb.checks.registry import Check
from kb.errors import BadState
from kb.model import Outcome
from kb.number import RuleNumber
from kb.paths import data_dir
from kb.state import Document
from kb.state_read import read, typed
from kb.state_text import Raw, documents

SCENARIOS = sorted((data_dir() / "scenarios").glob("*/*.yaml"))
NEVER_BROKEN = {
    "choice-is-free",  # it says that something is allowed
    "rewind-without-cause",  # only checkers for every rule could show that there was no cause
}
ONE_PLACE = {
    "r118_reductions", "r202_values", "r508_attackers", "r601_casting", "r601_choices",
    "r608_resolving", "r702_033_kicked", "r702_033_kicker", "r702_154_bonus", "r702_154_enlist",
    "r702_193_power_up", "r707_copies", "r718_prototype", "r733_illegal_actions",
}  # fmt: skip
"""Groups of which one place each way is enough here: they have a table of cases of their own."""
Node = tuple[str, str]


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def group(check: Check) -> str:
    """The module of a checker; of one made by a table that of what it is made of."""
    run = getattr(check.run, "func", check.run)
    return str(run.__module__).rpartition(".")[2]


def nodes(state: Document, rules: tuple[RuleNumber, ...] | None = None) -> dict[Node, set[Outcome]]:
    """What is said of each proposition of each rule, or of these rules."""
    found: dict[Node, set[Outcome]] = {}
    for verdict in verify(state, rules=rules):
        found.setdefault((str(verdict.rule), verdict.prop), set()).add(verdict.outcome)
    return found


def test_every_node_is_kept_by_a_scenario_and_broken_by_another() -> None:
    kept, broken = set[Node](), set[Node]()
    for path in SCENARIOS:
        for state in read(path.read_text(encoding="utf-8"), name=path.name):
            # What an older edition numbers otherwise is the same checker under another number.
            for node, outcomes in nodes(state).items():
                kept |= {node} if Outcome.COMPLIES in outcomes else set()
                broken |= {node} if Outcome.VIOLATES in outcomes else set()
    newest = {(str(c.rule), c.prop) for c in all_checks() if c.until is None}
    never_kept = sorted(newest - kept)
    never_broken = sorted(node for node in newest - broken if node[1] not in NEVER_BROKEN)
    print("never kept:", *never_kept, sep="\n  ")
    print("never broken:", *never_broken, sep="\n  ")
    assert (never_kept, never_broken) == ([], [])


def test_every_proposition_has_two_places_where_it_is_kept_and_two_where_it_is_broken() -> None:
    places: dict[tuple[str, Outcome], set[tuple[str, str]]] = {}
    for path in SCENARIOS:
        for state in read(path.read_text(encoding="utf-8"), name=path.name):
            for verdict in verify(state):
                key = verdict.prop, verdict.outcome
                places.setdefault(key, set()).add((name(path), verdict.at))
    few = {
        (prop, str(outcome))
        for prop in {check.prop for check in all_checks() if group(check) not in ONE_PLACE}
        for outcome in (Outcome.COMPLIES, Outcome.VIOLATES)
        if len(places.get((prop, outcome), ())) < 2
    }
    assert few == set()


# ------------------------------------------------------------------ one fact changed

ZONES = ("battlefield", "graveyard", "hand", "exile")
KINDS = (("Creature", "Artifact"), ("Creature", "Instant"), ("Artifact", "Creature"),
         ("Land", "Artifact"), ("Enchantment", "Instant"), ("Instant", "Creature"),
         ("Sorcery", "Creature"))  # fmt: skip
"""A card type, and what is put in its place."""
OPPOSITE = {"add_keywords": "lose", "lose": "add_keywords"}
SIZES = {"pt", "base_pt", "bonus"}
LEFT_OUT = {"expect", "format", "id", "title", "notes", "lang", "rules", "question", "note"}
ORDERED = {"history", "order"}
NAMES = {"object", "of", "who", "taps", "attached_to", "source"}
"""Keys under which an object is named."""
ASLEEP = {
    "choice-is-free": "whatever is chosen is allowed",
    "rewind-without-cause": "that no rule was broken cannot be shown",
    "instead-replaces": "two parts would have to apply, by name",
    "choice-at-casting": "an event that says nothing of it would have to",
    "transforms-double-faced": "the layout and the other face would both have to go",
}
"""Propositions that no change of one fact breaks, with the reason."""


@dataclass(frozen=True, slots=True)
class Named:
    """The names that a document uses, for other ones to be put in their place."""

    players: tuple[str, ...]
    objects: tuple[str, ...]
    called: tuple[str, ...]
    """The names of cards."""


def changed(value: Any, names: Named, key: str = "") -> Iterator[Any]:
    """The value with one fact in it changed: a number, a place, a name, a yes or no, an order."""
    if isinstance(value, dict):
        yield from _in_map(value, names, key)
    elif isinstance(value, list):
        yield from _in_list(value, names, key)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, value + 7)
    elif isinstance(value, str):
        yield from _in_text(value, names, key)


def _in_map(value: dict[str, Any], names: Named, key: str) -> Iterator[Any]:
    for inner, part in value.items():
        if inner in LEFT_OUT or (key in ("players", "cards", "objects") and not part):
            continue
        if key not in ("", "players", "cards", "objects") and not isinstance(part, bool):
            yield {k: v for k, v in value.items() if k != inner}
        if inner in OPPOSITE:
            yield {OPPOSITE.get(k, k) if k == inner else k: v for k, v in value.items()}
        for other in changed(part, names, inner):
            yield {**value, inner: other}


def _in_list(value: list[Any], names: Named, key: str) -> Iterator[Any]:
    for place, part in enumerate(value):
        yield [*value[:place], *value[place + 1 :]]
        again = {**part, "id": f"{part['id']}-again"} if has_id(part) else part
        yield [*value[: place + 1], again, *value[place + 1 :]]
        for other in changed(part, names, key):
            yield [*value[:place], other, *value[place + 1 :]]
    for place in range(len(value) - 1) if key in ORDERED else ():
        yield [*value[:place], value[place + 1], value[place], *value[place + 2 :]]


def has_id(value: Any) -> bool:
    return isinstance(value, dict) and "id" in value


def _in_text(value: str, names: Named, key: str) -> Iterator[Any]:
    if key in ("zone", "to"):
        yield from (zone for zone in ZONES if zone != value)
    elif key == "type":
        yield from (value.replace(kind, other) for kind, other in KINDS if kind in value)
    elif key == "types":
        yield from (other for kind, other in KINDS if kind == value)
    elif value in names.players:
        yield from (player for player in names.players if player != value)
    elif value in names.objects and key in NAMES:
        others = [other for other in names.objects if other != value]
        yield from ([value, others[0]],) if key == "taps" and others else ()
        yield from others
    elif key == "name":
        yield from (f"{value} Else", *(name for name in names.called if name != value))
    elif key == "alternative":
        yield [value, "flashback"]
    elif key in SIZES:
        power, _, toughness = value.partition("/")
        if power.isdecimal() and toughness.isdecimal():
            yield f"{int(power) + 1}/{int(toughness) + 1}"
        yield from ("0/0", "7/7")
    elif key in ("cost", "total", "mana", "kicker"):
        yield from (f"1{value}" if value[:1].isalpha() else value[1:] or "1", "9")


def called(value: Any) -> Iterator[str]:
    """What stands under "name", wherever it is."""
    if isinstance(value, dict):
        if isinstance(value.get("name"), str):
            yield value["name"]
        for part in value.values():
            yield from called(part)
    elif isinstance(value, list):
        for part in value:
            yield from called(part)


def mutants(raw: Raw) -> Iterator[Document]:
    """The documents that come of changing one fact, as far as they are documents."""
    made = [event["new"] for event in raw.value.get("history") or () if "new" in event]
    names = Named(
        tuple(raw.value.get("players") or ()),
        (*(raw.value.get("objects") or ()), *made),
        tuple(called(raw.value)),
    )
    for value in changed(raw.value, names):
        try:
            yield typed(Raw(value))
        except BadState:
            continue


def test_a_checker_notices_when_one_fact_of_a_document_that_complies_is_changed() -> None:
    """For every node some change of one fact makes a fault of what a scenario keeps."""
    noticed, kept = set[Node](), set[Node]()
    for path in SCENARIOS:
        for raw in documents(path.read_text(encoding="utf-8"), name=path.name):
            state = typed(raw)
            own = {(row.rule, row.prop) for row in state.expect or ()}
            good = {
                node
                for node, outcomes in nodes(state).items()
                if outcomes == {Outcome.COMPLIES} and node in own
            }
            kept |= good
            for mutant in mutants(raw):
                waiting = good - noticed
                if not waiting:
                    break
                rules = sorted({rule for rule, _ in waiting})
                try:
                    found = nodes(mutant, tuple(RuleNumber.parse(rule) for rule in rules))
                except BadState:  # an event names what is not there any more
                    continue
                noticed |= {n for n in waiting if Outcome.VIOLATES in found.get(n, ())}
    asleep = sorted(node for node in kept - noticed if node[1] not in ASLEEP)
    print("asleep:", *asleep, sep="\n  ")
    assert asleep == []
