"""Abilities and costs of a state document."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kb.mana import ManaCost

Id = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_-]*$")]
Ref = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_-]*(@[0-9]+)?$")]
Rule = Annotated[str, Meta(pattern=r"^[1-9](\d\d(\.\d+[a-km-np-z]?)?)?$")]
SizeText = Annotated[str, Meta(pattern=r"^[^/]+/[^/]+$")]
MANA_SHAPE = r"^(none|\?|([0-9]+|[WUBRGCXYZS]|\{[0-9WUBRGCXYZSP/]+\})+)$"
ManaText = Annotated[int, Meta(ge=0)] | Annotated[str, Meta(pattern=MANA_SHAPE)]
Amount = Annotated[str, Meta(pattern=r"^(\d+\*)?(kicks|X|power|mana_value|target\.mana_value)$")]
Natural = Annotated[int, Meta(ge=0)]
Colors = (
    Annotated[str, Meta(pattern=r"^(colorless|\?)$")] | tuple[Literal["W", "U", "B", "R", "G"], ...]
)
Text = str | dict[str, str]
"""A text, or one for each language."""

KINDS: dict[str, set[str]] = {
    "kicker": {"x_min"},
    "multikicker": set(),
    "sticker_kicker": set(),
    "enlist": set(),
    "prototype": set(),
    "power_up": {"from"},
    "activated": {"from"},
    "triggered": {"linked_to", "from"},
    "static": {"if", "linked_to", "counters", "per", "grants"},
    "spell": {
        "if", "instead_of", "targets", "modes", "choose", "linked_to",
        "amount", "choose_kicked", "divide",
    },
    "text": {"linked_to"},
}  # fmt: skip
"""The key that says what an ability is, and the keys that may stand beside it and ``id``."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all parts of a document are: unchanging, named fields only, no others."""

    @property
    def given(self) -> frozenset[str]:
        """The keys that were not left out."""
        return frozenset(
            name
            for name, key in zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True)
            if getattr(self, key) not in (None, ())
        )

    def want_some(self) -> None:
        if not self.given:
            raise ValueError(
                f"an empty map; wanted one of {', '.join(self.__struct_encode_fields__)}"
            )


def want_mana(*costs: object) -> None:
    """Raises ValueError for a mana cost with a symbol that there is not."""
    for cost in costs:
        if isinstance(cost, (str, int)) and cost != "?":
            ManaCost.parse(cost)


def want_distinct(letters: object) -> None:
    """Raises ValueError for a colour that stands twice."""
    if isinstance(letters, tuple) and len(set(letters)) < len(letters):
        raise ValueError(f"{', '.join(letters)}: a colour twice")


class Costs(Part, frozen=True):
    """A cost of several parts."""

    mana: ManaText | None = None
    tap_self: bool | None = None
    untap_self: bool | None = None
    life: Natural | Literal["X"] | None = None
    tap: str | None = None
    sacrifice: str | None = None
    discard: str | None = None
    exile: str | None = None
    remove_counters: str | None = None
    other: str | None = None

    def __post_init__(self) -> None:
        self.want_some()
        want_mana(self.mana)


Cost = ManaText | Costs


class When(Part, frozen=True):
    kicked: bool | Id | None = None
    mode: str | None = None
    prototyped: bool | None = None
    other: str | None = None

    def __post_init__(self) -> None:
        self.want_some()


class Filter(Part, frozen=True):
    """A filter on current characteristics."""

    max_mana_value: int | None = None
    mana_value_parity: Literal["odd", "even"] | None = None
    colors: Colors | None = None
    types: tuple[str, ...] | None = None
    max_power: int | None = None
    max_power_or_toughness: int | None = None

    def __post_init__(self) -> None:
        self.want_some()
        want_distinct(self.colors)


class Slot(Part, frozen=True):
    """One word "target"."""

    id: Id
    is_: str | None = msgspec.field(default=None, name="is")
    min: Natural = 1
    max: Natural | Annotated[str, Meta(pattern="^(any|X|kicks)$")] = 1
    if_: When | None = msgspec.field(default=None, name="if")
    where: Filter | None = None


class Prototype(Part, frozen=True):
    cost: ManaText
    pt: SizeText

    def __post_init__(self) -> None:
        want_mana(self.cost)


class PowerUp(Part, frozen=True):
    cost: Cost
    effect: str | None = None
    targets: tuple[Slot, ...] = ()

    def __post_init__(self) -> None:
        want_mana(self.cost)


class Activated(Part, frozen=True):
    cost: Cost
    effect: str | None = None
    mana_ability: bool = False
    limit: Literal["once", "once-per-turn", "sorcery-speed"] | None = None
    targets: tuple[Slot, ...] = ()

    def __post_init__(self) -> None:
        want_mana(self.cost)


class Triggered(Part, frozen=True):
    when: str | None = None
    if_: When | None = msgspec.field(default=None, name="if")
    effect: str | None = None
    targets: tuple[Slot, ...] = ()
    amount: Amount | None = None


class Written(Part, frozen=True):
    """An ability as the document writes it; exactly one of the keys of ``KINDS``."""

    kicker: Cost | tuple[Cost, ...] | None = None
    multikicker: Cost | None = None
    sticker_kicker: Cost | None = None
    enlist: Annotated[int, Meta(ge=1)] | None = None
    prototype: Prototype | None = None
    power_up: PowerUp | None = None
    activated: Activated | None = None
    triggered: Triggered | None = None
    static: str | None = None
    spell: str | None = None
    text: str | None = None
    id: Id | None = None
    from_: Ref | None = msgspec.field(default=None, name="from")
    linked_to: Id | None = None
    x_min: Natural | None = None
    if_: When | None = msgspec.field(default=None, name="if")
    counters: dict[str, Natural] | None = None
    per: Literal["kicks", "X"] | None = None
    grants: tuple[str, ...] = ()
    instead_of: Id | None = None
    targets: tuple[Slot, ...] = ()
    modes: tuple[str, ...] | None = None
    choose: str | None = None
    choose_kicked: str | None = None
    divide: Annotated[int, Meta(ge=1)] | Literal["X"] | None = None
    amount: Amount | None = None

    def __post_init__(self) -> None:
        given = self.given
        kinds = [kind for kind in KINDS if kind in given]
        if len(kinds) != 1:
            raise ValueError(
                f"{' and '.join(kinds) or 'no kind'}; wanted one of {', '.join(KINDS)}"
            )
        foreign = given - KINDS[kinds[0]] - {kinds[0], "id"}
        if foreign:
            raise ValueError(
                f"{', '.join(sorted(foreign))} beside {kinds[0]}, where it means nothing"
            )
        several = self.kicker if isinstance(self.kicker, tuple) else (self.kicker,)
        if not several:
            raise ValueError("an empty list; wanted a kicker cost")
        want_mana(*several, self.multikicker, self.sticker_kicker)

    @property
    def kind(self) -> str:
        return next(kind for kind in KINDS if getattr(self, kind) is not None)


def costs_of(written: Written) -> tuple[Cost, ...]:
    """The costs in which an ability may have mana symbols."""
    several = written.kicker if isinstance(written.kicker, tuple) else (written.kicker,)
    parts = (written.prototype, written.power_up, written.activated)
    costs = (*several, written.multikicker, written.sticker_kicker)
    return tuple(c for c in (*costs, *(p.cost for p in parts if p is not None)) if c is not None)


Ability = Literal["enlist"] | Written
