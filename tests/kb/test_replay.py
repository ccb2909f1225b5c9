"""The replay: incarnations, zones, what is remembered, what is forgotten, what is not known."""

import pytest

from kb.errors import BadState
from kb.pointer import Pointer
from kb.printed import Size
from kb.replay import Game, replay
from kb.state_read import read
from kb.values import Values, values
from kb.world import Thing

HEAD = """
format: mtg-state/1
turn: {number: 5, active: A, phase: precombat-main}
players: {A: {}, B: {}}
objects:
  hero:
    name: Hero
    cost: 1W
    type: Creature — Human
    pt: 2/2
    owner: A
    zone: hand
    keywords: [vigilance]
    abilities:
      - {kicker: 2}
      - {static: enters with a counter, if: {kicked: true}, counters: {"+1/+1": 1}}
  ox: {name: Ox, cost: 3, type: Creature — Ox, pt: 2/4, owner: B, counters: {"+1/+1": 1}}
  banner: {name: Banner, cost: 2, type: Artifact, owner: A}
  moth:
    name: Moth
    cost: 1G
    type: Creature — Insect
    pt: 1/1
    owner: B
    face: back
    back: {name: Dread, type: Creature — Horror, pt: 5/5, color_indicator: [B]}
  lurker: {name: Lurker, cost: 3B, type: Creature — Demon, pt: 5/5, owner: B, face: down}
history:
"""


def game(*events: str, strict: bool = False) -> Game:
    [document] = read(HEAD + "".join(f"  - {{{event}}}\n" for event in events), name="-")
    return replay(document, strict=strict)


def last(played: Game, name: str) -> Thing:
    return played.steps[-1].after.things[name]


def looks(played: Game, name: str) -> Values:
    return values(last(played, name), played.steps[-1].after)


def test_a_change_of_zone_makes_a_new_object() -> None:
    played = game("do: cast, object: hero, kicked: true", "do: resolve, object: hero")
    hero = last(played, "hero")
    assert (hero.number, hero.zone, hero.controller.value) == (3, "battlefield", "A")
    assert hero.how.kicks.value is not None
    assert hero.how.kicks.value.times == 1
    assert hero.counters.value == {"+1/+1": 1}


def test_a_blinked_permanent_has_forgotten_all() -> None:
    played = game(
        "do: cast, object: hero, kicked: true",
        "do: resolve, object: hero",
        "do: tap, object: hero",
        "do: move, object: hero, to: exile",
        "do: move, object: hero, to: battlefield, by: A",
    )
    hero = last(played, "hero")
    assert (hero.number, hero.tapped.value, hero.counters.value) == (5, False, {})
    assert hero.how.kicks.value is not None
    assert not hero.how.kicks.value.kicked
    past = played.steps[-1].after.past[("hero", 3)]
    assert (past.tapped.value, past.counters.value) == (True, {"+1/+1": 1})


@pytest.mark.parametrize("far", ["9" * 5000, "7"])
def test_an_incarnation_beyond_all_numbers_is_not_there(far: str) -> None:
    with pytest.raises(BadState, match="wanted an object that there is"):
        game(f'do: tap, object: "ox@{far}"')
    played = game(f'do: effect, effect: {{upon: ["ox@{far}"], pt: "+1/+1"}}')
    assert looks(played, "ox").power.value == 3


@pytest.mark.parametrize("name", ["ox@", "ox@x", "ox@²"])
def test_what_is_no_incarnation_is_named_by_no_effect(name: str) -> None:
    played = game(f'do: effect, effect: {{upon: ["{name}"], pt: "+1/+1"}}')
    assert looks(played, "ox").power.value == 3


def test_an_incarnation_is_named_by_its_number() -> None:
    played = game("do: move, object: ox, to: graveyard", "do: pass")
    world = played.steps[-1].after
    assert world.thing("ox@1", Pointer("/x")).zone == "battlefield"
    assert world.thing("ox", Pointer("/x")).zone == "graveyard"
    with pytest.raises(BadState, match="ox@7"):
        world.thing("ox@7", Pointer("/x"))


def test_control_changes_the_date_and_nothing_else() -> None:
    played = game("do: tap, object: ox", "do: control, object: ox, by: A")
    ox = last(played, "ox")
    assert (ox.controller.value, ox.since.value, ox.tapped.value) == ("A", 0, True)
    assert (ox.number, ox.entered.value) == (1, -1)


def test_phasing_is_no_change_of_zone() -> None:
    played = game("do: phase-out, object: ox", "do: phase-in, object: ox")
    assert last(played, "ox").number == 1
    assert not last(played, "ox").phased_out


def test_undo_brings_back_the_moment_before() -> None:
    played = game("do: move, object: ox, to: exile, id: e", "do: pass", "do: undo, event: e")
    assert last(played, "ox") == played.start.things["ox"]


def test_what_was_illegal_has_no_effect() -> None:
    played = game("do: cast, object: hero, outcome: illegal")
    assert last(played, "hero").zone == "hand"
    assert played.steps[0].attempt.things["hero"].zone == "stack"


def test_of_what_perhaps_happened_only_the_changed_is_unknown() -> None:
    played = game('do: tap, object: ox, outcome: "?"')
    ox = last(played, "ox")
    assert ox.tapped.missing == ("/history/0/outcome",)
    assert ox.controller.value == "B"


@pytest.mark.parametrize(
    ("says", "events", "size"),
    [
        ("counters count", ["do: pass"], Size(3, 5)),
        ("an effect adds", ["do: effect, effect: {upon: [ox], pt: +2/-1}"], Size(5, 4)),
        ("one sets first", ["do: effect, effect: {upon: [ox], base_pt: 0/1}"], Size(1, 2)),
        (
            "upon a player is upon what the player controls",
            ["do: effect, effect: {upon: [B], pt: +1/+1}"],
            Size(4, 6),
        ),
        (
            "a turn ends what lasts a turn",
            [
                "do: effect, effect: {upon: [ox], pt: +2/-1, until: end-of-turn}",
                "do: begin, at: {number: 6, active: B}",
            ],
            Size(3, 5),
        ),
        (
            "a source that leaves takes its effect along",
            [
                "do: effect, effect: {upon: [ox], source: banner, pt: +2/-1, until: source-leaves}",
                "do: move, object: banner, to: graveyard",
            ],
            Size(3, 5),
        ),
        (
            "nobody knows how long",
            [
                "do: effect, effect: {upon: [ox], pt: +2/-1, until: it rains}",
                "do: begin, at: {number: 6, active: B}",
            ],
            Size(None, None),
        ),
        ("face down it is 2/2", ["do: become-copy, object: banner, of: ox"], Size(3, 5)),
    ],
)
def test_sizes(says: str, events: list[str], size: Size) -> None:
    now = looks(game(*events), "ox")
    assert Size(now.power.value, now.toughness.value) == size, says


def test_a_copy_is_taken_as_the_original_is_then() -> None:
    played = game(
        "do: create, by: A, new: image, as: {copy_of: ox, owner: A}",
        "do: effect, effect: {upon: [ox], base_pt: 9/9}",
        "do: move, object: ox, to: exile",
    )
    now = looks(played, "image")
    assert (now.name.value, now.base.value, now.power.value) == ("Ox", Size(2, 4), 2)


@pytest.mark.parametrize(
    ("says", "original", "name", "size", "colors"),
    [
        ("202.3b: the face that is up, without a mana cost", "moth", "Dread", Size(5, 5), "B"),
        ("707.2: what lies face down has no name and no colour", "lurker", "", Size(2, 2), ""),
    ],
)
def test_a_copy_shows_the_side_that_is_up(
    says: str, original: str, name: str, size: Size, colors: str
) -> None:
    now = looks(game(f"do: become-copy, object: ox, of: {original}"), "ox")
    assert (now.name.value, now.base.value, now.colors.value) == (
        name,
        size,
        frozenset(colors),
    ), says
    assert now.mana_value.value == 0, says


@pytest.mark.parametrize(
    ("says", "events", "name", "value"),
    [
        ("707.8a: the face that the original shows", [], "Dread", 2),
        ("and the other one once it is turned", ["do: transform, object: twin"], "Moth", 2),
        (
            "a copy of the token has both faces too",
            ["do: create, by: A, new: third, as: {copy_of: twin}", "do: transform, object: third"],
            "Moth",
            2,
        ),
    ],
)
def test_a_token_copy_has_both_faces(says: str, events: list[str], name: str, value: int) -> None:
    played = game("do: create, by: A, new: twin, as: {copy_of: moth}", *events)
    now = looks(played, "third" if len(events) > 1 else "twin")
    assert (now.name.value, now.mana_value.value) == (name, value), says


def test_a_token_copy_of_a_copy_is_that_copy_on_either_side() -> None:
    events = ["do: become-copy, object: moth, of: ox", "do: create, new: t, as: {copy_of: moth}"]
    assert looks(game(*events, "do: transform, object: t"), "t").name.value == "Ox"


def test_what_changed_a_spell_goes_on_changing_its_permanent() -> None:
    events = ["do: cast, object: hero", "do: effect, effect: {upon: [hero], colors: [B]}"]
    events += ["do: resolve, object: hero"]
    assert looks(game(*events), "hero").colors.value == frozenset("B")
    # 400.7a has it of spells that resolve alone.
    events += ["do: move, object: hero, to: hand"]
    assert looks(game(*events), "hero").colors.value == frozenset("W")


def test_a_long_history_is_no_deep_one() -> None:
    played = game(*['do: counters, object: ox, counters: {"+1/+1": 1}'] * 1500)
    power = looks(played, "ox").power
    assert power.value == 1503
    assert power.assumed == ()


def test_attackers_tap_unless_vigilant() -> None:
    played = game(
        "do: move, object: hero, to: battlefield, by: A",
        "do: control, object: ox, by: A",
        "do: attack, by: A, attackers: [{who: hero}, {who: ox}]",
    )
    assert last(played, "hero").tapped.value is False
    assert last(played, "ox").tapped.value is True


def test_a_new_turn_untaps_by_assumption_only() -> None:
    events = ("do: tap, object: ox", "do: begin, at: {number: 6, active: B}")
    assert last(game(*events), "ox").tapped.origin == "assumed"
    assert not last(game(*events, strict=True), "ox").tapped.known


def test_defaults_are_unknown_under_strict() -> None:
    ox = game("do: pass", strict=True).start.things["ox"]
    assert ox.since.missing == ("/objects/ox/controlled_since",)
    assert ox.tapped.missing == ("/objects/ox/tapped",)
    assert ox.how.kicks.missing == ("/objects/ox/cast",)


@pytest.mark.parametrize(
    ("event", "place"),
    [
        ("do: resolve, event: x", "/history/0/event"),
        ("do: undo, event: x", "/history/0/event"),
        ("do: cast, by: A", "/history/0/object"),
        ("do: create, by: A", "/history/0"),
        ("do: move, object: ox@4, to: hand", "/history/0/object"),
    ],
)
def test_events_that_make_no_sense_are_refused(event: str, place: str) -> None:
    with pytest.raises(BadState, match=place):
        game(event)
