"""702: keywords that offer an alternative or additional cost."""

from collections.abc import Iterator

from msgspec import Struct

from kb.casting_cost import Casting, castings
from kb.checks.registry import Checker, checks
from kb.facts import Fact, derived
from kb.model import Outcome
from kb.moments import zone_told
from kb.number import RuleNumber
from kb.replay import Game, Step
from kb.replay_announce import keyword_of
from kb.values import values
from kb.verdict import Finding, Word, outcome_of

SINCE = "2021-04-22"
CASTING = ("cast", "cast-copy")
TOTAL = RuleNumber.parse("601.2f")


class Keyword(Struct, frozen=True):
    """A keyword that lets a player cast a card for another cost."""

    rule: str
    name: str
    about: str
    since: str = SINCE
    zone: str | None = None
    """The only zone that it lets a card be cast from."""
    types: frozenset[str] = frozenset()
    """What the spell must be, where that is asked."""


ALTERNATIVE = (
    Keyword("702.34a", "flashback", "two static abilities: one", zone="graveyard",
            types=frozenset({"Instant", "Sorcery"})),
    Keyword("702.35a", "madness", "keyword that represents two abilities", zone="exile"),
    Keyword("702.74a", "evoke", "casting a spell for its"),
    Keyword("702.94a", "miracle", "the first card you’ve drawn", zone="hand"),
    Keyword("702.96a", "overload", "pay this spell’s overload"),
    Keyword("702.103a", "bestow", "choose to cast it bestowed"),
    Keyword("702.109a", "dash", "for its dash cost"),
    Keyword("702.138a", "escape", "cast this card from your", zone="graveyard"),
    Keyword("702.143a", "foretell", "paying any foretell cost", zone="exile"),
    Keyword("702.146a", "disturb", "cast this card transformed from", "2022-11-18", "graveyard"),
    Keyword("702.148a", "cleave", "for its cleave cost", "2022-11-18"),
    Keyword("702.152a", "blitz", "for its blitz cost", "2022-11-18"),
    Keyword("702.176a", "impending", "for its impending cost", "2025-04-04"),
    Keyword("702.185a", "warp", "cast this card from your", "2025-07-25", "hand"),
    Keyword("702.187b", "mayhem", "discarded this card this turn", "2025-11-14", "graveyard"),
)  # fmt: skip


def _alternative(keyword: Keyword) -> Checker:
    def check(game: Game) -> Iterator[Finding]:
        for cast in _for(game, keyword.name):
            yield _with_keyword(game, cast, keyword)

    check.__doc__ = f"Casting for {keyword.name}: from where that works, for that cost."
    return check


for row in ALTERNATIVE:
    checks(
        row.rule,
        prop="cast-with-keyword",
        about=row.about,
        since=row.since,
        cites=("118.9", "601.2f"),
        needs=(f"alternative:{row.name}",),
    )(_alternative(row))


def _for(game: Game, name: str) -> Iterator[Casting]:
    """The spells cast for the cost of a keyword."""
    for cast in castings(game):
        if any(keyword_of(said) == name for said in cast.alternatives):
            yield cast


def _with_keyword(game: Game, cast: Casting, keyword: Keyword) -> Finding:
    step = cast.step
    card = step.before.thing(str(step.event.object or step.event.of), step.at)
    words = {
        "o": cast.now.name.value or cast.spell.id,
        "k": keyword.name,
        "reason": Word("keywords", "zone"),
        "w": Word("zones", card.zone),
    }
    zone = zone_told(game, card)
    if not zone.known and step.event.from_ is not None:
        zone = Fact(step.event.from_, step.at / "from")
    if keyword.zone is not None and zone.value != keyword.zone:
        truth = None if not zone.known else False
        return Finding(step.at / "alternative", outcome_of(truth), (zone,), words)
    line = cast.now.types.value
    if keyword.types and line is not None and not line.types & keyword.types:
        words["reason"] = Word("keywords", "types")
        return Finding(step.at / "alternative", outcome_of(False), (cast.now.types,), words)
    if cast.told and cast.right is False:
        words["reason"] = Word("keywords", "cost")
        found = Finding(cast.at, outcome_of(False), (cast.totals,), words)
        return found.after(TOTAL)
    return Finding(step.at / "alternative", outcome_of(True), (cast.now.types,), words)


@checks(
    "702.96b",
    prop="overload-no-targets",
    about="won’t require any targets",
    since=SINCE,
    cites=("702.96a",),
    needs=("alternative:overload",),
)
def overload_has_no_targets(game: Game) -> Iterator[Finding]:
    """A spell cast for its overload cost has no targets."""
    for cast in _for(game, "overload"):
        chosen = sum(len(refs) for refs in (cast.step.event.targets or {}).values())
        at = cast.step.at / ("targets" if chosen else "alternative")
        words = {"o": cast.now.name.value or cast.spell.id, "n": chosen}
        yield Finding(at, outcome_of(not chosen), (Fact(chosen, at),), words)


@checks(
    "702.103b",
    prop="bestow-has-target",
    about="choose a legal target for",
    since=SINCE,
    cites=("303.4a",),
    needs=("alternative:bestow",),
)
def bestowed_has_a_target(game: Game) -> Iterator[Finding]:
    """A spell cast bestowed is an Aura: it has a creature as its target."""
    for cast in _for(game, "bestow"):
        targets = cast.step.event.targets
        if targets is None:
            continue
        refs = [ref for chosen in targets.values() for ref in chosen]
        things = [cast.step.before.things.get(ref.partition("@")[0]) for ref in refs]
        creature: Fact[bool] = derived(False, cast.step.at / "targets")
        if len(refs) == 1 and things[0] is not None:
            creature = values(things[0], cast.step.before).is_creature
        words = {"o": cast.now.name.value or cast.spell.id, "x": ", ".join(refs)}
        at = cast.step.at / "targets"
        yield Finding(at, outcome_of(creature.value), (creature,), words)


# ---------------------------------------------------------------- additional costs


def additional(cast: Casting, rule: str) -> list[int]:
    """The places of the additional costs that name the rule of a keyword."""
    return [n for n, more in enumerate(cast.step.event.additional) if more.rule == rule]


@checks(
    "702.27a",
    prop="keyword-cost-once",
    about="follows the rules for paying",
    since=SINCE,
    cites=("118.8", "601.2f"),
    needs=("said:additional",),
)
def buyback_once(game: Game) -> Iterator[Finding]:
    """Buyback of an instant or sorcery is paid once."""
    yield from _once(game, "702.27a", frozenset({"Instant", "Sorcery"}))


@checks(
    "702.42a",
    prop="keyword-cost-once",
    about="choose all modes of",
    since=SINCE,
    cites=("118.8", "601.2f"),
    needs=("said:additional",),
)
def entwine_once(game: Game) -> Iterator[Finding]:
    """Entwine of an instant or sorcery is paid once."""
    yield from _once(game, "702.42a", frozenset({"Instant", "Sorcery"}))


def _once(game: Game, rule: str, types: frozenset[str]) -> Iterator[Finding]:
    for cast in castings(game):
        places = additional(cast, rule)
        if not places:
            continue
        line = cast.now.types
        fits = line.then(lambda known: bool(known.types & types))
        truth = False if len(places) > 1 else fits.value
        at = cast.step.at / "additional" / places[-1]
        words = {"o": cast.now.name.value or cast.spell.id, "n": len(places)}
        yield Finding(at, outcome_of(truth), (line, Fact(len(places), at)), words)


@checks(
    "702.42a",
    prop="entwine-all-modes",
    about="choose all modes of",
    since=SINCE,
    needs=("said:additional",),
)
def entwine_all_modes(game: Game) -> Iterator[Finding]:
    """Who pays for entwine chooses all modes."""
    for cast in castings(game):
        modes = cast.step.event.modes
        offered = {
            mode for part in cast.now.abilities.value or () for mode in part.written.modes or ()
        }
        if modes is None or not offered or not additional(cast, "702.42a"):
            continue
        left = sorted(offered - set(modes))
        at = cast.step.at / "modes"
        words = {"o": cast.now.name.value or cast.spell.id, "x": ", ".join(left)}
        yield Finding(at, outcome_of(not left), (Fact(", ".join(modes), at),), words)


@checks(
    "702.56a",
    prop="copies-paid-for",
    about="copy it for each time",
    since=SINCE,
    needs=("said:additional",),
)
def replicate_copies(game: Game) -> Iterator[Finding]:
    """The spell is copied once for each time that replicate was paid."""
    for cast in castings(game, "cast"):
        times = len(additional(cast, "702.56a"))
        made = [step for step in game.done("copy-spell") if _copies(step, cast)] if times else []
        if not made:
            continue
        words = {"o": cast.now.name.value or cast.spell.id, "n": times, "m": len(made)}
        paid = Fact(times, cast.step.at)
        if len(made) > times:  # something else may have copied it
            yield Finding(made[times].at, Outcome.CANNOT_TELL, (paid,), words, (made[times].at,))
        elif len(made) == times or _resolves_later(game, made[-1], cast):
            yield Finding(made[-1].at, outcome_of(len(made) == times), (paid,), words)


def _copies(step: Step, cast: Casting) -> bool:
    of = (step.event.of or "").partition("@")[0]
    return step.index > cast.step.index and of == cast.spell.id


def _resolves_later(game: Game, step: Step, cast: Casting) -> bool:
    """Whether the spell is seen to resolve, so that no more copies can come."""
    return any(
        later.index > step.index and (later.event.object or "").partition("@")[0] == cast.spell.id
        for later in game.done("resolve")
    )


@checks(
    "702.157a",
    prop="tokens-paid-for",
    about="squad cost was paid",
    since="2022-11-18",
    needs=("said:additional",),
)
def squad_tokens(game: Game) -> Iterator[Finding]:
    """As many tokens are made as squad was paid times."""
    for cast in castings(game, "cast"):
        times = len(additional(cast, "702.157a"))
        triggered = [a for a in cast.now.abilities.value or () if a.kind == "triggered"]
        if not times or len(triggered) > 1:  # another ability may make tokens too
            continue
        for step in game.done("resolve"):
            stacked = step.before.abilities.get(step.event.event or "")
            made = step.event.tokens
            mine = stacked is not None and stacked.source.id == cast.spell.id
            if step.index < cast.step.index or not mine or made is None:
                continue
            at = step.at / "tokens"
            words = {"o": cast.now.name.value or cast.spell.id, "n": times, "m": len(made)}
            yield Finding(at, outcome_of(len(made) == times), (Fact(times, cast.step.at),), words)


@checks(
    "702.174a",
    prop="gift-to-an-opponent",
    about="you may choose an opponent",
    since="2025-04-04",
    needs=("said:additional",),
)
def gift_to_an_opponent(game: Game) -> Iterator[Finding]:
    """A gift is promised to one opponent."""
    for cast in castings(game):
        for place in additional(cast, "702.174a"):
            chosen = cast.step.event.additional[place].chosen
            by = cast.spell.controller.value
            if chosen is None or by is None:
                continue
            players = game.document.players
            teams = [players[name].team if name in players else None for name in (chosen, by)]
            mate = teams[0] is not None and teams[0] == teams[1]
            truth = (chosen in players or not players) and chosen != by and not mate
            at = cast.step.at / "additional" / place / "chosen"
            words = {"o": cast.now.name.value or cast.spell.id, "x": chosen}
            yield Finding(at, outcome_of(truth), (Fact(chosen, at),), words)
