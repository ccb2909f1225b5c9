"""A game-state document, format ``mtg-state/1``, as typed values; unknown facts are ``?``."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kb.state_ability import (
    Ability,
    Colors,
    Cost,
    Filter,
    Id,
    ManaText,
    Natural,
    Part,
    Prototype,
    Ref,
    Rule,
    SizeText,
    Text,
    want_distinct,
    want_mana,
)

FORMAT = "mtg-state/1"

Unknown = Literal["?"]
Positive = Annotated[int, Meta(ge=1)]
Letter = Literal["W", "U", "B", "R", "G"]
Letters = tuple[Letter, ...]
YesNo = bool | Unknown
# msgspec wants one pattern where several texts are possible.
Since = Natural | Annotated[str, Meta(pattern=r"^(before-turn|this-turn|\?)$")]
Kicked = bool | Natural | Unknown
Zone = Literal[
    "battlefield", "stack", "hand", "library", "graveyard", "exile", "command", "outside", "none"
]
Origin = Literal["hand", "graveyard", "exile", "library", "command", "outside"]
Layout = Literal[
    "normal", "prototype", "double-faced", "modal-double-faced", "split",
    "adventure", "omen", "flip", "meld", "token",
]  # fmt: skip


class Clock(Part, frozen=True):
    number: Positive | None = None
    active: Id | None = None
    phase: Literal["beginning", "precombat-main", "combat", "postcombat-main", "ending"] | None = (
        None
    )
    step: (
        Literal[
            "untap", "upkeep", "draw", "beginning-of-combat", "declare-attackers",
            "declare-blockers", "first-combat-damage", "combat-damage", "end-of-combat",
            "end", "cleanup",
        ]
        | None
    ) = None  # fmt: skip
    priority: Id | None = None
    """A player, or the word none."""


class Player(Part, frozen=True):
    name: str | None = None
    life: int | None = None
    counters: dict[str, Natural] | None = None
    mana: str | None = None
    hand: Natural | None = None
    library: Natural | None = None
    last_turn: Natural | None = None
    lands_played: Natural | None = None
    team: str | None = None
    left: bool = False


class Card(Part, frozen=True):
    """Printed values."""

    name: str | None = None
    cost: ManaText | None = None
    type: str | None = None
    supertypes: tuple[str, ...] | None = None
    types: tuple[str, ...] | None = None
    subtypes: tuple[str, ...] | None = None
    pt: SizeText | None = None
    loyalty: str | None = None
    defense: str | None = None
    text: str | None = None
    keywords: tuple[str, ...] | None = None
    abilities: tuple[Ability, ...] | None = None
    color_indicator: Letters | None = None
    defined_colors: Colors | None = None
    layout: Layout | None = None
    back: "Card | None" = None
    halves: "tuple[Card, ...] | None" = None

    def __post_init__(self) -> None:
        want_mana(self.cost)
        want_distinct(self.defined_colors)


class Claims(Part, frozen=True):
    """What the reporter says something looks like; never an input."""

    name: str | None = None
    cost: ManaText | None = None
    mana_value: int | Unknown | None = None
    colors: Colors | None = None
    types: tuple[str, ...] | None = None
    supertypes: tuple[str, ...] | None = None
    subtypes: tuple[str, ...] | None = None
    base_pt: SizeText | None = None
    power: int | Unknown | None = None
    toughness: int | Unknown | None = None
    keywords: tuple[str, ...] | None = None
    zone: str | None = None
    controller: Id | None = None
    tapped: bool | None = None
    attacking: bool | str | None = None
    kicked: Kicked | None = None
    kicked_with: tuple[Id, ...] | None = None
    prototyped: YesNo | None = None
    counters: dict[str, Natural] | None = None
    cast: bool | None = None
    token: bool | None = None
    x: Natural | None = None
    stickers: tuple[str, ...] | None = None
    prototype: Prototype | Literal["none"] | None = None

    def __post_init__(self) -> None:
        want_mana(self.cost)
        want_distinct(self.colors)


class Alternative(Part, frozen=True):
    kind: str
    cost: Cost | None = None

    def __post_init__(self) -> None:
        want_mana(self.cost)


class HowCast(Part, frozen=True):
    """How the spell was cast that an object is or was."""

    kicked: Kicked | None = None
    kicks: dict[str, Natural] | None = None
    prototyped: YesNo | None = None
    x: Natural | None = None
    # "from" and "if" are words of Python, hence the underscore.
    from_: Origin | None = msgspec.field(default=None, name="from")
    by: Id | None = None
    alternative: str | Alternative | None = None


class Object(Card, frozen=True):
    """A card, token or copy, and where it stands at the start."""

    card: Id | None = None
    zone: Zone | None = None
    owner: Id | None = None
    controller: Id | None = None
    controlled_since: Since | None = None
    entered: Since | None = None
    token: bool | None = None
    copy: bool = False
    copy_of: Ref | None = None
    copy_except: Claims | None = None
    face: Literal["front", "back", "down"] = "front"
    tapped: YesNo | None = None
    phased_out: bool = False
    counters: dict[str, Natural] | None = None
    stickers: tuple[str, ...] | None = None
    attached_to: Ref | None = None
    attacking: str | None = None
    blocking: tuple[Ref, ...] | None = None
    damage: Natural = 0
    cast: HowCast | None = None
    activated: dict[str, Natural] | None = None
    now: Claims | None = None


class Only(Part, frozen=True):
    ability: Literal["power-up", "activated", "mana"] | None = None


class CastOnlyIf(Part, frozen=True):
    max_mana_value: int | None = None
    colors: Colors | None = None
    types: tuple[str, ...] | None = None
    max_power: int | None = None
    mana_value_parity: Literal["odd", "even"] | None = None

    def __post_init__(self) -> None:
        want_distinct(self.colors)


class Effect(Part, frozen=True):
    """A continuous effect."""

    id: Id | None = None
    upon: tuple[str, ...] = ()
    source: Ref | None = None
    why: str | None = None
    until: str | None = None
    pt: SizeText | None = None
    base_pt: SizeText | None = None
    add_keywords: tuple[str, ...] = ()
    lose: tuple[str, ...] = ()
    add_abilities: tuple[Ability, ...] = ()
    colors: Colors | None = None
    add_colors: Letters = ()
    types: tuple[str, ...] | None = None
    add_types: tuple[str, ...] = ()
    attack: (
        Literal["cannot", "must", "may-as-though-haste", "may-with-defender", "not-alone"] | None
    ) = None
    cost_increase: Cost | None = None
    cost_reduction: Cost | None = None
    cast_only_if: CastOnlyIf | None = None
    text: str | None = None
    max_attackers: Natural | None = None
    spells: Filter | None = None
    only: Only | None = None
    prohibit: Literal["activate", "cast"] | None = None
    extra_activations: Positive | None = None

    def __post_init__(self) -> None:
        want_mana(self.cost_increase, self.cost_reduction)
        want_distinct(self.colors)


class Enlisting(Part, frozen=True):
    taps: Ref | tuple[Ref, ...]
    instance: Id | None = None


class Attacker(Part, frozen=True):
    who: Ref
    attacks: str | None = None
    enlist: tuple[Enlisting, ...] = ()


class Blocker(Part, frozen=True):
    who: Ref
    blocks: tuple[Ref, ...]


class Change(Part, frozen=True):
    """A change of a cost: additional, increase, reduction or a value that is set."""

    cost: Cost | None = None
    why: str | None = None
    rule: Rule | None = None
    chosen: str | None = None
    per: Natural | None = None
    effect: Id | None = None

    def __post_init__(self) -> None:
        want_mana(self.cost)


class Payment(Part, frozen=True):
    by: Id | None = None
    for_: str | None = msgspec.field(default=None, name="for")
    mana: (
        Annotated[int, Meta(ge=0, le=0)]
        | Annotated[str, Meta(pattern=r"^([WUBRGC]|\{[WUBRGC0]\})*$")]
        | None
    ) = None
    snow: Natural | None = None
    any_type: bool | None = None
    life: Natural | None = None
    tapped: tuple[Ref, ...] | None = None
    untapped: tuple[Ref, ...] | None = None
    sacrificed: tuple[Ref, ...] | None = None
    discarded: tuple[Ref, ...] | None = None
    exiled: tuple[Ref, ...] | None = None
    counters: dict[str, int] | None = None
    other: str | None = None


class PlayerClaims(Part, frozen=True):
    life: int | None = None
    hand: Natural | None = None
    counters: dict[str, Natural] | None = None


class Event(Part, frozen=True):
    """One thing that happened; ``do`` says which of the fields mean something."""

    do: Literal[
        "begin", "cast", "cast-copy", "copy-spell", "copy-ability", "activate", "trigger",
        "resolve", "counter", "attack", "block", "damage", "tap", "untap", "move", "create",
        "become-copy", "control", "counters", "effect", "phase-out", "phase-in", "transform",
        "life", "play-land", "pass", "observe", "undo", "other", "merge",
    ]  # fmt: skip
    id: Id | None = None
    by: Id | None = None
    at: Clock | None = None
    note: str | None = None
    outcome: Literal["done", "illegal", "?"] = "done"
    touches: tuple[Ref, ...] = msgspec.field(default=(), name="x-touches")
    """What an ``other`` event may have changed."""
    object: Ref | None = None
    objects: dict[str, Claims] | None = None
    players: dict[Id, PlayerClaims] | None = None
    of: Ref | None = None
    source: Ref | None = None
    about: Ref | None = None
    ability: Id | None = None
    for_: Id | None = msgspec.field(default=None, name="for")
    event: Id | None = None
    new: Id | None = None
    as_: Object | None = msgspec.field(default=None, name="as")
    from_: Origin | None = msgspec.field(default=None, name="from")
    to: str | None = None
    kicked: Kicked | None = None
    kicks: dict[str, Natural] | None = None
    prototyped: YesNo | None = None
    x: Natural | None = None
    alternative: (
        str | Alternative | Annotated[tuple[str | Alternative, ...], Meta(min_length=2)] | None
    ) = None
    modes: tuple[str, ...] | None = None
    targets: dict[str, tuple[str, ...]] | None = None
    divided: dict[str, Natural] | None = None
    pays_as: dict[str, str] | None = None
    additional: tuple[Change, ...] = ()
    increases: tuple[Change, ...] = ()
    reductions: tuple[Change, ...] = ()
    sets: tuple[Change, ...] = ()
    total: Cost | None = None
    paid: Payment | tuple[Payment, ...] | None = None
    order: (
        tuple[
            Literal[
                "move", "modes", "kicks", "alternative", "prototyped", "x", "symbols",
                "targets", "divide", "total", "mana-abilities", "pay",
            ],
            ...,
        ]
        | None
    ) = None  # fmt: skip
    attackers: tuple[Attacker, ...] | None = None
    blockers: tuple[Blocker, ...] | None = None
    taps: tuple[Ref, ...] | None = None
    attacking: Id | None = None
    amount: int | None = None
    bonus: dict[str, SizeText] | None = None
    applies: tuple[str, ...] | None = None
    tokens: tuple[Id, ...] | None = None
    effect: Effect | None = None
    counters: dict[str, int] | None = None
    place: Literal["over", "under"] | None = None
    keeps: (
        tuple[Literal["name", "base_pt", "colors", "types", "subtypes", "abilities"], ...] | None
    ) = None

    def __post_init__(self) -> None:
        want_mana(self.total)


class Source(Part, frozen=True):
    kind: Literal["judge", "bot", "engine", "test"] | None = None
    name: str | None = None
    ref: str | None = None


class Expectation(Part, frozen=True):
    rule: Rule
    verdict: Literal["complies", "violates", "not-applicable", "cannot-tell"]
    prop: str | None = None
    at: Annotated[str, Meta(pattern=r"^(/(.|\n)*)?$")] | None = None
    missing: tuple[str, ...] | None = None
    why: Text | None = None


class Document(Part, frozen=True):
    """One example: a position, what happened next, and what is claimed of both."""

    format: Literal["mtg-state/1"]
    rules: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")] | None = None
    id: str | None = None
    title: Text | None = None
    notes: str | None = None
    lang: str | None = None
    source: Source | None = None
    assume: Literal["usual", "strict"] = "usual"
    covers: Literal["listed", "step", "turn", "game"] = "listed"
    turn: Clock | None = None
    players: dict[Id, Player] = msgspec.field(default_factory=dict)
    cards: dict[Id, Card] = msgspec.field(default_factory=dict)
    objects: dict[Id, Object] = msgspec.field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    history: tuple[Event, ...] = ()
    question: tuple[Rule, ...] | None = None
    expect: tuple[Expectation, ...] | None = None
