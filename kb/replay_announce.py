"""The announcements of a spell: kicks, prototyped, X (601.2b)."""

from kb.facts import Fact, Origin, derived
from kb.pointer import Pointer
from kb.printed import Named
from kb.state import Alternative, Event, HowCast
from kb.world import UNKICKED, How, Kicks

FREE = "without-paying-mana-cost"


def keyword_of(said: str | Alternative) -> str:
    """The name of an alternative cost: ``flashback``."""
    return (said if isinstance(said, str) else said.kind).casefold()


Abilities = Fact[tuple[Named, ...]]


def announced(said: HowCast | Event, abilities: Abilities, at: Pointer, *, strict: bool) -> How:
    """How a spell with these abilities was cast."""
    return How(
        derived(True, at),
        _kicks(said, abilities, at, strict),
        _prototyped(said, abilities, at, strict),
        _x(said, at),
    )


def kickers(abilities: Abilities) -> Fact[tuple[Named, ...]]:
    return abilities.then(lambda all_: tuple(a for a in all_ if a.family == "kicker"))


def _kicks(said: HowCast | Event, abilities: Abilities, at: Pointer, strict: bool) -> Fact[Kicks]:
    if said.kicks is not None:
        return Fact(Kicks(said.kicks, sum(said.kicks.values())), at / "kicks")
    mine = kickers(abilities)
    if said.kicked is None:
        if mine.value == ():
            return derived(UNKICKED, at / "kicked", abilities)
        if not mine.known or strict:
            return Fact(None, at / "kicked")
        return Fact(UNKICKED, at / "kicked", Origin.ASSUMED)
    return Fact(_told(said.kicked, mine.value or ()), at / "kicked")


def _told(kicked: bool | int | str, mine: tuple[Named, ...]) -> Kicks | None:
    """What ``kicked: true`` and ``kicked: 2`` say of a spell with these kickers."""
    if isinstance(kicked, str):
        return None
    if not kicked:
        return UNKICKED
    once = len(mine) == 1 and mine[0].kind != "multikicker"
    if kicked is True:
        return Kicks({mine[0].id: 1}, 1) if once else Kicks(None, None)
    return Kicks({mine[0].id: kicked}, kicked) if len(mine) == 1 else Kicks(None, kicked)


def _prototyped(
    said: HowCast | Event, abilities: Abilities, at: Pointer, strict: bool
) -> Fact[bool]:
    if said.prototyped is not None:
        return Fact(None if said.prototyped == "?" else said.prototyped, at / "prototyped")
    has = abilities.then(lambda all_: any(a.kind == "prototype" for a in all_))
    if has.value is False:
        return derived(False, at / "prototyped", abilities)
    if not has.known or strict:
        return Fact(None, at / "prototyped")
    return Fact(False, at / "prototyped", Origin.ASSUMED)


def _x(said: HowCast | Event, at: Pointer) -> Fact[int]:
    if said.x is None and said.alternative == FREE:  # 107.3b
        return derived(0, at / "alternative")
    return Fact(said.x, at / "x")
