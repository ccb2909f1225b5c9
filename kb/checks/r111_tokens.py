"""111.2, 111.4 and 111.10: what a token is as it is created."""

import csv
from collections.abc import Iterator
from functools import cache, partial

from msgspec import Struct

from kb.checks.registry import checks
from kb.errors import BadData
from kb.facts import Fact
from kb.mana import ManaCost
from kb.model import Outcome
from kb.paths import data_dir
from kb.pointer import Pointer
from kb.printed import Size, TypeLine, color_set
from kb.replay import Game, Step, each_once
from kb.state import Object
from kb.state_ability import Costs, Written
from kb.values import called, values
from kb.verdict import Finding, Word, outcome_of

SINCE = "2021-04-22"
CREATED = ("do:create",)
_FIELDS = {"types": "type", "colors": "color_indicator", "base_pt": "pt", "taps": "abilities"}
"""Where an author writes what is no claim but a printed value."""


@checks("111.2", prop="creator-owns-token", about="creates a token is its", since=SINCE,
        needs=CREATED)  # fmt: skip
def creator_owns_token(game: Game) -> Iterator[Finding]:
    """Whoever creates a token is its owner, and it enters under that player's control."""
    for step, token, at in _created(game):
        by = step.event.by
        told = [(key, getattr(token, key)) for key in ("owner", "controller")]
        given = [(key, player) for key, player in told if player is not None]
        other = next(((key, player) for key, player in given if player != by), None)
        if by is None or not given:
            continue
        key, player = other or given[0]
        words = {"o": step.event.new, "p": by, "q": player}
        leans = (Fact(by, step.at / "by"), Fact(player, at / key))
        if other is not None and len({player for _, player in given}) == 1:
            # An effect of one player may have another create it; "by" may be either of them.
            unsaid: Fact[str] = Fact(None, step.at / "note")
            yield Finding(at / key, Outcome.CANNOT_TELL, (unsaid,))
        else:
            yield Finding(at / key, outcome_of(other is None), leans, words)


@checks("111.4", prop="token-name-is-subtype", about="plus the word “Token”",
        since="2022-11-18", needs=CREATED)  # fmt: skip
def token_name_is_subtype(game: Game) -> Iterator[Finding]:
    """A token is called as its creator says, else by its subtypes and "Token"."""
    created = {step.event.new: token for step, token, _ in _created(game)}
    for claim in game.claims:
        token, said = created.get(claim.thing.id), claim.said.name
        if token is None or said is None or token.card is not None:
            continue
        subtypes = _subtypes(token)
        if token.copy_of is not None or claim.thing.copied is not None:
            continue
        if token.name is not None:
            name, right = token.name, said == token.name
        elif subtypes:
            name = " ".join((*subtypes, "Token"))
            right = {*subtypes, "Token"} == set(said.split())
        else:
            continue
        words = {"o": claim.thing.id, "v": name, "w": said}
        at = claim.at / "name"
        yield Finding(at, outcome_of(right), (Fact(said, at),), words)


@checks("111.5", prop="no-instant-token", about="copy of an instant or", since="2022-11-18",
        needs=CREATED)  # fmt: skip
def no_instant_token(game: Game) -> Iterator[Finding]:
    """No token is created that is an instant or a sorcery, as a copy of one would be."""
    for step, token, at in _created(game):
        made = step.after.things[str(step.event.new)]
        line = values(made, step.after).types
        spell = line.then(lambda known: bool(known.types & {"Instant", "Sorcery"}))
        if spell.value or (spell.value is False and token.copy_of is not None):
            words = {"o": called(made, step.after)}
            yield Finding(at, outcome_of(not spell.value), (spell,), words)


@each_once
def _created(game: Game) -> Iterator[tuple[Step, Object, Pointer]]:
    for step in game.done("create"):
        if step.event.as_ is not None:
            yield step, step.event.as_, step.at / "as"


def _subtypes(token: Object) -> tuple[str, ...]:
    """In the order in which they are written."""
    if token.type is None:
        return token.subtypes or ()
    line = TypeLine.parse(token.type)
    return tuple(word for word in token.type.split() if word in line.subtypes)


# ------------------------------------------------------------------ predefined tokens


class Predefined(Struct, frozen=True):
    """One row of ``data/tokens.csv``: what the rules say that a token of this name is."""

    letter: str
    since: str
    name: str
    types: TypeLine
    colors: frozenset[str]
    size: Size | None
    keyword: str | None
    mana: ManaCost | None
    """The mana in the cost of its ability; None where it has no activated ability."""
    taps: bool

    def is_meant(self, token: Object) -> bool:
        """Whether the token is called so, or has no other subtype than this name."""
        plain = (token.name or "").removesuffix(" Token").casefold()
        if plain == self.name.casefold():
            return True
        # A Role is called without the word, and so are many others: its subtypes decide.
        role = self.name.endswith(" Role") and "Role" in _subtypes(token)
        if role:
            return plain == self.name.removesuffix(" Role").casefold()
        return _subtypes(token) == (self.name,) and self.name in self.types.subtypes


@cache
def predefined() -> tuple[Predefined, ...]:
    """The bundled table; raises BadData."""
    path = data_dir() / "tokens.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return tuple(_row(row) for row in csv.DictReader(file, strict=True))
    except (OSError, KeyError, csv.Error) as error:
        raise BadData(f"{path}: {error}; wanted the columns of a table of tokens") from error


def _row(row: dict[str, str]) -> Predefined:
    return Predefined(
        row["letter"], row["since"], row["name"], TypeLine.parse(row["type"]),
        frozenset(row["color"]),
        Size.parse(row["pt"]) if row["pt"] else None,
        row["keyword"] or None,
        ManaCost.parse(row["mana"]) if row["mana"] else None,
        row["taps"] == "yes",
    )  # fmt: skip


def _as_defined(kind: Predefined, game: Game) -> Iterator[Finding]:
    """A predefined token has the characteristics that the rules give it."""
    for step, token, at in _created(game):
        if token.copy_of is not None or token.card is not None or not kind.is_meant(token):
            continue
        wrong = next(_differences(kind, token), None)
        words: dict[str, object] = {"o": called(step.after.things[str(step.event.new)], step.after)}
        if wrong is None:
            yield Finding(at, Outcome.COMPLIES, (Fact(kind.name, at),), words)
            continue
        key, said, right = wrong
        words |= {"kind": kind.name, "f": Word("fields", key), "v": right, "w": said}
        field = _FIELDS.get(key, key)
        # The effect may add to what is defined (111.10); a note of the author may say so.
        unless = (step.at / "note",) if step.event.note is not None else ()
        leans = (Fact(said, at / field),)
        yield Finding(at / field, Outcome.VIOLATES, leans, words, unless=unless)


def _differences(kind: Predefined, token: Object) -> Iterator[tuple[str, object, object]]:
    """What is told of the token and is not so: field, what is said, what is right."""
    if token.type is not None or token.types is not None:
        line = _line(token)
        if (line.types, line.subtypes) != (kind.types.types, kind.types.subtypes):
            yield "types", str(line), str(kind.types)
    for said in (token.color_indicator, token.defined_colors):
        colors = color_set(said) if said is not None else None
        if colors is not None and colors != kind.colors:
            yield "colors", colors, kind.colors
    if token.pt is not None and Size.parse(token.pt) != kind.size:
        yield "base_pt", token.pt, kind.size or Word("words", "none")
    if token.cost not in (None, "none", "?"):
        yield "cost", ManaCost.parse(str(token.cost)), Word("words", "none")
    keywords = {word.casefold() for word in token.keywords or ()}
    if token.keywords is not None and kind.keyword is not None and kind.keyword not in keywords:
        yield "keywords", frozenset(keywords) or Word("words", "none"), kind.keyword
    yield from _ability_differs(kind, token)


def _line(token: Object) -> TypeLine:
    if token.type is not None:
        return TypeLine.parse(token.type)
    empty: frozenset[str] = frozenset()
    return TypeLine(empty, frozenset(token.types or ()), frozenset(token.subtypes or ()))


def _ability_differs(kind: Predefined, token: Object) -> Iterator[tuple[str, object, object]]:
    """The costs of the abilities that are told of it beside that of its definition."""
    written = [a.activated for a in token.abilities or () if isinstance(a, Written)]
    for ability in written:
        if ability is None:
            continue
        cost = ability.cost
        mana = cost.mana if isinstance(cost, Costs) else cost
        taps = isinstance(cost, Costs) and bool(cost.tap_self)
        if mana == "?":
            continue
        said = ManaCost.parse(str(mana if mana is not None else 0))
        if kind.mana is None or said != kind.mana:
            yield "abilities", said, kind.mana if kind.mana is not None else Word("words", "none")
        if taps is not kind.taps:
            yield "taps", taps, kind.taps


for _kind in predefined():
    checks(
        f"111.10{_kind.letter}",
        prop="predefined-token",
        about=f"{_kind.name} token is",
        since=_kind.since,
        needs=CREATED,
    )(partial(_as_defined, _kind))
