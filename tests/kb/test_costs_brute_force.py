"""118.7 and 601.2f, read a second time: unit by unit, in every order, against the replay."""

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from kb.activation_cost import activations
from kb.casting_cost import castings
from kb.mana import Mana
from kb.replay import replay
from kb.state import Document
from kb.total_cost import pays

COLORS = "WUBRG"
ROUNDS = 10_000
MOST_TOTALS = 3_000
"""Costs with more readings than this would take the brute force too long."""
SYMBOLS = [
    *COLORS, "C", "S", "{W/U}", "{G/W}", "{R/G}", "{2/W}", "{2/R}", "{C/W}", "{U/P}", "{B/P}",
    "{G/U/P}",
]  # fmt: skip


# ------------------------------------------------------------------ the second reading

Pile = tuple[tuple[str, int], ...]
"""Mana to be paid, counted by sign: a colour, C, S, or 1 for generic mana."""


def pile(signs: Iterable[str]) -> Pile:
    return tuple(sorted(Counter(signs).items()))


def signs_of(there: Pile) -> list[str]:
    return [sign for sign, count in there for _ in range(count)]


def symbols_of(cost: str) -> list[str]:
    """The symbols of a cost, without braces; a number is that many 1.

    >>> symbols_of("2{G/U/P}R")
    ['1', '1', 'G/U/P', 'R']
    """
    found: list[str] = []
    rest = cost
    while rest:
        if rest[0] == "{":
            sign, _, rest = rest[1:].partition("}")
        elif rest[0].isdigit():
            digits = "".join(itertools.takewhile(str.isdigit, rest))
            sign, rest = digits, rest[len(digits) :]
        else:
            sign, rest = rest[0], rest[1:]
        found += ["1"] * int(sign) if sign.isdigit() else [sign]
    return found


def halves(sign: str) -> list[list[str]]:
    """107.4e, f: the mana that each part of a symbol is; two life are no mana."""
    parts = sign.split("/")
    return [
        ["1"] * int(part) if part.isdigit() else [] if part == "P" else [part] for part in parts
    ]


def ways_to_pay(cost: str, x: int) -> set[Pile]:
    """601.2b: everything that a cost may be announced as."""
    options = [
        [["1"] * x] if sign == "X" else halves(sign) if "/" in sign else [[sign]]
        for sign in symbols_of(cost)
    ]
    return {pile(itertools.chain(*chosen)) for chosen in itertools.product(*options)}


def ways_to_reduce(cost: str) -> set[Pile]:
    """118.7e-g: one half of a hybrid symbol, a colour for a Phyrexian one, generic for snow."""
    options: list[list[list[str]]] = []
    for sign in symbols_of(cost):
        if sign == "X":  # 107.3g
            options.append([[]])
        elif "/" in sign:
            options.append([half for half in halves(sign) if half])
        else:
            options.append([["1" if sign == "S" else sign]])
    return {pile(itertools.chain(*chosen)) for chosen in itertools.product(*options)}


def without(total: Pile, reduction: Pile) -> Pile:
    """118.7a-d, one unit at a time: its own type if that is there, else generic mana."""
    left = Counter(dict(total))
    for sign in signs_of(reduction):
        if sign != "1" and left[sign]:
            left[sign] -= 1
        elif left["1"]:  # 601.2f: never below {0}
            left["1"] -= 1
    return pile(left.elements())


def reduced(totals: set[Pile], reductions: list[set[Pile]]) -> set[Pile]:
    """601.2f: the reductions in any order, each in each way."""
    found: set[Pile] = set()
    for order in itertools.permutations(reductions):
        done = totals
        for reduction in order:
            done = {without(total, one) for total in done for one in reduction}
        found |= done
    return found


def added(parts: Iterable[set[Pile]]) -> set[Pile]:
    found: set[Pile] = {()}
    for part in parts:
        found = {pile([*signs_of(one), *signs_of(more)]) for one in found for more in part}
    return found


def covers(letters: str, snow: int, total: Pile, *, any_type: bool) -> bool:
    """601.2h: whether the mana, ``snow`` of it from snow sources, pays a total exactly."""
    needs = signs_of(total)
    if len(needs) != len(letters):
        return False
    return any(  # a document does not tell which of the mana is snow
        _assigned(needs, [(sign, n in which) for n, sign in enumerate(letters)], any_type)
        for which in itertools.combinations(range(len(letters)), snow)
    )


def _assigned(needs: list[str], mana: list[tuple[str, bool]], any_type: bool) -> bool:
    if not needs:
        return True
    # The most particular need first: generic mana takes what is left.
    need, rest = sorted(needs, key=lambda sign: sign == "1")[0], list(needs)
    rest.remove(need)
    tried = set()
    for place, (letter, snow) in enumerate(mana):
        fits = need == "1" or (snow if need == "S" else any_type or letter == need)
        if not fits or (letter, snow) in tried:
            continue
        tried.add((letter, snow))
        if _assigned(rest, [*mana[:place], *mana[place + 1 :]], any_type):
            return True
    return False


# ------------------------------------------------------------------ random costs


@dataclass
class Trial:
    """A random spell or ability: the document, and what goes into its total."""

    document: dict[str, Any]
    added: list[set[Pile]] = field(default_factory=list)
    reductions: list[set[Pile]] = field(default_factory=list)

    @property
    def totals(self) -> set[Pile] | None:
        """The possible totals; None where there are too many to go through."""
        ways = 1
        for part in (*self.added, *self.reductions):
            ways *= len(part)
        return reduced(added(self.added), self.reductions) if ways <= MOST_TOTALS else None


def a_cost(dice: random.Random, most: int, *, x: bool = False) -> str:
    generic = str(dice.randrange(5))
    signs = dice.choices(SYMBOLS, k=dice.randrange(most + 1))
    return generic + "".join(signs) + ("X" if x and dice.random() < 0.3 else "")


def a_reduction(dice: random.Random) -> str:
    """Generic, coloured, colourless, hybrid, Phyrexian or snow mana."""
    return a_cost(dice, dice.choice((0, 1, 2)))


def a_spell(dice: random.Random) -> Trial:
    cost, x = a_cost(dice, 4, x=True), dice.randrange(4)
    event: dict[str, Any] = {"do": "cast", "by": "A", "object": "a", "x": x}
    card: dict[str, Any] = {"cost": cost, "type": "Instant", "owner": "A", "zone": "hand"}
    trial = Trial({"format": "mtg-state/1", "players": {"A": {}, "B": {}}})
    base = cost
    if dice.random() < 0.2:
        base = dice.choice(("0", a_cost(dice, 2)))
        event["alternative"] = (
            "without-paying-mana-cost" if base == "0" else {"kind": "otherwise", "cost": base}
        )
    trial.added.append(ways_to_pay(base, x))
    if dice.random() < 0.3:
        kick, times = a_cost(dice, 1, x=True), dice.randrange(3)
        card["abilities"] = [{"multikicker": kick}]
        event["kicks"] = {"kicker1": times}
        trial.added += [ways_to_pay(kick, x)] * times
    for key, often in (("additional", 0.2), ("increases", 0.3)):
        if dice.random() < often:
            more = a_cost(dice, 1)
            event[key] = [{"cost": more, "why": "an effect"}]
            trial.added.append(ways_to_pay(more, x))
    less = [a_reduction(dice) for _ in range(dice.choice((0, 0, 1, 1, 2, 3)))]
    event["reductions"] = [{"cost": one, "why": "an effect"} for one in less]
    trial.reductions += map(ways_to_reduce, less)
    trial.document |= {"objects": {"a": card}, "history": [event]}
    return trial


def an_ability(dice: random.Random) -> Trial:
    """A power-up ability of a permanent that entered this turn."""
    cost, mine, x = a_cost(dice, 4, x=True), a_cost(dice, 3, x=True), dice.randrange(4)
    card = {
        "cost": mine, "type": "Creature", "owner": "A", "entered": "this-turn",
        "abilities": [{"power_up": {"cost": cost}}],
    }  # fmt: skip
    event = {"do": "activate", "by": "A", "object": "a", "ability": "power-up1", "x": x}
    trial = Trial({"format": "mtg-state/1", "players": {"A": {}, "B": {}}})
    trial.added.append(ways_to_pay(cost, x))
    trial.reductions.append(ways_to_reduce(mine))
    trial.document |= {"objects": {"a": card}, "history": [event]}
    return trial


def as_pile(mana: Mana) -> Pile:
    signs = "1" * mana.generic + "S" * mana.snow
    signs += "".join(sign * count for sign, count in zip(COLORS + "C", mana.typed, strict=True))
    return pile(signs)


def replayed(document: dict[str, Any]) -> frozenset[Mana] | None:
    """The possible totals as the replay has them."""
    game = replay(msgspec.convert(document, Document))
    for activation in activations(game):
        return activation.reduced.value
    return castings(game)[0].totals.value


def trials(count: int, seed: int) -> Iterator[tuple[random.Random, Trial]]:
    dice = random.Random(seed)
    for number in range(count):
        yield dice, (an_ability if number % 4 == 3 else a_spell)(dice)


def test_totals_are_those_of_a_reading_unit_by_unit() -> None:
    compared = 0
    for _, trial in trials(ROUNDS * 5 // 4, seed=601):
        wanted = trial.totals
        if wanted is None:
            continue
        found = replayed(trial.document)
        assert found is not None, trial.document
        assert {as_pile(mana) for mana in found} == wanted, trial.document
        compared += 1
        if compared == ROUNDS:
            break
    assert compared == ROUNDS


def test_payments_are_those_of_an_assignment_mana_by_mana() -> None:
    """601.2h, over one or two payers, with snow and with mana of any type."""
    outcomes: Counter[bool] = Counter()
    for dice, trial in trials(4_000, seed=118):
        totals = trial.totals
        event = trial.document["history"][0]
        if totals is None or event["do"] != "cast":
            continue
        mana = some_mana(dice, dice.choice(sorted(totals)))
        if len(mana) > 7:
            continue
        any_type = dice.random() < 0.15
        cut = dice.randrange(len(mana) + 1)
        rows = [mana[:cut], mana[cut:]] if dice.random() < 0.4 else [mana]
        event["paid"] = [
            {
                "mana": "".join(letter for letter, _ in row) or 0,
                "snow": sum(snow for _, snow in row),
                "any_type": any_type,
            }
            for row in rows
        ]
        game = replay(msgspec.convert(trial.document, Document))
        [cast] = castings(game)
        assert cast.totals.value is not None
        found = pays(cast.step, cast.totals.value)
        letters = "".join(letter for letter, _ in mana)
        snow = sum(from_snow for _, from_snow in mana)
        wanted = any(covers(letters, snow, total, any_type=any_type) for total in totals)
        assert found is wanted, trial.document
        outcomes[wanted] += 1
    assert min(outcomes[True], outcomes[False]) > 500, outcomes


def some_mana(dice: random.Random, total: Pile) -> list[tuple[str, bool]]:
    """Mana that pays a total, often with one mana that is wrong, missing or too much."""
    found: list[tuple[str, bool]] = []
    for sign in signs_of(total):
        letter = dice.choice(COLORS + "C") if sign in "1S" else sign
        found.append((letter, sign == "S"))
    if found and dice.random() < 0.5:
        place = dice.randrange(len(found))
        kind = dice.randrange(3)
        if kind == 0:
            found[place] = (dice.choice(COLORS + "C"), False)
        elif kind == 1:
            del found[place]
        else:
            found.append((dice.choice(COLORS + "C"), False))
    dice.shuffle(found)
    return found


def test_a_total_that_an_effect_sets_is_not_worked_out() -> None:
    """What "costs at least three" makes of a total is for its words, which no program reads."""
    for _, trial in trials(50, seed=7):
        event = trial.document["history"][0]
        if event["do"] == "cast":
            event["sets"] = [{"cost": 3, "why": "costs at least three"}]
            assert replayed(trial.document) is None
