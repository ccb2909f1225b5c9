"""The ledger: life totals, damage and counters at any moment, by what events changed.

An author may write the result of damage down as well (damage to a player, then the life lost): a
following event that says just what a rule makes of the ones before it is that result, and counts
once.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import accumulate

from msgspec.structs import replace

from kb.changes import DEADLY, LIFE, MARKED, Entry, Ref, entries_of
from kb.facts import Fact, Origin, derived
from kb.pointer import ROOT, Pointer
from kb.replay import Game, Step
from kb.undone import Row, undone
from kb.world import Thing, World

Counters = Mapping[str, int]
_RESULTS = frozenset({"counters", "life"})
_MOST_WAITING = 40
"""Entries that a later event may tell once more; a fight has fewer."""
_BETWEEN = frozenset({"counters", "life", "damage", "observe", "other", "trigger", "move"})


class Ledger:
    """The entries of a game, asked for the moment before an event."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._undone = undone(game)
        self._rows: dict[tuple[Ref | str, str | None], Row[Entry]] = {}
        self._of: dict[Ref | str, list[Entry]] = {}
        self._touched: dict[int, set[str]] = {}
        self._hurt: dict[tuple[Ref, int], list[Entry]] = {}
        self._marked: dict[tuple[Ref, int, int | None], _Sum] = {}
        self._bearing: dict[Ref, list[Entry]] = {}
        self._borne: dict[Ref, _Borne] = {}
        self._sums: dict[tuple[str, str], _Sum] = {}
        self._cleanups = tuple(_cleanups(game))
        entries = sorted(entries_of(game), key=_step_of)
        stated, self.results = _stated(game, entries)
        for place, entry in enumerate(entries):
            one = replace(entry, stated=True) if place in stated else entry
            whose = one.whose
            self._of.setdefault(whose, []).append(one)
            if isinstance(whose, tuple):
                self._touched.setdefault(one.step, set()).add(whose[0])
                if one.what == MARKED:
                    self._hurt.setdefault((whose, one.turn), []).append(one)
                elif one.what != DEADLY and not one.stated:
                    self._bearing.setdefault(whose, []).append(one)

    def touched(self, step: int) -> frozenset[str]:
        """The objects of which the event of this index has entries."""
        return frozenset(self._touched.get(step, ()))

    def entries(self, whose: Ref | str, index: int) -> Iterator[Entry]:
        """What stands of it before the event of this index."""
        row = self._row(whose, None)
        return iter(()) if row is None else (row.entries[place] for place in row.places(index))

    def deadly_since(self, ref: Ref, since: int, index: int) -> Entry | None:
        """The first deadly damage to it by the events from one index on, before the other."""
        row = self._row(ref, DEADLY)
        if row is None:
            return None
        places = row.places(index)
        at = bisect_left(places, since, key=lambda place: row.entries[place].step)
        return row.entries[places[at]] if at < len(places) else None

    def _row(self, whose: Ref | str, what: str | None) -> Row[Entry] | None:
        """The changes to an object or a player, of one kind or of all; None without any."""
        if whose not in self._of:
            return None
        row = self._rows.get((whose, what))
        if row is None:
            mine = [e for e in self._of[whose] if what is None or e.what == what]
            row = self._rows[whose, what] = Row(mine, _step_of, self._undone)
        return row

    def damage(self, thing: Thing, index: int, turn: int) -> Fact[int]:
        """Damage marked on it (120.6): it stays until the cleanup step."""
        given = self._game.document.objects.get(thing.id)
        at = ROOT / "objects" / thing.id / "damage"
        place = bisect_left(self._cleanups, index)
        cleaned = self._cleanups[place - 1] if place else None
        whole = given is not None and thing.number == 1 and turn == 0 and cleaned is None
        total = given.damage if given is not None and whole else 0
        key = thing.ref, turn, cleaned
        marked = self._marked.get(key)
        if marked is None:
            entries = self._hurt.get((thing.ref, turn), [])
            entries = entries[bisect_left(entries, cleaned or 0, key=_step_of) :]
            marked = self._marked[key] = _Sum(Fact(total, at), entries, self._undone)
        found = marked.at(index)
        if not found.known:
            return found
        leans = found.leans or (found,)
        if not total:  # nothing was marked on it at the start
            leans = leans[1:]
        return derived(found.value, leans[-1].at if leans else at, *leans)

    def bearing(self, thing: Thing, index: int) -> Thing:
        """The object with the counters that damage took or gave, and those it entered with."""
        entries = self._bearing.get(thing.ref)
        if entries is None:
            return thing
        borne = self._borne.get(thing.ref)
        if borne is None:
            borne = self._borne[thing.ref] = _Borne(Row(entries, _step_of, self._undone))
        counters = borne.on(thing.counters, index)
        return thing if counters is thing.counters else replace(thing, counters=counters)

    def life(self, player: str, index: int) -> Fact[int]:
        """The life total of a player."""
        return self.sum_of(player, LIFE).at(index)

    def counters(self, player: str, kind: str, index: int) -> Fact[int]:
        """How many counters of a kind the player has."""
        return self.sum_of(player, kind).at(index)

    def sum_of(self, player: str, what: str) -> "_Sum":
        """The life total of a player, or the counters of a kind, at any moment."""
        found = self._sums.get((player, what))
        if found is None:
            start = self._life(player) if what == LIFE else self._counters(player, what)
            entries = [e for e in self._of.get(player, ()) if e.what == what and not e.stated]
            if what == LIFE and not start.known:
                entries = []  # what is not known at first is what has to be told
            found = self._sums[player, what] = _Sum(start, entries, self._undone)
        return found

    def _life(self, player: str) -> Fact[int]:
        given = self._game.document.players.get(player)
        at = ROOT / "players" / player / "life"
        if given is not None and given.life is not None:
            start: Fact[int] = Fact(given.life, at)
        elif self._game.strict:
            start = Fact(None, at)
        else:  # 119.1
            start = Fact(20, at, Origin.ASSUMED)
        return start

    def _counters(self, player: str, kind: str) -> Fact[int]:
        given = self._game.document.players.get(player)
        at = ROOT / "players" / player / "counters"
        if given is not None and given.counters is not None:
            start: Fact[int] = Fact(given.counters.get(kind, 0), at)
        else:
            start = Fact(None, at) if self._game.strict else Fact(0, at, Origin.ASSUMED)
        return start


class _Sum:
    """A number that entries change one after the other: it is added up once for all moments."""

    def __init__(self, start: Fact[int], entries: list[Entry], undone: Mapping[int, int]) -> None:
        self._start = start
        self._row = Row(entries, _step_of, undone)
        self._leans = [Fact(entry.by, entry.at) for entry in entries]
        self._totals: list[int | None] = []
        self._lost: list[Pointer | None] = []
        """Where an entry stands from which on nobody knows the number."""
        self._counts: list[int] = []
        for entry, below in zip(entries, self._row.below, strict=True):
            last = self._totals[below] if below >= 0 else start.value
            lost = self._lost[below] if below >= 0 else None
            total = None if last is None else last + entry.by
            unpayable = entry.cause == "paid" and total is not None and total < 0  # 119.4
            if lost is None and (not entry.known or unpayable):
                lost = entry.at
            self._totals.append(total if lost is None else None)
            self._lost.append(lost)
            self._counts.append(1 + (self._counts[below] if below >= 0 else 0))

    def value(self, index: int) -> tuple[int | None, int]:
        """The number before the event of this index, and how many entries make it; 0 if none."""
        top = self._row.top(index)
        if top < 0:
            return self._start.value, 0
        return self._totals[top], 0 if self._lost[top] is not None else self._counts[top]

    def at(self, index: int) -> Fact[int]:
        """The number before the event of this index, with all that it leans on."""
        top = self._row.top(index)
        if top < 0:
            return self._start
        lost = self._lost[top]
        if lost is not None:
            return Fact(None, lost)
        leans = [self._leans[place] for place in self._row.places(index)]
        return derived(self._totals[top], leans[-1].at, self._start, *leans)


class _Borne:
    """The counters on an object at any moment, by those that the replay gives it."""

    def __init__(self, row: Row[Entry]) -> None:
        self._row = row
        self._kept: dict[int, tuple[Fact[Counters], Fact[Counters], bool]] = {}
        """By the last entry: those of the replay, with all entries, whether an unknown one ends it.
        """

    def on(self, counters: Fact[Counters], index: int) -> Fact[Counters]:
        top, waiting = self._row.top(index), list[int]()
        kept = self._kept.get(top)
        while top >= 0 and (kept is None or kept[0] is not counters):
            waiting.append(top)
            top = self._row.below[top]
            kept = self._kept.get(top)
        now, over = counters, False
        if kept is not None and top >= 0:
            _, now, over = kept
        for place in reversed(waiting):
            entry = self._row.entries[place]
            if not over and not entry.known:
                now, over = Fact(None, entry.at), True
            elif now.value is not None:
                changed = dict(now.value)
                changed[entry.what] = max(0, changed.get(entry.what, 0) + entry.by)
                now = derived(changed, entry.at, now)
            self._kept[place] = counters, now, over
        return now


def _step_of(entry: Entry) -> int:
    return entry.step


def ledger(game: Game) -> Ledger:
    """The ledger of a game, made once."""
    found: Ledger | None = game.kept.get("ledger")
    if found is None:
        found = game.kept["ledger"] = Ledger(game)
    return found


def world_before(game: Game, index: int) -> World:
    """The moment after all events before this one; the clock has not moved on yet."""
    return game.steps[index - 1].after if index else game.start


def _stated(game: Game, entries: list[Entry]) -> tuple[set[int], frozenset[tuple[int, str]]]:
    """The places of the entries that a following event tells once more; and what such events tell.

    One event may tell the sum of several, as the loss of life by two attackers at once.
    """
    by_step: dict[int, list[int]] = {}
    for place, entry in enumerate(entries):
        if entry.cause not in ("life", "counters"):
            by_step.setdefault(entry.step, []).append(place)
    stated, results = set[int](), set[tuple[int, str]]()
    waiting: list[int] = []
    for step in game.steps if by_step else ():
        if step.event.do not in _BETWEEN:
            waiting = []
        for whose, what, said in _results(step) if waiting else ():
            same = [n for n in waiting if (entries[n].whose, entries[n].what) == (whose, what)]
            told = _adding_up(same, entries, said)
            if told:
                results.add((step.index, what))
                stated.update(told)
                waiting = [place for place in waiting if place not in told]
        waiting = [*waiting, *by_step.get(step.index, ())][-_MOST_WAITING:]
    return stated, frozenset(results)


def _results(step: Step) -> Iterator[tuple[Ref | str, str, int]]:
    """Who got how much of what, by a ``life`` or ``counters`` event."""
    event = step.event
    if event.do not in _RESULTS or step.taken_back:
        return
    whose: Ref | str | None = event.by or step.before.active.value
    if event.object is not None:
        thing = step.before.things.get(event.object.partition("@")[0])
        whose = thing.ref if thing is not None else None
    if whose is not None and event.do == "counters":
        yield from ((whose, kind, count) for kind, count in (event.counters or {}).items())
    elif whose is not None and event.amount is not None and event.object is None:
        yield whose, LIFE, event.amount


def _adding_up(places: list[int], entries: list[Entry], said: int) -> list[int]:
    """The fewest of these entries in a row, the oldest first, that come to this number."""
    sums = list(accumulate((entries[place].by for place in places), initial=0))
    ends: dict[int, list[int]] = {}
    best: tuple[int, int] | None = None
    for end, total in enumerate(sums):  # the last start gives the shortest row to this end
        starts = ends.get(total - said)
        if starts:
            row = end - starts[-1], starts[-1]
            best = row if best is None else min(best, row)
        ends.setdefault(total, []).append(end)
    return places[best[1] : best[1] + best[0]] if best is not None else []


def _cleanups(game: Game) -> Iterator[int]:
    """The indices of the events with which damage wears off (514.2)."""
    for step in game.steps:
        clock = step.event.at
        cleanup = clock is not None and clock.step == "cleanup"
        if cleanup or step.before.turn != world_before(game, step.index).turn:
            yield step.index
