"""400.7, 707: copies and new objects, what they take along and what they forget."""

from collections.abc import Iterator, Mapping
from typing import Any

from kb.checks.claimed import FRAME, REST, Compared, compared
from kb.checks.r202_values import root_of
from kb.checks.r702_033_kicked import uses
from kb.checks.registry import checks
from kb.facts import Fact, derived
from kb.kicked import kicks_of, linked_kicks
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.replay import Claim, Game, each_once
from kb.values import values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Kicks, Thing

SINCE = "2021-04-22"


def _copy_kind(thing: Thing) -> str | None:
    return thing.copied.kind if thing.copied is not None else None


def _choices(claim: Claim) -> Iterator[tuple[str, object, Fact[Any]]]:
    """What is claimed of the choices made for a spell, and what was chosen."""
    said, thing = claim.said, claim.thing
    if said.kicked not in (None, "?"):
        yield "kicked", said.kicked, _as_claimed(kicks_of(thing), said.kicked)
    if said.prototyped not in (None, "?"):
        yield "prototyped", said.prototyped, thing.copiable.prototyped
    if said.x is not None and thing.zone == "stack":
        yield "x", said.x, thing.how.x


def _as_claimed(kicks: Fact[Kicks], said: object) -> Fact[Any]:
    """Kicks as a number where the claim is a number, else as a yes or no."""
    number = isinstance(said, int) and not isinstance(said, bool)
    return kicks.then(lambda known: known.times if number else known.kicked)


LINKED = RuleNumber.parse("702.33e")
ROOTS = {"kicked": RuleNumber.parse("702.33d"), "prototyped": RuleNumber.parse("718.3c")}
"""One fault, one root: the rules of kicker and prototype have it."""


def _finding(claim: Claim, key: str, said: object, real: Fact[Any]) -> Finding:
    truth = None if real.value is None else real.value == said
    at = claim.at / key
    thing = claim.thing
    words = {
        "o": values(thing, claim.world).name.value or thing.id,
        "p": thing.copied.of if thing.copied is not None else thing.id,
        "f": Word("fields", key), "v": real.value, "w": said,
    }  # fmt: skip
    follows = ROOTS.get(key) if truth is False else None
    return Finding(at, outcome_of(truth), (Fact(said, at), real), words, follows=follows)


@each_once
def _copied_values(game: Game) -> Iterator[Compared]:
    """Claims about copies, but for sizes that are wrong and that more than copying decides."""
    for row in compared(game, (*FRAME, *REST)):
        if row.thing.copied is None:
            continue
        base = row.now.base.value
        sized = row.key in ("power", "toughness")
        alone = not sized or (base is not None and row.fact.value == getattr(base, row.key))
        if alone or row.true is not False:
            yield row


@checks(
    "707.2",
    prop="copiable-values",
    about="the copiable values",
    since=SINCE,
    cites=("707.9",),
    needs=("claims & copies",),
)
def copiable_values(game: Game) -> Iterator[Finding]:
    """A copy has the copiable values of its original; a copy of a spell its choices too."""
    for row in _copied_values(game):
        yield row.finding(follows=root_of(row))
    for claim in game.claims:
        if _copy_kind(claim.thing) == "spell":
            for key, said, real in _choices(claim):
                yield _finding(claim, key, said, real)


@checks(
    "707.2",
    prop="permanent-copy-not-kicked",
    about="choices made when casting",
    since=SINCE,
    cites=("702.33d",),
    needs=("copies",),
)
def permanent_copy_not_kicked(game: Game) -> Iterator[Finding]:
    """The copy of a permanent was not kicked, whatever the permanent was."""
    for claim in game.claims:
        thing = claim.thing
        if _copy_kind(thing) in (None, "spell") or not thing.on_board:
            continue
        if claim.said.kicked not in (None, "?"):
            real = kicks_of(thing).then(lambda known: known.kicked)
            yield _finding(claim, "kicked", bool(claim.said.kicked), real)
    for use in uses(game):
        if use.happened and _copy_kind(use.source) not in (None, "spell"):
            outcome = outcome_of(use.met.value)
            follows = LINKED if outcome is Outcome.VIOLATES else None
            yield Finding(use.at, outcome, (use.met,), use.words, follows=follows)


@checks(
    "707.2b",
    prop="copy-is-snapshot",
    about="won’t cause the copy",
    since=SINCE,
    needs=("claims & copies",),
)
def copy_is_snapshot(game: Game) -> Iterator[Finding]:
    """What happens to the original later changes nothing of the copy."""
    for row in _copied_values(game):
        if _original_changed(row.claim):
            yield row.finding(follows=root_of(row))
    for claim in game.claims:
        if _copy_kind(claim.thing) == "spell" and _original_changed(claim):
            for key, said, real in _choices(claim):
                yield _finding(claim, key, said, real)


def _original_changed(claim: Claim) -> bool:
    """Whether the original is not any more what it was when it was copied."""
    copied = claim.thing.copied
    original = claim.world.things.get(copied.of) if copied is not None else None
    if copied is None or original is None:
        return False
    zone = {"spell": "stack", "permanent": "battlefield"}.get(copied.kind)
    return zone is not None and original.zone != zone


@checks(
    "707.10",
    prop="copy-keeps-choices",
    about="all decisions made for it",
    since=SINCE,
    cites=("608.3f",),
    needs=("claims & copies",),
)
def copy_keeps_choices(game: Game) -> Iterator[Finding]:
    """The copy of a spell is kicked, prototyped and has the X of the spell."""
    for claim in game.claims:
        if _copy_kind(claim.thing) == "spell" and claim.thing.on_board:
            for key, said, real in _choices(claim):
                yield _finding(claim, key, said, real)


@checks(
    "707.10f",
    prop="copy-becomes-token",
    about="becomes a token",
    since=SINCE,
    needs=("claims & copies",),
)
def copy_becomes_token(game: Game) -> Iterator[Finding]:
    """A copied permanent spell turns into a token on resolution."""
    yield from _token_claims(game)


@checks(
    "111.12",
    prop="copy-becomes-token",
    about="becomes a token as",
    since="2022-11-18",
    until="2023-11-17",
    root="608.3f",
    needs=("claims & copies",),
)
@checks(
    "111.13",
    prop="copy-becomes-token",
    about="becomes a token as",
    since="2025-04-04",
    root="608.3f",
    needs=("claims & copies",),
)
@checks(
    "608.3f",
    prop="copy-becomes-token",
    about="become a token permanent",
    since=SINCE,
    needs=("claims & copies",),
)
def resolving_copy_becomes_token(game: Game) -> Iterator[Finding]:
    """The same, as the rules of resolving say it."""
    yield from _token_claims(game)


def _token_claims(game: Game) -> Iterator[Finding]:
    for claim in game.claims:
        thing = claim.thing
        if _copy_kind(thing) != "spell" or thing.zone != "battlefield":
            continue
        if claim.said.token is not None:
            yield _finding(claim, "token", claim.said.token, derived(True, thing.at))


@checks(
    "400.7",
    prop="new-object",
    about="no memory of",
    since=SINCE,
    cites=("400.7d",),
    needs=(
        "claims",
        "do:resolve",
        "do:trigger",
    ),
)
def new_object(game: Game) -> Iterator[Finding]:
    """After a change of zone nothing is left of kicks and of the prototype frame."""
    for row in compared(game, FRAME):
        earlier = _earlier(row)
        if earlier is not None and row.fact.known and earlier != row.fact.value:
            if row.said == row.fact.value:
                yield row.finding()
            elif row.said == earlier:
                yield row.finding(follows=root_of(row))
    for claim in game.claims:
        now, before = kicks_of(claim.thing), _kicks_before(claim.thing, claim.world.past)
        said = claim.said.kicked
        if said in (None, "?") or before is None or not now.known or not claim.thing.on_board:
            continue
        if now.value is not None and now.value.kicked != before:
            real = now.then(lambda known: known.kicked)
            yield _finding(claim, "kicked", bool(said), real)
    for use in uses(game):
        once = _kicks_before(use.source, use.world.past)
        kicks = linked_kicks(use.source)
        if not use.happened or once is None or kicks.value is None:
            continue
        if kicks.value.kicked != once:
            outcome = outcome_of(use.met.value)
            follows = LINKED if outcome is Outcome.VIOLATES else None
            yield Finding(use.at, outcome, (use.met,), use.words, follows=follows)


def _earlier(row: Compared) -> object:
    """The value that it had as another permanent before."""
    for old in _permanents_before(row.thing, row.claim.world.past):
        now = values(old, row.claim.world)
        facts: dict[str, Fact[Any]] = {
            "base_pt": now.base, "power": now.power, "toughness": now.toughness,
            "cost": now.cost, "mana_value": now.mana_value, "colors": now.colors,
        }  # fmt: skip
        return facts[row.key].value
    return None


def _kicks_before(thing: Thing, past: Mapping[tuple[str, int], Thing]) -> bool | None:
    for old in _permanents_before(thing, past):
        kicks = old.how.kicks.value
        return kicks.kicked if kicks is not None else None
    return None


def _permanents_before(thing: Thing, past: Mapping[tuple[str, int], Thing]) -> Iterator[Thing]:
    """Its incarnations that were permanents before this one and the spell that this one was."""
    for number in range(thing.number - 1, 0, -1):
        old = past.get((thing.id, number))
        if old is not None and old.zone == "battlefield":
            yield old


@checks(
    "400.7d",
    prop="permanent-remembers-costs",
    about="what costs were paid",
    since=SINCE,
    needs=(
        "claim:kicked",
        "do:resolve & said:amount",
    ),
)
def permanent_remembers_costs(game: Game) -> Iterator[Finding]:
    """The permanent that a spell became knows how the spell was kicked."""
    for claim in game.claims:
        thing = claim.thing
        cast = thing.zone == "battlefield" and thing.how.cast.value is True
        if cast and claim.said.kicked not in (None, "?"):
            real = _as_claimed(kicks_of(thing), claim.said.kicked)
            yield _finding(claim, "kicked", claim.said.kicked, real)
    for step in game.done("resolve"):
        stacked = step.before.abilities.get(step.event.event or "")
        amount = step.event.amount
        if stacked is None or amount is None or stacked.ability is None:
            continue
        part = values(stacked.source, step.before).ability(stacked.ability)
        written = part.written.triggered if part is not None else None
        if written is None or written.amount != "kicks" or not stacked.source.how.cast.value:
            continue
        times = linked_kicks(stacked.source).then(lambda known: known.times)
        right = None if times.value is None else times.value == amount
        words = {
            "o": stacked.source.id,
            "f": Word("fields", "kicked"),
            "v": times.value,
            "w": amount,
        }
        at: Pointer = step.at / "amount"
        root = ROOTS["kicked"] if right is False else None
        yield Finding(at, outcome_of(right), (times,), words, follows=root)
